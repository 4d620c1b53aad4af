// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/comparison/compared_runs.h"
#include "app/session/history/run_history.h"
#include "app/session/run/live_run.h"
#include "ui/messages/run_messages.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// The run that is open, and what belongs to it. Lives in the worker's thread.
struct OpenRun {
    std::unique_ptr<LiveRun> run; ///< null: there is none yet
    RunNumber number = 0;         ///< of the run
    RunHistory history;
    std::unique_ptr<ComparedRuns> compared; ///< null: there is one run
    std::string file;                       ///< that has it; empty where none has
    std::string folder;                     ///< of a model of others that it was opened from
    bool isShowcase = false;

    explicit operator bool() const { return run != nullptr; }
    /// Whether it is what a window shows that was told of `shown` last. One that was told of none
    /// yet is about to show it.
    bool is(RunNumber shown) const { return run && (shown == 0 || shown == number); }

    /// The run, and after it its compared runs.
    std::vector<LiveRun*> all() const;
    /// Whether one of them is being measured on the validation examples.
    bool isValidating() const;
    /// Why it does not train before anybody has trained it.
    IdleReason firstIdleReason() const;
    /// As the window shows it.
    RunInfo describe() const;
    InterventionState interventions() const;
};

} // namespace gf
