// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/backend_pool.h"
#include "app/session/run/interventions.h"
#include "app/session/run/kept_results.h"
#include "core/measure/health.h"
#include "core/train/run.h"
#include "core/train/trainer.h"
#include "ui/messages/run_messages.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// What a run is: its description, its weights and what its model is held to. A run whose task
/// cannot be had any more has no trainer. Lives in the worker's thread and knows nothing of
/// threads.
class RunModel {
public:
    RunModel(const RunModel&) = delete;
    RunModel& operator=(const RunModel&) = delete;

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
    /// Its losses and measurements so far, which are saved with it.
    Metrics& metrics() { return m_description.metrics; }
    const Metrics& metrics() const { return m_description.metrics; }
    /// The loss of a guess that knows nothing.
    double guessLoss() const;
    /// How it does after the steps that it has done, its numbers having broken in step `brokenAt`.
    Health health(Index brokenAt = 0) const;

    const Parameters& parameters() const { return m_trainer ? m_trainer->parameters() : *m_loose; }
    /// The same for what computes with them.
    Parameters& weights() { return m_trainer ? m_trainer->parameters() : *m_loose; }
    /// Weights and the optimizer's memory as one row of numbers.
    std::span<const float> numbers() const { return parameters().flat(); }

    /// What the person holds the model to.
    const Interventions& interventions() const { return m_interventions; }
    /// What makes the model what it is: nobody undoes it.
    const std::vector<Intervention>& builtIn() const { return m_builtIn; }
    /// This and these; and all that the model is held to.
    std::vector<Intervention> changesWith(const Interventions& interventions) const;
    std::vector<Intervention> changes() const { return changesWith(m_interventions); }

    /// How the window is left: what its file says of it.
    void setView(std::string view) { m_description.view = std::move(view); }
    /// What labs that a person starts have found on it.
    std::shared_ptr<const KeptResults> keptResults() const { return m_kept; }
    /// One more, of the model held to these changes; in its file too, where that is all that makes
    /// the model what it is.
    void keep(LabResult result, const std::vector<Intervention>& held);

protected:
    /// A new run, and what was read of one. Throws Error for an impossible request, and Stopped
    /// when `stop` is requested.
    RunModel(const OpenBackend& backend, const TaskRequest& request,
             const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
             std::vector<Intervention> builtIn, const std::stop_token& stop);
    RunModel(const OpenBackend& backend, Run saved, std::vector<Intervention> builtIn,
             const std::stop_token& stop);
    ~RunModel() = default;

    // For what trains it:
    RunDescription m_description;
    OpenBackend m_backend; ///< outlives everything that is compiled
    std::unique_ptr<Trainer> m_trainer;
    Interventions m_interventions;

private:
    void begin(std::unique_ptr<Parameters> parameters, const std::stop_token& stop);

    std::shared_ptr<const Task> m_task;
    Sentence m_obstacle;
    double m_blindLoss = 0;              ///< of a guess that reads nothing
    std::unique_ptr<Parameters> m_loose; ///< the weights when nothing can train them
    std::vector<Intervention> m_builtIn;
    std::shared_ptr<KeptResults> m_kept = std::make_shared<KeptResults>();
};

/// Gives a model what belongs to its task: the sizes of vocabularies and of rows of numbers. Throws
/// Error when its input or output is another than the task's.
void takeFromTask(ModelConfig& model, const ModelConfig& defaults);

/// The request for a task by its name, and by its file where it needs one.
TaskRequest taskNamed(const std::string& name, const std::string& dataFile = {});

/// How many threads train: one core is left to the window.
int trainingThreads();

} // namespace gf
