// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/trained_models.h"

#include "core/backend/copy_entries.h"
#include "core/io/atomic_file.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"
#include "core/train/probe_backend.h"
#include "core/train/trainer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace gf {

namespace {

/// Without what the training needs beside them.
std::unique_ptr<Parameters> copyOf(const Parameters& parameters, const RunDescription& run) {
    auto copy = makeParameters(run.model, run.train);
    copyEntries(parameters, *copy);
    return copy;
}

/// Up to `last`.
void trainTo(Index last, TrainedModel& model, Trainer& trainer, const TrainingWatch& watch) {
    while (trainer.stepsDone() < last) {
        throwIfStopped(watch.stop);
        for (const StepResult& step : trainer.steps(last - trainer.stepsDone())) {
            if (!step.finite())
                throw Error(phrase("the run diverged in training step %1; it needs a smaller "
                                   "learning rate"),
                            step.step);
            model.firstLoss = step.step == 1 ? step.loss : model.firstLoss;
            model.lastLoss = step.loss;
            model.description.metrics.add(Metrics::Loss{step.step, static_cast<float>(step.loss)});
        }
        if (watch.progress)
            watch.progress(trainer.stepsDone(), model.description.train.steps);
    }
}

void train(TrainedModel& model, Trainer& trainer, const TrainingWatch& watch) {
    const Index last = model.description.train.steps;
    if (watch.checkpoint && *watch.checkpoint < last) {
        trainTo(*watch.checkpoint, model, trainer, watch);
        const double none = std::numeric_limits<double>::quiet_NaN();
        model.checkpoint = {*watch.checkpoint, *watch.checkpoint > 0 ? model.lastLoss : none,
                            copyOf(trainer.parameters(), model.description)};
    }
    trainTo(last, model, trainer, watch);
}

std::shared_ptr<const TrainedModel> trained(const ExperimentPlan& plan, const TrainConfig& train,
                                            const std::vector<Intervention>& held,
                                            const TrainingWatch& watch) {
    auto model = std::make_shared<TrainedModel>();
    model->task = plan.task;
    model->held = held;
    model->description.model = plan.model;
    model->description.train = train;
    model->description.task = plan.task->name();
    model->description.vocabularies = vocabulariesOf(plan.task);
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Trainer trainer(*backend, plan.model, train,
                    makeTaskBatches(plan.task, train.batch, train.seed), watch.threads);
    if (!held.empty())
        trainer.intervene(held);
    gf::train(*model, trainer, watch);
    model->description.steps = trainer.stepsDone();
    model->parameters = copyOf(trainer.parameters(), model->description);
    return model;
}

/// No scene can name such a file: it begins with a dot.
std::string fileOf(int number, bool isCheckpoint, const std::filesystem::path& folder) {
    const std::string name = ".trained." + std::to_string(number);
    return (folder / (name + (isCheckpoint ? ".earlier.safetensors" : ".safetensors"))).string();
}

double lossAt(const Metrics& metrics, Index step) {
    const auto& losses = metrics.losses();
    const auto found = std::ranges::find(losses, step, &Metrics::Loss::step);
    return found == losses.end() ? std::numeric_limits<double>::quiet_NaN() : found->loss;
}

std::shared_ptr<const TrainedModel> readTrained(int number, const std::filesystem::path& folder,
                                                const std::stop_token& stop) {
    auto model = std::make_shared<TrainedModel>();
    Run run = loadRun(fileOf(number, false, folder), stop);
    const RunDescription& what = model->description = std::move(run.description);
    if (!run.resumable || what.steps != what.train.steps || what.metrics.losses().empty())
        throw Error(phrase("the run was not trained to its end"));
    model->task = taskOf(what);
    model->parameters = std::move(run.parameters);
    model->firstLoss = what.metrics.losses().front().loss;
    model->lastLoss = what.metrics.losses().back().loss;
    if (const std::string file = fileOf(number, true, folder); isThere(file)) {
        Run earlier = loadRun(file, stop);
        const Index step = earlier.description.steps;
        if (!earlier.resumable || toJson(earlier.description.model) != toJson(what.model) ||
            toJson(earlier.description.train) != toJson(what.train))
            throw Error(phrase("the earlier moment is one of another run"));
        model->checkpoint = {step, lossAt(what.metrics, step), std::move(earlier.parameters)};
    }
    return model;
}

} // namespace

void TrainedModels::save(const TrainedModel& model, int number,
                         const std::filesystem::path& folder) {
    saveRun(fileOf(number, false, folder), model.description, *model.parameters);
    if (!model.checkpoint)
        return;
    RunDescription then = model.description;
    then.steps = model.checkpoint->step;
    then.metrics = {};
    saveRun(fileOf(number, true, folder), then, *model.checkpoint->parameters);
}

void TrainedModels::readFrom(const std::filesystem::path& folder, const std::stop_token& stop) {
    for (int number = 1; isThere(fileOf(number, false, folder)); ++number) {
        try {
            m_models.push_back(readTrained(number, folder, stop));
        } catch (const Error&) { // as if it had never been there
        }
    }
}

std::shared_ptr<const TrainedModel> TrainedModels::get(const ExperimentPlan& plan,
                                                       std::uint64_t seed,
                                                       const std::vector<Intervention>& held,
                                                       const TrainingWatch& watch) {
    TrainConfig train = plan.train;
    train.seed = seed;
    const auto known = std::ranges::find_if(m_models, [&](const auto& model) {
        const RunDescription& run = model->description;
        const bool isKept = !watch.checkpoint || *watch.checkpoint >= plan.train.steps ||
                            (model->checkpoint && model->checkpoint->step == *watch.checkpoint);
        return isKept && run.task == plan.task->name() && model->held == held &&
               toJson(run.model) == toJson(plan.model) && toJson(run.train) == toJson(train);
    });
    if (known != m_models.end())
        return *known;
    m_models.push_back(trained(plan, train, held, watch));
    return m_models.back();
}

} // namespace gf
