// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab_model.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/numbers.h"
#include "app/commands/probing.h"
#include "app/commands/progress.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/train/generate.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>

namespace gf {

CLI::App* addLab(CLI::App& labs, std::string_view name) {
    const Lab& lab = *findLab(name);
    return labs.add_subcommand(std::string(lab.name), std::string(std::string_view(lab.question)));
}

void addLabSeed(CLI::App& parser, std::uint64_t& seed) {
    parser.add_option("--seed", seed, "Of a fresh model's weights, and of what is drawn")
        ->transform(wholeNumber(0))
        ->type_name("N")
        ->capture_default_str();
}

void addLabModelOptions(CLI::App& parser, LabModelOptions& options) {
    addModelOptions(parser, options.model);
    parser
        .add_option("--task", options.task,
                    "Without --model or --config: a fresh model as this task has it")
        ->type_name("NAME")
        ->excludes(parser.get_option("--model"))
        ->excludes(parser.get_option("--config"))
        ->capture_default_str();
    addExampleOptions(parser, options.example,
                      "The right answer, or a decoder-only model's text. If left out, what the "
                      "task answers, or the model itself; without an example the task's own");
    addLabSeed(parser, options.seed);
}

void addOtherExample(CLI::App& parser, ExampleOptions& options) {
    const auto add = [&](const char* name, std::optional<std::string>& value, const char* help,
                         const char* type) {
        return parser.add_option(name, value, help)->type_name(type);
    };
    CLI::Option* const source =
        add("--other-source", options.source, "The source of the other example", "TEXT");
    add("--other-source-ids", options.sourceIds, "The same as token ids", "IDS")->excludes(source);
    CLI::Option* const target =
        add("--other-target", options.target, "Its target; if left out, as for --target", "TEXT");
    add("--other-target-ids", options.targetIds, "The same as token ids", "IDS")->excludes(target);
}

std::vector<Index> indexList(const std::string& option, const std::string& text) {
    std::vector<Index> numbers;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data();; ++at) {
        Index number = 0;
        const auto [stop, problem] = std::from_chars(at, end, number);
        if (problem != std::errc() || (stop != end && *stop != ','))
            throw UsageError(option + " is " + inQuotes(text) +
                             ", but must be whole numbers with commas between them, such as 2,0,1");
        numbers.push_back(number);
        at = stop;
        if (at == end)
            return numbers;
    }
}

Run loadLabModel(const LabModelOptions& options) {
    if (!options.model.model.empty() || !options.model.config.empty())
        return loadModel(options.model);
    TaskRequest request;
    request.name = options.task;
    const std::shared_ptr<const Task> task = makeTask(request);
    Run run;
    run.description.model = task->modelDefaults();
    run.description.task = options.task;
    run.description.vocabularies = vocabulariesOf(task);
    run.parameters = makeParameters(run.description.model);
    initialize(*run.parameters, run.description.model, options.seed);
    return run;
}

namespace {

/// What the run's task answers to a source; nothing where nobody knows.
std::optional<std::string> answerOf(const RunDescription& run, const std::string& source) {
    if (run.task.empty())
        return std::nullopt;
    try {
        return taskOf(run)->answerTo(source);
    } catch (const Error&) { // its data are gone
        return std::nullopt;
    }
}

} // namespace

ProbeExample labExample(const ExampleOptions& options, Run& run) {
    ExampleOptions given = options;
    if (given.source && !given.target && !given.targetIds)
        given.target = answerOf(run.description, *given.source);
    ProbeExample example =
        options.isGiven() ? exampleOrAnswer(run, given, false) : usualExample(run.description);
    example.gradients = false;
    return example;
}

void announce(std::size_t count, const std::string& what, double seconds) {
    constexpr double worthSaying = 2;
    const double all = static_cast<double>(count) * seconds;
    if (all > worthSaying)
        note(std::to_string(count) + " " + what + ", which takes about " + shortNumber(all, 2) +
             " s");
}

LabNumbers labNumber(double number) {
    return std::isfinite(number) ? LabNumbers(number) : LabNumbers();
}

LabNumbers labNumbers(std::span<const float> numbers) {
    LabNumbers list = LabNumbers::array();
    for (const float number : numbers)
        list.push_back(labNumber(static_cast<double>(number)));
    return list;
}

} // namespace gf
