// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/scratch.h"
#include "core/tensor/sentence.h"
#include "core/tensor/shape.h"

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gf {

/// All numbers of a run after one of its steps: what is needed to look at it and to train on from
/// it exactly. Never changes; branches share those that they have in common.
struct Moment {
    Index step = 0;
    /// Of the batch of that step, before its update; NaN where nothing has been trained.
    double loss = std::numeric_limits<double>::quiet_NaN();
    Scratch::Row values; ///< Parameters::flat(): weights and the optimizer's memory
};

using SharedMoment = std::shared_ptr<const Moment>;

/// What a run remembers of itself: moments, as many as fit a limit in bytes. A young run remembers
/// every moment that it is given; as it grows, moments between others are forgotten so that the
/// rest stay evenly spread. The first and the last of every branch and the pinned ones stay. Their
/// numbers lie in a temporary file: they are looked at now and then, and the rest of the time
/// others have better use for the memory.
class History {
public:
    /// A course of training. All begin at the same first moment; from `fork` on a branch has
    /// moments of its own.
    struct Branch {
        int id = 1;
        int parent = 0;                    ///< the branch that it left; 0 for the first one
        Index fork = 0;                    ///< the step at which it left its parent
        std::vector<SharedMoment> moments; ///< steps ascend
    };

    /// All that is remembered, as plain data.
    struct Content {
        std::vector<Branch> branches;
        int current = 1; ///< the id of the branch that is trained
    };

    static constexpr std::size_t defaultLimit = std::size_t{256} << 20;
    /// More would cost searching and could not be told apart on a slider.
    static constexpr std::size_t mostMoments = 2000;
    static constexpr int pinCount = 2;

    explicit History(std::size_t limit = defaultLimit);

    /// Forgets everything; the limit stays.
    void clear();
    /// Takes over what a file had: as many of its moments as fit.
    void restore(Content content);

    std::size_t limit() const { return m_limit; }
    /// Forgets at once what no longer fits. Throws Error, and changes nothing, when not even the
    /// first and last moments of the branches would fit, unless there is only one branch without
    /// pins: then nothing is remembered.
    void setLimit(std::size_t bytes);
    /// What the moments take, on disk or in memory; never above the limit.
    std::size_t bytes() const { return m_count * m_momentBytes; }
    std::size_t momentBytes() const { return m_momentBytes; } ///< of each; 0 before the first
    std::size_t momentCount() const { return m_count; }       ///< of all branches
    /// How many moments fit. With fewer than two nothing is remembered.
    std::size_t capacity() const;

    /// Whether a moment at `step` of the current branch would be kept for a while.
    bool isDue(Index step) const;
    /// Remembers a moment of the current branch, whose steps ascend; one of the last step or of an
    /// earlier one is passed over. All moments have the same number of values.
    void record(Index step, double loss, std::span<const float> values);

    /// The moments of the current branch.
    const std::vector<SharedMoment>& moments() const { return branch(m_current).moments; }
    /// The moment of the current branch nearest to `step`; null when there is none.
    SharedMoment nearest(Index step) const;
    /// Forgets what came after `step` in the current branch.
    void dropAfter(Index step);

    const std::vector<Branch>& branches() const { return m_branches; }
    int current() const { return m_current; }
    /// Begins a branch at a moment of the current one and makes it the current one; the branch that
    /// was left stays as it is. Returns its id. Throws Error when the limit has no room for it.
    int fork(Index step);
    /// Goes to the end of another branch, which must exist.
    void switchTo(int id);
    /// Forgets a branch that is not the current one.
    void discard(int id);

    /// Keeps the moment nearest to `step`; nullopt lets go. `pin` counts from 0. Throws Error when
    /// the limit has no room for it.
    void setPin(int pin, std::optional<Index> step);
    /// The moment that is pinned, or null.
    const SharedMoment& pinned(int pin) const { return m_pins[static_cast<std::size_t>(pin)]; }

private:
    Branch& branch(int id);
    const Branch& branch(int id) const;
    std::size_t reserved() const;
    void requireRoom(std::size_t more, Phrase refusal) const;
    bool isKept(const SharedMoment& moment) const;
    SharedMoment leastMissed() const;
    void forget(const SharedMoment& moment);
    void thin();
    void count();

    Scratch m_scratch;
    std::size_t m_limit;
    std::size_t m_momentBytes = 0;
    std::size_t m_count = 0; ///< distinct moments
    std::vector<Branch> m_branches;
    int m_current = 1;
    int m_nextId = 2;
    std::array<SharedMoment, pinCount> m_pins;
};

} // namespace gf
