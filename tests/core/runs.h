// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/run.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

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
                         const FieldValues& keys = {}) {
    std::optional<Architecture> architecture;
    if (const auto key = keys.find("architecture"); key != keys.end())
        architecture = configOf({*key}).architecture;
    const std::shared_ptr<const Task> task = smallTask(name, architecture);
    const TrainConfig train = shortTraining();
    FieldValues model = valuesOf(smallModel(*task));
    give(model, keys);
    SavedRun saved;
    saved.whole = trainerOf(backend, task, configOf(model), train);
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

/// Whether the notes of more runs than are kept are what was read after each of them.
inline bool notesAreRight(Trainer& trainer) {
    std::vector<float> read;
    for (Index i = 0; i < mostNoted + 20; ++i) {
        const StepResult noted = trainer.step();
        const StepResult now = trainer.resultOf(trainer.program(), noted.step);
        if (noted.loss != now.loss || noted.gradientNorm != now.gradientNorm)
            return false;
        read.push_back(static_cast<float>(now.loss));
        read.push_back(static_cast<float>(now.gradientNorm));
    }
    const auto right = [&](Index runs) {
        const std::vector<float> notes = trainer.program().notes(runs);
        return std::ranges::equal(notes, std::span(read).last(2 * runs));
    };
    return right(1) && right(19) && right(21) && right(mostNoted);
}

/// To the last bit, a NaN equal to itself.
inline bool sameBits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// What several steps at once are, against one by one.
struct Together {
    bool same = true;  ///< results and weights
    Index longest = 0; ///< the most that were done at once
};

inline Together stepsTogether(Trainer& together, Trainer& alone, Index count) {
    Together found;
    while (together.stepsDone() < count) {
        const std::vector<StepResult> results = together.steps(count - together.stepsDone());
        found.longest = std::max(found.longest, static_cast<Index>(results.size()));
        for (const StepResult& result : results) {
            const StepResult expected = alone.step();
            const auto numbers = [](const StepResult& each) {
                return std::vector<float>{static_cast<float>(each.loss),
                                          static_cast<float>(each.gradientNorm)};
            };
            found.same = found.same && result.step == expected.step &&
                         result.learningRate == expected.learningRate &&
                         sameBits(numbers(result), numbers(expected));
        }
        found.same = found.same && together.stepsDone() == alone.stepsDone();
        if (!results.back().finite())
            break;
    }
    found.same = found.same && sameBits(std::as_const(together.parameters()).flat(),
                                        std::as_const(alone.parameters()).flat());
    return found;
}

} // namespace gf::test
