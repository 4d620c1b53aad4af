// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/lab/lab.h"
#include "core/lesson/lesson.h"
#include "core/train/probe.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// What one run of an experiment is, found out before anything is computed.
struct ExperimentPlan {
    std::string name; ///< as measures call it; empty: the only run
    std::shared_ptr<const Task> task;
    ModelConfig model;
    TrainConfig train; ///< without a seed of its own; `steps` of the experiment
};

/// The one run of these words. Throws Error for an unknown task, one that needs a file, unknown
/// keys and impossible values, and for a model that is too large for a lesson.
ExperimentPlan planRun(const LessonRun& run);
/// The runs of an experiment; none where it has a lab alone.
std::vector<ExperimentPlan> planRuns(const LessonExperiment& experiment);
/// One for each value that is compared; the one run where nothing is.
std::vector<ExperimentPlan> planRuns(const LessonRun& run,
                                     const std::optional<LessonComparison>& compare);
/// The same of a scene. Throws Error for runs that the window does not show beside each other, too.
std::vector<ExperimentPlan> planShown(const LessonRun& run,
                                      const std::optional<LessonComparison>& compare);

/// The lab of an experiment, and what it is given.
struct LabPlan {
    const Lab& lab;
    KnobValues knobs;
    bool looksAtModel = false;  ///< at the experiment's run, or where it has none at a fresh one
    LessonRun fresh = {};       ///< that one
    LessonExample example = {}; ///< empty: what the task is shown with
    LessonExample other = {};   ///< of a lab that has two
};
/// Throws Error where there is no such lab, and for a knob that it has not, or that cannot be.
LabPlan planLab(const LessonExperiment& experiment);

/// What the model reads: the words of the lesson, else what the task is shown with; the target is
/// the task's answer where the lesson has none. Throws Error.
ProbeExample exampleOf(const LessonExample& example, const ExperimentPlan& plan);

} // namespace gf
