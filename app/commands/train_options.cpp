// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/train_options.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/number_checks.h"
#include "core/backend/devices.h"
#include "core/backend/program.h"
#include "core/data/task.h"
#include "core/io/tuned_backend.h"
#include "core/model/fields.h"
#include "core/platform/child.h"
#include "core/tensor/error.h"
#include "core/train/device_survey.h"
#include "core/train/history.h"
#include "core/train/schedule.h"

#include <algorithm>
#include <thread>

namespace gf {

namespace {

constexpr int mostThreads = 1024;
constexpr double sgdRate = 0.1; ///< of SGD when nobody says

std::vector<std::string> taskNames() {
    std::vector<std::string> names;
    for (const TaskInfo& info : taskTable())
        names.emplace_back(info.name);
    return names;
}

std::string taskHelp() {
    std::string help = "What to learn:";
    for (const TaskInfo& info : taskTable())
        help += "\n" + std::string(info.name) + ": " + std::string(info.summary);
    return help;
}

constexpr const char* whatGroup = "What to train";

/// The task with what goes with it, and the model's configuration.
void addTask(CommandParser parser, TrainOptions& options) {
    constexpr const char* group = whatGroup;
    const Option task = parser.option("--task", &options.task, taskHelp())
                            .oneOf(taskNames())
                            .typeName("NAME")
                            .group(group);
    parser
        .option("--data", &options.dataFile,
                "The file of the tasks text and pairs; of series a table (CSV), "
                "whose columns are numbers, instead of series that it makes")
        .typeName("FILE")
        .group(group);
    const Option tokenizer =
        parser
            .option(
                "--tokenizer",
                [&options](const std::string& name) {
                    options.tokenization =
                        tokenizationNamed(name).value_or(Tokenization::Characters);
                },
                "What a token is: characters (if left out); words, of the task pairs; or bpe, of "
                "the task text: byte pairs, parts of words that are learnt from the text first")
            .oneOf({"characters", "words", "bpe"})
            .typeName("NAME")
            .needs(task)
            .group(group);
    parser
        .option("--merges", &options.merges,
                "Of --tokenizer bpe: how many pairs of tokens become one, at most (" +
                    std::to_string(usualMerges) +
                    " if left out); fewer where no other pair occurs twice")
        .check(wholeNumber(0, mostMerges))
        .typeName("N")
        .needs(tokenizer)
        .group(group);
    parser
        .flag(
            "--words", [&options] { options.tokenization = Tokenization::Words; },
            "The same as --tokenizer words")
        .needs(task)
        .excludes(tokenizer)
        .group(group);
    parser
        .option("--config", &options.config,
                "The model's configuration (JSON); keys that it leaves out are the task's")
        .typeName("FILE")
        .group(group);
}

/// What else a run may begin with.
void addBeginning(CommandParser parser, TrainOptions& options) {
    constexpr const char* group = whatGroup;
    const Option task = parser.optionNamed("--task");
    const Option config = parser.optionNamed("--config");
    parser
        .option("--batches", &options.batches,
                "Train on exactly these batches (safetensors), one a step, "
                "instead of a task; needs --config, whose dropout must be 0, since "
                "nothing else may be random")
        .typeName("FILE")
        .excludes(task)
        .group(group);
    const Option resume =
        parser
            .option("--resume", &options.resume,
                    "Go on where this saved run ended; the numbers are those of a "
                    "run that was never interrupted")
            .typeName("FILE")
            .excludes(task)
            .excludes(config)
            .group(group);
    const Option init = parser
                            .option("--init", &options.init,
                                    "Begin with these weights (safetensors) instead of random ones")
                            .typeName("FILE")
                            .excludes(resume)
                            .group(group);
    parser
        .option("--model", &options.model,
                "A real model's folder, or a run that was imported from one: it goes on "
                "learning, from --task text --data FILE; one that reads on both sides "
                "(BERT) learns hidden words, one that writes on (GPT-2, Llama) takes "
                "--task pairs too")
        .typeName("FOLDER")
        .needs(task)
        .excludes(resume)
        .excludes(config)
        .excludes(init)
        .group(group);
}

/// "NAME:{adam,adamw,sgd}", "X:0 to <1": what a field may be, for --help.
std::string typeName(const TrainField& field) {
    if (field.type == FieldType::Choice) {
        std::string names;
        for (const std::string_view choice : field.choices)
            names += (names.empty() ? "" : ",") + std::string(choice);
        return "NAME:{" + names + "}";
    }
    const std::string letter = field.type == FieldType::Real ? "X" : "N";
    return field.type == FieldType::Seed ? letter : letter + ":" + shortRange(field.range);
}

/// What is wrong with the value is said as of the key in a file, and by the option's name.
void addKey(CommandParser parser, const TrainField& field, FieldValues& training,
            const std::string& group) {
    const auto read = [&field, &training](const std::string& text) {
        const std::string key(field.key);
        const FieldValue value = valueIn(field.type, text);
        const auto problems = trainProblemsIn({{key, value}}, FieldNames::Options);
        if (!problems.empty())
            throw UsageError(problems.front().sentence.english());
        training[key] = value;
    };
    std::string help(field.help);
    if (!field.option.note.empty())
        help += " " + std::string(field.option.note);
    const std::string name(field.option.name);
    const Option option =
        field.type == FieldType::Switch
            ? parser.flag(
                  name, [&field, &training] { training[std::string(field.key)] = true; }, help)
            : parser.option(name, read, help).typeName(typeName(field));
    option.group(group);
}

void addHow(CommandParser parser, TrainOptions& options) {
    for (const TrainField& field : trainFields())
        addKey(parser, field, options.training,
               "How to train (left out: what the task needs to be learnt)");
}

/// What a run that goes on, or one on a file of batches, has already.
void excludeKept(CommandParser parser) {
    for (const TrainField& field : trainFields())
        if (field.option.isKept)
            parser.optionNamed(std::string(field.option.name))
                .excludes(parser.optionNamed("--resume"));
    for (const char* option : {"--batch", "--context"})
        parser.optionNamed(option).excludes(parser.optionNamed("--batches"));
}

void addOutput(CommandParser parser, TrainOptions& options) {
    constexpr const char* group = "Output";
    parser.option("--save", &options.save, "Where the trained run is written")
        .required()
        .typeName("FILE")
        .group(group);
    parser
        .option("--log", &options.log,
                "A table of every step (CSV: step, loss, learning_rate, gradient_norm, "
                "validation_loss, validation_accuracy)")
        .typeName("FILE")
        .group(group);
    parser
        .option("--moments", &options.moments,
                "Save up to so many moments of the training too, evenly spread, in "
                "NAME.history.safetensors beside the run: for the time machine of the window, and "
                "for export --over training")
        .check(wholeNumber(2, History::mostCheckpoints))
        .typeName("N")
        .group(group);
    parser
        .option("--validate-every", &options.validateEvery,
                "Steps between measurements on examples never trained on; 0: only at the "
                "end. If left out, twenty times a run")
        .check(wholeNumber(0, mostTrainingSteps))
        .typeName("N")
        .group(group);
}

/// The learning rate that goes with the keys that were given where it was not.
void chooseRate(TrainConfig& config, const TrainConfig& usual, const FieldValues& given,
                Index dModel) {
    const bool noam = config.schedule == ScheduleKind::Noam;
    const bool factor = usual.schedule == ScheduleKind::Noam;
    const bool scheduled = given.contains("schedule");
    const bool sgd = given.contains("optimizer") && config.optimizer == OptimizerKind::Sgd;
    if (given.contains("learning_rate")) {
        if (!scheduled)
            chooseLearningRate(config, config.learningRate);
    } else if (sgd && !scheduled)
        chooseLearningRate(config, sgdRate);
    else if (sgd && !noam)
        config.learningRate = sgdRate;
    else if (noam && !factor)
        config.learningRate = 1;
    else if (factor && !noam)
        config.learningRate = peakLearningRate(usual, dModel);
}

constexpr const char* automatic = "auto";

/// Whether a device is there is seen when it is opened.
std::string isBackend(const std::string& name) {
    try {
        if (name != automatic)
            requireBackendName(name);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

Option addBackendOption(CommandParser parser, std::string& backend, const std::string& help) {
    return parser.option("--backend", &backend, help).check(isBackend).typeName("NAME");
}

std::unique_ptr<Backend> openBackend(const std::string& name, WrongDevices wrong) {
    if (name == automatic)
        return makeTunedBackend(bestDevice(surveyDevices(ownProgram())));
    if (isDriverInstalled(name)) { // which may crash
        SurveyOptions options;
        options.tuning = [&name](const ComputeDevice&, const TuningStep& step) {
            if (step.number == 1)
                note("which kernels are the fastest on " + name +
                     " is measured, once for each version of its driver");
        };
        const ComputeDevice device = surveyDevice(ownProgram(), name, options);
        const bool isLookedAt =
            device.fault == DeviceFault::WrongStep && wrong == WrongDevices::Opened;
        if (!device.isUsable() && !isLookedAt)
            throw Error("--backend " + name + ": " + device.reason().english() +
                        "; \"glassformer devices\" lists what can be used");
    }
    return makeTunedBackend(name);
}

void addEngineOptions(CommandParser parser, int& threads, std::string& backend) {
    threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    parser
        .option("--threads", &threads,
                "Threads; the numbers are the same for any (if left out: one for each "
                "processor)")
        .check(wholeNumber(1, mostThreads))
        .typeName("N");
    addBackendOption(
        parser, backend,
        "What computes: cpu, eigen, opencl or cuda for the first graphics card, one of those that "
        "\"glassformer devices\" lists, or auto: a graphics card if there is one that can");
}

void addTrainOptions(CommandParser parser, TrainOptions& options) {
    addTask(parser, options);
    addBeginning(parser, options);
    addHow(parser, options);
    excludeKept(parser);
    addOutput(parser, options);
    addEngineOptions(parser, options.threads, options.backend);
}

void addTaskTrainingOptions(CommandParser parser, TrainOptions& options) {
    addTask(parser, options);
    parser.optionNamed("--task").required();
    addHow(parser, options);
    addEngineOptions(parser, options.threads, options.backend);
}

TrainConfig withOptions(const TrainConfig& usual, const TrainOptions& options, Index dModel) {
    FieldValues merged = valuesOf(usual);
    give(merged, options.training);
    TrainConfig config = trainConfigOf(merged);
    chooseRate(config, usual, options.training, dModel);
    if (config.schedule == ScheduleKind::Cosine && options.resume.empty() &&
        !options.training.contains("warmup"))
        config.warmup = std::min(config.warmup, config.steps / 10);
    return config;
}

} // namespace gf
