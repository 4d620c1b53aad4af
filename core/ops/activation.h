// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y = f(x) by the kind of an activation: OpKind::Relu, ….
NodeId activation(Graph& graph, OpKind kind, std::string name, NodeId x);

// One for each activation, of which core/graph/op_table.def says formula and source: relu(graph,
// name, x), ….
#define GF_ACTIVATION(kind, function, name, label, torch)                                          \
    NodeId function(Graph& graph, std::string nodeName, NodeId x);
#include "core/graph/op_table.def"

/// y = tanh x, between −1 and 1.
NodeId tanh(Graph& graph, std::string name, NodeId x);

/// y = 1 / (1 + e^−x), between 0 and 1.
NodeId sigmoid(Graph& graph, std::string name, NodeId x);

} // namespace gf::ops
