// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y = max(0, x).
NodeId relu(Graph& graph, std::string name, NodeId x);

/// y = x·Φ(x), exact (Hendrycks & Gimpel 2016).
NodeId gelu(Graph& graph, std::string name, NodeId x);

/// y = tanh x, between −1 and 1.
NodeId tanh(Graph& graph, std::string name, NodeId x);

/// y = 1 / (1 + e^−x), between 0 and 1.
NodeId sigmoid(Graph& graph, std::string name, NodeId x);

} // namespace gf::ops
