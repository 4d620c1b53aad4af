// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/norm_steps.h"

#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

Spread spreadOf(std::span<const float> values) {
    if (values.empty())
        return {};
    const Eigen::ArrayXd x = exactly(values);
    return {x.mean(), std::sqrt((x - x.mean()).square().mean())};
}

NormSteps normSteps(std::span<const float> x, std::span<const float> gain,
                    std::span<const float> bias, double epsilon) {
    assert(!x.empty() && x.size() == gain.size() && x.size() == bias.size());
    NormSteps steps;
    const Eigen::ArrayXd given = exactly(x);
    steps.mean = given.mean();
    const Eigen::ArrayXd centred = given - steps.mean;
    steps.variance = centred.square().mean();
    steps.deviation = std::sqrt(steps.variance + epsilon);
    const Eigen::ArrayXd normalised = centred / steps.deviation;
    const Eigen::ArrayXd scaled = exactly(gain) * normalised;
    steps.centred = numbersOf(centred);
    steps.normalised = numbersOf(normalised);
    steps.scaled = numbersOf(scaled);
    steps.result = numbersOf(scaled + exactly(bias));
    return steps;
}

NormSteps rmsNormSteps(std::span<const float> x, std::span<const float> gain, double epsilon) {
    assert(!x.empty() && x.size() == gain.size());
    NormSteps steps;
    const Eigen::ArrayXd given = exactly(x);
    steps.variance = given.square().mean();
    steps.deviation = std::sqrt(steps.variance + epsilon);
    const Eigen::ArrayXd normalised = given / steps.deviation;
    steps.centred = numbersOf(given);
    steps.normalised = numbersOf(normalised);
    steps.scaled = numbersOf(exactly(gain) * normalised);
    steps.result = steps.scaled;
    return steps;
}

NormGradientSteps normGradientSteps(std::span<const float> x, std::span<const float> gain,
                                    std::span<const float> gradient, double epsilon) {
    assert(!x.empty() && x.size() == gain.size() && x.size() == gradient.size());
    NormGradientSteps steps;
    const Spread spread = spreadOf(x);
    steps.deviation = std::sqrt(spread.deviation * spread.deviation + epsilon);
    const Eigen::ArrayXd normalised = (exactly(x) - spread.mean) / steps.deviation;
    const Eigen::ArrayXd g = exactly(gain) * exactly(gradient);
    steps.mean = g.mean();
    steps.product = (g * normalised).mean();
    const Eigen::ArrayXd centred = g - steps.mean;
    const Eigen::ArrayXd freed = centred - normalised * steps.product;
    steps.scaled = numbersOf(g);
    steps.centred = numbersOf(centred);
    steps.freed = numbersOf(freed);
    steps.result = numbersOf(freed / steps.deviation);
    return steps;
}

NormGradientSteps rmsNormGradientSteps(std::span<const float> x, std::span<const float> gain,
                                       std::span<const float> gradient, double epsilon) {
    assert(!x.empty() && x.size() == gain.size() && x.size() == gradient.size());
    NormGradientSteps steps;
    steps.deviation = std::sqrt(exactly(x).square().mean() + epsilon);
    const Eigen::ArrayXd normalised = exactly(x) / steps.deviation;
    const Eigen::ArrayXd g = exactly(gain) * exactly(gradient);
    steps.product = (g * normalised).mean();
    const Eigen::ArrayXd freed = g - normalised * steps.product;
    steps.scaled = numbersOf(g);
    steps.centred = steps.scaled;
    steps.freed = numbersOf(freed);
    steps.result = numbersOf(freed / steps.deviation);
    return steps;
}

std::vector<int> histogram(std::span<const float> values, double low, double high, int bins) {
    assert(high > low && bins > 0);
    std::vector<int> counts(bins, 0);
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        const double place = std::floor((value - low) / (high - low) * bins);
        ++counts[static_cast<std::size_t>(std::clamp<double>(place, 0, bins - 1))];
    }
    return counts;
}

} // namespace gf
