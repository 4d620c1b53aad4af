// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab.h"

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
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
    std::string out; ///< for the drawing; empty: none
    DrawLab draw;
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

/// A trained run as the labs read one: a file, which nobody else can read, as long as this lives.
class RunFile {
public:
    RunFile(const RunDescription& description, const Parameters& parameters) {
        saveRun(
            [this](const Fill& fill) {
                m_path = writeNewFile(std::filesystem::temp_directory_path(),
                                      namesLike("glassformer-lesson.safetensors"), fill);
            },
            description, parameters);
    }
    ~RunFile() {
        std::error_code gone;
        std::filesystem::remove(m_path, gone);
    }
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;

    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

/// A lab's own parser reads the knobs of a lesson, so that both mean the same.
LabCommand parsedLab(CLI::App& parser, const LabQuestion& question, const std::string& runFile) {
    LabCommand command = labCommands().at(question.lab)(parser);
    std::vector<std::string> words;
    for (const auto& [name, value] : question.knobs)
        words.push_back("--" + name + '=' + textOf(value));
    words.push_back("--seed=" + std::to_string(question.seed));
    if (!runFile.empty())
        words.push_back("--model=" + runFile);
    words.push_back(question.lab);
    std::ranges::reverse(words.begin(), words.end() - 1); // CLI11 takes them from the back
    try {
        parser.parse(words);
    } catch (const CLI::ParseError& wrong) {
        throw Error(phrase("knobs: %1"), std::string(wrong.what()));
    }
    return command;
}

int run(const LabOptions& options) {
    if (options.list->parsed())
        return list(options.json);
    const auto given = std::ranges::find_if(
        options.commands, [](const LabCommand& each) { return each.parser->parsed(); });
    if (given == options.commands.end())
        throw UsageError(missingLab(options.runner->remaining()));
    if (!options.out.empty()) // before what may take long
        options.draw(labs()[given - options.commands.begin()], *given->parser, options.out);
    const LabNumbers numbers = given->run();
    if (options.json)
        print("%s\n", numbers.dump(-1, ' ', false, LabNumbers::error_handler_t::replace).c_str());
    else
        printReadable(numbers, "");
    return 0;
}

} // namespace

LabNumbers labNumbersFor(const LabQuestion& question) {
    std::optional<RunFile> file;
    if (question.description)
        file.emplace(*question.description, *question.parameters);
    CLI::App parser;
    const LabCommand command = parsedLab(parser, question, file ? file->path() : std::string());
    try {
        return command.run();
    } catch (const UsageError& wrong) {
        throw Error(phrase("knobs: %1"), std::string(wrong.what()));
    }
}

void requireLab(const LabQuestion& question) {
    CLI::App parser;
    parsedLab(parser, question, {});
}

ProgramCommand addLabCommand(CLI::App& program) {
    return makeLabCommand(program, nullptr);
}

ProgramCommand makeLabCommand(CLI::App& program, const DrawLab& draw) {
    const auto options = std::make_shared<LabOptions>();
    options->draw = draw;
    CLI::App* const parser = program.add_subcommand(
        "lab", "Try an argument about attention on numbers, without a window");
    parser->require_subcommand(0, 1);
    options->list = parser->add_subcommand("list", "The labs and what each one asks");
    options->list->add_flag("--json", options->json, "One JSON object a line: name, question");
    CLI::App* const runner = parser->add_subcommand("run", "The numbers behind a lab's drawing");
    runner->require_subcommand(0, 1);
    options->runner = runner;
    for (const Lab& lab : labs()) {
        options->commands.push_back(labCommands().at(lab.name)(*runner));
        options->commands.back().parser->add_flag(
            "--json", options->json,
            "The numbers as one JSON object; null stands for what is no number");
        if (draw)
            options->commands.back()
                .parser
                ->add_option("--out", options->out,
                             "Its drawing too, into this file: .svg, .pdf or .png")
                ->type_name("FILE");
    }
    runner->allow_extras(); // its own alone: what is no lab is said by missingLab()
    runner->footer("glassformer lab run rotation --d 64 --k 3");
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
