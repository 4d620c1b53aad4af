// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/batch.h"
#include "core/model/model.h"
#include "core/model/train_config.h"

#include <memory>
#include <optional>
#include <string>

namespace gf {

struct StepResult {
    Index step = 0; ///< number of the finished step, the first is 1
    double loss = 0;
    double learningRate = 0;
    double gradientNorm = 0; ///< L2 norm of all gradients before clipping
};

/// Owns the parameters and the training program and runs one step after another.
class Trainer {
public:
    /// Fresh weights from `train.seed`.
    Trainer(const Backend& backend, const ModelConfig& model, const TrainConfig& train,
            std::shared_ptr<const BatchSource> batches, int threads);

    /// One training step on the next batch.
    StepResult step();

    Index stepsDone() const { return m_stepsDone; }
    /// For resuming: continue as if `steps` steps had been done (parameters and state are set by the
    /// caller through parameters()).
    void setStepsDone(Index steps) { m_stepsDone = steps; }

    const ModelConfig& modelConfig() const { return m_model; }
    const TrainConfig& trainConfig() const { return m_train; }
    Parameters& parameters() { return *m_parameters; }
    const Parameters& parameters() const { return *m_parameters; }
    Program& program() { return *m_program; }
    const ModelGraph& modelGraph() const { return m_graph; }

    /// The first node of the last step with a NaN or an infinity that does not belong there, by
    /// re-running the step's batch with every value kept; nullopt when all is finite.
    std::optional<std::string> firstNotFinite();

    /// Changes the learning rate of the steps to come.
    void setLearningRate(double rate) { m_train.learningRate = rate; }

private:
    const Backend& m_backend;
    ModelConfig m_model;
    TrainConfig m_train;
    std::shared_ptr<const BatchSource> m_batches;
    std::unique_ptr<Parameters> m_parameters;
    ModelGraph m_graph;
    std::unique_ptr<Program> m_program;
    Batch m_batch;
    Index m_stepsDone = 0;
};

} // namespace gf
