// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/run.h"
#include "core/train/trainer.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <memory>
#include <string>

/// What the tests of training share: a task and a model so small that a step takes no time.
namespace gf::test {

inline std::shared_ptr<const Task> smallTask(const std::string& name = "reverse",
                                             std::optional<Architecture> architecture = {}) {
    TaskRequest request;
    request.name = name;
    request.architecture = architecture;
    return makeTask(request);
}

inline ModelConfig smallModel(const Task& task) {
    ModelConfig model = task.modelDefaults();
    model.layers = 1;
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 16;
    return model;
}

inline TrainConfig shortTraining() {
    TrainConfig train;
    train.steps = 12;
    train.batch = 6;
    train.learningRate = 0.01;
    return train;
}

inline std::unique_ptr<Trainer> trainerOf(const Backend& backend,
                                          const std::shared_ptr<const Task>& task,
                                          const ModelConfig& model, const TrainConfig& train,
                                          int threads = 1) {
    return std::make_unique<Trainer>(backend, model, train,
                                     makeTaskBatches(task, train.batch, train.seed), threads);
}

/// A run after six steps, and the same run as its file goes on with it. `keys` of the configuration
/// stand in the place of the small model's.
struct SavedRun {
    bool finite = true; ///< the six losses
    RunDescription description;
    std::unique_ptr<Trainer> whole;
    std::unique_ptr<Trainer> rest;
};

inline SavedRun savedRun(const Backend& backend, const std::string& name, const std::string& path,
                         const nlohmann::json& keys = nlohmann::json::object()) {
    const std::shared_ptr<const Task> task = smallTask(name);
    const TrainConfig train = shortTraining();
    nlohmann::json model = toJson(smallModel(*task));
    model.update(keys);
    SavedRun saved;
    saved.whole = trainerOf(backend, task, configFromJson(model), train);
    for (int i = 0; i < 6; ++i)
        saved.finite = saved.whole->step().finite() && saved.finite;
    RunDescription description;
    description.model = saved.whole->modelConfig();
    description.train = train;
    description.task = name;
    description.vocabularies = vocabulariesOf(task);
    description.steps = saved.whole->stepsDone();
    saveRun(path, description, saved.whole->parameters());
    Run loaded = loadRun(path);
    saved.description = loaded.description;
    saved.rest = std::make_unique<Trainer>(
        backend, loaded.description.model, train,
        makeTaskBatches(taskOf(loaded.description), train.batch, train.seed), 1,
        std::move(loaded.parameters), loaded.description.steps);
    return saved;
}

/// To the last bit, a NaN equal to itself.
inline bool sameBits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

} // namespace gf::test
