// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/norm_steps.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

Spread spreadOf(std::span<const float> values) {
    if (values.empty())
        return {};
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const float value : values)
        sum += value;
    const double mean = sum / count;
    double squares = 0;
    for (const float value : values)
        squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / count)};
}

NormSteps normSteps(std::span<const float> x, std::span<const float> gain,
                    std::span<const float> bias, double epsilon) {
    assert(!x.empty() && x.size() == gain.size() && x.size() == bias.size());
    const Spread spread = spreadOf(x);
    NormSteps steps;
    steps.mean = spread.mean;
    steps.variance = spread.deviation * spread.deviation;
    steps.deviation = std::sqrt(steps.variance + epsilon);
    for (std::size_t d = 0; d < x.size(); ++d) {
        const double centred = x[d] - steps.mean;
        const double normalised = centred / steps.deviation;
        const double scaled = gain[d] * normalised;
        steps.centred.push_back(static_cast<float>(centred));
        steps.normalised.push_back(static_cast<float>(normalised));
        steps.scaled.push_back(static_cast<float>(scaled));
        steps.result.push_back(static_cast<float>(scaled + bias[d]));
    }
    return steps;
}

NormGradientSteps normGradientSteps(std::span<const float> x, std::span<const float> gain,
                                    std::span<const float> gradient, double epsilon) {
    assert(!x.empty() && x.size() == gain.size() && x.size() == gradient.size());
    const Spread spread = spreadOf(x);
    NormGradientSteps steps;
    steps.deviation = std::sqrt(spread.deviation * spread.deviation + epsilon);
    const auto g = [&](std::size_t d) { return static_cast<double>(gain[d]) * gradient[d]; };
    const auto normalised = [&](std::size_t d) { return (x[d] - spread.mean) / steps.deviation; };
    for (std::size_t d = 0; d < x.size(); ++d) {
        steps.mean += g(d) / static_cast<double>(x.size());
        steps.product += g(d) * normalised(d) / static_cast<double>(x.size());
    }
    for (std::size_t d = 0; d < x.size(); ++d) {
        const double centred = g(d) - steps.mean;
        const double freed = centred - normalised(d) * steps.product;
        steps.scaled.push_back(static_cast<float>(g(d)));
        steps.centred.push_back(static_cast<float>(centred));
        steps.freed.push_back(static_cast<float>(freed));
        steps.result.push_back(static_cast<float>(freed / steps.deviation));
    }
    return steps;
}

std::vector<int> histogram(std::span<const float> values, double low, double high, int bins) {
    assert(high > low && bins > 0);
    std::vector<int> counts(static_cast<std::size_t>(bins), 0);
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        const double place = std::floor((value - low) / (high - low) * bins);
        ++counts[static_cast<std::size_t>(std::clamp<double>(place, 0, bins - 1))];
    }
    return counts;
}

} // namespace gf
