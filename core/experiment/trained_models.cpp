// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/trained_models.h"

#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"
#include "core/train/probe_backend.h"
#include "core/train/trainer.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gf {

namespace {

void train(TrainedModel& model, Trainer& trainer, const TrainingWatch& watch) {
    const Index last = model.description.train.steps;
    while (trainer.stepsDone() < last) {
        throwIfStopped(watch.stop);
        for (const StepResult& step : trainer.steps(last - trainer.stepsDone())) {
            if (!step.finite())
                throw Error(phrase("the run diverged in training step %1; it needs a smaller "
                                   "learning rate"),
                            step.step);
            model.firstLoss = step.step == 1 ? step.loss : model.firstLoss;
            model.lastLoss = step.loss;
        }
        if (watch.progress)
            watch.progress(trainer.stepsDone(), last);
    }
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
    // Without what the training needed beside them.
    model->parameters = makeParameters(plan.model, train);
    copyEntries(trainer.parameters(), *model->parameters);
    return model;
}

} // namespace

std::shared_ptr<const TrainedModel> TrainedModels::get(const ExperimentPlan& plan,
                                                       std::uint64_t seed,
                                                       const std::vector<Intervention>& held,
                                                       const TrainingWatch& watch) {
    TrainConfig train = plan.train;
    train.seed = seed;
    const auto known = std::ranges::find_if(m_models, [&](const auto& model) {
        const RunDescription& run = model->description;
        return run.task == plan.task->name() && model->held == held &&
               toJson(run.model) == toJson(plan.model) && toJson(run.train) == toJson(train);
    });
    if (known != m_models.end())
        return *known;
    m_models.push_back(trained(plan, train, held, watch));
    return m_models.back();
}

} // namespace gf
