// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/rank_correlation.h"

#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace gf {

std::vector<double> ranksOf(std::span<const double> numbers) {
    std::vector<double> ranks;
    for (const double number : numbers) {
        const auto below = std::ranges::count_if(numbers, [&](double x) { return x < number; });
        const auto equal = std::ranges::count(numbers, number);
        ranks.push_back(static_cast<double>(below) + static_cast<double>(equal + 1) / 2);
    }
    return ranks;
}

double rankCorrelation(std::span<const double> a, std::span<const double> b) {
    assert(a.size() == b.size());
    const auto centred = [](std::span<const double> numbers) -> Eigen::ArrayXd {
        const std::vector<double> ranks = ranksOf(numbers);
        const Eigen::ArrayXd all = vectorOf(std::span<const double>(ranks));
        return all - all.mean();
    };
    if (a.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const Eigen::ArrayXd x = centred(a);
    const Eigen::ArrayXd y = centred(b);
    const double lengths = std::sqrt(x.square().sum() * y.square().sum());
    return lengths > 0 ? (x * y).sum() / lengths : std::numeric_limits<double>::quiet_NaN();
}

} // namespace gf
