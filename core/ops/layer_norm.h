// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// Each row: y = gain · (x − mean) / √(variance + ε) + bias, variance biased (Ba et al. 2016). x
/// [T,D], gain and bias [D].
NodeId layerNorm(Graph& graph, std::string name, NodeId x, NodeId gain, NodeId bias,
                 double epsilon = 1e-5);

} // namespace gf::ops
