// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y = max(0, x).
NodeId relu(Graph& graph, std::string name, NodeId x);

/// y = x·Φ(x), exact (Hendrycks & Gimpel 2016).
NodeId gelu(Graph& graph, std::string name, NodeId x);

/// y = ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))), close to GELU and what GPT-2 has (Hendrycks &
/// Gimpel 2016, section 2).
NodeId geluTanh(Graph& graph, std::string name, NodeId x);

/// y = x / (1 + e^−x), SiLU or swish (Elfwing et al. 2018; Ramachandran et al. 2017).
NodeId silu(Graph& graph, std::string name, NodeId x);

/// y = tanh x, between −1 and 1.
NodeId tanh(Graph& graph, std::string name, NodeId x);

/// y = 1 / (1 + e^−x), between 0 and 1.
NodeId sigmoid(Graph& graph, std::string name, NodeId x);

} // namespace gf::ops
