// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/head_pattern.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What a head's weights w_ij [T,S] are measured by. Query i counts where the key exists of which a
/// score speaks; of cross-attention, whose keys are another sequence, First and Entropy alone.
enum class HeadScore {
    Previous,  ///< w_i,i−1
    Same,      ///< Σ w_ij over the j < i that hold the query's own token
    Induction, ///< w_i,j+1, j the last one before i with the query's own token (Olsson et al. 2022)
    First,     ///< w_i,0
    Self,      ///< w_ii
    Entropy,   ///< −Σ_j w_ij ln w_ij, in nats
};
inline constexpr std::size_t headScoreCount = 6;

/// How files and the command line call it: "induction".
std::string_view nameOf(HeadScore score);

/// From here on a head is called by its score, as a guess.
inline constexpr double leastHeadScore = 0.4;

/// The scores of one head: means over all queries that count, of all examples that were added.
class HeadScores {
public:
    /// The weights [T,S] of one example.
    void add(const AttentionSides& sides, std::span<const float> weights);

    /// Nothing where no query counts.
    std::optional<double> of(HeadScore score) const;
    /// The score by which the head is called: the first of induction, previous, same, self and
    /// first that is leastHeadScore or more. A head that looks for something rests on the first
    /// token, or on itself, where there is nothing of it (Clark et al. 2019), so these come last.
    std::optional<HeadScore> guess() const;

private:
    struct Sum {
        double sum = 0;
        Index queries = 0;
    };
    void count(HeadScore score, double value);

    std::array<Sum, headScoreCount> m_sums;
};

/// A head and its scores.
struct ScoredHead {
    std::string attention; ///< "decoder.0.self_attn"
    std::string stack;     ///< "decoder"
    Index layer = 0;
    Index head = 0;
    HeadScores scores = {};
};

/// Every head of a model with attention weights [H,T,S], in the order of its graph, with the scores
/// of all these runs of it. Empty where it has none.
std::vector<ScoredHead> scoredHeads(std::span<const std::shared_ptr<const Trace>> traces);

} // namespace gf
