// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/score_statistics.h"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace gf {

/// Queries and keys of which every feature is N(μ, σ²), independent of all others.
struct IndependentFeatures {
    double mean = 0;      ///< μ
    double deviation = 1; ///< σ
    Index width = 64;     ///< d, features of each
};

/// What theory says of q·k, where μ·μ = dμ² is the product of the vectors of means: E = μ·μ,
/// Var = 2σ²μ·μ + dσ⁴ (a sum of d independent products, each of variance 2σ²μ² + σ⁴; of μ = 0 and
/// σ = 1 it is the d of Vaswani et al. 2017, footnote 4).
ScoreMoments momentsInTheory(const IndependentFeatures& features);

/// 2dσ²μ·μ + dσ⁴: the variance with a d too much in its first term, as it is found in some lecture
/// notes. It differs from the other unless μ is 0 or d is 1.
double misprintedVariance(const IndependentFeatures& features);

/// Products q·k of drawn queries and keys.
struct SimulatedScores {
    std::vector<float> products;
    ScoreMoments moments; ///< of the products; the variance is that of a sample, over n − 1
    double meanError = 0; ///< standard error of the mean, √(s²/n)
    double varianceError = 0; ///< of the variance, √((m₄ − s⁴)/n), m₄ the fourth central moment
};

/// Drawn queries and keys before they are given a mean and a deviation: sums over their first d
/// features of independent N(0, 1) numbers z of the query and z' of the key.
struct DrawnPairs {
    std::vector<Index> widths; ///< each d, ascending
    Eigen::ArrayXXd sums;      ///< [pairs, widths] Σ (z + z')
    Eigen::ArrayXXd products;  ///< [pairs, widths] Σ z·z'
};

/// So many `pairs`, at least 2, each query and key drawn anew; vectors of fewer features are those
/// of more, cut. The numbers depend on the seed, the pair, the feature and the largest width alone.
DrawnPairs drawPairs(std::vector<Index> widths, Index pairs, std::uint64_t seed);

/// Their q·k at the width of this number: Σ (μ + σz)(μ + σz') = dμ² + μσ·Σ(z + z') + σ²·Σ zz'.
SimulatedScores scoresOf(const DrawnPairs& pairs, std::size_t width, double mean, double deviation);

/// Of pairs that are drawn for these features alone.
SimulatedScores simulateScores(const IndependentFeatures& features, Index pairs,
                               std::uint64_t seed);

/// How many scores are shared out together in sharpnessOfProducts().
inline constexpr Index simulatedKeys = 16;

/// The softmax of products, divided by `divisor`, in rows of simulatedKeys as if each row were one
/// query's; what does not fill a row is left out.
Sharpness sharpnessOfProducts(const SimulatedScores& scores, double divisor);

} // namespace gf
