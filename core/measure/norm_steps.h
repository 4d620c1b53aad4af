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
