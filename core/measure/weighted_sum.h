// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <vector>

namespace gf {

/// How one query's row of weights · V adds up, key by key.
struct WeightedSum {
    std::vector<Index> keys; ///< in the order in which they are added, [S]
    Tensor terms;            ///< weight · value, [S,K], in that order
    Tensor sums;             ///< the sum up to and with each, [S,K]; the last row is the result
};

/// `weights` [H,T,S], `values` [H,S,K]. `largestFirst`: keys by falling weight, otherwise as they
/// stand in the text (Vaswani et al. 2017, eq. 1).
WeightedSum weightedSum(const Tensor& weights, const Tensor& values, Index head, Index query,
                        bool largestFirst);

} // namespace gf
