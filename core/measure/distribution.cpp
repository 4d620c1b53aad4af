// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/distribution.h"

#include "core/tensor/eigen.h"

#include <cassert>

namespace gf {

std::vector<double> tempered(std::span<const float> logits, double temperature) {
    assert(temperature > 0);
    std::vector<double> shares(logits.size());
    if (shares.empty())
        return shares;
    const Eigen::ArrayXd z = exactly(logits);
    Eigen::Map<Eigen::ArrayXd> p(shares.data(), z.size());
    p = ((z - z.maxCoeff()) / temperature).exp();
    p /= p.sum();
    return shares;
}

double entropyOf(std::span<const double> probabilities) {
    const auto p = vectorOf(probabilities).array();
    return (p <= 0).select(0, -p * p.log()).sum(); // what is no number makes the sum none
}

} // namespace gf
