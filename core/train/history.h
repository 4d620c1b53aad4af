// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/io/scratch.h"
#include "core/tensor/sentence.h"
#include "core/tensor/shape.h"

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gf {

/// All numbers of a run after one of its steps: what is needed to look at it and to train on from
/// it exactly. Never changes; branches share those that they have in common.
struct Checkpoint {
    Index step = 0;
    /// Of the batch of that step, before its update; NaN where nothing has been trained.
    double loss = std::numeric_limits<double>::quiet_NaN();
    Scratch::Row values; ///< Parameters::flat(): weights and the optimizer's memory
    /// Of a moment that lies in a folder of others (core/train/opened_moments.h), which has no
    /// `values`: its weights, read where they are not kept. Empty: it is one of the run's own.
    std::function<SharedWeights()> opened = {};
};

using SharedCheckpoint = std::shared_ptr<const Checkpoint>;

/// What a run remembers of itself: checkpoints, as many as fit a limit in bytes. A young run
/// remembers every checkpoint that it is given; as it grows, checkpoints between others are
/// forgotten so that the rest stay evenly spread. The first and the last of every branch and the
/// pinned ones stay. Their numbers lie in a temporary file: they are looked at now and then, and
/// the rest of the time others have better use for the memory.
class History {
public:
    /// A course of training. All begin at the same first checkpoint; from `fork` on a branch has
    /// checkpoints of its own.
    struct Branch {
        int id = 1;
        int parent = 0;                            ///< the branch that it left; 0 for the first one
        Index fork = 0;                            ///< the step at which it left its parent
        std::vector<SharedCheckpoint> checkpoints; ///< steps ascend
    };

    /// All that is remembered, as plain data.
    struct Content {
        std::vector<Branch> branches;
        int current = 1; ///< the id of the branch that is trained
    };

    static constexpr std::size_t defaultLimit = std::size_t{256} << 20;
    /// More would cost searching and could not be told apart on a slider.
    static constexpr std::size_t mostCheckpoints = 2000;
    static constexpr int pinCount = 2;

    explicit History(std::size_t limit = defaultLimit);

    /// Forgets everything; the limit stays.
    void clear();
    /// Takes over what a file had: as many of its checkpoints as fit.
    void restore(Content content);

    std::size_t limit() const { return m_limit; }
    /// Forgets at once what no longer fits. Throws Error, and changes nothing, when not even the
    /// first and last checkpoints of the branches would fit, unless there is only one branch
    /// without pins: then nothing is remembered.
    void setLimit(std::size_t bytes);
    /// What the checkpoints take, on disk or in memory; never above the limit.
    std::size_t bytes() const { return m_count * m_checkpointBytes; }
    std::size_t checkpointBytes() const {
        return m_checkpointBytes;
    }                                                       ///< of each; 0 before the first
    std::size_t checkpointCount() const { return m_count; } ///< of all branches
    /// How many checkpoints fit. With fewer than two nothing is remembered.
    std::size_t capacity() const;

    /// Whether a checkpoint at `step` of the current branch would be kept for a while.
    bool isDue(Index step) const;
    /// Remembers a checkpoint of the current branch, whose steps ascend; one of the last step or of
    /// an earlier one is passed over. All checkpoints have the same number of values.
    void record(Index step, double loss, std::span<const float> values);

    /// The checkpoints of the current branch.
    const std::vector<SharedCheckpoint>& checkpoints() const {
        return branch(m_current).checkpoints;
    }
    /// The checkpoint of the current branch nearest to `step`; null when there is none.
    SharedCheckpoint nearest(Index step) const;
    /// Forgets what came after `step` in the current branch.
    void dropAfter(Index step);

    const std::vector<Branch>& branches() const { return m_branches; }
    int current() const { return m_current; }
    /// Begins a branch at a checkpoint of the current one and makes it the current one; the branch
    /// that was left stays as it is. Returns its id. Throws Error when the limit has no room for
    /// it.
    int fork(Index step);
    /// Goes to the end of another branch, which must exist.
    void switchTo(int id);
    /// Forgets a branch that is not the current one.
    void discard(int id);

    /// Keeps the checkpoint nearest to `step`; nullopt lets go. `pin` counts from 0. Throws Error
    /// when the limit has no room for it.
    void setPin(int pin, std::optional<Index> step);
    /// The checkpoint that is pinned, or null.
    const SharedCheckpoint& pinned(int pin) const { return m_pins[pin]; }

private:
    Branch& branch(int id);
    const Branch& branch(int id) const;
    std::size_t reserved() const;
    void requireRoom(std::size_t more, Phrase refusal) const;
    bool isKept(const SharedCheckpoint& checkpoint) const;
    SharedCheckpoint leastMissed() const;
    void forget(const SharedCheckpoint& checkpoint);
    void thin();
    void count();

    Scratch m_scratch;
    std::size_t m_limit;
    std::size_t m_checkpointBytes = 0;
    std::size_t m_count = 0; ///< distinct checkpoints
    std::vector<Branch> m_branches;
    int m_current = 1;
    int m_nextId = 2;
    std::array<SharedCheckpoint, pinCount> m_pins;
};

} // namespace gf
