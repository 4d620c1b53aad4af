// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/lab.h"
#include "app/commands/model_options.h"
#include "core/train/probe_backend.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// What a lab looks at: a saved run, or a fresh model of a task; and an example.
struct LabModelOptions {
    ModelOptions model;
    std::string task = "date"; ///< of the fresh model, where no run is named
    ExampleOptions example;
    std::uint64_t seed = 1; ///< of the fresh model's weights, and of what a lab draws
};

/// Adds the parser of a lab, which knows its question.
CLI::App* addLab(CLI::App& labs, std::string_view name);

void addLabSeed(CLI::App& parser, std::uint64_t& seed);
/// --model, --config, --init, --task and --seed; the options of the example too.
void addLabModelOptions(CLI::App& parser, LabModelOptions& options);
/// --other-source, --other-source-ids, --other-target and --other-target-ids.
void addOtherExample(CLI::App& parser, ExampleOptions& options);

/// Whole numbers with commas between them. Throws UsageError, with the option's name, for others.
std::vector<Index> indexList(const std::string& option, const std::string& text);

/// A run, or a fresh model of the task.
Run loadLabModel(const LabModelOptions& options);

/// The example that was given: without a target that which the run's task gives, else the model's
/// own answer, and then there is no loss. Nothing given: the example that the task is shown with.
/// No lab looks at gradients.
ProbeExample labExample(const ExampleOptions& options, Run& run);

/// Says how long `count` pieces of work ("losses are measured") will take where that is long, by
/// the seconds that one took.
void announce(std::size_t count, const std::string& what, double seconds);

/// Says what JSON has no number for as null.
LabNumbers labNumber(double number);
LabNumbers labNumbers(std::span<const float> numbers);

} // namespace gf
