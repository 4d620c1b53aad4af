// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/named_files.h"
#include "app/commands/printing.h"
#include "app/commands/progress.h"
#include "app/commands/train_plan.h"
#include "core/backend/device_error.h"
#include "core/data/unigram.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/quote.h"
#include "core/measure/health.h"
#include "core/platform/files.h"
#include "core/platform/signals.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/tensor/phrase.h"
#include "core/train/evaluate.h"
#include "core/train/history_file.h"
#include "core/train/rescue.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace gf {

namespace {

constexpr std::array<std::string_view, 7> logColumns = {"step",
                                                        "loss",
                                                        "learning_rate",
                                                        "gradient_norm",
                                                        "validation_loss",
                                                        "validation_accuracy",
                                                        "trained_accuracy"};

/// The last one is of tasks that have an end to their examples.
std::span<const std::string_view> columnsFor(const TrainPlan& plan) {
    const bool hasEnd = plan.task && plan.task->trainedCount() > 0;
    return std::span(logColumns).first(logColumns.size() - (hasEnd ? 0 : 1));
}

std::vector<FileInUse> filesOf(const TrainOptions& options) {
    std::vector<FileInUse> files{{"--data", options.dataFile, FileUse::Read},
                                 {"--batches", options.batches, FileUse::Read},
                                 {"--config", options.config, FileUse::Read},
                                 {"--init", options.init, FileUse::Read},
                                 {"--model", options.model, FileUse::Read},
                                 {"--resume", options.resume, FileUse::Continued},
                                 {"--log", options.log, FileUse::Extended},
                                 {"--save", options.save, FileUse::Replaced}};
    if (options.moments)
        files.push_back({"--moments", historyPathOf(options.save), FileUse::Replaced});
    return files;
}

/// "1.03 (always to the nearest city 1.11, …)"
std::string numbersOf(const Measured& measured) {
    std::string text = shortNumber(measured.error);
    for (std::size_t i = 0; i < measured.baselines.size(); ++i)
        text += (i == 0 ? " (" : ", ") + measured.baselines[i].what + " " +
                shortNumber(measured.baselines[i].error);
    return measured.baselines.empty() ? text : text + ")";
}

/// "length over that of the shortest tour 1.03 (…)"
std::string measuredWords(const Measured& measured) {
    return measured.what + " " + numbersOf(measured);
}

/// What may help a run that does badly.
std::string_view adviceFor(Health::State state, bool hasParts) {
    using enum Health::State;
    if (state != ByHeart)
        return "A smaller --lr may help.";
    return hasParts ? "With --weight-decay the rule may be found long after that."
                    : "More examples help, or fewer --steps.";
}

std::string reasonOf(const std::exception& problem) {
    const bool memory = dynamic_cast<const std::bad_alloc*>(&problem) != nullptr;
    return memory ? "there is not enough memory" : problem.what();
}

/// The data of a saved run were named when it began.
void checkDataOf(const RunDescription& run, const TrainOptions& options) {
    std::vector<FileInUse> files = filesOf(options);
    files.push_back({"the run's data", run.dataFile, FileUse::Read});
    checkFiles(files);
}

/// Where no step is to be done nothing is compiled: the file has the weights as training would
/// begin with them.
void saveUntrained(TrainPlan plan, const TrainOptions& options) {
    openBackend(options.backend); // a name that is wrong is an error here too
    if (!options.log.empty())
        CsvLog(options.log, columnsFor(plan));
    const ModelConfig& model = plan.run.model;
    std::unique_ptr<Parameters> parameters = std::move(plan.parameters);
    if (parameters) {
        addOptimizerMemory(*parameters, model, plan.run.train);
    } else {
        parameters = makeParameters(model, plan.run.train);
        if (options.init.empty())
            initialize(*parameters, model, plan.run.train.seed);
    }
    if (!options.init.empty())
        loadWeights(options.init, *parameters);
    saveOrRescue(options.save, replacing(options.save), plan.run, *parameters);
    print("saved in %s after 0 training steps\n", printable(options.save).c_str());
}

/// One training run from its plan to its file.
class TrainRun {
public:
    TrainRun(TrainPlan plan, const TrainOptions& options, const Interrupt& interrupt)
        : m_options(options), m_interrupt(interrupt), m_plan(std::move(plan)),
          m_backend(openBackend(options.backend)), m_trainer(makeTrainer()),
          m_progress(m_plan.run.steps + 1, m_plan.run.train.steps) {
        if (!options.init.empty()) {
            loadWeights(options.init, m_trainer->parameters());
            m_trainer->setStepsDone(0);
        }
        makeEvaluator();
        m_blindLoss = blindLoss(m_plan.task.get(), *m_plan.batches);
        m_every =
            options.validateEvery.value_or(std::max<Index>(1, (m_plan.run.train.steps + 19) / 20));
    }

    int run() {
        noteScarceSpace();
        if (m_interrupt.requested())
            throw Error(
                "stopped before the first training step; nothing was trained, and nothing is "
                "written to " +
                m_options.save);
        openLog();
        beginMoments();
        const Index last = m_plan.run.train.steps;
        const Index first = m_trainer->stepsDone();
        for (;;) {
            try {
                if (const std::optional<std::string> place = trainOrSave())
                    reportDivergence(*place);
                finish(m_trainer->stepsDone() < last);
                return 0;
            } catch (const DeviceLost& error) {
                goOnByProcessor(error);
            } catch (const DeviceOutOfMemory& error) {
                if (m_trainer->stepsDone() == first)
                    throw; // there is nothing to save yet
                goOnByProcessor(error);
            }
        }
    }

private:
    /// As trainOn(); an error of which no device is the cause ends the training, and what has been
    /// learnt by then is saved.
    std::optional<std::string> trainOrSave() {
        try {
            return trainOn();
        } catch (const DeviceError&) {
            throw;
        } catch (const std::exception& problem) {
            if (m_trainer->stepsDone() == m_plan.run.steps)
                throw; // there is nothing to save yet
            endWith(problem);
        }
    }

    /// Until the last step, or until it is asked to stop. Where the training diverged, if it did.
    std::optional<std::string> trainOn() {
        const Index last = m_plan.run.train.steps;
        while (m_trainer->stepsDone() < last && !m_interrupt.requested()) {
            for (const StepResult& result : m_trainer->steps(stepsToTheNextStop())) {
                m_progress.stepped(result);
                m_plan.run.metrics.add(Metrics::Loss{result.step, static_cast<float>(result.loss)});
                const bool measured =
                    result.finite() && isTimeToValidate(result.step) && validate();
                writeLog(result, measured);
                if (!result.finite())
                    return "training step " + std::to_string(result.step);
                if (measured || result.step % health::recentSteps == 0)
                    noteBadHealth(result.step);
            }
            rememberMoment();
        }
        // The last update may have been the one that went too far.
        if (!allFinite(m_trainer->parameters().flat()))
            return "the weights after training step " + std::to_string(m_trainer->stepsDone());
        return std::nullopt;
    }

    /// In the middle of a step nobody knows what is in the weights: those of the last good point
    /// are saved.
    [[noreturn]] void endWith(const std::exception& problem) {
        const std::string why = reasonOf(problem);
        m_trainer->restoreLastGood();
        m_plan.run.metrics.dropAfter(m_trainer->stepsDone());
        save();
        throw Error(why + ". The run as it was after training step " +
                    std::to_string(m_plan.run.steps) + " is in " + m_options.save);
    }

    Health healthAfter(Index step) const {
        const bool end =
            !m_plan.run.dataFile.empty() || (m_plan.task && m_plan.task->trainedCount() > 0);
        return healthOf(m_plan.run.metrics,
                        {.steps = step, .guess = m_blindLoss, .canOverfit = end});
    }

    /// Once: at its end it is said again how it does.
    void noteBadHealth(Index step) {
        const Health health = healthAfter(step);
        if (m_isBadHealthNoted || !health.isBad())
            return;
        m_isBadHealthNoted = true;
        const bool hasParts = m_plan.task && m_plan.task->trainedCount() > 0;
        m_progress.endLine();
        note(sentenceOf(health).english() + ' ' + std::string(adviceFor(health.state, hasParts)));
    }

    void makeEvaluator() {
        if (m_plan.task && m_plan.task->validationCount() > 0)
            m_evaluator.emplace(*m_backend, m_plan.run.model, m_plan.task, m_trainer->parameters(),
                                m_options.threads);
    }

    /// A device that fails takes with it what came after the last good point, and nothing else.
    void goOnByProcessor(const Error& error) {
        m_evaluator.reset(); // it is compiled for the device
        std::unique_ptr<Backend> processor = makeBackend("cpu");
        m_trainer->recover(*processor);
        m_backend = std::move(processor);
        makeEvaluator();
        const Index step = m_trainer->stepsDone();
        m_plan.run.metrics.dropAfter(step);
        m_progress.endLine();
        note(std::string(error.what()) +
             "; the training goes on by the processor from training step " + std::to_string(step));
        if (m_log) {
            m_log.reset();
            m_log.emplace(m_options.log, columnsFor(m_plan), step);
        }
    }

    std::unique_ptr<Trainer> makeTrainer() {
        if (m_plan.parameters)
            return std::make_unique<Trainer>(*m_backend, m_plan.run.model, m_plan.run.train,
                                             m_plan.batches, m_options.threads,
                                             std::move(m_plan.parameters), m_plan.run.steps);
        return std::make_unique<Trainer>(*m_backend, m_plan.run.model, m_plan.run.train,
                                         m_plan.batches, m_options.threads);
    }

    /// A validation, a moment to remember, or the end.
    Index stepsToTheNextStop() const {
        const Index done = m_trainer->stepsDone();
        const Index rest = m_plan.run.train.steps - done;
        Index most = rest;
        if (m_evaluator && m_every > 0)
            most = std::min(most, m_every - done % m_every);
        if (m_momentEvery > 0)
            most = std::min(most, m_momentEvery - (done - m_plan.run.steps) % m_momentEvery);
        return most;
    }

    bool isTimeToValidate(Index step) const {
        return m_evaluator &&
               (step == m_plan.run.train.steps || (m_every > 0 && step % m_every == 0));
    }

    /// Whether there is a result: not when Ctrl-C comes first. What goes wrong in it costs the
    /// validations, and not the run.
    bool validate() {
        const auto began = std::chrono::steady_clock::now();
        try {
            for (m_evaluator->restart(); !m_evaluator->finished(); m_evaluator->advance())
                if (m_interrupt.requested())
                    return false;
        } catch (const DeviceError&) {
            throw;
        } catch (const std::exception& problem) {
            giveUpValidation(reasonOf(problem));
            return false;
        }
        const Evaluation evaluation = m_evaluator->result();
        if (!evaluation.finite()) {
            giveUpValidation("what the model makes of the validation examples is beyond all "
                             "numbers");
            return false;
        }
        m_evaluation = evaluation;
        Metrics::Measurement measured{m_trainer->stepsDone(),
                                      static_cast<float>(m_evaluation->loss),
                                      static_cast<float>(m_evaluation->accuracy)};
        if (m_evaluation->trained)
            measured.trained = static_cast<float>(m_evaluation->trained->accuracy);
        m_plan.run.metrics.add(measured);
        m_progress.validated(*m_evaluation, std::chrono::steady_clock::now() - began);
        return true;
    }

    void giveUpValidation(const std::string& why) {
        m_notValidated = "it could not be validated after training step " +
                         std::to_string(m_trainer->stepsDone()) + ": " + why;
        m_evaluator.reset();
        m_evaluation.reset();
        m_progress.endLine();
        note(m_notValidated + "; the training goes on without validation");
    }

    /// An old file stays until the new one is whole, so there must be room for both. What is free
    /// can be more by the end, so this stops nothing.
    void noteScarceSpace() const {
        namespace fs = std::filesystem;
        constexpr std::uintmax_t kibibyte = 1024;
        const fs::path folder = fs::absolute(behindLinks(m_options.save)).parent_path();
        std::error_code unknown;
        const fs::space_info space = fs::space(folder, unknown);
        const std::uintmax_t needed = m_trainer->parameters().flat().size_bytes();
        if (!unknown && space.available < needed)
            note("the run will need " + std::to_string(needed / kibibyte) + " KiB in " +
                 folder.string() + ", where " + std::to_string(space.available / kibibyte) +
                 " are free; make room before it is saved");
    }

    void openLog() {
        if (m_options.log.empty())
            return;
        if (m_options.resume.empty())
            m_log.emplace(m_options.log, columnsFor(m_plan));
        else
            m_log.emplace(m_options.log, columnsFor(m_plan), m_plan.run.steps);
    }

    /// A log that cannot be written any more is given up: the run matters more.
    void writeLog(const StepResult& result, bool measured) {
        if (!m_log)
            return;
        std::array<CsvCell, logColumns.size()> cells = {result.step, result.loss,
                                                        result.learningRate, result.gradientNorm};
        if (measured) {
            cells[4] = m_evaluation->loss;
            cells[5] = m_evaluation->accuracy;
            if (m_evaluation->trained)
                cells[6] = m_evaluation->trained->accuracy;
        }
        try {
            m_log->append(std::span(cells).first(columnsFor(m_plan).size()));
        } catch (const Error& error) {
            m_log.reset();
            m_progress.endLine();
            note(std::string(error.what()) + "; it ends with training step " +
                 std::to_string(result.step - 1) + ", and the training goes on without it");
        }
    }

    /// The first is what training begins with; a run that goes on has those from before.
    void beginMoments() {
        if (!m_options.moments)
            return;
        constexpr std::size_t mostBytes = std::size_t{2} << 30;
        const std::span<const float> numbers = m_trainer->parameters().flat();
        m_history.emplace(mostBytes);
        m_history->record(m_plan.run.steps, std::numeric_limits<double>::quiet_NaN(), numbers);
        if (const std::size_t room = m_history->capacity();
            static_cast<std::size_t>(*m_options.moments) > room)
            throw Error("--moments is " + std::to_string(*m_options.moments) +
                        ", but of a run of this size at most " + std::to_string(room) +
                        " find room in the 2 GiB that they may take");
        const std::string before = historyPathOf(m_options.resume);
        std::error_code none;
        if (!m_options.resume.empty() && std::filesystem::exists(pathOf(before), none))
            m_history->restore(readHistory(before, m_plan.run, numbers));
        const Index steps = m_plan.run.train.steps - m_plan.run.steps;
        m_momentEvery =
            std::max<Index>(1, (steps + *m_options.moments - 2) / (*m_options.moments - 1));
    }

    void rememberMoment() {
        const Index done = m_trainer->stepsDone();
        if (m_history && (done - m_plan.run.steps) % m_momentEvery == 0)
            recordNow();
    }

    void recordNow() {
        double loss = std::numeric_limits<double>::quiet_NaN();
        for (const Metrics::Loss& each : m_plan.run.metrics.losses())
            if (each.step <= m_trainer->stepsDone())
                loss = each.loss;
        m_history->record(m_trainer->stepsDone(), loss, m_trainer->parameters().flat());
    }

    void save() {
        if (m_history) {
            m_history->dropAfter(m_trainer->stepsDone());
            recordNow();
        }
        m_plan.run.steps = m_trainer->stepsDone();
        saveOrRescue(m_options.save, replacing(m_options.save), m_plan.run,
                     m_trainer->parameters());
        if (m_history)
            writeHistory(historyPathOf(m_options.save), m_plan.run, *m_history);
    }

    [[noreturn]] void reportDivergence(const std::string& place) {
        std::optional<Divergence> divergence;
        try {
            divergence = m_trainer->firstNotFinite();
        } catch (const std::bad_alloc&) {
            // It keeps every value, which may be too much: then the step alone is said.
        }
        m_trainer->restoreLastGood();
        const std::string where = divergence ? "training step " + std::to_string(divergence->step) +
                                                   ", in " + divergence->node
                                             : place;
        std::string sentence = "training diverged: the first value that is not a finite number "
                               "came in " +
                               where + "; try a smaller --lr, or --clip 1";
        if (m_trainer->stepsDone() > m_plan.run.steps) {
            save();
            sentence += ". The run as it was after training step " +
                        std::to_string(m_plan.run.steps) + " is in " + m_options.save;
        }
        throw Error(sentence);
    }

    void finish(bool interrupted) {
        save();
        const std::string steps = std::to_string(m_plan.run.steps);
        if (interrupted) {
            m_progress.say("stopped after training step " + steps + "; saved in " + m_options.save +
                           ", go on with: glassformer train --resume " + m_options.save +
                           " --save " + m_options.save);
            return;
        }
        if (!m_notValidated.empty())
            throw Error("the run is saved in " + m_options.save + " after " +
                        counted(m_plan.run.steps, "training step") + ", but " + m_notValidated);
        std::string line =
            "saved in " + m_options.save + " after " + counted(m_plan.run.steps, "training step");
        if (m_evaluation && m_evaluation->measured)
            line += ": " + measuredWords(*m_evaluation->measured) + ", on " +
                    counted(m_evaluation->examples, "example");
        else if (m_evaluation)
            line += ": validation loss " + shortNumber(m_evaluation->loss) +
                    (m_evaluation->countsTokens ? ", hidden tokens right " : ", exact match ") +
                    percent(m_evaluation->accuracy) + " of " +
                    counted(m_evaluation->examples, "example") + furtherShares(*m_evaluation);
        m_progress.say(line);
        if (m_evaluation)
            saySizes(*m_evaluation);
        if (const Health health = healthAfter(m_plan.run.steps);
            health.state != Health::State::Unknown)
            m_progress.say(sentenceOf(health).english());
    }

    /// Of whole answers that are trained on, and of the tokens of answers, where a task tells them.
    std::string furtherShares(const Evaluation& evaluation) const {
        std::string shares;
        if (const std::string word(m_plan.task->tokenWord()); !word.empty())
            shares += ", " + word + " right " + percent(evaluation.tokenAccuracy);
        if (evaluation.trained)
            shares += ", " + percent(evaluation.trained->accuracy) + " of the " +
                      counted(evaluation.trained->examples, "example") + " that it was trained on";
        return shares;
    }

    /// A line for each size of the examples.
    void saySizes(const Evaluation& evaluation) {
        for (const SizeEvaluation& each : evaluation.bySize)
            m_progress.say("  " + std::to_string(each.size) + " " +
                           std::string(m_plan.task->sizeWord()) + ": " +
                           (each.measured ? numbersOf(*each.measured)
                                          : "exact match " + percent(each.accuracy)) +
                           ", " + counted(each.examples, "example"));
    }

    const TrainOptions& m_options;
    const Interrupt& m_interrupt;
    TrainPlan m_plan;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Trainer> m_trainer;
    std::optional<Evaluator> m_evaluator;
    std::optional<Evaluation> m_evaluation;
    std::string m_notValidated; ///< since when and why; empty while it can be
    double m_blindLoss = 0;     ///< of a guess that reads nothing
    bool m_isBadHealthNoted = false;
    std::optional<CsvLog> m_log;
    TrainProgress m_progress;
    Index m_every = 0;
    std::optional<History> m_history; ///< the moments that are saved too
    Index m_momentEvery = 0;          ///< steps between two; 0: there are none
};

int train(const TrainOptions& options) {
    checkFiles(filesOf(options));
    const std::vector<FileLock> locks = lockWritten(filesOf(options));
    const Interrupt interrupt;
    TrainPlan plan = planTraining(options);
    checkDataOf(plan.run, options);
    if (plan.run.steps < plan.run.train.steps)
        return TrainRun(std::move(plan), options, interrupt).run();
    saveUntrained(std::move(plan), options);
    return 0;
}

} // namespace

ProgramCommand addTrainCommand(CommandParser program) {
    const auto options = std::make_shared<TrainOptions>();
    const CommandParser parser = program.command("train", "Train a model and save the run");
    addTrainOptions(parser, *options);
    parser.footer("Ctrl-C (or SIGTERM, SIGQUIT, SIGUSR1, …) saves what has been trained so far and "
                  "says where (exit status 0); a second one ends at once.\n\n"
                  "glassformer train --task date --save date.safetensors");
    return {parser, [options] { return train(*options); }};
}

} // namespace gf
