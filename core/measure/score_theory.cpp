// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/score_theory.h"

#include "core/tensor/eigen.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace gf {

namespace {

double productOfMeans(const IndependentFeatures& features) {
    return static_cast<double>(features.width) * features.mean * features.mean;
}

/// Of products that were drawn.
SimulatedScores simulated(const Eigen::ArrayXd& products) {
    SimulatedScores scores;
    scores.products = numbersOf(products);
    const auto count = static_cast<double>(products.size());
    scores.moments.mean = products.mean();
    const Eigen::ArrayXd squares = (products - scores.moments.mean).square();
    const double variance = squares.mean();
    scores.moments.variance = squares.sum() / (count - 1);
    scores.meanError = std::sqrt(scores.moments.variance / count);
    scores.varianceError = std::sqrt((squares.square().mean() - variance * variance) / count);
    return scores;
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

DrawnPairs drawPairs(std::vector<Index> widths, Index pairs, std::uint64_t seed) {
    assert(pairs >= 2 && !widths.empty() && widths.front() > 0);
    assert(std::ranges::is_sorted(widths));
    const Index all = widths.back();
    const auto columns = static_cast<Index>(widths.size());
    DrawnPairs drawn{std::move(widths), {pairs, columns}, {pairs, columns}};
    // In float, whose functions are computed for several numbers at once.
    Eigen::ArrayXf radius(all);
    Eigen::ArrayXf angle(all);
    for (Index pair = 0; pair < pairs; ++pair) {
        for (Index f = 0; f < all; ++f) {
            const std::uint64_t bits =
                randomBits(seed, 0, static_cast<std::uint64_t>(pair * all + f));
            radius[f] = static_cast<float>((static_cast<double>(bits >> 32U) + 1) * 0x1p-32);
            angle[f] = static_cast<float>(static_cast<double>(bits & 0xFFFFFFFFU) * 0x1p-32 * 2 *
                                          std::numbers::pi);
        }
        // Two independent normal numbers from two uniform ones (Box and Muller 1958): a feature of
        // the query and the same feature of the key.
        radius = (-2 * radius.log()).sqrt();
        const Eigen::ArrayXd query = (radius * angle.cos()).cast<double>();
        const Eigen::ArrayXd key = (radius * angle.sin()).cast<double>();
        double sum = 0;
        double product = 0;
        Index from = 0;
        for (Index i = 0; i < columns; ++i) {
            const Index more = drawn.widths[i] - from;
            sum += (query + key).segment(from, more).sum();
            product += (query * key).segment(from, more).sum();
            drawn.sums(pair, i) = sum;
            drawn.products(pair, i) = product;
            from += more;
        }
    }
    return drawn;
}

SimulatedScores scoresOf(const DrawnPairs& pairs, std::size_t width, double mean,
                         double deviation) {
    const auto column = static_cast<Index>(width);
    return simulated(productOfMeans({mean, deviation, pairs.widths[width]}) +
                     mean * deviation * pairs.sums.col(column) +
                     deviation * deviation * pairs.products.col(column));
}

SimulatedScores simulateScores(const IndependentFeatures& features, Index pairs,
                               std::uint64_t seed) {
    return scoresOf(drawPairs({features.width}, pairs, seed), 0, features.mean, features.deviation);
}

Sharpness sharpnessOfProducts(const SimulatedScores& scores, double divisor) {
    const auto rows = static_cast<Index>(scores.products.size()) / simulatedKeys;
    return sharpnessOf(
        matrixAt(scores.products.data(), rows, simulatedKeys, simulatedKeys).cast<double>() /
        divisor);
}

} // namespace gf
