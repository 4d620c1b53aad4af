// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/batch.h"
#include "core/model/model.h"
#include "core/model/train_config.h"
#include "core/train/optimizer.h"
#include "core/train/time_budget.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

struct StepResult {
    Index step = 0; ///< number of the finished step, the first is 1
    double loss = 0;
    double learningRate = 0;
    double gradientNorm = 0; ///< L2 norm of all gradients before clipping

    /// False when the run has diverged.
    bool finite() const;
};

/// Where a run that diverged went wrong.
struct Divergence {
    Index step = 0;   ///< the step in which it began
    std::string node; ///< the first node of that step with a NaN or an infinity
};

/// Owns the parameters and the training program and runs one step after another. Step n uses batch
/// n − 1 of the source and the random numbers of (seed, n), whatever came before it.
class Trainer {
public:
    /// Fresh weights from `train.seed`. `backend` must outlive the trainer. Throws Error where so
    /// many layers cannot be frozen, as the other one does.
    Trainer(const Backend& backend, const ModelConfig& model, const TrainConfig& train,
            std::shared_ptr<const BatchSource> batches, int threads);

    /// Goes on with parameters from elsewhere after `stepsDone` steps; the optimizer's memory that
    /// they do not hold begins at zero.
    Trainer(const Backend& backend, const ModelConfig& model, const TrainConfig& train,
            std::shared_ptr<const BatchSource> batches, int threads,
            std::unique_ptr<Parameters> parameters, Index stepsDone);

    /// One training step on the next batch.
    StepResult step() { return steps(1).front(); }

    /// At least one step and at most `most`, which is 1 or more: as many as take about a hundredth
    /// of a second, so that a device is waited for once for all of them. As if step() had been
    /// called so often; only the last one may have diverged. A batch that cannot be made ends them;
    /// what its source throws is thrown where it is the first.
    std::vector<StepResult> steps(Index most);

    Index stepsDone() const { return m_stepsDone; }
    /// For resuming: continue as if `steps` steps had been done (parameters and state are set by
    /// the caller through parameters()).
    void setStepsDone(Index steps);

    const ModelConfig& modelConfig() const { return m_model; }
    const TrainConfig& trainConfig() const { return m_train; }
    Parameters& parameters() { return *m_parameters; }
    const Parameters& parameters() const { return *m_parameters; }
    Program& program() { return *m_program; }
    const ModelGraph& modelGraph() const { return m_graph; }
    const BatchSource& batches() const { return *m_batches; }

    // For doing a step elsewhere (StepWalk):
    /// The training graph compiled once more, for other parameters; batch and threads of
    /// `options` give way to the trainer's.
    std::unique_ptr<Program> compileFor(Parameters& parameters, ProgramOptions options) const;
    /// Feeds such a program all that step `step` (the first is 1) reads.
    void feed(Program& program, const Batch& batch, Index step) const;
    /// What it has to say after the run.
    StepResult resultOf(const Program& program, Index step) const;

    /// Changes the learning rate of the steps to come, as setPeakLearningRate() does.
    void setLearningRate(double rate);

    /// Compiles anew for other batches, another number of threads or another backend; weights, the
    /// optimizer's memory and the number of steps stay. What is thrown changes nothing.
    void rebuild(const Backend& backend, std::shared_ptr<const BatchSource> batches, int threads);

    /// Trains the model with these changes built in from now on (core/model/intervened_model.h);
    /// weights, the optimizer's memory and the number of steps stay. With none, the model itself
    /// again. What is thrown changes nothing.
    void intervene(std::vector<Intervention> interventions);

    /// Where the values stopped being finite, found by running the steps since the last good point
    /// once more with every value kept; nullopt when all is finite. Changes nothing.
    std::optional<Divergence> firstNotFinite();

    /// The last point at which all parameters were known to be finite: about half a second of
    /// training ago, with a large model at most a hundred times as long as remembering one takes.
    Index lastGoodStep() const { return m_lastGood.step; }
    /// Goes back there.
    void restoreLastGood();

    /// Goes back there and trains on by another backend, the one before being gone with all that
    /// was on it (DeviceLost). It is asked for nothing. What is thrown leaves the weights there,
    /// and the program of before.
    void recover(const Backend& backend);

private:
    /// Parameters and optimizer state of one moment.
    struct Snapshot {
        Index step = 0;
        std::vector<float> values;
    };

    /// What is made of the model for one kind of batch.
    struct Compiled {
        ModelGraph graph;
        OptimizerNodes optimizer;
        std::unique_ptr<Program> program;
    };

    Compiled compiled(const Backend& backend, const BatchSource& batches, int threads,
                      std::vector<Intervention> interventions);
    void use(Compiled compiled) noexcept;
    void run(Index step);
    std::vector<StepResult> resultsOf(Index steps) const;
    void goBackTo(Index step);
    void store();
    void takeSnapshot();

    const Backend* m_backend;
    ModelConfig m_model;
    TrainConfig m_train;
    std::shared_ptr<const BatchSource> m_batches;
    int m_threads = 1;
    std::unique_ptr<Parameters> m_parameters;
    std::vector<Intervention> m_interventions;
    ModelGraph m_graph;
    OptimizerNodes m_optimizer;
    std::unique_ptr<Program> m_program;
    Batch m_batch;
    Index m_stepsDone = 0;
    double m_stepSeconds = 0; ///< of one of the last steps(); 0: there was none
    Snapshot m_lastGood;
    /// How much training at most has to be repeated to find where a run diverged, unless
    /// remembering more often would take more than this part of the time.
    TimeBudget m_storing{0.01, std::chrono::milliseconds(500)};
};

} // namespace gf
