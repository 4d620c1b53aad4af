// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <functional>

namespace gf {

/// Which run a job is about. Without it nothing is done.
enum class JobRun {
    Shown, ///< the one that the window showed when it asked for the job
    Any,   ///< whichever is open: what is wanted outlives a run
    None,  ///< about none
};

/// What has to be so before a job is done, and what follows. Whatever fails is told; only what
/// training cannot go on without stops it.
struct JobRule {
    JobRun run = JobRun::Shown;
    bool trains = false;     ///< the run can be trained
    bool endsWalk = false;   ///< no step is walked through: it would be another one afterwards
    bool leavesPast = false; ///< the run is in its present
    bool leavesComparison = false; ///< there is one run
    bool writesFile = false;    ///< done even if the program is closed, with all that came before
    bool tellsSettings = false; ///< those that are so afterwards, whether it was done or not
    bool stops = false;         ///< when it fails, training does not go on
    bool draws = false;         ///< when it fails, there is nothing to draw again
};

/// Something that the worker does between two training steps.
struct Job {
    JobRule rule;
    std::function<void()> act;
    IntentId answers = 0; ///< the intent that it was asked for by; 0: none
    RunNumber shown = 0;  ///< the run that the window showed then; 0: none yet
};

// What the worker does by itself. What fails in these would fail again at once.
inline constexpr JobRule pictureRule{.stops = true, .draws = true};
inline constexpr JobRule stepRule{.stops = true};
inline constexpr JobRule validationRule{.stops = true};
inline constexpr JobRule labRule{};
inline constexpr JobRule copyRule{};

} // namespace gf
