// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/run_model.h"

#include "app/session/run/form_values.h"
#include "core/data/unigram.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/stopped.h"
#include "core/train/fine_tuning.h"
#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

namespace gf {

namespace {

RunDescription describe(const TaskRequest& request, const std::shared_ptr<const Task>& task,
                        const std::optional<ModelConfig>& model,
                        const std::optional<TrainConfig>& train) {
    const ModelConfig defaults = task->modelDefaults();
    RunDescription run;
    run.task = request.name;
    run.dataFile = request.dataFile;
    if (!run.dataFile.empty())
        run.example = task->showcase();
    run.tokenization = request.tokenization;
    run.vocabularies = vocabulariesOf(task);
    run.model = model.value_or(defaults);
    takeFromTask(run.model, defaults);
    run.train = train.value_or(task->trainDefaults());
    run.train.context = task->trainDefaults().context; // of a short text less than was asked for
    static_cast<TaskParameters&>(run.train) = request.parameters;
    requireRoom(*task, run.model);
    return run;
}

} // namespace

void takeFromTask(ModelConfig& model, const ModelConfig& defaults) {
    if (model.input != defaults.input || model.output != defaults.output)
        throw Error(phrase("the model reads or says another kind of data than the task has; its "
                           "input and its output follow from the task"));
    model.features = defaults.features;
    if (model.input == Input::TokenIds)
        model.sourceVocab = defaults.sourceVocab;
    if (model.output == Output::Words)
        model.targetVocab = defaults.targetVocab;
}

TaskRequest taskNamed(const std::string& name, const std::string& dataFile) {
    TaskRequest request;
    request.name = name;
    request.dataFile = dataFile;
    return request;
}

int trainingThreads() {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(cores - 1, 1, 8);
}

RunModel::RunModel(const OpenBackend& backend, const TaskRequest& request,
                   const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
                   std::vector<Intervention> builtIn, const std::stop_token& stop)
    : m_backend(backend), m_task(makeTask(request)), m_builtIn(std::move(builtIn)) {
    m_description = describe(request, m_task, model, train);
    begin(nullptr, stop);
}

RunModel::RunModel(const OpenBackend& backend, Run saved, std::vector<Intervention> builtIn,
                   const std::stop_token& stop)
    : m_description(std::move(saved.description)), m_backend(backend),
      m_builtIn(std::move(builtIn)) {
    try {
        if (m_description.model.exactIds && m_description.task.empty()) {
            if (Sentence obstacle = obstacleToFineTuning(m_description); !obstacle.empty())
                throw Error(std::move(obstacle));
            throw Error(phrase("it was opened from a folder, which has no examples to learn from; "
                               "Train on a text, in the menu Model, gives it some"));
        }
        m_task = taskOf(m_description);
    } catch (const Error& error) {
        m_obstacle = error.sentence();
    }
    begin(std::move(saved.parameters), stop);
}

void RunModel::begin(std::unique_ptr<Parameters> parameters, const std::stop_token& stop) {
    throwIfStopped(stop);
    if (!m_task) {
        m_blindLoss = guessLoss();
        m_loose = std::move(parameters);
        return;
    }
    const TrainConfig& train = m_description.train;
    m_blindLoss = blindLoss(m_task.get(), *batches(train.batch));
    if (parameters)
        m_trainer = std::make_unique<Trainer>(*m_backend.backend, m_description.model, train,
                                              batches(train.batch), trainingThreads(),
                                              std::move(parameters), m_description.steps);
    else
        m_trainer = std::make_unique<Trainer>(*m_backend.backend, m_description.model, train,
                                              batches(train.batch), trainingThreads());
    if (!m_builtIn.empty())
        m_trainer->intervene(m_builtIn);
}

std::shared_ptr<const BatchSource> RunModel::batches(Index batch) const {
    return makeTaskBatches(m_task, batch, m_description.train.seed);
}

RunSettings RunModel::settings() const {
    const TrainConfig& train = m_description.train;
    return {peakLearningRate(train, m_description.model.dModel), static_cast<int>(train.batch),
            QString::fromStdString(backendName()),
            trainingValues(train, tokenChoiceOf(m_description))};
}

double RunModel::guessLoss() const {
    const std::optional<double> known = m_task ? m_task->guessLoss() : std::nullopt;
    return known.value_or(std::log(static_cast<double>(m_description.model.targetVocab)));
}

Health RunModel::health(Index brokenAt) const {
    if (m_description.model.exactIds && m_description.metrics.losses().empty())
        return {}; // it has learnt elsewhere; nobody knows how
    const bool end = !m_description.dataFile.empty() || (m_task && m_task->trainedCount() > 0);
    return healthOf(
        m_description.metrics,
        {.steps = stepsDone(), .guess = m_blindLoss, .canOverfit = end, .brokenAt = brokenAt});
}

void RunModel::keep(LabResult result, const std::vector<Intervention>& held) {
    m_kept->add(std::move(result), held);
    if (held == m_builtIn)
        m_description.labs = toJson(*m_kept->heldTo(held));
}

std::vector<Intervention> RunModel::changesWith(const Interventions& interventions) const {
    std::vector<Intervention> all = m_builtIn;
    all.insert(all.end(), interventions.list().begin(), interventions.list().end());
    return all;
}

} // namespace gf
