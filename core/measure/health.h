// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "core/tensor/sentence.h"

namespace gf {

/// How a run does, as its losses and measurements say.
struct Health {
    enum class State {
        Unknown,  ///< nothing says it
        Begun,    ///< hardly better than a guess yet
        Learning, ///< better than a guess, and the loss falls
        Learnt,   ///< nearly all answers are right, or the loss rests where little is left of it
        Plateau,  ///< better than a guess, but the loss does not fall any more
        Stuck,    ///< hardly better than a guess, and the loss does not fall
        Worse,    ///< half was learnt, and at least half of that is lost
        Diverged, ///< the loss is far above its beginning, or no number
        ByHeart,  ///< what it learns from is known ever better, what it was never shown ever worse
    };
    State state = State::Unknown;
    Index since = 0; ///< the training step since which it is so; of Plateau to ByHeart
    /// The training step before that after which it did best; 0 where that is the beginning. Of
    /// Worse, Diverged and ByHeart.
    Index best = 0;
    /// Whether training it on as it is would be in vain.
    bool isBad() const { return state >= State::Stuck; }
    friend bool operator==(const Health&, const Health&) = default;
};

/// What has to be known of a run beside its metrics.
struct HealthContext {
    Index steps = 0; ///< that it has done; what came after them does not count
    /// The loss of a guess that knows only how often each token comes (unigramLoss() in
    /// core/data/unigram.h); not above 0: nobody knows.
    double guess = 0;
    bool canOverfit = false; ///< there is an end to its examples, as to those of a file
    Index brokenAt = 0;      ///< the step in which its numbers stopped being numbers; 0: none
};

// The thresholds of healthOf().
namespace health {
/// The recent mean is that of the losses of so many training steps, and of so many losses at least
/// where each stands for several steps.
inline constexpr Index recentSteps = 50;
inline constexpr std::size_t fewestLosses = 8;
/// The fewest training steps that are called a plateau or stuck: tasks that are learnt in the end
/// can take some hundred before the loss begins to fall.
inline constexpr Index shortestPlateau = 400;
inline constexpr double fallen = 0.01;          ///< of a loss: by less it has not fallen
inline constexpr double better = 0.75;          ///< of the loss of a guess: clearly better
inline constexpr double half = 0.5;             ///< likewise: half of it is learnt
inline constexpr double low = 0.4;              ///< likewise: a task that is learnt can rest there
inline constexpr float nearlyAll = 0.95F;       ///< of the answers
inline constexpr double highestBeginning = 1.5; ///< likewise: a first loss counts up to it
inline constexpr double farAbove = 2;           ///< times the beginning
inline constexpr Index measurements = 3;        ///< of validation, none of them the best
inline constexpr double validationRisen = 1.1;  ///< times its lowest
inline constexpr double trainingFallen = 0.9;   ///< times what it was then
} // namespace health

/// How the run does. Of the rules the first that holds counts; H is the loss of the guess, m the
/// recent mean.
///
/// Diverged: numbers stopped being numbers; or for `recentSteps` or more each loss has been above
///     the beginning, and m was above farAbove times that meanwhile. The beginning is the first
///     loss, H at least and highestBeginning · H at most: of fast runs the first is a mean already.
/// Worse: m was below half · H, and for `recentSteps` or more each loss has been above the middle
/// between
///     the lowest m and H.
/// By heart: there is an end to the examples, fewer than nearlyAll of the answers are right, the
///     last `measurements` or more have a higher validation loss than the best before them, the
///     last one validationRisen times that, and m is at most trainingFallen of what it was then.
/// Learnt: nearlyAll answers were right at the last measurement.
/// Where the loss has not fallen: Stuck with m at better · H or above; Learnt with m below low · H,
///     if the last validation loss is below better · H or there is none; otherwise Plateau.
/// Learning: m was, or the mean of the last fewestLosses losses is, below better · H.
/// Otherwise Begun. Without losses, or where the guess is unknown, Unknown.
///
/// The loss has not fallen if of the last n = max(shortestPlateau, steps/4) steps, once the run has
/// done n, the means a and b of the earlier and the later half, with the standard error e of b − a,
/// have a − b ≤ max(fallen · a, 2e). Of Stuck, Plateau and Learnt it is b that is compared.
Health healthOf(const Metrics& metrics, const HealthContext& context);

/// What there is to say of it, in a few words that stand in one line.
Sentence sentenceOf(const Health& health);

} // namespace gf
