// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/entropy.h"

#include <cassert>
#include <cmath>

namespace gf {

double rowEntropy(std::span<const float> row) {
    double sum = 0;
    for (const float p : row)
        if (p > 0)
            sum -= p * std::log(static_cast<double>(p));
    return sum;
}

std::vector<double> rowEntropies(const Tensor& weights) {
    const Shape& shape = weights.shape();
    assert(shape.rank() >= 2);
    const Index columns = shape[-1];
    std::vector<double> entropies;
    if (columns == 0)
        return entropies;
    const auto width = static_cast<std::size_t>(columns);
    const std::span<const float> all = weights.values();
    for (std::size_t start = 0; start < all.size(); start += width)
        entropies.push_back(rowEntropy(all.subspan(start, width)));
    return entropies;
}

} // namespace gf
