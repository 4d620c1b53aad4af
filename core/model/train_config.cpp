// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/train_config.h"

#include "core/model/fields.h"
#include "core/tensor/error.h"

#include <array>

namespace gf {
namespace {

using nlohmann::json;

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> optimizers{"adam", "adamw", "sgd"};
constexpr std::array<std::string_view, 3> schedules{"constant", "noam", "cosine"};

constexpr std::array<std::string_view, 14> trainingKeys{
    "steps", "batch",   "optimizer", "learning_rate", "schedule",  "warmup",          "beta1",
    "beta2", "epsilon", "momentum",  "weight_decay",  "clip_norm", "label_smoothing", "seed"};

constexpr FieldRange fraction{.minimum = 0, .maximum = 1, .belowMaximum = true};

} // namespace

json toJson(const TrainConfig& config) {
    return {{"steps", config.steps},
            {"batch", config.batch},
            {"optimizer", std::string(optimizers[static_cast<std::size_t>(config.optimizer)])},
            {"learning_rate", config.learningRate},
            {"schedule", std::string(schedules[static_cast<std::size_t>(config.schedule)])},
            {"warmup", config.warmup},
            {"beta1", config.beta1},
            {"beta2", config.beta2},
            {"epsilon", config.epsilon},
            {"momentum", config.momentum},
            {"weight_decay", config.weightDecay},
            {"clip_norm", config.clipNorm},
            {"label_smoothing", config.labelSmoothing},
            {"seed", config.seed}};
}

TrainConfig trainConfigFromJson(const nlohmann::json& json) {
    TrainConfig config;
    FieldReader reader(json, phrase("the training configuration"), trainingKeys);
    reader.integer("steps", config.steps, {0, 1e9});
    reader.integer("batch", config.batch, {1, 65536});
    reader.choice("optimizer", config.optimizer, optimizers);
    reader.choice("schedule", config.schedule, schedules);
    if (config.schedule == ScheduleKind::Noam)
        config.learningRate = 1; // a factor; as a rate's default it would hardly move anything
    // 0 is allowed: it shows that nothing moves.
    reader.real("learning_rate", config.learningRate, {0, 1000});
    reader.integer("warmup", config.warmup, {0, 1e9});
    reader.real("beta1", config.beta1, fraction);
    reader.real("beta2", config.beta2, fraction);
    // With 0, a weight whose gradient is 0 would become 0 / 0.
    reader.real("epsilon", config.epsilon, {.minimum = 0, .maximum = 1, .aboveMinimum = true});
    reader.real("momentum", config.momentum, fraction);
    reader.real("weight_decay", config.weightDecay, {0, 1000});
    reader.real("clip_norm", config.clipNorm, {0, 1e9});
    reader.real("label_smoothing", config.labelSmoothing, fraction);
    reader.seed("seed", config.seed);
    if (!reader.problems().empty())
        throw Error(reader.problems().front().sentence);
    return config;
}

} // namespace gf
