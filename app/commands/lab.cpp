// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab.h"

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

namespace gf {

namespace {

using AddLab = LabCommand (*)(CLI::App&);

/// What adds each lab.
const std::map<std::string_view, AddLab>& labCommands() {
    static const std::map<std::string_view, AddLab> table = {
        {"variance", addVarianceLab}, {"shuffle", addShuffleLab}, {"dictionary", addDictionaryLab},
        {"linear", addLinearLab},     {"length", addLengthLab},   {"rotation", addRotationLab},
        {"padding", addPaddingLab},   {"cost", addCostLab},       {"rollout", addRolloutLab},
        {"ablation", addAblationLab}, {"writing", addWritingLab}, {"tour", addTourLab},
        {"series", addSeriesLab},     {"lens", addLensLab},       {"patch", addPatchLab},
        {"score", addScoreLab},       {"code", addCodeLab},
    };
    return table;
}

struct LabOptions {
    bool json = false;
    CLI::App* list = nullptr;
    CLI::App* runner = nullptr;
    std::vector<LabCommand> commands;
};

int list(bool json) {
    for (const Lab& lab : labs()) {
        const std::string name(lab.name);
        const std::string question{std::string_view(lab.question)};
        if (json)
            print("%s\n", LabNumbers{{"name", name}, {"question", question}}.dump().c_str());
        else
            print("%-12s  %s\n", name.c_str(), question.c_str());
    }
    return 0;
}

/// Whether a list goes on one line.
bool isFlat(const LabNumbers& numbers) {
    return std::ranges::none_of(numbers,
                                [](const LabNumbers& each) { return each.is_structured(); });
}

/// Names and numbers, what is inside another further to the right.
void printReadable(const LabNumbers& numbers, const std::string& indent) {
    for (const auto& [key, value] : numbers.items()) {
        const std::string name = indent + (numbers.is_array() ? "-" : key);
        if (!value.is_structured() || (value.is_array() && isFlat(value))) {
            print("%s  %s\n", outputText(name).c_str(),
                  outputText(value.is_string() ? value.get<std::string>() : value.dump()).c_str());
            continue;
        }
        print("%s\n", outputText(name).c_str());
        printReadable(value, indent + "  ");
    }
}

/// Where no lab was named, or one that there is not.
std::string missingLab(const std::vector<std::string>& given) {
    const auto name =
        std::ranges::find_if(given, [](const std::string& word) { return !word.starts_with('-'); });
    if (name == given.end())
        return "a lab is missing; lab list names them";
    std::string names;
    for (const Lab& lab : labs())
        names += (names.empty() ? "" : ", ") + std::string(lab.name);
    return "there is no lab of the name " + inQuotes(*name) + "; there are " + names;
}

int run(const LabOptions& options) {
    if (options.list->parsed())
        return list(options.json);
    const auto given = std::ranges::find_if(
        options.commands, [](const LabCommand& each) { return each.parser->parsed(); });
    if (given == options.commands.end())
        throw UsageError(missingLab(options.runner->remaining()));
    const LabNumbers numbers = given->run();
    if (options.json)
        print("%s\n", numbers.dump(-1, ' ', false, LabNumbers::error_handler_t::replace).c_str());
    else
        printReadable(numbers, "");
    return 0;
}

} // namespace

ProgramCommand addLabCommand(CLI::App& program) {
    const auto options = std::make_shared<LabOptions>();
    CLI::App* const parser = program.add_subcommand(
        "lab", "Try an argument about attention on numbers, without a window");
    parser->require_subcommand(0, 1);
    options->list = parser->add_subcommand("list", "The labs and what each one asks");
    options->list->add_flag("--json", options->json, "One JSON object a line: name, question");
    CLI::App* const runner = parser->add_subcommand("run", "The numbers behind a lab's drawing");
    runner->require_subcommand(0, 1);
    runner->allow_extras(); // what is no lab is said by missingLab()
    options->runner = runner;
    for (const Lab& lab : labs()) {
        options->commands.push_back(labCommands().at(lab.name)(*runner));
        options->commands.back().parser->add_flag(
            "--json", options->json,
            "The numbers as one JSON object; null stands for what is no number");
    }
    runner->footer("glassformer lab run rotation --d 64 --k 3");
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
