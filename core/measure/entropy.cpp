// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/entropy.h"

#include <cassert>
#include <cmath>

namespace gf {

std::vector<double> rowEntropies(const Tensor& weights) {
    const Shape& shape = weights.shape();
    assert(shape.rank() >= 2);
    const Index columns = shape[-1];
    std::vector<double> entropies;
    if (columns == 0)
        return entropies;
    const float* row = weights.data();
    for (Index left = shape.rows(); left > 0; --left, row += columns) {
        double sum = 0;
        for (Index j = 0; j < columns; ++j)
            if (row[j] > 0)
                sum -= row[j] * std::log(static_cast<double>(row[j]));
        entropies.push_back(sum);
    }
    return entropies;
}

} // namespace gf
