// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/fine_tuning.h"

#include "core/backend/copy_entries.h"
#include "core/data/opened_text_task.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>

namespace gf {

Sentence obstacleToFineTuning(const RunDescription& run) {
    const ModelConfig& model = run.model;
    if (!model.exactIds)
        return phrase("only a model that was opened goes on learning so");
    if (!model.hasLoss())
        return phrase("the model has no head that guesses words, so there is nothing that a text "
                      "could tell it; take one with a head for masked words");
    const auto words = openedWordsOf(run);
    if (!words)
        return phrase("the model has no tokenizer, so a text cannot be read for it");
    if (model.hasEncoder() && !run.vocabularies.source)
        return phrase("the model has no tokenizer for its sources, so they cannot be read");
    if (!model.hasDecoder() && !words->mask())
        return phrase("the model's tokenizer has no mask token, which stands for a hidden word; "
                      "hidden words are what such a model learns");
    return {};
}

Index usualFrozenLayers(const ModelConfig& model) {
    return deepestLayers(model) / 2;
}

TrainConfig fineTuningConfig(const ModelConfig& model) {
    TrainConfig train = openedTraining();
    train.frozenLayers = usualFrozenLayers(model);
    train.context = std::min(usualOpenedContext, model.maxLength);
    return train;
}

RunDescription fineTune(RunDescription run, const std::string& task, const std::string& file) {
    if (Sentence obstacle = obstacleToFineTuning(run); !obstacle.empty())
        throw Error(std::move(obstacle));
    run.task = task;
    run.dataFile = file;
    run.example.reset(); // it has one of its own
    run.train = fineTuningConfig(run.model);
    run.steps = 0;
    run.metrics = {};
    run.view.clear();
    run.labs.clear();
    return run;
}

std::unique_ptr<Parameters> weightsOf(const ModelConfig& model, const Parameters& parameters) {
    auto weights = makeParameters(model);
    copyEntries(parameters, *weights);
    return weights;
}

} // namespace gf
