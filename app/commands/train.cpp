// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/progress.h"
#include "app/commands/train_plan.h"
#include "core/io/csv.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/evaluate.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace gf {

namespace {

constexpr std::array<std::string_view, 6> logColumns = {
    "step", "loss", "learning_rate", "gradient_norm", "validation_loss", "validation_accuracy"};

/// Finds out before an hour of training, and not after it, that the run could not be saved.
void checkWritable(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code problem;
    if (fs::is_directory(path, problem))
        throw Error("--save is " + path + ", a folder; name a file in it");
    const fs::path parent = fs::path(path).parent_path();
    const fs::path folder = parent.empty() ? fs::path(".") : parent;
    if (!fs::is_directory(folder, problem))
        throw Error("--save is " + path + ", but there is no folder " + folder.string());
    if (access(folder.c_str(), W_OK) != 0)
        throw Error("--save is " + path + ", but nothing may be written in the folder " +
                    folder.string());
}

/// One training run from its plan to its file.
class TrainRun {
public:
    explicit TrainRun(const TrainOptions& options)
        : m_options(options), m_plan(planTraining(options)),
          m_backend(makeBackend(options.backend)), m_trainer(makeTrainer()),
          m_progress(m_plan.run.steps + 1, m_plan.run.train.steps) {
        if (!options.init.empty()) {
            loadWeights(options.init, m_trainer->parameters());
            m_trainer->setStepsDone(0);
        }
        if (m_plan.task && m_plan.task->validationCount() > 0)
            m_evaluator.emplace(*m_backend, m_plan.run.model, m_plan.task, m_trainer->parameters(),
                                options.threads);
        if (!options.log.empty())
            m_log.emplace(options.log, logColumns);
        m_every =
            options.validateEvery.value_or(std::max<Index>(1, (m_plan.run.train.steps + 19) / 20));
    }

    int run() {
        const Index last = m_plan.run.train.steps;
        while (m_trainer->stepsDone() < last && !m_interrupt.requested()) {
            const StepResult result = m_trainer->step();
            m_progress.stepped(result);
            const bool measured = result.finite() && isTimeToValidate(result.step) && validate();
            writeLog(result, measured);
            if (!result.finite())
                reportDivergence(result);
        }
        finish(m_trainer->stepsDone() < last);
        return 0;
    }

private:
    std::unique_ptr<Trainer> makeTrainer() {
        if (m_plan.parameters)
            return std::make_unique<Trainer>(*m_backend, m_plan.run.model, m_plan.run.train,
                                             m_plan.batches, m_options.threads,
                                             std::move(m_plan.parameters), m_plan.run.steps);
        return std::make_unique<Trainer>(*m_backend, m_plan.run.model, m_plan.run.train,
                                         m_plan.batches, m_options.threads);
    }

    bool isTimeToValidate(Index step) const {
        return m_evaluator &&
               (step == m_plan.run.train.steps || (m_every > 0 && step % m_every == 0));
    }

    /// False when Ctrl-C came in between.
    bool validate() {
        const auto began = std::chrono::steady_clock::now();
        m_evaluator->restart();
        while (!m_evaluator->advance())
            if (m_interrupt.requested())
                return false;
        m_evaluation = m_evaluator->result();
        m_progress.validated(*m_evaluation, std::chrono::steady_clock::now() - began);
        return true;
    }

    void writeLog(const StepResult& result, bool measured) {
        if (!m_log)
            return;
        std::array<CsvCell, logColumns.size()> cells = {result.step, result.loss,
                                                        result.learningRate, result.gradientNorm};
        if (measured) {
            cells[4] = m_evaluation->loss;
            cells[5] = m_evaluation->accuracy;
        }
        m_log->append(cells);
    }

    void save() {
        m_plan.run.steps = m_trainer->stepsDone();
        saveRun(m_options.save, m_plan.run, m_trainer->parameters());
    }

    [[noreturn]] void reportDivergence(const StepResult& result) {
        const std::optional<Divergence> divergence = m_trainer->firstNotFinite();
        m_trainer->restoreLastGood();
        std::string where =
            divergence ? "step " + std::to_string(divergence->step) + ", in " + divergence->node
                       : "step " + std::to_string(result.step);
        std::string sentence = "training diverged: the first value that is not a finite number "
                               "came in " +
                               where + "; try a smaller --lr, or --clip 1";
        if (m_trainer->stepsDone() > m_plan.run.steps) {
            save();
            sentence += ". The run as it was after step " + std::to_string(m_plan.run.steps) +
                        " is in " + m_options.save;
        }
        throw Error(sentence);
    }

    void finish(bool interrupted) {
        save();
        const std::string steps = std::to_string(m_plan.run.steps);
        if (interrupted) {
            m_progress.say("stopped after step " + steps + "; saved in " + m_options.save +
                           ", go on with: glassformer train --resume " + m_options.save +
                           " --save " + m_options.save);
            return;
        }
        std::string line =
            "saved in " + m_options.save + " after " + counted(m_plan.run.steps, "step");
        if (m_evaluation)
            line += ": validation loss " + shortNumber(m_evaluation->loss) + ", exact match " +
                    percent(m_evaluation->accuracy) + " of " +
                    counted(m_evaluation->examples, "example");
        m_progress.say(line);
    }

    const TrainOptions& m_options;
    Interrupt m_interrupt;
    TrainPlan m_plan;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Trainer> m_trainer;
    std::optional<Evaluator> m_evaluator;
    std::optional<Evaluation> m_evaluation;
    std::optional<CsvLog> m_log;
    TrainProgress m_progress;
    Index m_every = 0;
};

int train(const TrainOptions& options) {
    checkWritable(options.save);
    return TrainRun(options).run();
}

} // namespace

Command addTrainCommand(CLI::App& program) {
    const auto options = std::make_shared<TrainOptions>();
    CLI::App* const parser = program.add_subcommand("train", "Train a model and save the run");
    addTrainOptions(*parser, *options);
    parser->footer("Ctrl-C saves what has been trained so far and says where (exit status 0); a "
                   "second Ctrl-C ends at once.\n\n"
                   "glassformer train --task date --save date.safetensors");
    return {parser, [options] { return train(*options); }};
}

} // namespace gf
