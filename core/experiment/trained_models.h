// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/experiment/experiment_plan.h"
#include "core/train/run.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gf {

/// A model as a lesson trains it.
struct TrainedModel {
    std::shared_ptr<const Task> task;
    RunDescription description;             ///< with the seed in its training
    std::vector<Intervention> held;         ///< to these from its first step on
    std::unique_ptr<Parameters> parameters; ///< with the optimizer's memory; nobody changes it
    double firstLoss = 0, lastLoss = 0;     ///< of the first and the last step, if any
    /// As it was after an earlier step, where that was asked for.
    struct Checkpoint {
        Index step = 0;
        double loss = 0; ///< of that step; NaN before the first one
        std::unique_ptr<Parameters> parameters;
    };
    std::optional<Checkpoint> checkpoint;
};

/// How training goes on meanwhile.
struct TrainingWatch {
    int threads = 1;
    std::stop_token stop = {};
    std::function<void(Index step, Index steps)> progress = {}; ///< may be empty
    std::optional<Index> checkpoint = {}; ///< a step before the last whose weights are kept, too
};

/// The models of a lesson. What is trained once serves all experiments and scenes that ask for the
/// same: task, configuration, training, seed, steps and what it is held to (and the checkpoint that
/// is kept of it, if any is asked for). One thread uses it.
class TrainedModels {
public:
    using Runs = std::vector<std::shared_ptr<const TrainedModel>>;

    /// Trained when it is first asked for. Throws Error, for a run that diverges too, and Stopped.
    std::shared_ptr<const TrainedModel> get(const ExperimentPlan& plan, std::uint64_t seed,
                                            const std::vector<Intervention>& held,
                                            const TrainingWatch& watch);
    std::size_t count() const { return m_models.size(); }

    /// Writes one as the n-th into a folder; with a checkpoint as two runs. One that is held to
    /// something cannot be read again as what it is.
    static void save(const TrainedModel& model, int number, const std::filesystem::path& folder);
    /// Those that save() wrote into this folder count from now on, too, each where it is what is
    /// asked for. One that cannot be read is trained again.
    void readFrom(const std::filesystem::path& folder, const std::stop_token& stop);

private:
    Runs m_models;
};

} // namespace gf
