// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/train/evaluate.h"
#include "core/train/trainer.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// One training among those of a sweep: all of it, with the seed of its own.
struct SweepTraining {
    FieldValue value = {}; ///< of the key that is swept
    std::shared_ptr<const Task> task;
    ModelConfig model;
    TrainConfig train;
    /// A person chose the schedule: then a learning rate is its number, whatever it means there.
    bool isScheduleChosen = false;
};

/// What came of one.
struct SweepRow {
    FieldValue value;
    std::uint64_t seed = 1;
    std::vector<Metrics::Loss> losses = {}; ///< of each training step's batch
    /// Of the last step's batch; NaN where nothing has been trained or the run diverged.
    double loss = std::numeric_limits<double>::quiet_NaN();
    std::optional<Evaluation> evaluation = {}; ///< nothing of a run that diverged
    std::optional<Index> divergedAt = {};      ///< the step whose numbers are not finite
};

/// The most of one sweep.
inline constexpr std::size_t mostSweptValues = 9;
inline constexpr std::size_t mostSweptSeeds = 3;

/// Trainings that differ in one setting and in their seeds, one after the other, piece by piece.
/// Each gives the numbers, to the bit, of the same run by itself.
class Sweep {
public:
    /// `backend` has to outlive it. Throws Error for a model that cannot be.
    Sweep(const Backend& backend, std::vector<SweepTraining> trainings, int threads);
    ~Sweep();
    Sweep(const Sweep&) = delete;
    Sweep& operator=(const Sweep&) = delete;

    /// A piece of about a hundredth of a second, or one pass over validation examples. Returns
    /// which part of the work is done, 1 for all of it.
    double advance();
    /// Those that are done, and last the one that is trained.
    const std::vector<SweepRow>& rows() const { return m_rows; }
    /// How many are done.
    std::size_t doneCount() const { return m_next; }

private:
    void begin();
    void train(const SweepTraining& training);
    void evaluate(const SweepTraining& training);
    void finish();
    void take(const StepResult& step);

    const Backend& m_backend;
    std::vector<SweepTraining> m_trainings;
    int m_threads;
    std::size_t m_next = 0; ///< the one that is trained
    std::unique_ptr<Trainer> m_trainer;
    std::optional<Evaluator> m_evaluator; ///< once it is trained
    std::vector<SweepRow> m_rows;
};

/// `like` with a key of the model or of the training at `value`, and that seed. A learning rate is
/// taken as the command line takes one (chooseLearningRate()). A parameter of the task makes the
/// task anew. Throws Error for a key that is none of them, for one that says what is trained
/// (architecture, steps, seed) and for a value that it cannot have.
SweepTraining withSwept(const SweepTraining& like, std::string_view key, const FieldValue& value,
                        std::uint64_t seed);

/// One step of the search for a learning rate.
struct RateStep {
    double rate = 0;
    double loss = 0;
};

/// Trains with a rate that grows from step to step by the same factor, from `lowest` to `highest`,
/// until the loss is four times its least or no number (Smith 2017, section 3.3).
class RateFinder {
public:
    /// `backend` has to outlive it.
    RateFinder(const Backend& backend, const SweepTraining& training, int threads,
               double lowest = 1e-6, double highest = 10);

    /// One training step. Returns which part of the work is done, 1 for all of it.
    double advance();
    const std::vector<RateStep>& steps() const { return m_steps; }

private:
    Index m_most;
    double m_lowest, m_factor;
    Trainer m_trainer;
    std::vector<RateStep> m_steps;
    double m_least;
};

} // namespace gf
