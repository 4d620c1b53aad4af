// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// The tokens that a window reads: 2C + 1, or C + 1 where it must not see later ones.
constexpr Index windowLength(Index reach, bool causal) {
    return causal ? reach + 1 : 2 * reach + 1;
}

/// How far from its token the place `place` of a window is: from −C on.
constexpr Index windowOffset(Index place, Index length, bool causal) {
    return place - (causal ? length - 1 : length / 2);
}

/// Every token beside its neighbours: y[i, r·D + d] = x[i + r − C, d] for r from 0, zero outside of
/// the sequence and where keep is 0. x [T,D], keep [T] or noNode → [T,R·D], R = windowLength. So a
/// convolution is a product, y·K with K [R,D,D]. WindowsAttributes has `causal`.
NodeId windows(Graph& graph, std::string name, NodeId x, NodeId keep, Index reach, bool causal);

} // namespace gf::ops
