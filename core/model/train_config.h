// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/model/config_field.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace gf {

enum class OptimizerKind { Adam, AdamW, Sgd };
enum class ScheduleKind { Constant, Noam, Cosine };

/// More no run is asked for.
inline constexpr Index mostTrainingSteps = 1'000'000'000;

/// What a person may choose of what some tasks make. Which of them a task has says its row of the
/// table of tasks (TaskKind::parameters); to the others they mean nothing.
struct TaskParameters {
    Index modulus = 59;      ///< P of sums mod P
    double trainShare = 0.4; ///< of all sums: the part that is trained on
    Index digits = 2;        ///< of each number that is added
    bool reversed = false;   ///< whether a sum is written from its last digit on

    friend bool operator==(const TaskParameters&, const TaskParameters&) = default;
};

/// Everything about training that is not the model. JSON keys are the same in snake_case.
struct TrainConfig : TaskParameters {
    Index steps = 3000; ///< also the length of the cosine schedule
    Index batch = 32;   ///< B
    OptimizerKind optimizer = OptimizerKind::Adam;
    double learningRate = 1e-3; ///< peak of the schedule; Noam: its factor, read as 1 if left out
    ScheduleKind schedule = ScheduleKind::Constant;
    Index warmup = 400; ///< steps of linear warm-up of Noam and cosine
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    double momentum = 0.9;     ///< SGD
    double weightDecay = 0;    ///< AdamW: decoupled; Adam and SGD: L2 in the gradient
    double clipNorm = 0;       ///< 0: no clipping
    double labelSmoothing = 0; ///< ε of Szegedy et al. 2016
    Index frozenLayers = 0;    ///< of each stack, with all that they read (core/model/frozen.h)
    Index context = 0; ///< tokens of a window of a text; 0: as many as its task takes by itself
    std::uint64_t seed = 1;

    friend bool operator==(const TrainConfig&, const TrainConfig&) = default;
};

using TrainField = FieldOf<TrainConfig>;

/// The table of all keys in the order in which people expect them.
std::span<const TrainField> trainFields();

FieldValues valuesOf(const TrainConfig& config);
/// What is wrong with the values, key by key.
std::vector<ConfigProblem> trainProblemsIn(const FieldValues& values, FieldNames names);
/// Missing keys keep their defaults; throws Error for unknown keys and impossible values.
TrainConfig trainConfigOf(const FieldValues& values);

/// The task's parameters among the values, those that are possible.
TaskParameters taskParametersIn(const FieldValues& values);

// The same of files.
nlohmann::json toJson(const TrainConfig& config);
TrainConfig trainConfigFromJson(const nlohmann::json& json);

} // namespace gf
