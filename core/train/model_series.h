// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"
#include "core/train/trainer.h"

#include <functional>
#include <memory>
#include <vector>

namespace gf {

/// Models of one task that are trained alike, one after the other, piece by piece, and looked at
/// when each is done.
class ModelSeries {
public:
    /// What is done with a model that is trained; `model` counts from 0.
    using Look = std::function<void(std::size_t model, Trainer& trained)>;

    /// `backend` has to outlive it. Throws Error for a model that cannot be.
    ModelSeries(const Backend& backend, std::shared_ptr<const Task> task,
                std::vector<ModelConfig> models, const TrainConfig& train, int threads, Look look);

    /// A piece of about a hundredth of a second, or the look at one model. Returns which part of
    /// the work is done, each model's being as large as a pass of it, 1 for all of it.
    double advance();

private:
    void begin();

    const Backend& m_backend;
    std::shared_ptr<const Task> m_task;
    std::vector<ModelConfig> m_models;
    TrainConfig m_train;
    int m_threads = 1;
    Look m_look;
    std::vector<double> m_costs; ///< of each model, all together 1
    std::size_t m_model = 0;     ///< the one that is trained
    double m_done = 0;           ///< of those before it
    std::unique_ptr<Trainer> m_trainer;
};

} // namespace gf
