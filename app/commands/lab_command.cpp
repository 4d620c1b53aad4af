// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lab_command.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/progress.h"
#include "core/io/quote.h"
#include "core/lab_runs/lab_runs.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace gf {

namespace {

/// A knob's option and what was typed.
struct KnobOption {
    const LabKnob* knob = nullptr;
    std::optional<Option> option = {};
    std::string text = {};
    std::vector<std::string> words = {}; ///< of several choices
    bool isOn = false;                   ///< of a switch
};

/// A lab's part of the parser.
struct LabParser {
    LabOrder order;
    CommandParser parser = {};
    std::vector<std::unique_ptr<KnobOption>> knobs = {}; ///< the parser holds their addresses
    int threads = 1;
};

struct LabOptions {
    bool json = false;
    std::string out; ///< for the drawing; empty: none
    LabArtist artist;
    CommandParser list;
    CommandParser runner;
    std::vector<std::unique_ptr<LabParser>> labs;
};

// ---- Options -----------------------------------------------------------------------------------

std::vector<std::string> choicesOf(const LabKnob& knob) {
    return {knob.field.choices.begin(), knob.field.choices.end()};
}

Option addKnobOption(CommandParser parser, KnobOption& into) {
    const FormField& field = into.knob->field;
    const std::string name = "--" + std::string(field.key);
    const std::string help(field.help);
    const auto text = [&](const char* type) {
        return parser.option(name, &into.text, help).typeName(type);
    };
    switch (field.type) {
    case FieldType::Switch:
        return parser.flag(name, &into.isOn, help);
    case FieldType::Integer:
    case FieldType::Seed:
        return text("N").check(wholeNumber(static_cast<std::uint64_t>(field.range.minimum),
                                           static_cast<std::uint64_t>(field.range.maximum)));
    case FieldType::Real:
        return text("X").check(number(field.range.minimum, field.range.maximum));
    case FieldType::Choice:
        return text("NAME").oneOf(choicesOf(*into.knob));
    case FieldType::Text:
        return text("NAME");
    case FieldType::Numbers:
        break;
    }
    if (field.choices.empty())
        return text("LIST");
    return parser.option(name, &into.words, help)
        .separatedBy(',')
        .oneOf(choicesOf(*into.knob))
        .typeName("NAME");
}

void addKnob(LabParser& lab, const LabKnob& knob) {
    lab.knobs.push_back(std::make_unique<KnobOption>());
    KnobOption& option = *lab.knobs.back();
    option.knob = &knob;
    option.text = knob.initial;
    option.option = addKnobOption(lab.parser, option);
    if (!option.text.empty())
        option.option->showDefault();
}

/// --other-source, --other-source-ids, --other-target and --other-target-ids.
void addOtherExample(CommandParser parser, ExampleOptions& options) {
    const Option source =
        parser.option("--other-source", &options.source, "The source of the other example")
            .typeName("TEXT");
    parser.option("--other-source-ids", &options.sourceIds, "The same as token ids")
        .typeName("IDS")
        .excludes(source);
    const Option target =
        parser.option("--other-target", &options.target, "Its target; if left out, as for --target")
            .typeName("TEXT");
    parser.option("--other-target-ids", &options.targetIds, "The same as token ids")
        .typeName("IDS")
        .excludes(target);
}

/// The model, the task of a fresh one, and the example.
void addSubject(CommandParser parser, const Lab& lab, LabModelOptions& options) {
    addModelOptions(parser, options.model);
    options.task = lab.task;
    parser
        .option("--task", &options.task,
                "Without --model or --config: a fresh model as this task has it")
        .typeName("NAME")
        .excludes(parser.optionNamed("--model"))
        .excludes(parser.optionNamed("--config"))
        .showDefault();
    addExampleOptions(parser, options.example,
                      "The right answer, or a decoder-only model's text. If left out, what the "
                      "task answers, or the model itself; without an example the task's own");
    if (lab.takesTwoExamples())
        addOtherExample(parser, options.other);
}

std::unique_ptr<LabParser> addLab(CommandParser labs, const Lab& lab, bool isDrawn) {
    auto added = std::make_unique<LabParser>(LabParser{{lab, {}, {}, 1}});
    const CommandParser parser =
        labs.command(std::string(lab.name), std::string(std::string_view(lab.question)));
    added->parser = parser;
    for (const LabKnob& knob : lab.knobs)
        if (knob.use != KnobUse::Window && (knob.use != KnobUse::Drawing || isDrawn))
            addKnob(*added, knob);
    if (lab.takesModel())
        addSubject(parser, lab, added->order.model);
    if (lab.subject == LabSubjectKind::Task)
        parser.option("--threads", &added->threads, "That train")
            .check(wholeNumber(1, 1024))
            .typeName("N")
            .showDefault();
    parser.option("--seed", &added->order.seed, "Of a fresh model's weights, and of what is drawn")
        .check(wholeNumber(0))
        .typeName("N")
        .showDefault();
    parser.footer(std::string(lab.note));
    return added;
}

/// What was given for a knob, as a value of it. Throws UsageError for what it cannot be.
FieldValue givenFor(const KnobOption& given) {
    const FieldType type = given.knob->field.type;
    const bool isText = type == FieldType::Text || type == FieldType::Numbers;
    std::string words;
    for (const std::string& word : given.words)
        words += (words.empty() ? "" : ",") + word;
    const FieldValue value = type == FieldType::Switch ? FieldValue(true)
                             : !words.empty()          ? FieldValue(words)
                             : isText                  ? FieldValue(given.text)
                                                       : valueIn(type, given.text);
    if (const auto problem = problemWith(*given.knob, value))
        throw UsageError("--" + std::string(given.knob->name()) + ' ' + problem->english());
    return value;
}

// ---- What the lab looks at ---------------------------------------------------------------------

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

/// The example that was given: without a target that which the run's task gives, else the model's
/// own answer, and then there is no loss. Nothing given: the example that the task is shown with.
/// No lab looks at gradients.
ProbeExample labExample(const ExampleOptions& options, Run& run) {
    ExampleOptions given = options;
    if (given.source && !given.target && !given.targetIds)
        given.target = answerOf(run.description, *given.source);
    ProbeExample example =
        options.isGiven() ? exampleOrAnswer(run, given, false) : usualExample(run.description);
    example.gradients = false;
    return example;
}

// ---- What it finds -----------------------------------------------------------------------------

LabFound found(const LabOrder& order, int threads) {
    std::stop_source stop;
    LabWatch watch{threads, stop.get_token()};
    watch.progress = [&stop](double) {
        if (!isPrintWanted())
            stop.request_stop();
    };
    watch.lasts = [](const std::string& what, double seconds) {
        note(what + ", about " + shortNumber(seconds, 2) + " s");
    };
    LabQuestion question{order.lab, KnobValues(order.lab, order.knobs), order.seed};
    if (!order.lab.looksAtModel(order.model.isNamed()))
        return runLab(question, watch);
    const bool hasTwo = order.lab.takesTwoExamples();
    if (hasTwo && !order.model.other.isGiven())
        throw UsageError("the other example is missing; give --other-source, or --other-target "
                         "of a decoder-only model");
    Run run = loadLabModel(order.model, order.seed);
    LabModel model{run.description, *run.parameters, labExample(order.model.example, run),
                   order.model.example.isGiven()};
    if (hasTwo)
        model.other = labExample(order.model.other, run);
    question.model = &model;
    return runLab(question, watch);
}

// ---- Printing ----------------------------------------------------------------------------------

/// Whether a list goes on one line.
bool isFlat(const Finding::List& list) {
    return std::ranges::none_of(list, &Finding::isStructured);
}

void printReadable(const Finding& finding, const std::string& indent);

/// A name and its value, what is inside another further to the right.
void printField(const std::string& name, const Finding& value, const std::string& indent) {
    if (!value.isStructured() || (value.list() && isFlat(*value.list()))) {
        print("%s  %s\n", outputText(name).c_str(),
              outputText(value.words() ? *value.words() : value.json()).c_str());
        return;
    }
    print("%s\n", outputText(name).c_str());
    printReadable(value, indent + "  ");
}

void printReadable(const Finding& finding, const std::string& indent) {
    if (const auto* const fields = finding.fields())
        for (const auto& [name, value] : *fields)
            printField(indent + name, value, indent);
    else if (const auto* const list = finding.list())
        for (const Finding& each : *list)
            printField(indent + "-", each, indent);
}

int list(bool json) {
    for (const Lab& lab : labs()) {
        const std::string name(lab.name);
        const std::string question{std::string_view(lab.question)};
        if (json)
            print("%s\n", Finding{{"name", name}, {"question", question}}.json().c_str());
        else
            print("%-12s  %s\n", name.c_str(), question.c_str());
    }
    return 0;
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

int run(LabOptions& options) {
    if (options.list.isGiven())
        return list(options.json);
    const auto given =
        std::ranges::find_if(options.labs, [](const auto& each) { return each->parser.isGiven(); });
    if (given == options.labs.end())
        throw UsageError(missingLab(options.runner.others()));
    LabOrder& order = (*given)->order;
    for (const auto& knob : (*given)->knobs)
        if (knob->option->isGiven())
            order.knobs[std::string(knob->knob->name())] = givenFor(*knob);
    if (!options.out.empty()) // before what may take long
        options.artist.check(options.out);
    LabFound answer{Finding()};
    try {
        answer = found(order, (*given)->threads);
    } catch (const LabUsageError& wrong) {
        throw UsageError(wrong.what());
    } catch (const Stopped&) { // nobody reads it any more
        return 0;
    }
    if (!options.out.empty())
        options.artist.draw(order, answer, options.out);
    if (options.json)
        print("%s\n", answer.finding.json().c_str());
    else
        printReadable(answer.finding, "");
    return 0;
}

} // namespace

Run loadLabModel(const LabModelOptions& options, std::uint64_t seed) {
    return options.isNamed() ? loadModel(options.model) : freshRun(options.task, seed);
}

ProgramCommand addLabCommand(CommandParser program) {
    return makeLabCommand(program, {});
}

ProgramCommand makeLabCommand(CommandParser program, const LabArtist& artist) {
    const auto options = std::make_shared<LabOptions>();
    options->artist = artist;
    const CommandParser parser =
        program.command("lab", "Try an argument about attention on numbers, without a window");
    parser.requireCommand(0, 1);
    options->list = parser.command("list", "The labs and what each one asks");
    options->list.flag("--json", &options->json, "One JSON object a line: name, question");
    const CommandParser runner = parser.command("run", "The numbers behind a lab's drawing");
    runner.requireCommand(0, 1);
    options->runner = runner;
    const bool isDrawn = artist.draw != nullptr;
    for (const Lab& lab : labs()) {
        options->labs.push_back(addLab(runner, lab, isDrawn));
        const CommandParser added = options->labs.back()->parser;
        added.flag("--json", &options->json,
                   "The numbers as one JSON object; null stands for what is no number");
        if (!isDrawn)
            continue;
        const Option out = added
                               .option("--out", &options->out,
                                       "Its drawing too, into this file: .svg, .pdf, .tikz or .png")
                               .typeName("FILE");
        added
            .option("--width", &options->labs.back()->order.width,
                    "Of the drawing, in millimetres: 85 is a column of a paper. If left out, as "
                    "large as in a window")
            .check(number(20, 1000))
            .typeName("X")
            .needs(out);
    }
    runner.allowOthers(); // its own alone: what is no lab is said by missingLab()
    runner.footer("glassformer lab run rotation --d 64 --k 3");
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
