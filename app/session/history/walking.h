// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "core/train/step_walk.h"
#include "ui/messages/run_messages.h"

#include <memory>

namespace gf {

/// The walk through the training step that a run would take next: which example of its batch is
/// looked at, and whether before or after the update. Lives in the worker's thread.
class Walking {
public:
    /// Does the step on copies, unless that is done already. `example` is counted from 0 and cut to
    /// what the batch has.
    void start(LiveRun& run, Index example, bool after);
    /// Does it again: the run is another one or has gone on. What is thrown changes nothing.
    void startAnew(LiveRun& run, Index example, bool after);
    /// The same place of the walk with the run as it is now; the same holds.
    void refresh(LiveRun& run);
    void end() { m_walk.reset(); }
    bool active() const { return m_walk != nullptr; }

    // Only while active:
    Index example() const { return m_example; }
    std::shared_ptr<const Trace> trace() const;
    WalkedStep describe() const;

private:
    std::unique_ptr<StepWalk> m_walk;
    Index m_example = 0;
    bool m_after = false;
};

} // namespace gf
