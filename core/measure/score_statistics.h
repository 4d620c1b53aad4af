// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <Eigen/Core>

#include <optional>
#include <span>
#include <vector>

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

/// The scores that a head would have with another number of features.
struct CutScores {
    Index width = 0;           ///< d
    std::vector<float> scores; ///< q·k of the cells that may be seen
    ScoreMoments measured;     ///< of them
    ScoreMoments independent;  ///< as in ScoreStatistics, of queries and keys of d features
};

/// Of the first d features of the queries and keys of head `head`, for each d of `widths`; where d
/// is more than K, the features of the heads that follow it, the first after the last, are joined
/// to its own, and nothing for more than all heads have. Of texts of more than `mostQueries`
/// queries that many are taken, evenly. Empty where scoreStatistics() has nothing.
std::vector<CutScores> cutScores(const Trace& trace, const Scope& attention, Index head,
                                 std::span<const Index> widths, Index mostQueries);

} // namespace gf
