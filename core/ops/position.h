// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// PE[p,2i] = sin(p / 10000^(2i/D)), PE[p,2i+1] = cos(the same); [rows,D] (Vaswani et al. 2017,
/// section 3.5). `axis` is what a row counts.
NodeId sinusoidalPosition(Graph& graph, std::string name, Index rows, Index width, Axis axis);

/// The first `rows` rows of a learned table [max_length,D]: at most that many.
NodeId learnedPosition(Graph& graph, std::string name, NodeId table, Index rows, Axis axis);

} // namespace gf::ops
