// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"
#include "core/io/safetensors.h"
#include "core/model/fields.h"
#include "core/model/train_config.h"
#include "core/train/run.h"
#include "tests/app/command_folder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/// The command train: what it learns from, saves, logs, and goes on with.
namespace gf::tst_cli_train {
namespace {

using test::Outcome;

constexpr int patience = test::programPatience;

/// A text whose words come again and again, so that they become tokens.
QByteArray gardenText() {
    QByteArray text;
    for (int i = 0; i < 60; ++i)
        text +=
            "the gardener waters the garden in the evening " + QByteArray::number(i % 7) + ".\n";
    return text;
}

/// A value that no task has by itself.
nlohmann::json another(const TrainField& field) {
    if (field.type == FieldType::Choice)
        return std::string(field.choices.back());
    if (field.type == FieldType::Real)
        return 0.375;
    return field.key == "frozen_layers" ? 1 : 3; // the model has one layer
}

/// Whether it says what the examples are of tasks that are not "text".
bool isOfOtherTasks(const TrainField& field) {
    const auto keys = taskParameterKeys();
    return std::ranges::find(keys, field.key) != keys.end() &&
           !findTask("text")->hasParameter(field.key);
}

} // namespace

class TstCliTrain : public test::CommandFolder {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void train_logsAndSaves() {
        const Outcome outcome = run(tinyTraining("logged.safetensors") +
                                    QStringList{"--log", "log.csv", "--validate-every", "3"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        // Not a terminal: plain lines, nothing that moves the cursor.
        QVERIFY(!outcome.out.contains('\r'));
        QVERIFY(!outcome.out.contains('\x1b'));
        QVERIFY(outcome.out.contains("step 3/6"));
        QVERIFY(outcome.out.contains("logged.safetensors"));

        const QStringList lines =
            QString::fromUtf8(read("log.csv")).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 7);
        QCOMPARE(lines[0],
                 "step,loss,learning_rate,gradient_norm,validation_loss,validation_accuracy");
        for (int step = 1; step <= 6; ++step) {
            const QStringList cells = lines[step].split(',');
            QCOMPARE(cells.size(), 6);
            QCOMPARE(cells[0].toInt(), step);
            QVERIFY(cells[1].toDouble() > 0);
            QVERIFY(cells[1].toDouble() < 20);
            QVERIFY(cells[3].toDouble() > 0);
            const bool measured = step % 3 == 0;
            QCOMPARE(!cells[4].isEmpty(), measured);
            QCOMPARE(!cells[5].isEmpty(), measured);
        }

        const Safetensors file = readSafetensors(stdPath("logged.safetensors"));
        QVERIFY(file.find("encoder.0.self_attn.w_q"));
        QVERIFY(file.find("output.weight"));
        QVERIFY(file.metadata.size() >= 3);
    }

    void train_givesTheSameFileForAnyNumberOfThreads() {
        for (const QString threads : {"1", "2"}) {
            const Outcome outcome =
                run(tinyTraining("threads" + threads) +
                    QStringList{"--threads", threads, "--log", "threads" + threads + ".csv"});
            QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        }
        QCOMPARE(read("threads1.csv"), read("threads2.csv"));
        QCOMPARE(read("threads1"), read("threads2"));
    }

    void noSteps_areTheBeginningOfTheRun() {
        const QStringList rest{"--batch", "4", "--seed", "7", "--lr", "0.01"};
        const QStringList task{"train", "--task", "reverse"};
        QCOMPARE(
            run(task + rest + QStringList{"--steps", "0", "--log", "none.csv", "--save", "none.st"})
                .status,
            0);
        QCOMPARE(read("none.csv").count('\n'), 1);
        QCOMPARE(run(task + rest + QStringList{"--steps", "6", "--save", "whole.st"}).status, 0);
        QCOMPARE(
            run({"train", "--resume", "none.st", "--steps", "6", "--save", "resumed.st"}).status,
            0);
        const Run whole = loadRun(path("whole.st").toStdString());
        const Run resumed = loadRun(path("resumed.st").toStdString());
        QVERIFY(std::ranges::equal(whole.parameters->flat(), resumed.parameters->flat()));
        QCOMPARE(run(task + QStringList{"--init", "whole.st", "--steps", "0", "--save", "same.st"})
                     .status,
                 0);
        const Run same = loadRun(path("same.st").toStdString());
        const auto weights = [](const Run& run) { return run.parameters->values("output.weight"); };
        QVERIFY(std::ranges::equal(weights(same), weights(whole)));
        QCOMPARE(same.description.steps, Index{0});
    }

    void resume_equalsTheUninterruptedRun() {
        QCOMPARE(run(tinyTraining("whole", 8)).status, 0);
        QCOMPARE(run(tinyTraining("half", 4)).status, 0);
        const Outcome resumed = run(
            {"train", "--resume", "half", "--steps", "8", "--save", "resumed", "--threads", "2"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        const Safetensors whole = readSafetensors(stdPath("whole"));
        const Safetensors again = readSafetensors(stdPath("resumed"));
        QCOMPARE(again.tensors.size(), whole.tensors.size());
        for (const NamedTensor& tensor : whole.tensors) {
            const NamedTensor* const other = again.find(tensor.name);
            QVERIFY(other);
            QVERIFY(other->shape() == tensor.shape());
            if (tensor.isFloat())
                QVERIFY2(std::ranges::equal(tensor.floats().values(), other->floats().values()),
                         tensor.name.c_str());
        }
        // The metrics too: every step, and what was measured.
        for (const auto& [name, last] :
             {std::pair("training/step", Index{8}), {"training/validation_step", Index{8}}}) {
            const NamedTensor* const steps = again.find(name);
            QVERIFY2(steps && !steps->isFloat(), name);
            QCOMPARE(steps->integers().count(), last);
            QCOMPARE(steps->integers()[last - 1], last);
        }
    }

    void init_beginsWithTheGivenWeights() {
        const Outcome outcome = run(tinyTraining("from", 1) +
                                    QStringList{"--init", "run.safetensors", "--lr", "1e-30"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const Safetensors before = readSafetensors(stdPath("run.safetensors"));
        const Safetensors after = readSafetensors(stdPath("from"));
        QVERIFY(std::ranges::equal(before.find("decoder.0.ffn.w_1")->floats().values(),
                                   after.find("decoder.0.ffn.w_1")->floats().values()));
    }

    void batches_areReadFromAFileAndResumed() {
        Safetensors batches;
        // Three batches of two rows, S = 4, T = 3, made by a rule.
        IntTensor sources(Shape{3, 2, 4}), targets(Shape{3, 2, 3});
        for (Index i = 0; i < 6; ++i) {
            const std::int64_t row[] = {4 + i, 5, 2, 0, 4 + i % 4, 2, 0};
            for (Index t = 0; t < 4; ++t)
                sources[4 * i + t] = row[t];
            for (Index t = 0; t < 3; ++t)
                targets[3 * i + t] = row[4 + t];
        }
        batches.tensors = {{"source_ids", sources}, {"target_ids", targets}};
        writeSafetensors(stdPath("batches.st"), batches);

        const QStringList arguments = {"train",        "--batches", "batches.st", "--config",
                                       "ids.json",     "--save",    "replayed",   "--log",
                                       "replayed.csv", "--threads", "2"};
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(read("replayed.csv").count('\n'), 4);
        const Outcome again = run(arguments);
        QCOMPARE(again.status, 0);

        const Outcome tooMany = run(arguments + QStringList{"--steps", "4"});
        QCOMPARE(tooMany.status, 1);
        QVERIFY2(tooMany.err.contains("--steps is 4") && tooMany.err.contains("3 batches"),
                 qPrintable(tooMany.err));

        // The run has no vocabulary: ids in, ids out.
        const Outcome answer = run({"generate", "--model", "replayed", "--source-ids", "5,6"});
        QVERIFY2(answer.status == 0, qPrintable(answer.err));
        for (const QString& id : answer.out.trimmed().split(',', Qt::SkipEmptyParts)) {
            QVERIFY(id.toInt() >= 3);
            QVERIFY(id.toInt() < 10);
        }
        QCOMPARE(run({"generate", "--model", "replayed", "--source", "abc"}).status, 2);

        const Outcome first =
            run(arguments.mid(0, 5) + QStringList{"--save", "one", "--steps", "1"});
        QCOMPARE(first.status, 0);
        const Outcome resumed = run({"train", "--resume", "one", "--batches", "batches.st",
                                     "--steps", "3", "--save", "resumed-batches"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        const Safetensors whole = readSafetensors(stdPath("replayed"));
        const Safetensors continued = readSafetensors(stdPath("resumed-batches"));
        QVERIFY(std::ranges::equal(whole.find("output.weight")->floats().values(),
                                   continued.find("output.weight")->floats().values()));
    }

    void train_learnsFromFilesOfPairsAndText() {
        const QStringList tiny = {"--config", "tiny.json", "--steps", "2",
                                  "--batch",  "2",         "--save"};
        Outcome outcome = run(QStringList{"train", "--task", "pairs", "--data", "pairs.tsv"} +
                              tiny + QStringList{"pairs.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        outcome = run({"generate", "--model", "pairs.st", "--source", "zwei"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));

        outcome = run(QStringList{"train", "--task", "pairs", "--words", "--data", "pairs.tsv"} +
                      tiny + QStringList{"words.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        outcome = run({"generate", "--model", "words.st", "--source", "zwei hundert"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("note") && outcome.err.contains("hundert"),
                 qPrintable(outcome.err));

        outcome = run(QStringList{"train", "--task", "text", "--data", "text.txt"} + tiny +
                      QStringList{"text.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        outcome =
            run({"generate", "--model", "text.st", "--target", "the cat", "--max-length", "90"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.startsWith("the cat"));
        QCOMPARE(outcome.out.size(), 7 + 90 + 1);
        QCOMPARE(run({"generate", "--model", "text.st", "--source", "the cat"}).status, 2);
    }

    void bytePairs_areLearntKeptAndWrittenWith() {
        write("garden.txt", gardenText());
        const QStringList training = {"train",      "--task",   "text",      "--data",
                                      "garden.txt", "--config", "tiny.json", "--batch",
                                      "2",          "--steps",  "2"};
        Outcome outcome = run(training + QStringList{"--tokenizer", "bpe", "--merges", "30",
                                                     "--save", "garden.safetensors"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(!outcome.err.contains("merge"), qPrintable(outcome.err));
        const ModelFile file = readModelFile(stdPath("garden.safetensors"));
        QCOMPARE(file.targetVocabulary->tokenization, std::string("bpe"));
        QCOMPARE(file.targetVocabulary->merges.size(), std::size_t{30});
        QVERIFY(file.targetVocabulary->merges[0].count >= file.targetVocabulary->merges[29].count);
        QCOMPARE(file.model.targetVocab, static_cast<Index>(file.targetVocabulary->tokens.size()));
        QCOMPARE(file.task["tokenization"].get<std::string>(), std::string("bpe"));

        outcome =
            run({"tokenize", "--model", "garden.safetensors", "--text", "the garden", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const auto tokens = nlohmann::json::parse(outcome.out.toStdString())["tokens"];
        QVERIFY2(tokens.size() < 6, tokens.dump().c_str());
        std::string text;
        for (const auto& token : tokens)
            text += token.get<std::string>();
        QCOMPARE(text, std::string("the garden"));

        outcome = run({"generate", "--model", "garden.safetensors", "--target", "the garden",
                       "--max-length", "20"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.startsWith("the garden"), qPrintable(outcome.out));
        outcome = run({"generate", "--model", "garden.safetensors", "--target", "the @"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("\"@\" is not in the model's vocabulary"),
                 qPrintable(outcome.err));
        outcome = run({"trace", "--model", "garden.safetensors", "--target", "the garden", "--out",
                       "garden-trace.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        outcome = run({"export-torch", "--model", "garden.safetensors", "--out", "garden-torch"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(read("garden-torch/tokenizer.json").contains("\"BPE\""));
        QVERIFY(read("garden-torch/requirements.txt").contains("tokenizers"));

        // A text that has few pairs says how many merges it had.
        outcome = run(training + QStringList{"--tokenizer", "bpe", "--merges", "5000", "--save",
                                             "all.safetensors"});
        QVERIFY2(outcome.err.contains("made of the 5000 asked for"), qPrintable(outcome.err));
        // None at all are characters.
        QCOMPARE(
            run(training + QStringList{"--tokenizer", "bpe", "--merges", "0", "--save", "0.st"})
                .status,
            0);
        QCOMPARE(run(training + QStringList{"--tokenizer", "characters", "--save", "c.st"}).status,
                 0);
        const ModelFile none = readModelFile(stdPath("0.st"));
        const ModelFile characters = readModelFile(stdPath("c.st"));
        QCOMPARE(none.targetVocabulary->tokens, characters.targetVocabulary->tokens);
        QCOMPARE(none.tensors.size(), characters.tensors.size());
        for (std::size_t i = 0; i < none.tensors.size(); ++i)
            QVERIFY(std::ranges::equal(none.tensors[i].floats().values(),
                                       characters.tensors[i].floats().values()));
    }

    void bytePairs_thatGoOnAreTheUninterruptedRun() {
        write("garden.txt", gardenText());
        const auto trained = [this](const QString& steps, const QString& file) {
            return run({"train", "--task", "text", "--data", "garden.txt", "--tokenizer", "bpe",
                        "--merges", "20", "--config", "tiny.json", "--batch", "2", "--steps", steps,
                        "--save", file});
        };
        QCOMPARE(trained("6", "pairs-whole").status, 0);
        QCOMPARE(trained("3", "pairs-half").status, 0);
        // The byte pairs are those of the run, also where its text has grown since.
        const Outcome resumed =
            run({"train", "--resume", "pairs-half", "--steps", "6", "--save", "pairs-resumed"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        const ModelFile whole = readModelFile(stdPath("pairs-whole"));
        const ModelFile again = readModelFile(stdPath("pairs-resumed"));
        QVERIFY(again.targetVocabulary == whole.targetVocabulary);
        QCOMPARE(again.tensors.size(), whole.tensors.size());
        for (std::size_t i = 0; i < whole.tensors.size(); ++i)
            QVERIFY2(std::ranges::equal(again.tensors[i].floats().values(),
                                        whole.tensors[i].floats().values()),
                     whole.tensors[i].name.c_str());

        write("more.txt", gardenText() + "garden garden waters waters evening evening\n");
        QCOMPARE(run({"train", "--resume", "pairs-half", "--data", "more.txt", "--steps", "4",
                      "--save", "pairs-more"})
                     .status,
                 0);
        write("other.txt", gardenText() + "Zebra");
        const Outcome other = run({"train", "--resume", "pairs-half", "--data", "other.txt",
                                   "--steps", "4", "--save", "pairs-other"});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.err.contains("The text has \"Z\", which was not in the text"),
                 qPrintable(other.err));
        QVERIFY(QFile::remove(path("garden.txt")));
        const Outcome gone =
            run({"train", "--resume", "pairs-half", "--steps", "4", "--save", "pairs-gone"});
        QCOMPARE(gone.status, 1);
        QVERIFY2(gone.err.contains("pairs-half"), qPrintable(gone.err)); // which names the text
        QVERIFY2(gone.err.contains("garden.txt"), qPrintable(gone.err));
    }

    void bytePairs_areRefusedWhereTheyMakeNoSense_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* options, int status, const char* part) {
            QTest::newRow(name) << options << status << part;
        };
        row("another task", "--task date --tokenizer bpe", 1, "only \"text\" can have byte pairs");
        row("words of a text", "--task text --data text.txt --tokenizer words", 1,
            "only \"pairs\" can have words");
        row("merges of characters", "--task text --data text.txt --tokenizer characters --merges 3",
            2, "--merges needs --tokenizer bpe");
        row("merges of nothing", "--task text --data text.txt --merges 3", 2, "--tokenizer");
        row("fewer than none", "--task text --data text.txt --tokenizer bpe --merges -1", 2,
            "--merges");
        row("too many", "--task text --data text.txt --tokenizer bpe --merges 20001", 2, "20000");
        row("unknown", "--task text --data text.txt --tokenizer bytes", 2, "--tokenizer");
        row("both", "--task pairs --data pairs.tsv --tokenizer words --words", 2, "--words");
        row("a few tokens", "--task text --data same.txt --tokenizer bpe", 1, "Make fewer merges");
    }

    void bytePairs_areRefusedWhereTheyMakeNoSense() {
        write("same.txt", QByteArray("a").repeated(500));
        QFETCH(QString, options);
        QFETCH(int, status);
        QFETCH(QString, part);
        const Outcome outcome = run(QStringList{"train"} + options.split(' ') +
                                    QStringList{"--steps", "1", "--save", "x"});
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
    }

    /// The loss of a window that is shorter is another one, also where the run goes on.
    void context_isKeptAndGoesOn() {
        write("garden.txt", gardenText());
        const auto train = [this](const QStringList& what, const char* steps, const QString& save) {
            return run(QStringList{"train"} + what +
                       QStringList{"--steps", steps, "--save", save, "--log", save + ".csv"});
        };
        const QStringList task{"--task",   "text",      "--data",  "garden.txt",
                               "--config", "tiny.json", "--batch", "4"};
        const QStringList windows = task + QStringList{"--context", "20"};
        QCOMPARE(train(windows, "4", "whole").status, 0);
        QCOMPARE(train(windows, "2", "half").status, 0);
        QCOMPARE(train(task, "4", "usual").status, 0);
        const ModelFile whole = readModelFile(stdPath("whole"));
        QCOMPARE(whole.train->context, Index{20});
        QCOMPARE(whole.model.maxLength, Index{32});
        QCOMPARE(readModelFile(stdPath("usual")).train->context, Index{64});
        const Outcome resumed = train({"--resume", "half"}, "4", "resumed");
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        QCOMPARE(read("resumed"), read("whole"));
        QVERIFY(read("usual.csv") != read("whole.csv"));

        // What the text cannot give is said, and the file has what was done.
        const Outcome cut = train(task + QStringList{"--context", "4000"}, "1", "cut");
        QVERIFY2(cut.status == 0, qPrintable(cut.err));
        const Index most = (gardenText().size() + 9) / 10;
        QVERIFY2(std::abs(readModelFile(stdPath("cut")).train->context - most) <= 1, "a tenth");
        QVERIFY2(cut.err.contains("and not 4000 tokens"), qPrintable(cut.err));
    }

    void context_isRefusedWhereItMakesNoSense_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* options, int status, const char* part) {
            QTest::newRow(name) << options << status << part;
        };
        row("another task", "--task date --context 32", 1, "context is 32, but the task \"date\"");
        row("one", "--task text --data text.txt --context 1", 2,
            "--context is 1; it must be at least");
        row("no room", "--task text --data garden.txt --config short.json --context 40", 1,
            "context is 40, but max_length is 40; it must be between 2 and 39");
        row("of a run", "--resume remembers.st --context 40", 2, "--context");
    }

    void context_isRefusedWhereItMakesNoSense() {
        write("garden.txt", gardenText());
        write("short.json", R"({"layers": 1, "d_model": 16, "heads": 2, "max_length": 40})");
        QFETCH(QString, options);
        QFETCH(int, status);
        QFETCH(QString, part);
        const Outcome outcome = run(QStringList{"train"} + options.split(' ') +
                                    QStringList{"--steps", "1", "--save", "x"});
        QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
        QCOMPARE(outcome.status, status);
    }

    void learningRate_followsOptimizerAndSchedule() {
        const auto rateOf = [this](const QStringList& options) {
            const Outcome outcome =
                run(tinyTraining("rate.st", 2) + options + QStringList{"--log", "rate.csv"});
            return outcome.status == 0 ? read("rate.csv").split('\n')[2].split(',')[2].toDouble()
                                       : -1;
        };
        QCOMPARE(rateOf({"--lr", "0.25"}), 0.25);
        QCOMPARE(rateOf({"--schedule", "constant", "--lr", "0.25"}), 0.25);
        QCOMPARE(rateOf({"--optimizer", "sgd"}), 0.1);
        QCOMPARE(rateOf({"--optimizer", "sgd", "--lr", "0.5"}), 0.5);
        // 16^−½ · min(2^−½, 2 · 4^−1.5)
        QVERIFY(std::abs(rateOf({"--schedule", "noam", "--lr", "1", "--warmup", "4"}) - 0.0625) <
                1e-9);
        QCOMPARE(rateOf({"--schedule", "cosine", "--lr", "0.25", "--warmup", "4"}), 0.125);
    }

    void trainingOptions_giveWhatTheFileSays() {
        const QString help = run({"train", "--help"}).out;
        QStringList options{"train",    "--task",    "text",   "--data", "text.txt",
                            "--config", "tiny.json", "--save", "all.st"};
        for (const TrainField& field : trainFields()) {
            const QString option = QString::fromUtf8(field.option.name);
            QVERIFY2(help.contains("  " + option + " "), qPrintable(option));
            if (isOfOtherTasks(field))
                continue;
            const nlohmann::json value = another(field);
            options << option
                    << QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                                : value.dump());
        }
        const Outcome trained = run(options);
        QVERIFY2(trained.status == 0, qPrintable(trained.err));
        const nlohmann::json saved = toJson(readModelFile(stdPath("all.st")).train.value());
        for (const TrainField& field : trainFields())
            if (!isOfOtherTasks(field))
                QVERIFY2(saved.at(std::string(field.key)) == another(field), field.key.data());
    }

    void taskParameters_areKeptInTheRun() {
        const QStringList sums{
            "train", "--task",    "modular", "--config",      "tiny.json", "--save",
            "p.st",  "--log",     "p.csv",   "--steps",       "2",         "--batch",
            "4",     "--modulus", "7",       "--train-share", "0.5"};
        Outcome outcome = run(sums);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        // Of 49 sums: those that are kept aside, and those that are trained on.
        QVERIFY2(outcome.out.contains(" of 24 examples, "), qPrintable(outcome.out));
        QVERIFY(outcome.out.contains(" of the 25 examples that it was trained on"));
        QVERIFY(read("p.csv").startsWith("step,loss,learning_rate,gradient_norm,validation_loss,"
                                         "validation_accuracy,trained_accuracy\n"));
        QCOMPARE(read("p.csv").split('\n')[2].count(','), 6);
        outcome = run({"train", "--resume", "p.st", "--steps", "3", "--save", "p.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const RunDescription kept = loadRun(stdPath("p.st")).description;
        QCOMPARE(kept.train.modulus, Index{7});
        QCOMPARE(kept.train.trainShare, 0.5);
        QCOMPARE(taskOf(kept)->trainedCount(), Index{25});
        QVERIFY(kept.metrics.measurements().back().trained);
        // What reads it elsewhere takes digits together, too.
        QCOMPARE(run({"export-torch", "--model", "p.st", "--out", "p-torch"}).status, 0);
        QVERIFY(read("p-torch/data.py").contains("re.findall(\"[0-9]+|[^0-9]\", text)"));

        const QStringList addition{"train",     "--task",   "addition", "--config",
                                   "tiny.json", "--save",   "a.st",     "--steps",
                                   "1",         "--digits", "3",        "--reversed"};
        outcome = run(addition);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.contains("  3 carried: exact match "));
        const TextExample shown = taskOf(loadRun(stdPath("a.st")).description)->showcase();
        QCOMPARE(shown.source, std::string("275+584"));
        QCOMPARE(shown.target, std::string("958"));
    }

    void taskParameters_ofOtherTasksAreRefused() {
        Outcome outcome =
            run({"train", "--task", "copy", "--modulus", "7", "--save", "x.st", "--steps", "1"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("modulus is 7, but the task \"copy\" has no such parameter; "
                                      "leave it out, or choose modular."),
                 qPrintable(outcome.err));
        outcome = run({"train", "--task", "modular", "--reversed", "--save", "x.st"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.err.contains("reversed is true"));
        for (const QStringList& option : {QStringList{"--modulus", "7"}, {"--reversed"}})
            QCOMPARE(
                run(QStringList{"train", "--resume", "x.st", "--save", "y.st"} + option).status, 2);
        QCOMPARE(run({"train", "--task", "modular", "--train-share", "1", "--save", "x.st"}).status,
                 2);
    }

    void repeat_tellsTheShareOfLetters() {
        const Outcome outcome = run({"train", "--task", "repeat", "--config", "tiny.json",
                                     "--steps", "1", "--save", "r.st"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains(" of 400 examples, letters right "), qPrintable(outcome.out));
        QVERIFY(loadRun(stdPath("r.st")).description.model.architecture == Architecture::Decoder);
    }

    void trainingOptions_haveTheLimitsOfTheTable() {
        for (const TrainField& field : trainFields()) {
            if (field.type != FieldType::Integer && field.type != FieldType::Real)
                continue;
            const nlohmann::json beyond = field.type == FieldType::Integer
                                              ? nlohmann::json(Index(field.range.maximum) + 1)
                                              : nlohmann::json(field.range.maximum * 2);
            const auto ofFile = trainProblemsIn(
                valuesOf({{std::string(field.key), beyond}}, phrase("it")), FieldNames::Options);
            QCOMPARE(ofFile.size(), std::size_t{1});
            const Outcome outcome =
                run({"train", "--task", "copy", "--save", "x", QString::fromUtf8(field.option.name),
                     QString::fromStdString(beyond.dump())});
            QCOMPARE(outcome.status, 2);
            const QString sentence = QString::fromStdString(ofFile.front().sentence.english());
            QVERIFY2(outcome.err.contains("error: " + sentence),
                     qPrintable(outcome.err + sentence));
        }
    }

    void trainWithoutSteps_savesTheFirstWeights() {
        const Outcome outcome = run(tinyTraining("first.st", 0));
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(readModelFile(stdPath("first.st")).stepsDone, Index{0});
        QCOMPARE(run({"generate", "--model", "first.st", "--source", "abc"}).status, 0);
    }

    void largeRates_canBeOpenedAgain() {
        const QStringList options{"--optimizer", "sgd",    "--lr", "2000",       "--weight-decay",
                                  "2000",        "--clip", "1e12", "--momentum", "0.99999"};
        QCOMPARE(run(tinyTraining("large.st", 0) + options).status, 0);
        const Outcome opened = run({"generate", "--model", "large.st", "--source", "abc"});
        QVERIFY2(opened.status == 0, qPrintable(opened.err));
    }

    void ctrlC_savesARunThatCanBeResumed() {
        for (const int signal : {SIGINT, SIGTERM}) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            process.start(GF_PROGRAM, tinyTraining("stopped.st", 1'000'000) +
                                          QStringList{"--validate-every", "5"});
            QVERIFY(process.waitForReadyRead(patience)); // the first line: it trains
            QCOMPARE(kill(static_cast<pid_t>(process.processId()), signal), 0);
            QVERIFY(process.waitForFinished(patience));
            QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            QCOMPARE(process.exitCode(), 0);
            const QString out = QString::fromUtf8(process.readAllStandardOutput());
            QVERIFY2(out.contains("stopped after training step") && out.contains("stopped.st"),
                     qPrintable(out));

            const int done =
                out.section("stopped after training step ", 1).section(';', 0, 0).toInt();
            QVERIFY(done >= 5);
            const Outcome resumed = run({"train", "--resume", "stopped.st", "--steps",
                                         QString::number(done + 2), "--save", "stopped.st"});
            QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
            QVERIFY(resumed.out.contains(QString("after %1 training steps").arg(done + 2)));
        }
    }

    /// When it goes bad, once, and at the end.
    void train_saysHowTheRunDoes() {
        const auto trained = [this](const char* rate) {
            return run(tinyTraining("judged.st", 200) +
                       QStringList{"--lr", rate, "--schedule", "constant", "--log", "judged.csv"});
        };
        const Outcome fine = trained("0.001");
        QVERIFY2(fine.status == 0 && fine.err.isEmpty(), qPrintable(fine.err));
        QVERIFY2(fine.out.trimmed().section('\n', -1) == "Hardly better than a guess so far.",
                 qPrintable(fine.out));
        const Outcome ruined = trained("3");
        QCOMPARE(ruined.status, 0);
        const QString sentence = ruined.out.trimmed().section('\n', -1);
        QVERIFY2(sentence.startsWith("Diverged at training step"), qPrintable(sentence));
        QVERIFY2(ruined.err.startsWith("glassformer: note: " + sentence.section(':', 0, 0)) &&
                     ruined.err.count('\n') == 1,
                 qPrintable(ruined.err));
    }

    void ctrlC_beforeTheFirstStepLeavesTheFile() {
#ifdef Q_OS_WIN
        QSKIP("tests/windows/trial.py presses Ctrl-C there");
#endif
        if (!QFile::exists("/proc/self/status"))
            QSKIP("there is no /proc, which says when signals are handled");
        // Making this model takes far longer than seeing that signals are handled.
        write("large.json", R"({"layers": 6, "d_model": 512, "heads": 8, "d_ff": 2048})");
        QVERIFY(QFile::copy(path("run.safetensors"), path("good.st")));
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM, {"train", "--task", "reverse", "--config", "large.json",
                                   "--steps", "1000", "--save", "good.st"});
        QVERIFY(process.waitForStarted(patience));
        const auto handlesSignals = [&] {
            QFile status(QString("/proc/%1/status").arg(process.processId()));
            if (!status.open(QIODevice::ReadOnly))
                return false;
            const QByteArray text = status.readAll();
            const QByteArray caught = text.mid(text.indexOf("SigCgt:") + 7).trimmed().left(16);
            return (caught.toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1))) != 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(handlesSignals(), patience);
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(patience));
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(err.contains("before the first training step") && err.contains("good.st"),
                 qPrintable(err));
        QCOMPARE(read("good.st"), read("run.safetensors"));
    }

    void killedRun_leavesTheOldFile() {
        QVERIFY(QFile::copy(path("run.safetensors"), path("kept.st")));
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM,
                      tinyTraining("kept.st", 1'000'000) + QStringList{"--validate-every", "5"});
        QVERIFY(process.waitForReadyRead(patience));
        process.kill();
        QVERIFY(process.waitForFinished(patience));
        QCOMPARE(read("kept.st"), read("run.safetensors"));
    }

    void divergence_isReportedWithItsStep() {
        const Outcome outcome = run(tinyTraining("diverged.st", 50) +
                                    QStringList{"--lr", "1e30", "--schedule", "constant"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.startsWith("glassformer: error: training diverged") &&
                     outcome.err.contains("step ") && outcome.err.count('\n') == 1,
                 qPrintable(outcome.err));
    }

    void divergedWeights_areNotSaved() {
        // One step whose loss is a number, but whose update is none.
        const Outcome outcome = run(tinyTraining("beyond.st", 1) +
                                    QStringList{"--optimizer", "sgd", "--lr", "3e38", "--schedule",
                                                "constant", "--weight-decay", "3e38"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("training diverged"), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("beyond.st")));
    }

    void failingLog_doesNotStopTheRun() {
        QCOMPARE(::mkfifo(stdPath("log pipe").c_str(), 0600), 0);
        const int reader = ::open(stdPath("log pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM, tinyTraining("unlogged.st", 1'000'000) +
                                      QStringList{"--validate-every", "5", "--log", "log pipe"});
        QVERIFY(process.waitForReadyRead(patience));
        ::close(reader); // from here on nothing can be written
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(patience));
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(patience));
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(err.startsWith("glassformer: note: cannot write the log") &&
                     err.contains("goes on without it") && err.count('\n') == 1,
                 qPrintable(err));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(readSafetensors(stdPath("unlogged.st")).find("output.weight"));
    }

    void resume_continuesTheLog() {
        const QStringList every = {"--validate-every", "4", "--log"};
        QCOMPARE(run(tinyTraining("w.st", 8) + every + QStringList{"whole.csv"}).status, 0);
        QCOMPARE(run(tinyTraining("h.st", 4) + every + QStringList{"half.csv"}).status, 0);
        const QByteArray half = read("half.csv");
        // As it was left, and as a run leaves it that was killed two steps after it was saved.
        for (const QByteArray& more : {QByteArray(), QByteArray("5,1,1,1,,\n6,1,1,1,,\n7,1")}) {
            write("half.csv", half + more);
            const Outcome resumed =
                run(QStringList{"train", "--resume", "h.st", "--steps", "8", "--save", "r.st"} +
                    every + QStringList{"half.csv"});
            QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
            QCOMPARE(read("half.csv"), read("whole.csv"));
        }
        const Outcome other = run(
            {"train", "--resume", "h.st", "--steps", "8", "--save", "r.st", "--log", "tiny.json"});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.err.contains("tiny.json"), qPrintable(other.err));
        QVERIFY(read("tiny.json").startsWith("{\"layers\""));
    }

    void unsavableRun_isSavedElsewhere() {
        QVERIFY(QDir(m_folder.path()).mkpath("gone"));
        QVERIFY(QDir(m_folder.path()).mkpath("temporary"));
        // Where the folder for temporary files is not there, it goes where the system has them.
        const QString name = "run-of-a-test-" + QFileInfo(m_folder.path()).fileName();
        for (const auto& [temporary, beside] :
             {std::pair("temporary", false), std::pair("none", false),
              std::pair("temporary", true)}) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("TMPDIR", path(temporary));
            process.setProcessEnvironment(environment);
            process.start(GF_PROGRAM, tinyTraining("gone/" + name + ".st", 1'000'000) +
                                          QStringList{"--validate-every", "5"});
            QVERIFY(process.waitForReadyRead(patience));
            // What can no longer be known before: the folder goes away, or another takes the name.
            QVERIFY(beside ? QDir(m_folder.path()).mkpath("gone/" + name + ".st")
                           : QDir(path("gone")).removeRecursively());
            QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
            QVERIFY(process.waitForFinished(patience));
            const QString err = QString::fromUtf8(process.readAllStandardError());
            QCOMPARE(process.exitCode(), 1);
            const QString folder = beside                               ? "gone"
                                   : QFileInfo(path(temporary)).isDir() ? path(temporary)
                                                                        : "/tmp";
            const QString place = folder + '/' + name + "-rescued-1.st";
            QVERIFY2(err.contains("gone/" + name + ".st") && err.contains(place), qPrintable(err));
            const QString file = QDir(m_folder.path()).absoluteFilePath(place);
            QVERIFY(readSafetensors(file.toStdString()).find("output.weight"));
            QVERIFY(QFile::remove(file));
            QVERIFY(QDir(m_folder.path()).mkpath("gone"));
        }
    }

    void fullDisk_isReportedAndTheRunIsRescued() {
        QVERIFY(QDir(m_folder.path()).mkpath("small"));
        QVERIFY(QDir(m_folder.path()).mkpath("refuge"));
        const auto onSmallDisk = [&](const QStringList& arguments) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("TMPDIR", path("refuge"));
            process.setProcessEnvironment(environment);
            const QString script = "mount -t tmpfs -o size=32k none small && exec \"$@\"";
            process.start("unshare", QStringList{"-rm", "sh", "-c", script, "sh"} + arguments);
            process.waitForFinished(patience);
            return Outcome{process.error() == QProcess::FailedToStart ? -1 : process.exitCode(),
                           {},
                           QString::fromUtf8(process.readAllStandardError())};
        };
        if (onSmallDisk({"true"}).status != 0)
            QSKIP("nobody may mount a small disk here");
        const Outcome outcome = onSmallDisk(QStringList{GF_PROGRAM} + tinyTraining("small/run.st"));
        QCOMPARE(outcome.status, 1);
        const QStringList lines = outcome.err.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("glassformer: note: the run will need ") &&
                     lines[0].contains("where 32 are free"),
                 qPrintable(outcome.err));
        QVERIFY2(lines[1].contains("the disk is full") &&
                     lines[1].contains("refuge/run-rescued-1.st"),
                 qPrintable(outcome.err));
        QVERIFY(read("refuge/run-rescued-1.st") == read("run.safetensors"));
    }
};

} // namespace gf::tst_cli_train

#include "tests/entry.h"
GF_GUILESS_TEST(tst_cli_train, TstCliTrain)
#include "tst_cli_train.moc"
