// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/train_options.h"

#include "app/commands/complain.h"
#include "app/commands/numbers.h"
#include "core/backend/devices.h"
#include "core/backend/program.h"
#include "core/data/task.h"
#include "core/io/tuned_backend.h"
#include "core/platform/child.h"
#include "core/tensor/error.h"
#include "core/train/device_survey.h"
#include "core/train/schedule.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <thread>

namespace gf {

namespace {

/// Steps are counted in float32 by the optimizer, which is exact up to here.
constexpr Index mostSteps = 16'000'000;
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

/// A choice among words that stand for the values of an enum.
template <class Value>
CLI::Option* addChoice(CLI::App& parser, const std::string& name, std::optional<Value>& value,
                       const std::map<std::string, Value>& choices, const std::string& help) {
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices)
        words.push_back(word);
    return parser
        .add_option_function<std::string>(
            name, [&value, choices](const std::string& word) { value = choices.at(word); }, help)
        ->check(CLI::IsMember(words));
}

void addWhat(CLI::App& parser, TrainOptions& options) {
    constexpr const char* group = "What to train";
    auto* task = parser.add_option("--task", options.task, taskHelp())
                     ->check(CLI::IsMember(taskNames()))
                     ->type_name("NAME")
                     ->group(group);
    parser
        .add_option("--data", options.dataFile,
                    "The file of the tasks text and pairs; of series a table (CSV), "
                    "whose columns are numbers, instead of series that it makes")
        ->type_name("FILE")
        ->group(group);
    parser.add_flag("--words", options.words, "pairs: a token is a word, not a character")
        ->needs(task)
        ->group(group);
    auto* batches =
        parser
            .add_option("--batches", options.batches,
                        "Train on exactly these batches (safetensors), one a step, "
                        "instead of a task; needs --config, whose dropout must be 0, since "
                        "nothing else may be random")
            ->type_name("FILE")
            ->excludes(task)
            ->group(group);
    auto* resume = parser
                       .add_option("--resume", options.resume,
                                   "Go on where this saved run ended; the numbers are those of a "
                                   "run that was never interrupted")
                       ->type_name("FILE")
                       ->excludes(task)
                       ->group(group);
    auto* config = parser
                       .add_option("--config", options.config,
                                   "The model's configuration (JSON); keys that it leaves out "
                                   "are the task's")
                       ->type_name("FILE")
                       ->excludes(resume)
                       ->group(group);
    parser
        .add_option("--init", options.init,
                    "Begin with these weights (safetensors) instead of random ones")
        ->type_name("FILE")
        ->excludes(resume)
        ->group(group);
    static_cast<void>(config);
    static_cast<void>(batches);
}

void addHow(CLI::App& parser, TrainOptions& options) {
    constexpr const char* group = "How to train (left out: what the task needs to be learnt)";
    CLI::Option* const resume = parser.get_option("--resume");
    parser
        .add_option("--steps", options.steps,
                    "Steps in all, those before --resume included; with --batches at most, and "
                    "by default, as many as the file has")
        ->transform(wholeNumber(1, mostSteps))
        ->type_name("N")
        ->group(group);
    parser.add_option("--batch", options.batch, "Examples a step")
        ->transform(wholeNumber(1, 65536))
        ->type_name("B")
        ->excludes(resume)
        ->excludes(parser.get_option("--batches"))
        ->group(group);
    addChoice<OptimizerKind>(parser, "--optimizer", options.optimizer,
                             {{"adam", OptimizerKind::Adam},
                              {"adamw", OptimizerKind::AdamW},
                              {"sgd", OptimizerKind::Sgd}},
                             "How a gradient becomes a step")
        ->excludes(resume)
        ->group(group);
    parser
        .add_option("--lr", options.learningRate,
                    "Learning rate; alone a constant one, with --schedule cosine the highest, with "
                    "--schedule noam the factor in front (sgd: 0.1 if left out)")
        ->transform(positiveNumber())
        ->type_name("X")
        ->group(group);
    addChoice<ScheduleKind>(parser, "--schedule", options.schedule,
                            {{"constant", ScheduleKind::Constant},
                             {"noam", ScheduleKind::Noam},
                             {"cosine", ScheduleKind::Cosine}},
                            "How the learning rate changes; cosine ends at 0 with the last step")
        ->group(group);
    parser
        .add_option(
            "--warmup", options.warmup,
            "Steps in which noam and cosine rise (cosine: if left out at most a tenth of all)")
        ->transform(wholeNumber(0, mostSteps))
        ->type_name("N")
        ->group(group);
    parser.add_option("--momentum", options.momentum, "Of sgd")
        ->transform(number(0, 0.9999))
        ->type_name("X")
        ->excludes(resume)
        ->group(group);
    parser
        .add_option("--weight-decay", options.weightDecay,
                    "adamw: decoupled; adam and sgd: added to the gradient")
        ->transform(number(0))
        ->type_name("X")
        ->group(group);
    parser.add_option("--clip", options.clip, "Largest L2 norm of all gradients; 0: no limit")
        ->transform(number(0))
        ->type_name("X")
        ->group(group);
    parser
        .add_option("--label-smoothing", options.labelSmoothing,
                    "Part of the target that is spread over all words")
        ->transform(number(0, 0.9999))
        ->type_name("X")
        ->group(group);
    parser.add_option("--seed", options.seed, "Of the first weights, the examples and dropout")
        ->transform(wholeNumber(0))
        ->type_name("N")
        ->excludes(resume)
        ->group(group);
}

void addOutput(CLI::App& parser, TrainOptions& options) {
    constexpr const char* group = "Output";
    parser.add_option("--save", options.save, "Where the trained run is written")
        ->required()
        ->type_name("FILE")
        ->group(group);
    parser
        .add_option("--log", options.log,
                    "A table of every step (CSV: step, loss, learning_rate, gradient_norm, "
                    "validation_loss, validation_accuracy)")
        ->type_name("FILE")
        ->group(group);
    parser
        .add_option("--validate-every", options.validateEvery,
                    "Steps between measurements on examples never trained on; 0: only at the "
                    "end. If left out, twenty times a run")
        ->transform(wholeNumber(0, mostSteps))
        ->type_name("N")
        ->group(group);
}

/// The learning rate that goes with what was said when none was.
void chooseRate(TrainConfig& config, const TrainConfig& usual, const TrainOptions& options,
                Index dModel) {
    const bool noam = config.schedule == ScheduleKind::Noam;
    const bool factor = usual.schedule == ScheduleKind::Noam;
    if (options.learningRate && !options.schedule)
        chooseLearningRate(config, *options.learningRate);
    else if (options.learningRate)
        config.learningRate = *options.learningRate;
    else if (options.optimizer == OptimizerKind::Sgd && !options.schedule)
        chooseLearningRate(config, sgdRate);
    else if (options.optimizer == OptimizerKind::Sgd && !noam)
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

CLI::Option* addBackendOption(CLI::App& parser, std::string& backend, const std::string& help) {
    return parser.add_option("--backend", backend, help)->check(isBackend)->type_name("NAME");
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

void addEngineOptions(CLI::App& parser, int& threads, std::string& backend) {
    threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    parser
        .add_option("--threads", threads,
                    "Threads; the numbers are the same for any (if left out: one for each "
                    "processor)")
        ->transform(wholeNumber(1, mostThreads))
        ->type_name("N");
    addBackendOption(
        parser, backend,
        "What computes: cpu, eigen, opencl or cuda for the first graphics card, one of those that "
        "\"glassformer devices\" lists, or auto: a graphics card if there is one that can");
}

void addTrainOptions(CLI::App& parser, TrainOptions& options) {
    addWhat(parser, options);
    addHow(parser, options);
    addOutput(parser, options);
    addEngineOptions(parser, options.threads, options.backend);
}

TrainConfig withOptions(const TrainConfig& usual, const TrainOptions& options, Index dModel) {
    const auto set = [](auto& value, const auto& option) {
        if (option)
            value = *option;
    };
    TrainConfig config = usual;
    set(config.steps, options.steps);
    set(config.batch, options.batch);
    set(config.optimizer, options.optimizer);
    set(config.schedule, options.schedule);
    set(config.momentum, options.momentum);
    set(config.weightDecay, options.weightDecay);
    set(config.clipNorm, options.clip);
    set(config.labelSmoothing, options.labelSmoothing);
    set(config.seed, options.seed);
    chooseRate(config, usual, options, dModel);
    if (config.schedule == ScheduleKind::Cosine && options.resume.empty())
        config.warmup = std::min(config.warmup, config.steps / 10);
    set(config.warmup, options.warmup);
    return config;
}

} // namespace gf
