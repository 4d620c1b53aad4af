// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// e[t,s] = Σ_d v_d · tanh(a[t,d] + b[s,d]): how well a query goes with a key by a small network
/// (Bahdanau et al. 2015, section A.1.2; the "concat" of Luong et al. 2015, eq. 8). queries a is
/// [T,D], keys b is [S,D], v is [D] and learned → [T,S].
NodeId additiveScores(Graph& graph, std::string name, NodeId queries, NodeId keys, NodeId v);

} // namespace gf::ops
