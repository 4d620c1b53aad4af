// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/backend_pool.h"
#include "app/session/interventions.h"
#include "core/measure/learning.h"
#include "core/train/run.h"
#include "core/train/trainer.h"
#include "ui/messages/run_settings.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// A run as training has it: its description and its weights, and what can be set meanwhile. A run
/// whose task cannot be had any more has weights only. Lives in the worker's thread and knows
/// nothing of threads.
class TrainedRun {
public:
    virtual ~TrainedRun() = default;
    TrainedRun(const TrainedRun&) = delete;
    TrainedRun& operator=(const TrainedRun&) = delete;

    const RunDescription& description() const { return m_description; }
    const Task* task() const { return m_task.get(); }
    const std::shared_ptr<const Task>& sharedTask() const { return m_task; }
    const OpenBackend& backend() const { return m_backend; }
    const std::string& backendName() const { return m_backend.name; }
    /// Why it cannot be trained; empty when it can.
    const Sentence& trainingObstacle() const { return m_obstacle; }
    Index stepsDone() const { return m_description.steps; }
    Index parameterCount() const { return parameters().parameterCount(); }
    /// The batches that it learns from, with so many examples each. Only when there is no obstacle.
    std::shared_ptr<const BatchSource> batches(Index batch) const;

    /// What can be set while it trains.
    RunSettings settings() const;

    // Training. Only when there is no obstacle. What cannot be set changes nothing.
    StepResult step() { return steps(1).front(); }
    /// As many as Trainer::steps() does.
    std::vector<StepResult> steps(Index most);
    /// Whether a loss is waited for longer than a step takes.
    bool isOnDevice() const { return m_trainer && m_trainer->program().launchCount() > 0; }
    /// Throws Error where the configuration cannot hold it.
    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const OpenBackend& backend);
    /// Back to the last good point, and on by another backend: the one before is gone with all that
    /// was on it.
    void recover(const OpenBackend& backend);
    Trainer& trainer() { return *m_trainer; }
    void restoreLastGood();
    /// Its losses and measurements so far, which are saved with it.
    Metrics& metrics() { return m_description.metrics; }
    /// The loss of a guess that knows nothing.
    double guessLoss() const;
    /// What its losses say of how far it has come.
    Learning learning() const;

    // Time. Weights and the optimizer's memory as one row of numbers, and the whole run put into
    // the state that it had when they were these.
    const Parameters& parameters() const { return m_trainer ? m_trainer->parameters() : *m_loose; }
    std::span<const float> numbers() const { return parameters().flat(); }
    void become(std::span<const float> numbers, Index step);

    /// What the person holds the model to.
    const Interventions& interventions() const { return m_interventions; }
    /// These and what makes the model what it is.
    std::vector<Intervention> changesWith(const Interventions& interventions) const;
    std::vector<Intervention> changes() const { return changesWith(m_interventions); }
    /// What makes the model what it is: nobody undoes it.
    const std::vector<Intervention>& builtIn() const { return m_builtIn; }

    /// How the window is left: what its file says of it.
    void setView(std::string view) { m_description.view = std::move(view); }
    /// Its weights for what computes with them.
    Parameters& weights() { return m_trainer ? m_trainer->parameters() : *m_loose; }

protected:
    TrainedRun(const OpenBackend& backend, const TaskRequest& request,
               const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
               std::vector<Intervention> builtIn, const std::stop_token& stop);
    TrainedRun(const OpenBackend& backend, Run saved, std::vector<Intervention> builtIn,
               const std::stop_token& stop);

    /// Holds the model to these. What is thrown changes nothing.
    void hold(Interventions interventions);

private:
    void begin(std::unique_ptr<Parameters> parameters, const std::stop_token& stop);
    void use(const OpenBackend& backend);
    /// Whatever was compiled by the backend goes before it does.
    virtual void programsGo() = 0;
    /// The weights are those of another step.
    virtual void weightsJumped() = 0;

    RunDescription m_description;
    std::shared_ptr<const Task> m_task;
    Sentence m_obstacle;
    OpenBackend m_backend;               ///< outlives everything that is compiled
    std::unique_ptr<Parameters> m_loose; ///< the weights when nothing can train them
    std::unique_ptr<Trainer> m_trainer;
    std::vector<Intervention> m_builtIn;
    Interventions m_interventions;
};

/// Gives a model what belongs to its task: the sizes of vocabularies and of rows of numbers. Throws
/// Error when its input or output is another than the task's.
void takeFromTask(ModelConfig& model, const ModelConfig& defaults);

/// The request for a task by its name, and by its file where it needs one.
TaskRequest taskNamed(const std::string& name, const std::string& dataFile = {});

/// How many threads train: one core is left to the window.
int trainingThreads();

} // namespace gf
