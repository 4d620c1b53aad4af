// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

namespace gf {

/// The learned part of one attention head's scores. Projections are joined: the columns of head h
/// are h·K … h·K + K − 1.
struct HeadWeights {
    const Tensor& query;               ///< W_Q [D,D]
    const Tensor& key;                 ///< W_K [D,D]
    const Tensor* queryBias = nullptr; ///< b_Q [D], or null
    const Tensor* keyBias = nullptr;   ///< b_K [D], or null
    Index head = 0;                    ///< from 0
    Index width = 0;                   ///< K
};

/// M = W_Q W_Kᵀ of one head, [D,D]: scores = X M Xᵀ, so M says which feature of a query's token
/// meets which feature of a key's token (Elhage et al. 2021, the “QK circuit”). Its rank is at
/// most K.
Tensor headForm(const HeadWeights& weights);

/// What biases add to X M Xᵀ, [T,S]: x_i W_Q b_Kᵀ + b_Q W_Kᵀ x_jᵀ + b_Q b_Kᵀ. `queries` is [T,D],
/// `keys` [S,D]. Both biases must be there.
Tensor biasScores(const HeadWeights& weights, const Tensor& queries, const Tensor& keys);

/// x M yᵀ of one query row and one key row, each of D numbers.
double formValue(const Tensor& form, std::span<const float> query, std::span<const float> key);

} // namespace gf
