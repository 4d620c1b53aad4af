// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/valid_length.h"

#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf {

std::vector<double> weightsWithin(std::span<const float> scores, Index valid, PaddingMask mask) {
    Eigen::ArrayXd z = exactly(scores);
    const Index hidden = std::max<Index>(0, z.size() - valid);
    if (mask == PaddingMask::Infinity)
        z.tail(hidden) = -std::numeric_limits<double>::infinity();
    else if (mask == PaddingMask::Million)
        z.tail(hidden) = maskedMillion;
    const double largest = z.size() > 0 ? z.maxCoeff() : 0;
    if (largest == -std::numeric_limits<double>::infinity())
        return std::vector<double>(scores.size(), 0.0);
    z = (z - largest).exp();
    z /= z.sum();
    return {z.begin(), z.end()};
}

} // namespace gf
