// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/job.h"

#include <array>
#include <cstddef>

namespace gf {

namespace {

struct Row {
    Job job;
    JobRule rule;
};

using enum Job;

// In the order of the jobs.
constexpr std::array rows = {
    Row{StartRun, {.needsRun = false}},
    Row{OpenRun, {.needsRun = false}},
    Row{SaveRun, {.leavesPast = true, .writesFile = true}},
    Row{Reset, {.trains = true}},
    Row{Train, {.trains = true, .endsWalk = true, .leavesPast = true}},
    Row{Pause, {}},
    Row{StepOnce, {.trains = true, .endsWalk = true, .leavesPast = true, .stops = true}},
    // The twin is not where the run goes back to.
    Row{GoBack, {.trains = true, .endsWalk = true, .leavesPast = true, .leavesTwin = true}},
    Row{WalkStep, {.trains = true, .leavesPast = true}},
    Row{TakeWalkedStep, {.stops = true}},
    Row{LeaveWalk, {.endsWalk = true}},
    Row{SetLearningRate, {}},
    Row{SetBatchSize, {.endsWalk = true}},
    Row{SetBackend, {.endsWalk = true}},
    Row{SetExample, {}},
    Row{AnotherExample, {}},
    Row{Intervene, {}},
    Row{LookAt, {.endsWalk = true}},
    Row{BackToNow, {.leavesPast = true}},
    Row{ContinueHere, {}},
    Row{ReturnTo, {.endsWalk = true}},
    Row{ChangeTime, {}},
    Row{Compare, {.trains = true}},
    Row{EndComparison, {.leavesPast = true, .leavesTwin = true}},
    Row{Write, {}},
    Row{WriteNumbers, {.needsRun = false, .writesFile = true}},
    Row{Measure, {.needsRun = false}},
    Row{GiveBackMemory, {.needsRun = false}},
    // What fails in these would fail again at once.
    Row{Picture, {.stops = true}},
    Row{Step, {.stops = true}},
    Row{Validation, {.stops = true}},
};

static_assert([] {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].job != static_cast<Job>(i))
            return false;
    return rows.back().job == Validation;
}());

} // namespace

const JobRule& ruleOf(Job job) {
    return rows[static_cast<std::size_t>(job)].rule;
}

} // namespace gf
