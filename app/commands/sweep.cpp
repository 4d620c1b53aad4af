// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sweep.h"
#include "app/commands/command.h"
#include "app/commands/named_files.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/progress.h"
#include "app/commands/train_plan.h"
#include "core/io/quote.h"
#include "core/lab_runs/lab_runs.h"
#include "core/model/config.h"
#include "core/platform/signals.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

struct SweepOptions {
    TrainOptions train;
    std::string key = "learning_rate";
    std::vector<std::string> values;
    std::vector<std::string> seeds;
    bool findsRate = false;
    bool json = false;
};

/// The type of a key of the model or of training; that of text where it is none, which is said
/// later.
FieldType typeOf(const std::string& key) {
    for (const TrainField& field : trainFields())
        if (field.key == key)
            return field.type;
    for (const ConfigField& field : configFields())
        if (field.key == key)
            return field.type;
    return FieldType::Text;
}

void requireCounts(const SweepOptions& options) {
    if (options.values.empty() && !options.findsRate)
        throw UsageError("--values is missing: up to nine of them with commas between, such as "
                         "1e-4,3e-4,1e-3; or --find-rate");
    if (options.values.size() > mostSweptValues)
        throw UsageError("--values has " + counted(options.values.size(), "value") +
                         ", but nine are the most");
    if (options.seeds.size() > mostSweptSeeds)
        throw UsageError("--seeds has " + counted(options.seeds.size(), "seed") +
                         ", but three are the most");
}

/// What is said on the command line, without a value of the key.
SweepTraining plainTraining(const SweepOptions& options) {
    const FileInUse files[] = {{"--data", options.train.dataFile, FileUse::Read},
                               {"--config", options.train.config, FileUse::Read}};
    checkFiles(files);
    TrainPlan plan = planTraining(options.train);
    return {.task = plan.task,
            .model = plan.run.model,
            .train = plan.run.train,
            .isScheduleChosen = options.train.training.contains("schedule")};
}

std::vector<std::uint64_t> seedsOf(const SweepOptions& options, const SweepTraining& plain) {
    std::vector<std::uint64_t> seeds;
    for (const std::string& text : options.seeds)
        seeds.push_back(std::stoull(text));
    return seeds.empty() ? std::vector{plain.train.seed} : seeds;
}

std::vector<SweepTraining> trainingsOf(const SweepOptions& options, const SweepTraining& plain) {
    const std::vector<std::uint64_t> seeds = seedsOf(options, plain);
    std::vector<SweepTraining> trainings;
    for (const std::string& text : options.values)
        for (const std::uint64_t seed : seeds)
            try {
                trainings.push_back(
                    withSwept(plain, options.key, valueIn(typeOf(options.key), text), seed));
            } catch (const Error& error) {
                throw UsageError("--key " + options.key + " --values " + text + ": " +
                                 error.what());
            }
    return trainings;
}

void printRow(const std::string& key, const SweepRow& row, bool json) {
    Finding said = findingOf(row);
    if (json) {
        said["diverged"] = row.divergedAt.has_value();
        return print("%s\n", said.json().c_str());
    }
    std::string line =
        key + " " + said.find("value")->json() + ", seed " + std::to_string(row.seed) + ": ";
    if (row.divergedAt)
        line += "diverged at step " + std::to_string(*row.divergedAt);
    else
        line += "loss " + shortNumber(row.loss);
    if (row.evaluation)
        line += ", validation loss " + shortNumber(row.evaluation->loss) + ", exact match " +
                percent(row.evaluation->accuracy);
    print("%s\n", line.c_str());
}

int sweep(const SweepOptions& options, const SweepTraining& plain, const Interrupt& interrupt) {
    const std::unique_ptr<Backend> backend = openBackend(options.train.backend);
    const std::vector<SweepTraining> trainings = trainingsOf(options, plain);
    Sweep work(*backend, trainings, options.train.threads);
    WorkProgress progress;
    for (std::size_t printed = 0; printed < trainings.size() && isPrintWanted();) {
        if (interrupt.requested())
            throw Error("stopped after " + counted(printed, "run") + " of " +
                        std::to_string(trainings.size()));
        const double part = work.advance();
        progress.at(std::to_string(printed + 1) + " of " + counted(trainings.size(), "run") + ", " +
                    percent(part));
        if (work.doneCount() > printed) {
            progress.pause();
            printRow(options.key, work.rows()[printed++], options.json);
        }
    }
    return 0;
}

int findRate(const SweepOptions& options, const SweepTraining& plain, const Interrupt& interrupt) {
    const std::unique_ptr<Backend> backend = openBackend(options.train.backend);
    RateFinder finder(*backend, plain, options.train.threads);
    for (double part = 0; part < 1 && isPrintWanted();) {
        if (interrupt.requested())
            throw Error("stopped after " + counted(finder.steps().size(), "step"));
        part = finder.advance();
        const RateStep& step = finder.steps().back();
        if (options.json)
            print("%s\n",
                  Finding{{"learning_rate", step.rate}, {"loss", step.loss}}.json().c_str());
        else
            print("learning rate %s: loss %s\n", shortNumber(step.rate).c_str(),
                  shortNumber(step.loss).c_str());
    }
    return 0;
}

int run(const SweepOptions& options) {
    requireCounts(options);
    const Interrupt interrupt;
    const SweepTraining plain = plainTraining(options);
    return options.findsRate ? findRate(options, plain, interrupt)
                             : sweep(options, plain, interrupt);
}

} // namespace

ProgramCommand addSweepCommand(CommandParser program) {
    const auto options = std::make_shared<SweepOptions>();
    const CommandParser parser = program.command(
        "sweep", "Train with one setting at several values, and compare what comes of it");
    constexpr const char* group = "What is varied";
    parser
        .option("--key", &options->key,
                "A key of the training or of the model, as files have it: learning_rate, batch, "
                "layers, dropout …")
        .typeName("NAME")
        .showDefault()
        .group(group);
    const Option values =
        parser.option("--values", &options->values, "Its values, with commas; nine at most")
            .separatedBy(',')
            .typeName("LIST")
            .group(group);
    parser
        .option("--seeds", &options->seeds,
                "Each value is trained with each of them, three at most; if left out, --seed")
        .separatedBy(',')
        .check(wholeNumber(0))
        .typeName("LIST")
        .group(group);
    parser
        .flag("--find-rate", &options->findsRate,
              "Instead: one training whose learning rate grows from step to step, from 1e-6 to 10 "
              "over --steps, until the loss does")
        .excludes(values)
        .group(group);
    addTaskTrainingOptions(parser, options->train);
    parser.flag("--json", &options->json,
                "One JSON object a line for every run: value, seed, loss (of the last step’s "
                "batch), validation_loss, validation_accuracy, diverged, diverged_at; with "
                "--find-rate for every step: learning_rate, loss");
    parser.footer("glassformer sweep --task reverse --key learning_rate --values 1e-4,1e-3,1e-2 "
                  "--steps 300");
    return {parser, [options] { return run(*options); }};
}

} // namespace gf
