// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// One product per head: y_h = a_h·b_h with either side transposed; a [H,n,k], b [H,k,m] →
/// [H,n,m]; or of one matrix each, [n,k] and [k,m] → [n,m]. Scores are q·kᵀ, heads are weights·v
/// (Vaswani et al. 2017, eq. 1).
NodeId matmul(Graph& graph, std::string name, NodeId a, NodeId b, bool transposeA, bool transposeB);

} // namespace gf::ops
