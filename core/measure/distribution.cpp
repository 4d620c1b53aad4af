// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

std::vector<double> tempered(std::span<const float> logits, double temperature) {
    assert(temperature > 0);
    std::vector<double> shares;
    if (logits.empty())
        return shares;
    const auto largest = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
    double sum = 0;
    for (const float logit : logits) {
        shares.push_back(std::exp((static_cast<double>(logit) - largest) / temperature));
        sum += shares.back();
    }
    for (double& share : shares)
        share /= sum;
    return shares;
}

double entropyOf(std::span<const double> probabilities) {
    double sum = 0;
    for (const double p : probabilities)
        if (!(p <= 0)) // what is no number makes the sum none
            sum -= p * std::log(p);
    return sum;
}

} // namespace gf
