// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"
#include "ui/messages/run_messages.h"

#include <algorithm>

namespace gf {

/// What decides whether a run trains.
enum class TrainingEvent {
    Train,            ///< the person trains it, or it begins by itself
    Pause,            ///< by the person
    Hold,             ///< by the tour
    LetGo,            ///< by the tour, of what it held
    StepsDone,        ///< those that it was to do
    OneStep,          ///< the person has it do one, and no more
    Walk,             ///< the person walks through the next step
    WentBack,         ///< to the last good weights
    Diverged,         ///< its numbers left the range of what can be computed
    ComparedRunStops, ///< the only one
    ComparedRunsStop, ///< the last of several
    LookBack,         ///< the weights of a past checkpoint are in the model: nothing may train them
    OtherBranch,      ///< the person returned to another branch, which is looked at first
    NewBranch,        ///< the person goes on from a past checkpoint
    Failed,           ///< something without which training cannot go on
};

/// Whether the run trains, why it does not, and when it pauses by itself. Knows no run.
class TrainingControl {
public:
    /// Of another run, which is to do so many steps. It does not train yet: NotStarted where it
    /// could.
    void begin(IdleReason reason, Index planned);

    /// What follows from it is one row of a table. Whether the run trained until now.
    bool apply(TrainingEvent event);
    /// The same of what happened at a step.
    void apply(TrainingEvent event, Index step);
    /// The present is back: trains on where looking back paused it.
    void comeBack();

    bool isTraining() const { return m_reason == IdleReason::None; }
    IdleReason reason() const { return m_reason; }
    /// What the person looks at says more than why training stopped before that.
    IdleReason shownReason(bool isWalked, bool isPast) const;
    /// Whether it trains on with comeBack().
    bool resumes() const { return m_resumes; }
    Index idleStep() const { return m_idleStep; }

    /// How many steps it may do at once after `done`: `most`, or until it pauses by itself.
    Index stepsAtOnce(Index done, Index most) const {
        return hasDone(done) ? most : std::min(most, m_planned - done);
    }
    /// Whether these are all that it is to do.
    bool hasDone(Index steps) const { return steps >= m_planned; }
    /// Whether it trained from `before` to `done` and came to the end of what it was to do.
    bool reachesGoal(Index before, Index done) const {
        return isTraining() && !hasDone(before) && hasDone(done);
    }

private:
    IdleReason m_reason = IdleReason::NotStarted; ///< None: it trains
    Index m_idleStep = 0;                         ///< where it, or the last compared run, diverged
    bool m_resumes = false; ///< trains on when the person is back from the past
    Index m_planned = 0;    ///< pauses by itself at this step
};

} // namespace gf
