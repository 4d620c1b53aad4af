// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/train_config.h"

#include "core/model/fields.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace gf {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> optimizers{"adam", "adamw", "sgd"};
constexpr std::array<std::string_view, 3> schedules{"constant", "noam", "cosine"};

/// Any size: one that is far too large is how a diverging run is shown.
constexpr FieldRange anySize{0, 1e300};
constexpr FieldRange fraction{.minimum = 0, .maximum = 1, .belowMaximum = true};

/// One row for each key; the order is that of the New model dialog.
constexpr std::array fields{
    TrainField{{.key = "steps",
                .label = phrase("Training steps"),
                .range = {0, mostTrainingSteps},
                .help = phrase("Training rests after this many training steps and can then go on; "
                               "also the length of the cosine schedule."),
                .option = {.name = "--steps",
                           .note = "Those before --resume count; with --batches at most, and if "
                                   "left out, as many as the file has."}},
               &TrainConfig::steps},
    TrainField{{.key = "batch",
                .label = phrase("Batch size B"),
                .range = {1, 65536},
                .help = phrase("Examples in one training step."),
                .option = {.name = "--batch", .isKept = true}},
               &TrainConfig::batch},
    TrainField{{.key = "optimizer",
                .label = phrase("Optimizer"),
                .choices = optimizers,
                .help = phrase("How a gradient becomes a change of the weights."),
                .option = {.name = "--optimizer", .isKept = true}},
               choice<&TrainConfig::optimizer>},
    // 0 is allowed: it shows that nothing moves.
    TrainField{
        {.key = "learning_rate",
         .label = phrase("Learning rate (noam: factor)"),
         .range = anySize,
         .help = phrase("The peak of the schedule. With noam it is a factor: the rate is factor "
                        "· D^−½ · min(step^−½, step · warm-up^−1.5), as in the paper with 1."),
         .option = {.name = "--lr",
                    .note = "Without --schedule a constant rate; sgd: 0.1 if left out."}},
        &TrainConfig::learningRate},
    TrainField{{.key = "schedule",
                .label = phrase("Schedule"),
                .choices = schedules,
                .help = phrase("How the learning rate changes over the training steps."),
                .option = {.name = "--schedule", .note = "cosine ends at 0 with the last."}},
               choice<&TrainConfig::schedule>},
    TrainField{
        {.key = "warmup",
         .label = phrase("Warm-up steps"),
         .range = {0, mostTrainingSteps},
         .help = phrase("Training steps of linear warm-up of noam and cosine."),
         .option = {.name = "--warmup", .note = "cosine: if left out at most a tenth of all."}},
        &TrainConfig::warmup},
    TrainField{{.key = "beta1",
                .label = phrase("β₁"),
                .range = fraction,
                .help = phrase("Adam: memory of the mean of the gradient."),
                .option = {.name = "--beta1", .isKept = true}},
               &TrainConfig::beta1},
    TrainField{{.key = "beta2",
                .label = phrase("β₂"),
                .range = fraction,
                .help = phrase("Adam: memory of the mean of its square."),
                .option = {.name = "--beta2", .isKept = true}},
               &TrainConfig::beta2},
    // With 0, a weight whose gradient is 0 would become 0 / 0.
    TrainField{{.key = "epsilon",
                .label = phrase("ε"),
                .range = {.minimum = 0, .maximum = 1, .aboveMinimum = true},
                .help = phrase("Adam: added to the root, so that nothing is divided by zero."),
                .option = {.name = "--epsilon", .isKept = true}},
               &TrainConfig::epsilon},
    TrainField{{.key = "momentum",
                .label = phrase("Momentum"),
                .range = fraction,
                .help = phrase("SGD: share of the last change that is kept."),
                .option = {.name = "--momentum", .isKept = true}},
               &TrainConfig::momentum},
    TrainField{{.key = "weight_decay",
                .label = phrase("Weight decay"),
                .range = anySize,
                .help = phrase("AdamW: decoupled; Adam and SGD: an L2 term of the gradient."),
                .option = {.name = "--weight-decay"}},
               &TrainConfig::weightDecay},
    TrainField{{.key = "clip_norm",
                .label = phrase("Clip norm"),
                .range = anySize,
                .help = phrase("Gradients longer than this are shortened to it; 0: never."),
                .option = {.name = "--clip"}},
               &TrainConfig::clipNorm},
    TrainField{{.key = "label_smoothing",
                .label = phrase("Label smoothing"),
                .range = fraction,
                .help = phrase("Share of the target that is spread over all words."),
                .option = {.name = "--label-smoothing"}},
               &TrainConfig::labelSmoothing},
    TrainField{
        {.key = "frozen_layers",
         .label = phrase("Frozen layers"),
         .range = {0, 100'000},
         .help = phrase("With 1 or more, embeddings, positions and the first layers of each stack, "
                        "as many as this says, keep their weights: no gradient is computed for "
                        "them and the optimizer keeps no memory of them. An output that is tied to "
                        "the embeddings keeps its weights too."),
         .option = {.name = "--freeze",
                    .note = "With --model, if left out, half of the layers.",
                    .isKept = true}},
        &TrainConfig::frozenLayers},
    TrainField{
        {.key = "context",
         .label = phrase("Context"),
         .range = {0, 8192},
         .help = phrase("Tokens of a window of a text: so much is read at once in training, "
                        "and the time of a training step grows with it. 0: 64, or 128 of an "
                        "opened model. A text whose last tenth is shorter has shorter ones."),
         .option = {.name = "--context",
                    .note = "Of the task text; at most max_length, less 1 for <sos>.",
                    .isKept = true}},
        &TrainConfig::context},
    TrainField{
        {.key = "modulus",
         .label = phrase("Modulus P"),
         .range = {2, 199},
         .help = phrase("Sums are taken mod P: there are P² of them, and P numbers are tokens."),
         .option = {.name = "--modulus", .note = "Of the task modular.", .isKept = true}},
        &TrainConfig::modulus},
    TrainField{
        {.key = "train_share",
         .label = phrase("Share trained on"),
         .range = {.minimum = 0.01, .maximum = 0.99},
         .help = phrase("Which part of all sums is trained on; the rest is never shown, and "
                        "validated."),
         .option = {.name = "--train-share", .note = "Of the task modular.", .isKept = true}},
        &TrainConfig::trainShare},
    TrainField{{.key = "digits",
                .label = phrase("Digits"),
                .range = {1, 9},
                .help = phrase("How many digits each of the two numbers has that are added."),
                .option = {.name = "--digits", .note = "Of the task addition.", .isKept = true}},
               &TrainConfig::digits},
    TrainField{{.key = "reversed",
                .label = phrase("Last digit first"),
                .help = phrase("Sums are written from their last digit on, so that each carry is "
                               "known when it is needed: 27+58 → 58."),
                .option = {.name = "--reversed", .note = "Of the task addition.", .isKept = true}},
               &TrainConfig::reversed},
    TrainField{{.key = "seed",
                .label = phrase("Seed"),
                .range = {0, 4294967295},
                .help = phrase("The same seed gives the same weights and the same batches."),
                .option = {.name = "--seed", .isKept = true}},
               &TrainConfig::seed},
};

constexpr auto trainKeys = keysOf(fields);
constexpr Phrase trainingConfiguration = phrase("the training configuration");

std::vector<ConfigProblem> readFields(const FieldValues& values, TrainConfig& config,
                                      FieldNames names) {
    FieldReader reader(values, trainingConfiguration, trainKeys, names);
    for (const TrainField& field : fields)
        reader.read(field, config);
    std::vector<ConfigProblem> problems = reader.problems();
    if (config.context == 1)
        problems.push_back(
            {"context",
             {phrase("%1 is 1; it must be at least 2, as each token is guessed from those before "
                     "it, or 0"),
              nameOf(*std::ranges::find(fields, "context", &TrainField::key), names)}});
    return problems;
}

} // namespace

std::span<const TrainField> trainFields() {
    return fields;
}

FieldValues valuesOf(const TrainConfig& config) {
    FieldValues values;
    for (const TrainField& field : fields)
        values.emplace(field.key, valueOf(field, config));
    return values;
}

std::vector<ConfigProblem> trainProblemsIn(const FieldValues& values, FieldNames names) {
    TrainConfig config;
    return readFields(values, config, names);
}

TrainConfig trainConfigOf(const FieldValues& values) {
    TrainConfig config;
    const std::vector<ConfigProblem> problems = readFields(values, config, FieldNames::Keys);
    if (!problems.empty())
        throw Error(problems.front().sentence);
    if (config.schedule == ScheduleKind::Noam && !values.contains("learning_rate"))
        config.learningRate = 1; // a factor; as a rate's default it would hardly move anything
    return config;
}

TaskParameters taskParametersIn(const FieldValues& values) {
    TrainConfig config;
    readFields(values, config, FieldNames::Keys);
    return config;
}

nlohmann::json toJson(const TrainConfig& config) {
    return jsonOf(valuesOf(config));
}

TrainConfig trainConfigFromJson(const nlohmann::json& json) {
    return trainConfigOf(valuesOf(json, trainingConfiguration));
}

} // namespace gf
