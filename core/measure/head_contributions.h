// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <span>
#include <vector>

namespace gf {

/// What each head adds to one row of an attention's output: c_h = head_h[token,:] ·
/// W_O[hK…hK+K−1,:] (Vaswani et al. 2017, section 3.2.2: Concat(head_1 … head_H)·W_O is the sum of
/// these). `heads` is [H,T,K], `weight` W_O [H·K,D]; the result is [H,D], and its rows, with b_O
/// where there is one, add up to the output's row.
Tensor headContributions(const Tensor& heads, const Tensor& weight, Index token);

/// ‖c_h‖ for every token and head, [T,H].
Tensor contributionNorms(const Tensor& heads, const Tensor& weight);

/// How far each row of `parts` [N,D] points along `whole` [D], as a share of its length:
/// c·y / ‖y‖². Of parts that add up to the whole the shares add up to 1; a negative one works
/// against the others. All 0 for a whole of zeros.
std::vector<double> sharesAlong(const Tensor& parts, std::span<const float> whole);

/// What the loss changes by, to first order, when a head says nothing at a token:
/// −Σ_k heads[h,t,k] · gradient[h,t,k], for every token and head, [T,H]. `gradient` is that of
/// `heads`, both [H,T,K] (Michel et al. 2019, eq. 2, with its sign).
Tensor muteEstimates(const Tensor& heads, const Tensor& gradient);

} // namespace gf
