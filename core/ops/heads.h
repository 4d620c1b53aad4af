// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// [H,T,K] → [T,H·K]: the heads side by side; free, since they lie so (core/backend/plan/layout.h).
/// A single head may be any matrix [1,T,S]. `columns` is what a column of the result is.
NodeId joinHeads(Graph& graph, std::string name, NodeId heads, Axis columns = Axis::Model);

/// [T,D] → [H,T,K], where H divides D; the inverse of joinHeads.
NodeId splitHeads(Graph& graph, std::string name, NodeId joined, Index heads);

/// Grouped queries (Ainslie et al. 2023): y[h] = x[⌊h·G/H⌋], so that G heads of keys or values
/// stand for H heads of queries. x [G,S,K], y [H,S,K]; G divides H.
NodeId repeatHeads(Graph& graph, std::string name, NodeId x, Index heads);

} // namespace gf::ops
