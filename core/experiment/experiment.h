// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment_plan.h"
#include "core/experiment/trained_models.h"
#include "core/lab/finding.h"
#include "core/lesson/find_place.h"
#include "core/train/run.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// How far an experiment is.
struct ExperimentProgress {
    std::string experiment;
    std::string run; ///< which of the compared runs; empty: the only one
    Index step = 0, steps = 0;
};

/// What an experiment needs from around it.
struct ExperimentSurroundings {
    /// Hears, many times a second, how far it is; may be empty.
    std::function<void(const ExperimentProgress&)> progress = {};
    int threads = 1;
    std::stop_token stop = {};
};

/// An experiment that has been done with one seed, and what can be measured of it. The seed is that
/// of the weights, of the batches and of what a lab draws.
class Experiment {
public:
    /// Trains its runs, as far as `models` has not trained the like. `surroundings` must outlive
    /// it. Throws Error, and Stopped.
    Experiment(const LessonExperiment& experiment, std::uint64_t seed,
               const ExperimentSurroundings& surroundings,
               std::shared_ptr<TrainedModels> models = std::make_shared<TrainedModels>());
    ~Experiment();
    Experiment(const Experiment&) = delete; // its runs look at it
    Experiment& operator=(const Experiment&) = delete;

    /// Throws Error where the experiment has nothing of the kind.
    double measure(const LessonMeasure& measure);
    /// By how much a step's cells differ from those of another experiment, in size. Throws Error.
    double differenceTo(Experiment& other, const LessonMeasure& measure);
    /// The run of the example; `run` as measures call it.
    const Trace& trace(const std::string& run);
    /// Where a question's place is.
    FoundPlace find(const LessonPointer& pointer) { return findPlace(trace(pointer.run), pointer); }

private:
    class Run;
    Run& runOf(const std::string& name);
    const Finding& labOf(const std::string& run);
    Finding askLab(const std::string& run);

    LessonExperiment m_experiment;
    std::uint64_t m_seed;
    const ExperimentSurroundings& m_around;
    std::shared_ptr<TrainedModels> m_models;
    std::vector<std::unique_ptr<Run>> m_runs;
    std::map<std::string, Finding> m_labs; ///< by run
};

} // namespace gf
