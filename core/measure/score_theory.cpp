// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_theory.h"

#include "core/tensor/eigen.h"
#include "core/tensor/random.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace gf {

namespace {

double productOfMeans(const IndependentFeatures& features) {
    return static_cast<double>(features.width) * features.mean * features.mean;
}

} // namespace

ScoreMoments momentsInTheory(const IndependentFeatures& features) {
    const double product = productOfMeans(features);
    const double variance = features.deviation * features.deviation;
    return {product,
            2 * variance * product + static_cast<double>(features.width) * variance * variance};
}

double misprintedVariance(const IndependentFeatures& features) {
    const double product = productOfMeans(features);
    const double variance = features.deviation * features.deviation;
    const auto width = static_cast<double>(features.width);
    return 2 * width * variance * product + width * variance * variance;
}

SimulatedScores simulateScores(const IndependentFeatures& features, Index pairs,
                               std::uint64_t seed) {
    assert(pairs >= 2 && features.width > 0);
    Eigen::ArrayXd products(pairs);
    // In float, whose functions are computed for several numbers at once.
    Eigen::ArrayXf radius(features.width);
    Eigen::ArrayXf angle(features.width);
    const auto mean = static_cast<float>(features.mean);
    const auto deviation = static_cast<float>(features.deviation);
    for (Index pair = 0; pair < pairs; ++pair) {
        for (Index f = 0; f < features.width; ++f) {
            const std::uint64_t bits =
                randomBits(seed, 0, static_cast<std::uint64_t>(pair * features.width + f));
            radius[f] = static_cast<float>((static_cast<double>(bits >> 32U) + 1) * 0x1p-32);
            angle[f] = static_cast<float>(static_cast<double>(bits & 0xFFFFFFFFU) * 0x1p-32 * 2 *
                                          std::numbers::pi);
        }
        // Two independent normal numbers from two uniform ones (Box and Muller 1958): a feature of
        // the query and the same feature of the key.
        radius = deviation * (-2 * radius.log()).sqrt();
        products[pair] =
            ((mean + radius * angle.cos()) * (mean + radius * angle.sin())).cast<double>().sum();
    }
    SimulatedScores scores;
    scores.products = numbersOf(products);
    const auto count = static_cast<double>(pairs);
    scores.moments.mean = products.mean();
    const Eigen::ArrayXd squares = (products - scores.moments.mean).square();
    const double variance = squares.mean();
    scores.moments.variance = squares.sum() / (count - 1);
    scores.meanError = std::sqrt(scores.moments.variance / count);
    scores.varianceError = std::sqrt((squares.square().mean() - variance * variance) / count);
    return scores;
}

Sharpness sharpnessOfProducts(const SimulatedScores& scores, double divisor) {
    const auto rows = static_cast<Index>(scores.products.size()) / simulatedKeys;
    return sharpnessOf(
        matrixAt(scores.products.data(), rows, simulatedKeys, simulatedKeys).cast<double>() /
        divisor);
}

} // namespace gf
