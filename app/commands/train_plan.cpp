// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/train_plan.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/model_options.h"
#include "core/io/quote.h"
#include "core/model/frozen.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/fine_tuning.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gf {

namespace {

/// Puts the name of a file in front of what is wrong with what it says.
template <class Read> auto fromFile(const std::string& path, Read read) {
    try {
        return read();
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

/// A vocabulary follows from the task, whatever a configuration says about its size.
void takeVocabularySize(const char* key, Index& size, Index taskSize) {
    if (size != taskSize)
        note(std::string(key) + " is " + std::to_string(taskSize) +
             ", the size of the task's vocabulary, and not " + std::to_string(size));
    size = taskSize;
}

/// The task's own model with what the person's file says instead.
ModelConfig modelFor(const Task& task, const nlohmann::json& json, const std::string& path) {
    nlohmann::json merged = toJson(task.modelDefaults());
    merged.update(json);
    ModelConfig model = fromFile(path, [&] { return configFromJson(merged); });
    const ModelConfig defaults = task.modelDefaults();
    if (model.input != defaults.input || model.output != defaults.output)
        throw Error(inQuotes(path) + ": input and output are those of the task \"" + task.name() +
                    "\"; leave them out");
    model.features = defaults.features;
    if (model.hasEncoder() && model.input == Input::TokenIds)
        takeVocabularySize("source_vocab", model.sourceVocab, defaults.sourceVocab);
    if (model.output == Output::Words)
        takeVocabularySize("target_vocab", model.targetVocab, defaults.targetVocab);
    fromFile(path, [&] { requireRoom(task, model); });
    return model;
}

/// The architecture that a configuration asks for, if it does.
std::optional<Architecture> architectureIn(const nlohmann::json& json, const std::string& path) {
    if (!json.contains("architecture"))
        return std::nullopt;
    const nlohmann::json only = {{"architecture", json["architecture"]}};
    return fromFile(path, [&] { return configFromJson(only).architecture; });
}

void noteMerges(const Vocabulary& vocabulary, Index asked) {
    const auto made = static_cast<Index>(vocabulary.merges().size());
    if (made < asked)
        note(counted(made, "merge") + " made of the " + std::to_string(asked) +
             " asked for: no other pair of tokens occurs twice in the text");
}

/// What was asked for; 0: nothing was.
Index contextIn(const TrainOptions& options) {
    const Index context = wholeIn(options.training, "context").value_or(0);
    requireParameters(options.task, options.training);
    return context;
}

/// Takes the context that the task has: of a short text less than was asked for.
void takeContext(TrainPlan& plan, Index asked) {
    Index& context = plan.run.train.context;
    context = plan.task->trainDefaults().context;
    if (context < asked)
        note("the context is " + std::to_string(context) + " and not " + std::to_string(asked) +
             " tokens: the last tenth of the text, which is for validation, has no more");
}

TrainPlan planTask(const TrainOptions& options) {
    const nlohmann::json json =
        options.config.empty() ? nlohmann::json::object() : readConfigJson(options.config);
    TrainPlan plan;
    const bool pairs = options.tokenization == Tokenization::BytePairs;
    if (options.merges && !pairs)
        throw UsageError("--merges needs --tokenizer bpe: characters and words are not merged");
    const Index merges = options.merges.value_or(usualMerges);
    plan.task = makeTask({.name = options.task,
                          .dataFile = options.dataFile,
                          .architecture = architectureIn(json, options.config),
                          .tokenization = options.tokenization,
                          .merges = merges,
                          .context = contextIn(options),
                          .parameters = taskParametersIn(options.training)});
    if (pairs)
        noteMerges(*plan.task->targetVocabulary(), merges);
    plan.run.task = options.task;
    plan.run.dataFile = options.dataFile;
    if (!options.dataFile.empty())
        plan.run.example = plan.task->showcase();
    plan.run.tokenization = options.tokenization;
    plan.run.vocabularies = vocabulariesOf(plan.task);
    plan.run.model = modelFor(*plan.task, json, options.config);
    plan.run.train = withOptions(plan.task->trainDefaults(), options, plan.run.model.dModel);
    takeContext(plan, contextIn(options));
    plan.batches = makeTaskBatches(plan.task, plan.run.train.batch, plan.run.train.seed);
    return plan;
}

/// A model of others that goes on learning from a person's text or pairs.
TrainPlan planOpened(const TrainOptions& options) {
    Run opened = loadRun(options.model);
    sayLeftOut(opened, false);
    if (!opened.description.model.exactIds)
        throw Error(inQuotes(options.model) +
                    ": only a model that was opened goes on learning so; go on with a run of "
                    "yours by --resume, or by --task and --init");
    if (options.tokenization != Tokenization::Characters)
        throw UsageError("--model reads text by its own tokenizer; leave --tokenizer out");
    TrainPlan plan;
    plan.run = fromFile(options.model, [&] {
        return fineTune(std::move(opened.description), options.task, options.dataFile);
    });
    plan.run.train = withOptions(plan.run.train, options, plan.run.model.dModel);
    const Index context = contextIn(options);
    if (Sentence why = obstacleToContext(plan.run.model, context, FieldNames::Options);
        !why.empty())
        throw Error(std::move(why));
    plan.task = taskOf(plan.run);
    takeContext(plan, context);
    plan.batches = makeTaskBatches(plan.task, plan.run.train.batch, plan.run.train.seed);
    plan.parameters = opened.resumable ? weightsOf(plan.run.model, *opened.parameters)
                                       : std::move(opened.parameters);
    return plan;
}

/// Sees to it that there are enough batches, one a step, and that nothing else is random.
void checkBatches(const TrainOptions& options, const TrainPlan& plan) {
    const Index count = plan.batches->count();
    if (plan.run.train.steps > count)
        throw Error("--steps is " + std::to_string(plan.run.train.steps) + ", but " +
                    inQuotes(options.batches) + " has " + std::to_string(count) +
                    " batches, one a step; ask for at most that many");
    if (plan.run.model.dropout > 0)
        throw Error("dropout is " + nlohmann::json(plan.run.model.dropout).dump() +
                    ", but a run on a file of batches has nothing random in it; set it to 0");
}

TrainPlan planBatches(const TrainOptions& options) {
    if (options.config.empty())
        throw UsageError("--batches has no model of its own; describe one with --config");
    TrainPlan plan;
    plan.run.model =
        fromFile(options.config, [&] { return configFromJson(readConfigJson(options.config)); });
    plan.batches = readBatches(options.batches, plan.run.model);
    TrainConfig defaults;
    defaults.steps = plan.batches->count();
    defaults.batch = plan.batches->batchSize();
    plan.run.train = withOptions(defaults, options, plan.run.model.dModel);
    checkBatches(options, plan);
    return plan;
}

TrainPlan planResume(const TrainOptions& options) {
    Run loaded = loadRun(options.resume);
    if (!loaded.resumable)
        throw Error(inQuotes(options.resume) +
                    ": the file has weights but not the optimizer's memory, so "
                    "the run cannot go on; use them with --task and --init");
    TrainPlan plan;
    if (!loaded.compared.empty())
        note(
            "the first of the file's runs is trained on and saved; those that are compared with it "
            "are not");
    plan.run = std::move(loaded.description);
    plan.parameters = std::move(loaded.parameters);
    if (!options.dataFile.empty())
        plan.run.dataFile = options.dataFile;
    plan.run.train = withOptions(plan.run.train, options, plan.run.model.dModel);
    if (!options.batches.empty()) {
        plan.batches = readBatches(options.batches, plan.run.model);
        plan.run.train.batch = plan.batches->batchSize();
        checkBatches(options, plan);
    } else {
        if (plan.run.task.empty())
            throw UsageError("the run was trained on a file of batches; name it with --batches");
        plan.task = fromFile(options.resume, [&] { return taskOf(plan.run); });
        plan.batches = makeTaskBatches(plan.task, plan.run.train.batch, plan.run.train.seed);
    }
    if (plan.run.steps >= plan.run.train.steps)
        throw Error(
            "the run has done its " + std::to_string(plan.run.steps) +
            " training steps; say with --steps how many it should have in all, more than that");
    return plan;
}

} // namespace

TrainPlan planTraining(const TrainOptions& options) {
    const auto plan = [&] {
        if (!options.resume.empty())
            return planResume(options);
        if (!options.batches.empty())
            return planBatches(options);
        if (!options.model.empty())
            return planOpened(options);
        if (options.task.empty())
            throw UsageError("what should be learnt is missing; give --task NAME, --batches FILE "
                             "or --resume FILE");
        return planTask(options);
    };
    TrainPlan made = plan();
    requireFreezable(made.run.model, made.run.train, FieldNames::Options);
    return made;
}

} // namespace gf
