// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <Eigen/Core>

#include <optional>

namespace gf {

/// Mean and variance of scores q·k.
struct ScoreMoments {
    double mean = 0;
    double variance = 0; ///< of the whole, not of a sample
};

/// How sharply a softmax shares out: averages over the rows that see anything.
struct Sharpness {
    double largest = 0; ///< the largest weight of a row
    double gradient = 0; ///< Σ_j w_j(1 − w_j): what of a gradient the softmax lets through, 0 … 1
};

/// Of the softmax of rows of logits, −∞ where a cell is hidden; a row in which no logit is finite
/// does not count.
Sharpness sharpnessOf(
    const Eigen::Ref<const Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>&
        logits);

/// The scores of one head, over the cells that no mask hides, beside what they would be if queries
/// and keys were independent of one another and each feature of them too.
struct ScoreStatistics {
    Index cells = 0; ///< that may be seen
    Index width = 0; ///< K
    ScoreMoments measured;
    /// With the means μ_q, μ_k and the variances σ_q², σ_k² of these queries and keys: mean
    /// μ_q·μ_k, variance σ_q²·μ_k·μ_k + σ_k²·μ_q·μ_q + K·σ_q²·σ_k²; for one μ and σ 2σ²μ·μ + Kσ⁴.
    ScoreMoments independent;
    bool isDivided = true; ///< whether this model divides by √K
    Sharpness divided;     ///< with the scores divided by √K
    Sharpness undivided;
    Sharpness dividedByWidth; ///< by K
};

/// Of head `head` of an attention. Nothing where the scope is none, where the trace has not its
/// numbers or is a difference, or where no cell may be seen.
std::optional<ScoreStatistics> scoreStatistics(const Trace& trace, const Scope& attention,
                                               Index head);

} // namespace gf
