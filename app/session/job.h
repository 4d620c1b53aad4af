// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gf {

/// What the worker is told to do, and what it does by itself.
enum class Job : std::uint8_t {
    StartRun,
    OpenRun,
    SaveRun,
    Reset,
    Train,
    Pause,
    StepOnce,
    GoBack,
    WalkStep,
    TakeWalkedStep,
    LeaveWalk,
    SetLearningRate,
    SetBatchSize,
    SetBackend,
    SetExample,
    AnotherExample,
    Intervene,
    LookAt,
    BackToNow,
    ContinueHere,
    ReturnTo,
    ChangeTime,
    Compare,
    EndComparison,
    Write,
    WriteNumbers,
    Measure,
    GiveBackMemory,
    // By itself:
    Picture,
    Step,
    Validation,
};

/// What has to be so before a job is done, and what follows when it fails. Whatever fails is told;
/// only what training cannot go on without stops it.
struct JobRule {
    bool needsRun = true;    ///< without one, nothing is done
    bool trains = false;     ///< the run can be trained
    bool endsWalk = false;   ///< no step is walked through: it would be another one afterwards
    bool leavesPast = false; ///< the run is in its present
    bool leavesTwin = false; ///< there is one run
    bool writesFile = false; ///< done even if the program is closed, with all that came before
    bool stops = false;      ///< when it fails, training does not go on
};

const JobRule& ruleOf(Job job);

} // namespace gf
