// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <span>

namespace gf {

/// Row `row` of a matrix [N,M].
inline std::span<const float> rowOf(const Tensor& matrix, Index row) {
    const auto columns = static_cast<std::size_t>(matrix.shape().columns());
    return matrix.values().subspan(static_cast<std::size_t>(row) * columns, columns);
}

} // namespace gf
