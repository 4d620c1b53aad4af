// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace gf {

/// LayerNorm of one row, one step after the other (Ba et al. 2016, eq. 3 and 4). Every vector has D
/// entries.
struct NormSteps {
    double mean = 0;               ///< μ = Σ x / D
    double variance = 0;           ///< σ² = Σ (x − μ)² / D
    double deviation = 0;          ///< √(σ² + ε), what is divided by
    std::vector<float> centred;    ///< x − μ
    std::vector<float> normalised; ///< (x − μ) / √(σ² + ε)
    std::vector<float> scaled;     ///< gain ⊙ the normalised
    std::vector<float> result;     ///< + bias
};

/// `x`, `gain` and `bias` have the same length, which is not 0.
NormSteps normSteps(std::span<const float> x, std::span<const float> gain,
                    std::span<const float> bias, double epsilon);

/// The same of RMSNorm (Zhang & Sennrich 2019, eq. 4): no mean is taken off, `variance` is the mean
/// square, `centred` is x, and there is no bias.
NormSteps rmsNormSteps(std::span<const float> x, std::span<const float> gain, double epsilon);

/// The gradient of LayerNorm with respect to one row of its input, one step after the other. Every
/// vector has D entries; x̂ is the normalised row and d what the loss gains by each entry of the
/// result.
struct NormGradientSteps {
    double mean = 0;            ///< of g
    double product = 0;         ///< mean of g ⊙ x̂
    double deviation = 0;       ///< √(σ² + ε)
    std::vector<float> scaled;  ///< g = gain ⊙ d
    std::vector<float> centred; ///< g − mean(g): what moves all features alike has no effect
    std::vector<float> freed; ///< … − x̂ · mean(g ⊙ x̂): what only stretches the row has none
    std::vector<float> result; ///< … / √(σ² + ε)
};

/// `x`, `gain` and `gradient` (d) have the same length, which is not 0.
NormGradientSteps normGradientSteps(std::span<const float> x, std::span<const float> gain,
                                    std::span<const float> gradient, double epsilon);

/// The same of RMSNorm, where what moves all features alike does have an effect: `centred` is g.
NormGradientSteps rmsNormGradientSteps(std::span<const float> x, std::span<const float> gain,
                                       std::span<const float> gradient, double epsilon);

/// Mean and standard deviation of some numbers; both 0 of none.
struct Spread {
    double mean = 0;
    double deviation = 0;
};
Spread spreadOf(std::span<const float> values);

/// How many values lie in each of `bins` equal parts of [low, high); what is outside counts in the
/// first or last part. `high` > `low`, `bins` > 0.
std::vector<int> histogram(std::span<const float> values, double low, double high, int bins);

} // namespace gf
