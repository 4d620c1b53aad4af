// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/row.h"

#include <span>

namespace gf {

/// Σ_i a_i b_i; both of the same length.
double dot(std::span<const float> a, std::span<const float> b);

/// Every row of `a` [N,M] with every row of `b` [P,M]: a·bᵀ, [N,P].
Tensor rowProducts(const Tensor& a, const Tensor& b);

/// How alike the rows of `x` [N,M] are to one another: x·xᵀ, [N,N].
Tensor similarities(const Tensor& x);

/// The same with every row divided by its length first: cosines, −1 to 1. A row of zeros is like
/// nothing, not even itself: 0.
Tensor cosines(const Tensor& x);

/// √(Σ_i a_i²)
double lengthOf(std::span<const float> a);

} // namespace gf
