// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace gf::ops {

/// Multiplications in the matrix product of a node, forward or backward, of one example: n·k·m for
/// (n × k)·(k × m). 0 for what is no matrix product.
double multiplications(const Graph& graph, const Node& node);

} // namespace gf::ops
