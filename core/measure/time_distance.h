// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <vector>

namespace gf {

/// Norms of gradients at one distance in time.
struct DistanceNorm {
    Index distance = 0; ///< d: so many tokens before the row's own
    Index count = 0;    ///< how many pairs of a row and a token are that far apart
    double mean = 0;    ///< of their norms
    double least = 0;
    double most = 0;
};

/// Means over all pairs of a row and a token at or before it, by their distance. `norms` [T,N] has
/// a row for each loss and a column for each token in the order in which they are read, of which
/// the last T are the rows' own (core/train/row_gradients.h): row t and column k are N − T + t − k
/// apart. A pair whose norm is 0 was not seen or not measured and does not count. Ascending.
std::vector<DistanceNorm> normsByDistance(const Tensor& norms);

/// log₁₀ of each norm; of 0 that of the smallest other one.
Tensor decadesOf(const Tensor& norms);

/// −1 where the token comes after the row's own.
Index distanceInTime(const Tensor& norms, Index row, Index column);

} // namespace gf
