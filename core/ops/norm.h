// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// Each row: y = gain · (x − mean) / √(variance + ε) + bias, variance biased (Ba et al. 2016). x
/// [T,D], gain and bias [D].
NodeId layerNorm(Graph& graph, std::string name, NodeId x, NodeId gain, NodeId bias,
                 double epsilon = 1e-5);

/// Each row: y = x / √(mean x² + ε) ⊙ gain (Zhang & Sennrich 2019, eq. 4). x [T,D], gain [D]; ε > 0
/// keeps a row of zeros finite. Or the rows of heads, x [H,T,K] with one gain [K].
NodeId rmsNorm(Graph& graph, std::string name, NodeId x, NodeId gain, double epsilon);

} // namespace gf::ops
