// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "core/model/fields.h"
#include "core/model/train_config.h"
#include "tests/app/outcome.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/// Runs the program as a person would and looks at what it prints, writes and returns.
namespace gf::tst_cli {
namespace {

using test::finished;
using test::Outcome;

constexpr int patience = test::programPatience;

class TstCli : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void helpAndVersion_areWrittenToStandardOutput_data();
    void helpAndVersion_areWrittenToStandardOutput();
    void wrongUsage_exitsWithTwo_data();
    void wrongUsage_exitsWithTwo();
    void numberOptions_refuseWhatIsNoNumber_data();
    void numberOptions_refuseWhatIsNoNumber();
    void fileErrors_nameTheFileOnce();
    void failure_exitsWithOne_data();
    void failure_exitsWithOne();

    void train_logsAndSaves();
    void train_givesTheSameFileForAnyNumberOfThreads();
    void resume_equalsTheUninterruptedRun();
    void init_beginsWithTheGivenWeights();
    void batches_areReadFromAFileAndResumed();
    void train_learnsFromFilesOfPairsAndText();
    void bytePairs_areLearntKeptAndWrittenWith();
    void bytePairs_thatGoOnAreTheUninterruptedRun();
    void bytePairs_areRefusedWhereTheyMakeNoSense_data();
    void bytePairs_areRefusedWhereTheyMakeNoSense();
    void learningRate_followsOptimizerAndSchedule();
    void trainingOptions_giveWhatTheFileSays();
    void trainingOptions_haveTheLimitsOfTheTable();
    void trainWithoutSteps_savesTheFirstWeights();
    void largeRates_canBeOpenedAgain();
    void ctrlC_savesARunThatCanBeResumed();
    void ctrlC_beforeTheFirstStepLeavesTheFile();
    void killedRun_leavesTheOldFile();
    void divergence_isReportedWithItsStep();
    void divergedWeights_areNotSaved();
    void failingLog_doesNotStopTheRun();
    void resume_continuesTheLog();
    void unsavableRun_isSavedElsewhere();
    void fullDisk_isReportedAndTheRunIsRescued();
    void outputFiles_overwriteNoInput_data();
    void outputFiles_overwriteNoInput();
    void lostOutput_isAFailure_data();
    void lostOutput_isAFailure();
    void closedStreams_writeNothingIntoFiles();

    void trace_holdsEveryStep();
    void trace_needsNoVocabularyForIds();
    void trace_takesTheModelsAnswerWithoutATarget();
    void traceGradients_areThoseOfTheLoss();

    void verify_listsEveryStepTheWorstFirst();
    void verify_namesTheFirstStepThatDiffers();
    void verify_findsAnExampleForEveryFamily_data();
    void verify_findsAnExampleForEveryFamily();

    void generate_isReproducible();
    void generate_printsProbabilities();
    void generate_searchesWithABeam();

    void export_writesNumbers();
    void export_writesFigures_data();
    void export_writesFigures();
    void exportedFigures_haveTheWidthAndTextsAskedFor();

    void bench_printsOneObjectALine();
    void bench_knowsEveryKindOfPass_data();
    void bench_knowsEveryKindOfPass();

private:
    Outcome run(const QStringList& arguments) const;
    QString path(const QString& name) const { return m_folder.filePath(name); }
    std::string stdPath(const QString& name) const { return path(name).toStdString(); }
    void write(const QString& name, const QByteArray& content) const;
    QByteArray read(const QString& name) const;
    /// Arguments of a run that takes no time.
    QStringList tinyTraining(const QString& save, int steps = 6) const;

    QTemporaryDir m_folder;
};

Outcome TstCli::run(const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    // None of the sub-commands may need a display.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("QT_QPA_PLATFORM");
    environment.remove("DISPLAY");
    environment.remove("WAYLAND_DISPLAY");
    process.setProcessEnvironment(environment);
    process.start(GF_PROGRAM, arguments);
    return finished(process);
}

void TstCli::write(const QString& name, const QByteArray& content) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

QByteArray TstCli::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList TstCli::tinyTraining(const QString& save, int steps) const {
    return {"train",    "--task",    "reverse",
            "--config", "tiny.json", "--batch",
            "4",        "--steps",   QString::number(steps),
            "--save",   save};
}

void TstCli::initTestCase() {
    QVERIFY(m_folder.isValid());
    write("tiny.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16})");
    write("ids.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16, "max_length": 8,
                          "source_vocab": 12, "target_vocab": 10})");
    write("bad.json", R"({"layers": 1, "d_model": 16, "heads": 3})");
    write("unknown.json", R"({"layer": 1})");
    write("broken.json", R"({"layers": 1)");
    write("pairs.tsv", QByteArray("eins\tone\nzwei\ttwo\ndrei\tthree\nvier\tfour\n").repeated(8));
    QCOMPARE(::mkfifo(stdPath("pipe").c_str(), 0600), 0);
    QVERIFY(QFile::link("nowhere/file", path("dangling")));
    write("text.txt",
          QByteArray("the cat sat on the mat and the dog lay on the log.\n").repeated(30));
    QVERIFY(QFile::link("pairs.tsv", path("link.tsv")));
    QCOMPARE(::link(stdPath("pairs.tsv").c_str(), stdPath("hard.tsv").c_str()), 0);
    for (const QStringList& training :
         {tinyTraining("run.safetensors"),
          QStringList{"train", "--task", "pairs", "--data", "pairs.tsv", "--config", "tiny.json",
                      "--steps", "1", "--save", "remembers.st"}}) {
        const Outcome trained = run(training);
        QVERIFY2(trained.status == 0, qPrintable(trained.err));
    }
}

void TstCli::helpAndVersion_areWrittenToStandardOutput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("version") << QStringList{"--version"} << "glassformer ";
    QTest::newRow("help") << QStringList{"--help"} << "Exit status";
    for (const QString command : {"train", "trace", "generate", "export", "bench", "verify", "lab",
                                  "tokenize", "import", "export-torch", "export-hf"})
        QTest::newRow(qPrintable(command)) << QStringList{command, "--help"} << "Usage";
    QTest::newRow("tasks") << QStringList{"train", "--help"} << "addition";
    QTest::newRow("own answer") << QStringList{"trace", "--help"} << "own greedy answer";
}

void TstCli::helpAndVersion_areWrittenToStandardOutput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.contains(says), qPrintable(outcome.out));
    QVERIFY(outcome.err.isEmpty());
}

void TstCli::wrongUsage_exitsWithTwo_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& arguments, const char* says) {
        QTest::newRow(name) << arguments.split(' ') << QString(says);
    };
    row("unknown command", "trian", "trian");
    row("unknown option", "train --task copy --save x --stepz 3", "--stepz");
    row("nothing to train", "train --save x", "--task");
    row("nowhere to save", "train --task copy", "--save");
    row("unknown task", "train --task cpoy --save x", "cpoy");
    row("unknown optimizer", "train --task copy --save x --optimizer adm", "adm");
    row("negative rate", "train --task copy --save x --lr -1", "--lr");
    row("word for a number", "train --task copy --save x --steps many", "--steps");
    row("unknown backend", "train --task copy --save x --backend tpu", "tpu");
    row("task and batches", "train --task copy --batches b --save x", "--batches");
    row("batches without a model", "train --batches b --save x", "--config");
    row("no model", "trace --source abc --out x", "--model");
    row("configuration without weights", "trace --config tiny.json --source-ids 5 --out x",
        "--init");
    row("no source", "trace --model run.safetensors --out x", "--source");
    row("nowhere to write", "trace --model run.safetensors --source abc", "--out");
    row("two sources", "trace --model run.safetensors --source abc --source-ids 5 --out x",
        "--source");
    row("ids that are none", "trace --model run.safetensors --source-ids 5,x --out x", "5,x");
    row("a comma too much", "trace --model run.safetensors --source-ids 5, --out x", "comma");
    row("gradients of nothing", "trace --model run.safetensors --source abc --gradients --out x",
        "--target");
    row("top-p above one", "generate --model run.safetensors --source abc --top-p 1.5", "--top-p");
    row("a beam and a draw",
        "generate --model run.safetensors --source abc --beam 2 --temperature 1", "--beam");
    row("top-k of none", "generate --model run.safetensors --source abc --top-k 0", "--top-k");
    row("unknown format",
        "export --model run.safetensors --source abc --step logits --format gif --out x", "gif");
    row("no step", "export --model run.safetensors --source abc --format csv --out x", "--step");
    row("head that is no number",
        "export --model run.safetensors --source abc --step encoder.0.self_attn.weights --head two "
        "--format csv --out x",
        "two");
    row("width of numbers",
        "export --model run.safetensors --source abc --step logits --format csv --out x --width 85",
        "--width");
    row("pixels of vectors",
        "export --model run.safetensors --source abc --step logits --format svg --out x --dpi 300",
        "vectors");
    row("a width that none has",
        "export --model run.safetensors --source abc --step logits --format svg --out x --width 5",
        "--width");
    row("unknown size", "bench --size XXL", "XXL");
    row("an opened model without a task", "train --model gpt2 --save x", "--task");
    row("no folder to write to", "export-hf --model run.safetensors", "--out");
    row("no name to save", "train --task copy --steps 1 --save ", "--save is empty");
    row("no name for the log", "train --task copy --steps 1 --save x --log ", "--log is empty");
    row("no name of weights", "train --task copy --steps 1 --save x --init ", "--init is empty");
    row("no name for a trace", "trace --model run.safetensors --source abc --out ",
        "--out is empty");
    row("unknown pass", "bench --pass backward", "backward");
    row("nothing to verify", "verify", "--model");
    row("verified with no such backend", "verify --model run.safetensors --backend tpu", "tpu");
    row("verified without an answer", "verify --model run.safetensors --source abc", "--target");
    row("a seed for weights that are there", "verify --model run.safetensors --seed 2", "--seed");
    row("a tolerance that is none", "verify --model run.safetensors --tolerance -1", "--tolerance");
}

void TstCli::wrongUsage_exitsWithTwo() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("x")));
}

void TstCli::numberOptions_refuseWhatIsNoNumber_data() {
    QTest::addColumn<QStringList>("arguments");
    const QStringList train{"train", "--task", "reverse", "--save", "number.st"};
    const QStringList generate{"generate", "--model", "run.safetensors", "--source", "abc"};
    const QStringList searching = generate + QStringList{"--beam", "2"};
    const auto rows = [](const QStringList& command, const QStringList& options,
                         const QStringList& values) {
        for (const QString& option : options)
            for (const QString& value : values)
                QTest::addRow("%s %s %s", qPrintable(command[0]), qPrintable(option),
                              qPrintable(value.isEmpty() ? "nothing" : value))
                    << command + QStringList{option, value};
    };
    // All that may be written, for one of each kind; what is most easily forgotten for every one.
    const QStringList noNumbers{" 5", "5 ", "five", "nan", "inf", "1_0"};
    rows(train, {"--seed"}, noNumbers + QStringList{"1e3", "1.5", "18446744073709551616"});
    rows(train, {"--clip"}, noNumbers + QStringList{"1e999"});
    const QStringList usual{"", "-1", "0x10"};
    rows(train,
         {"--steps", "--batch", "--warmup", "--validate-every", "--threads", "--seed", "--lr",
          "--beta1", "--beta2", "--epsilon", "--momentum", "--weight-decay", "--clip",
          "--label-smoothing"},
         usual);
    rows(generate, {"--top-k", "--max-length", "--seed", "--temperature", "--top-p", "--beam"},
         usual);
    rows(searching, {"--length-penalty"}, usual);
    rows({"bench", "--size", "XS"}, {"--threads", "--seconds"}, usual);
    rows({"verify", "--config", "tiny.json"}, {"--seed", "--tolerance"}, usual);
}

void TstCli::numberOptions_refuseWhatIsNoNumber() {
    QFETCH(QStringList, arguments);
    const QString value = arguments.last();
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 2);
    const QString option = arguments[arguments.size() - 2];
    QVERIFY2(outcome.isOneLineError() && outcome.err.size() < 200, qPrintable(outcome.err));
    // The training options' sentences are those of the keys in a file.
    const QRegularExpression sentence(
        option + QString(R"((: "%1" is not a .*number | is "%1"; it must be a .*number|)"
                         R"( is %1; it must be ))")
                     .arg(QRegularExpression::escape(value)));
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
}

void TstCli::fileErrors_nameTheFileOnce() {
    write("wrong.st", "no safetensors");
    for (const QStringList& arguments : {
             QStringList{"generate", "--config", "broken.json", "--init", "run.safetensors"},
             QStringList{"generate", "--config", "bad.json", "--init", "run.safetensors"},
             QStringList{"generate", "--config", "none.json", "--init", "run.safetensors"},
             QStringList{"generate", "--config", "tiny.json", "--init", "wrong.st"},
             QStringList{"generate", "--model", "wrong.st", "--source", "abc"},
             QStringList{"train", "--resume", "wrong.st", "--save", "x.st"},
             QStringList{"train", "--task", "copy", "--config", "broken.json", "--save", "x.st"},
             QStringList{"train", "--task", "copy", "--config", "bad.json", "--save", "x.st"},
         }) {
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 1);
        const auto file = std::find_if(arguments.rbegin(), arguments.rend(), [&](const QString& a) {
            return outcome.err.contains(a) && a.contains('.');
        });
        QVERIFY2(file != arguments.rend() && outcome.err.count(*file) == 1,
                 qPrintable(outcome.err));
    }
}

void TstCli::failure_exitsWithOne_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& arguments, const char* says) {
        QTest::newRow(name) << arguments.split(' ') << QString(says);
    };
    row("no such model", "trace --model none.safetensors --source abc --out x", "none.safetensors");
#ifdef Q_OS_WIN
    row("a name that no file can have", "train --task copy --steps 1 --save a?b", "this name");
#else
    row("a window without a display", "run.safetensors", "no display");
    row("pipe for a run", "train --task copy --steps 1 --save pipe", "pipe");
    row("link into no folder", "train --task copy --steps 1 --save dangling", "nowhere");
    row("figure into a pipe",
        "export --model run.safetensors --source abc --step logits --format png --out pipe",
        "pipe");
#endif
    row("no model at all", "generate --model tiny.json --source abc", "tiny.json");
    row("folder for a model", "generate --model . --source abc", ".");
    row("no such configuration", "train --task copy --config none.json --save x", "none.json");
    row("heads that do not divide", "train --task copy --config bad.json --save x", "heads");
    row("unknown key", "train --task copy --config unknown.json --save x", "layer");
    row("broken JSON", "train --task copy --config broken.json --save x", "broken.json");
    row("no such data", "train --task text --data none.txt --save x", "none.txt");
    row("no data", "train --task pairs --save x", "pairs");
    row("no such batches", "train --batches none.st --config ids.json --save x", "none.st");
    row("no such run", "train --resume none.safetensors --save x", "none.safetensors");
    row("run that is done", "train --resume run.safetensors --save x", "--steps");
    row("folder that is not there", "train --task copy --steps 1 --save nowhere/x", "nowhere");
    row("folder as a file", "train --task copy --steps 1 --save .", "folder");
    row("device for a run", "train --task copy --steps 1 --save /dev/null", "device");
    row("full device for a run", "train --task copy --steps 1 --save /dev/full", "device");
    QTest::newRow("long name") << QStringList{"train", "--task", "copy",           "--steps",
                                              "1",     "--save", QString(300, 'n')}
                               << "name is too long";
    row("trace onto a device", "trace --model run.safetensors --source abc --out /dev/null",
        "device");
    row("export into no folder",
        "export --model run.safetensors --source abc --step logits --format csv --out nowhere/x",
        "nowhere");
    row("weights of another model", "train --task copy --init run.safetensors --steps 1 --save x",
        "run.safetensors");
    row("id outside the vocabulary", "trace --model run.safetensors --source-ids 999 --out x",
        "999");
    row("special id", "trace --model run.safetensors --source-ids 5,2 --out x", "special");
    row("source too long",
        "generate --model run.safetensors --source "
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "max_length");
    row("verified example too long",
        "verify --model run.safetensors --source aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
        "--target a",
        "max_length");
    row("a folder of PyTorch where something is", "export-torch --model run.safetensors --out .",
        "there already");
    row("a folder of PyTorch in none", "export-torch --model run.safetensors --out nowhere/x",
        "nowhere");
    row("what came from no folder", "export-hf --model run.safetensors --out x",
        "did not begin with a folder");
    row("a run of one's own as an opened model",
        "train --task text --data none.txt --model run.safetensors --save x", "--resume");
    QTest::newRow("an opened model that guesses no words")
        << QStringList{"train",
                       "--task",
                       "text",
                       "--data",
                       "text.txt",
                       "--model",
                       GF_TEST_DATA "/../reference/opened/bert-states",
                       "--save",
                       "x"}
        << "no head that guesses words";
    row("unknown step",
        "export --model run.safetensors --source abc --step encoder.0.self_atn.weight --format csv "
        "--out x",
        "encoder.0.self_attn.weights");
    row("head that is not there",
        "export --model run.safetensors --source abc --step encoder.0.self_attn.weights --head 3 "
        "--format csv --out x",
        "1 to 2");
    row("head of a step without",
        "export --model run.safetensors --source abc --step logits --head 1 --format csv --out x",
        "heads");
}

void TstCli::failure_exitsWithOne() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("x")));
}

void TstCli::train_logsAndSaves() {
    const Outcome outcome = run(tinyTraining("logged.safetensors") +
                                QStringList{"--log", "log.csv", "--validate-every", "3"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    // Not a terminal: plain lines, nothing that moves the cursor.
    QVERIFY(!outcome.out.contains('\r'));
    QVERIFY(!outcome.out.contains('\x1b'));
    QVERIFY(outcome.out.contains("step 3/6"));
    QVERIFY(outcome.out.contains("logged.safetensors"));

    const QStringList lines = QString::fromUtf8(read("log.csv")).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines[0], "step,loss,learning_rate,gradient_norm,validation_loss,validation_accuracy");
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

void TstCli::train_givesTheSameFileForAnyNumberOfThreads() {
    for (const QString threads : {"1", "2"}) {
        const Outcome outcome =
            run(tinyTraining("threads" + threads) +
                QStringList{"--threads", threads, "--log", "threads" + threads + ".csv"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    }
    QCOMPARE(read("threads1.csv"), read("threads2.csv"));
    QCOMPARE(read("threads1"), read("threads2"));
}

void TstCli::resume_equalsTheUninterruptedRun() {
    QCOMPARE(run(tinyTraining("whole", 8)).status, 0);
    QCOMPARE(run(tinyTraining("half", 4)).status, 0);
    const Outcome resumed =
        run({"train", "--resume", "half", "--steps", "8", "--save", "resumed", "--threads", "2"});
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

void TstCli::init_beginsWithTheGivenWeights() {
    const Outcome outcome =
        run(tinyTraining("from", 1) + QStringList{"--init", "run.safetensors", "--lr", "1e-30"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    const Safetensors before = readSafetensors(stdPath("run.safetensors"));
    const Safetensors after = readSafetensors(stdPath("from"));
    QVERIFY(std::ranges::equal(before.find("decoder.0.ffn.w_1")->floats().values(),
                               after.find("decoder.0.ffn.w_1")->floats().values()));
}

void TstCli::batches_areReadFromAFileAndResumed() {
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

    const Outcome first = run(arguments.mid(0, 5) + QStringList{"--save", "one", "--steps", "1"});
    QCOMPARE(first.status, 0);
    const Outcome resumed = run({"train", "--resume", "one", "--batches", "batches.st", "--steps",
                                 "3", "--save", "resumed-batches"});
    QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
    const Safetensors whole = readSafetensors(stdPath("replayed"));
    const Safetensors continued = readSafetensors(stdPath("resumed-batches"));
    QVERIFY(std::ranges::equal(whole.find("output.weight")->floats().values(),
                               continued.find("output.weight")->floats().values()));
}

void TstCli::train_learnsFromFilesOfPairsAndText() {
    const QStringList tiny = {"--config", "tiny.json", "--steps", "2", "--batch", "2", "--save"};
    Outcome outcome = run(QStringList{"train", "--task", "pairs", "--data", "pairs.tsv"} + tiny +
                          QStringList{"pairs.st"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    outcome = run({"generate", "--model", "pairs.st", "--source", "zwei"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));

    outcome = run(QStringList{"train", "--task", "pairs", "--words", "--data", "pairs.tsv"} + tiny +
                  QStringList{"words.st"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    outcome = run({"generate", "--model", "words.st", "--source", "zwei hundert"});
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.err.contains("note") && outcome.err.contains("hundert"),
             qPrintable(outcome.err));

    outcome = run(QStringList{"train", "--task", "text", "--data", "text.txt"} + tiny +
                  QStringList{"text.st"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    outcome = run({"generate", "--model", "text.st", "--target", "the cat", "--max-length", "90"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QVERIFY(outcome.out.startsWith("the cat"));
    QCOMPARE(outcome.out.size(), 7 + 90 + 1);
    QCOMPARE(run({"generate", "--model", "text.st", "--source", "the cat"}).status, 2);
}

/// A text whose words come again and again, so that they become tokens.
QByteArray gardenText() {
    QByteArray text;
    for (int i = 0; i < 60; ++i)
        text +=
            "the gardener waters the garden in the evening " + QByteArray::number(i % 7) + ".\n";
    return text;
}

void TstCli::bytePairs_areLearntKeptAndWrittenWith() {
    write("garden.txt", gardenText());
    const QStringList training = {"train",      "--task",   "text",      "--data",
                                  "garden.txt", "--config", "tiny.json", "--batch",
                                  "2",          "--steps",  "2"};
    Outcome outcome = run(training + QStringList{"--tokenizer", "bpe", "--merges", "30", "--save",
                                                 "garden.safetensors"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains("merge"), qPrintable(outcome.err));
    const ModelFile file = readModelFile(stdPath("garden.safetensors"));
    QCOMPARE(file.targetVocabulary->tokenization, std::string("bpe"));
    QCOMPARE(file.targetVocabulary->merges.size(), std::size_t{30});
    QVERIFY(file.targetVocabulary->merges[0].count >= file.targetVocabulary->merges[29].count);
    QCOMPARE(file.model.targetVocab, static_cast<Index>(file.targetVocabulary->tokens.size()));
    QCOMPARE(file.task["tokenization"].get<std::string>(), std::string("bpe"));

    outcome = run({"tokenize", "--model", "garden.safetensors", "--text", "the garden", "--json"});
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
        run(training + QStringList{"--tokenizer", "bpe", "--merges", "0", "--save", "0.st"}).status,
        0);
    QCOMPARE(run(training + QStringList{"--tokenizer", "characters", "--save", "c.st"}).status, 0);
    const ModelFile none = readModelFile(stdPath("0.st"));
    const ModelFile characters = readModelFile(stdPath("c.st"));
    QCOMPARE(none.targetVocabulary->tokens, characters.targetVocabulary->tokens);
    QCOMPARE(none.tensors.size(), characters.tensors.size());
    for (std::size_t i = 0; i < none.tensors.size(); ++i)
        QVERIFY(std::ranges::equal(none.tensors[i].floats().values(),
                                   characters.tensors[i].floats().values()));
}

void TstCli::bytePairs_thatGoOnAreTheUninterruptedRun() {
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
    QCOMPARE(run({"train", "--resume", "pairs-half", "--data", "more.txt", "--steps", "4", "--save",
                  "pairs-more"})
                 .status,
             0);
    write("other.txt", gardenText() + "Zebra");
    const Outcome other = run({"train", "--resume", "pairs-half", "--data", "other.txt", "--steps",
                               "4", "--save", "pairs-other"});
    QCOMPARE(other.status, 1);
    QVERIFY2(other.err.contains("The text has \"Z\", which was not in the text"),
             qPrintable(other.err));
}

void TstCli::bytePairs_areRefusedWhereTheyMakeNoSense_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* options, int status, const char* part) {
        QTest::newRow(name) << options << status << part;
    };
    row("another task", "--task date --tokenizer bpe", 1, "only \"text\" can have byte pairs");
    row("words of a text", "--task text --data text.txt --tokenizer words", 1,
        "only \"pairs\" can have words");
    row("merges of characters", "--task text --data text.txt --tokenizer characters --merges 3", 2,
        "--merges needs --tokenizer bpe");
    row("merges of nothing", "--task text --data text.txt --merges 3", 2, "--tokenizer");
    row("fewer than none", "--task text --data text.txt --tokenizer bpe --merges -1", 2,
        "--merges");
    row("too many", "--task text --data text.txt --tokenizer bpe --merges 20001", 2, "20000");
    row("unknown", "--task text --data text.txt --tokenizer bytes", 2, "--tokenizer");
    row("both", "--task pairs --data pairs.tsv --tokenizer words --words", 2, "--words");
    row("a few tokens", "--task text --data same.txt --tokenizer bpe", 1, "Make fewer merges");
}

void TstCli::bytePairs_areRefusedWhereTheyMakeNoSense() {
    write("same.txt", QByteArray("a").repeated(500));
    QFETCH(QString, options);
    QFETCH(int, status);
    QFETCH(QString, part);
    const Outcome outcome =
        run(QStringList{"train"} + options.split(' ') + QStringList{"--steps", "1", "--save", "x"});
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
}

void TstCli::learningRate_followsOptimizerAndSchedule() {
    const auto rateOf = [this](const QStringList& options) {
        const Outcome outcome =
            run(tinyTraining("rate.st", 2) + options + QStringList{"--log", "rate.csv"});
        return outcome.status == 0 ? read("rate.csv").split('\n')[2].split(',')[2].toDouble() : -1;
    };
    QCOMPARE(rateOf({"--lr", "0.25"}), 0.25);
    QCOMPARE(rateOf({"--schedule", "constant", "--lr", "0.25"}), 0.25);
    QCOMPARE(rateOf({"--optimizer", "sgd"}), 0.1);
    QCOMPARE(rateOf({"--optimizer", "sgd", "--lr", "0.5"}), 0.5);
    // 16^−½ · min(2^−½, 2 · 4^−1.5)
    QVERIFY(std::abs(rateOf({"--schedule", "noam", "--lr", "1", "--warmup", "4"}) - 0.0625) < 1e-9);
    QCOMPARE(rateOf({"--schedule", "cosine", "--lr", "0.25", "--warmup", "4"}), 0.125);
}

/// A value that no task has by itself.
nlohmann::json another(const TrainField& field) {
    if (field.type == FieldType::Choice)
        return std::string(field.choices.back());
    if (field.type == FieldType::Real)
        return 0.375;
    return 3;
}

void TstCli::trainingOptions_giveWhatTheFileSays() {
    const QString help = run({"train", "--help"}).out;
    QStringList options{"train", "--task", "reverse", "--config", "tiny.json", "--save", "all.st"};
    for (const TrainField& field : trainFields()) {
        const QString option = QString::fromUtf8(field.option.name);
        QVERIFY2(help.contains("  " + option + " "), qPrintable(option));
        const nlohmann::json value = another(field);
        options << option
                << QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                            : value.dump());
    }
    const Outcome trained = run(options);
    QVERIFY2(trained.status == 0, qPrintable(trained.err));
    const nlohmann::json saved = toJson(readModelFile(stdPath("all.st")).train.value());
    for (const TrainField& field : trainFields())
        QVERIFY2(saved.at(std::string(field.key)) == another(field), field.key.data());
}

void TstCli::trainingOptions_haveTheLimitsOfTheTable() {
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
        QVERIFY2(outcome.err.contains("error: " + sentence), qPrintable(outcome.err + sentence));
    }
}

void TstCli::trainWithoutSteps_savesTheFirstWeights() {
    const Outcome outcome = run(tinyTraining("first.st", 0));
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QCOMPARE(readModelFile(stdPath("first.st")).stepsDone, Index{0});
    QCOMPARE(run({"generate", "--model", "first.st", "--source", "abc"}).status, 0);
}

void TstCli::largeRates_canBeOpenedAgain() {
    const QStringList options{"--optimizer", "sgd",    "--lr", "2000",       "--weight-decay",
                              "2000",        "--clip", "1e12", "--momentum", "0.99999"};
    QCOMPARE(run(tinyTraining("large.st", 0) + options).status, 0);
    const Outcome opened = run({"generate", "--model", "large.st", "--source", "abc"});
    QVERIFY2(opened.status == 0, qPrintable(opened.err));
}

void TstCli::ctrlC_savesARunThatCanBeResumed() {
    for (const int signal : {SIGINT, SIGTERM}) {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM,
                      tinyTraining("stopped.st", 1'000'000) + QStringList{"--validate-every", "5"});
        QVERIFY(process.waitForReadyRead(patience)); // the first line: it trains
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(patience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const QString out = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(out.contains("stopped after training step") && out.contains("stopped.st"),
                 qPrintable(out));

        const int done = out.section("stopped after training step ", 1).section(';', 0, 0).toInt();
        QVERIFY(done >= 5);
        const Outcome resumed = run({"train", "--resume", "stopped.st", "--steps",
                                     QString::number(done + 2), "--save", "stopped.st"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        QVERIFY(resumed.out.contains(QString("after %1 training steps").arg(done + 2)));
    }
}

void TstCli::killedRun_leavesTheOldFile() {
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

void TstCli::divergence_isReportedWithItsStep() {
    const Outcome outcome = run(tinyTraining("diverged.st", 50) +
                                QStringList{"--lr", "1e30", "--schedule", "constant"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.startsWith("glassformer: error: training diverged") &&
                 outcome.err.contains("step ") && outcome.err.count('\n') == 1,
             qPrintable(outcome.err));
}

void TstCli::ctrlC_beforeTheFirstStepLeavesTheFile() {
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
    process.start(GF_PROGRAM, {"train", "--task", "reverse", "--config", "large.json", "--steps",
                               "1000", "--save", "good.st"});
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

void TstCli::divergedWeights_areNotSaved() {
    // One step whose loss is a number, but whose update is none.
    const Outcome outcome = run(tinyTraining("beyond.st", 1) +
                                QStringList{"--optimizer", "sgd", "--lr", "3e38", "--schedule",
                                            "constant", "--weight-decay", "3e38"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.contains("training diverged"), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("beyond.st")));
}

void TstCli::failingLog_doesNotStopTheRun() {
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

void TstCli::resume_continuesTheLog() {
    const QStringList every = {"--validate-every", "4", "--log"};
    QCOMPARE(run(tinyTraining("w.st", 8) + every + QStringList{"whole.csv"}).status, 0);
    QCOMPARE(run(tinyTraining("h.st", 4) + every + QStringList{"half.csv"}).status, 0);
    const QByteArray half = read("half.csv");
    // As it was left, and as a run leaves it that was killed two steps after it was saved.
    for (const QByteArray& more : {QByteArray(), QByteArray("5,1,1,1,,\n6,1,1,1,,\n7,1")}) {
        write("half.csv", half + more);
        const Outcome resumed =
            run(QStringList{"train", "--resume", "h.st", "--steps", "8", "--save", "r.st"} + every +
                QStringList{"half.csv"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        QCOMPARE(read("half.csv"), read("whole.csv"));
    }
    const Outcome other =
        run({"train", "--resume", "h.st", "--steps", "8", "--save", "r.st", "--log", "tiny.json"});
    QCOMPARE(other.status, 1);
    QVERIFY2(other.err.contains("tiny.json"), qPrintable(other.err));
    QVERIFY(read("tiny.json").startsWith("{\"layers\""));
}

void TstCli::unsavableRun_isSavedElsewhere() {
    QVERIFY(QDir(m_folder.path()).mkpath("gone"));
    QVERIFY(QDir(m_folder.path()).mkpath("temporary"));
    // Where the folder for temporary files is not there, it goes where the system has them.
    const QString name = "run-of-a-test-" + QFileInfo(m_folder.path()).fileName();
    for (const auto& [temporary, beside] :
         {std::pair("temporary", false), std::pair("none", false), std::pair("temporary", true)}) {
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

void TstCli::fullDisk_isReportedAndTheRunIsRescued() {
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
    QVERIFY2(lines[1].contains("the disk is full") && lines[1].contains("refuge/run-rescued-1.st"),
             qPrintable(outcome.err));
    QVERIFY(read("refuge/run-rescued-1.st") == read("run.safetensors"));
}

void TstCli::outputFiles_overwriteNoInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("kept");
    const auto row = [](const char* name, const QString& arguments, const char* kept) {
        QTest::newRow(name) << arguments.split(' ') << QString(kept);
    };
    const QString pairs = "train --task pairs --data pairs.tsv --steps 1 ";
    const QString tiny = "train --task reverse --config tiny.json --steps 1 ";
    row("run onto data", pairs + "--save pairs.tsv", "pairs.tsv");
    row("another way to write it", pairs + "--save ./../" + "%1/pairs.tsv", "pairs.tsv");
    row("by a link", pairs + "--save link.tsv", "pairs.tsv");
    row("by another name", pairs + "--save hard.tsv", "pairs.tsv");
    row("log onto data", pairs + "--save x --log pairs.tsv", "pairs.tsv");
    row("run onto configuration", tiny + "--save tiny.json", "tiny.json");
    row("run onto first weights", tiny + "--init run.safetensors --save run.safetensors",
        "run.safetensors");
    row("log onto the run", tiny + "--save x --log ./x", "run.safetensors");
    row("log onto the run to be continued",
        "train --resume run.safetensors --steps 9 --save x --log run.safetensors",
        "run.safetensors");
    row("run onto batches", "train --batches pairs.tsv --config ids.json --save pairs.tsv",
        "pairs.tsv");
    row("run onto the data it remembers", "train --resume remembers.st --steps 9 --save pairs.tsv",
        "pairs.tsv");
    row("trace onto the model", "trace --model run.safetensors --source abc --out run.safetensors",
        "run.safetensors");
    row("trace onto the configuration",
        "trace --config ids.json --init run.safetensors --source-ids 5 --out ids.json", "ids.json");
    row("numbers onto the model",
        "export --model run.safetensors --source abc --step logits --format csv --out "
        "run.safetensors",
        "run.safetensors");
}

void TstCli::outputFiles_overwriteNoInput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, kept);
    arguments.replaceInStrings("%1", QDir(m_folder.path()).dirName());
    const QByteArray before = read(kept);
    const Outcome outcome = run(arguments);
    QVERIFY(read(kept) == before);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.isOneLineError() && outcome.err.contains("overwritten"),
             qPrintable(outcome.out + outcome.err));
    QVERIFY(!QFile::exists(path("x")));
}

void TstCli::lostOutput_isAFailure_data() {
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QString& arguments) {
        QTest::newRow(qPrintable(arguments.section(" --", 0, 0))) << arguments.split(' ');
    };
    row("--version");
    row("--help");
    row("train --help");
    row("train --task reverse --config tiny.json --steps 2 --save unseen.st");
    row("trace --model run.safetensors --source abc --out unseen.trace");
    row("generate --model run.safetensors --source abc");
    row("export --model run.safetensors --source abc --step logits --format csv --out unseen.csv");
    row("bench --size XS --seconds 0");
}

void TstCli::lostOutput_isAFailure() {
    QFETCH(QStringList, arguments);
    for (const QString shell : {"exec \"$@\" >/dev/full", "exec \"$@\" >&-"}) {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start("sh", QStringList{"-c", shell, "sh", GF_PROGRAM} + arguments);
        QVERIFY(process.waitForFinished(patience));
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(err.startsWith("glassformer: error: cannot write to standard output: ") &&
                     err.count('\n') == 1 && (shell.endsWith('-') || err.contains("full")),
                 qPrintable(err));
        QCOMPARE(process.exitCode(), 1);
        if (arguments[0] == "train" && arguments.contains("--save")) // the work was not in vain
            QVERIFY(readSafetensors(stdPath("unseen.st")).find("output.weight"));
    }
}

void TstCli::closedStreams_writeNothingIntoFiles() {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start("sh", QStringList{"-c", "exec \"$@\" <&- >&- 2>&-", "sh", GF_PROGRAM} +
                            tinyTraining("quiet.st") + QStringList{"--log", "quiet.csv"});
    QVERIFY(process.waitForFinished(patience));
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(read("quiet.csv").count('\n'), 7);
    QVERIFY(!read("quiet.csv").contains("/6"));
    QVERIFY(read("quiet.st") == read("run.safetensors"));
}

void TstCli::trace_holdsEveryStep() {
    const Outcome outcome = run({"trace", "--model", "run.safetensors", "--source", "abc",
                                 "--target", "cba", "--gradients", "--out", "trace.st"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    const Safetensors trace = readSafetensors(stdPath("trace.st"));
    const auto shapeOf = [&trace](const std::string& name) {
        const NamedTensor* const tensor = trace.find(name);
        return tensor ? tensor->shape() : Shape{0, 0, 0, 0};
    };
    QCOMPARE(shapeOf("source.input"), (Shape{4, 16}));
    QCOMPARE(shapeOf("encoder.0.self_attn.q"), (Shape{2, 4, 8}));
    QCOMPARE(shapeOf("decoder.0.cross_attn.weights"), (Shape{2, 4, 4}));
    QCOMPARE(shapeOf("decoder.0.ffn.hidden"), (Shape{4, 16}));
    QCOMPARE(shapeOf("loss"), Shape{});
    QCOMPARE(shapeOf("logits"), (Shape{4, 30}));
    for (const char* name : {"scores", "scaled", "masked", "weights", "heads", "concat", "output"})
        QVERIFY2(trace.find("grad/decoder.0.self_attn." + std::string(name)), name);
    QVERIFY(trace.find("grad/decoder.0.ffn.w_1"));
    QVERIFY(trace.find("grad/source_embedding.weight"));
    QVERIFY(!trace.find("source.ids")->isFloat());
    QCOMPARE(trace.find("source.ids")->integers()[3], std::int64_t{2});

    // Causal: hidden cells are −∞ when masked and nothing in the weights.
    const Tensor& masked = trace.find("decoder.0.self_attn.masked")->floats();
    QVERIFY(std::isinf(masked[1]));
    QVERIFY(masked[1] < 0);
    QCOMPARE(trace.find("decoder.0.self_attn.weights")->floats()[1], 0.0F);
    QVERIFY(trace.metadata.at("target_tokens").find("<sos>") != std::string::npos);
}

void TstCli::trace_needsNoVocabularyForIds() {
    const Safetensors saved = readSafetensors(stdPath("run.safetensors"));
    Safetensors weights;
    for (const NamedTensor& tensor : saved.tensors)
        if (!tensor.name.starts_with("optimizer/"))
            weights.tensors.push_back(tensor);
    writeSafetensors(stdPath("weights.st"), weights);
    write("same.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16, "max_length": 16,
                           "source_vocab": 30, "target_vocab": 30})");
    const QStringList ids = {"--source-ids", "5,6,7", "--target-ids", "7,6", "--out"};
    const Outcome given =
        run(QStringList{"trace", "--config", "same.json", "--init", "weights.st"} + ids +
            QStringList{"ids.st"});
    QVERIFY2(given.status == 0, qPrintable(given.err));
    QCOMPARE(run(QStringList{"trace", "--model", "run.safetensors"} + ids + QStringList{"model.st"})
                 .status,
             0);
    const Safetensors a = readSafetensors(stdPath("ids.st"));
    const Safetensors b = readSafetensors(stdPath("model.st"));
    QCOMPARE(a.tensors.size(), b.tensors.size());
    QVERIFY(std::ranges::equal(a.find("logits")->floats().values(),
                               b.find("logits")->floats().values()));
}

void TstCli::trace_takesTheModelsAnswerWithoutATarget() {
    const Outcome outcome =
        run({"trace", "--model", "run.safetensors", "--source", "abc", "--out", "own.st"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    const Safetensors trace = readSafetensors(stdPath("own.st"));
    QCOMPARE(QString::fromStdString(trace.metadata.at("target_is_predicted")), QString("true"));
    QVERIFY(!trace.find("loss"));
    QVERIFY(trace.find("probabilities"));
}

void TstCli::traceGradients_areThoseOfTheLoss() {
    // d loss / d logits = (probabilities − one-hot) / number of tokens.
    QCOMPARE(run({"trace", "--model", "run.safetensors", "--source", "ab", "--target-ids", "7",
                  "--gradients", "--out", "grad.st"})
                 .status,
             0);
    const Safetensors trace = readSafetensors(stdPath("grad.st"));
    const Tensor& gradient = trace.find("grad/logits")->floats();
    const Tensor& probabilities = trace.find("probabilities")->floats();
    const Index labels[] = {7, 2};
    for (Index t = 0; t < 2; ++t)
        for (Index v = 0; v < 30; ++v) {
            const float expected =
                (probabilities[t * 30 + v] - static_cast<float>(v == labels[t])) / 2;
            QVERIFY(std::abs(gradient[t * 30 + v] - expected) < 1e-6F);
        }
}

void TstCli::verify_listsEveryStepTheWorstFirst() {
    const Outcome table = run({"verify", "--model", "run.safetensors"});
    QVERIFY2(table.status == 0, qPrintable(table.err));
    QVERIFY2(table.out.contains("cpu agrees with eigen in "), qPrintable(table.out));
    QVERIFY2(table.out.contains("--all shows them"), qPrintable(table.out));
    QCOMPARE(run({"verify", "--model", "run.safetensors"}).out, table.out);

    const Outcome objects = run(
        {"verify", "--model", "run.safetensors", "--source", "abc", "--target", "cba", "--json"});
    QVERIFY2(objects.status == 0, qPrintable(objects.err));
    QSet<QString> steps, inTraining;
    double before = std::numeric_limits<double>::infinity();
    for (const QString& line : objects.out.split('\n', Qt::SkipEmptyParts)) {
        const QJsonObject object = QJsonDocument::fromJson(line.toUtf8()).object();
        QVERIFY2(object.value("within").toBool(), qPrintable(line));
        QVERIFY(object.value("difference").toDouble() <= before);
        before = object.value("difference").toDouble();
        (object.value("training").toBool() ? inTraining : steps) << object.value("step").toString();
        QVERIFY2(object.value("at").isArray() && object.contains("found") &&
                     object.contains("expected"),
                 qPrintable(line));
    }
    for (const char* step : {"source.ids", "encoder.0.self_attn.weights", "loss",
                             "grad/decoder.0.cross_attn.scores", "grad/source_embedding.weight"})
        QVERIFY2(steps.contains(step), step);
    QVERIFY(inTraining.contains("loss"));
    QVERIFY(inTraining.contains("grad/output.weight"));
}

/// Any rounding is a difference where none is allowed.
void TstCli::verify_namesTheFirstStepThatDiffers() {
    const QStringList exactly{"verify", "--model", "run.safetensors", "--tolerance", "0", "--all"};
    const Outcome outcome = run(exactly);
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.err.startsWith("glassformer: error: cpu differs from eigen in "),
             qPrintable(outcome.err));
    QStringList marked;
    for (const QString& line : outcome.out.split('\n'))
        if (line.endsWith("  differs"))
            marked << line;
    QVERIFY(!marked.isEmpty());
    const auto count = QString(" in %1 of ").arg(marked.size());
    QVERIFY2(outcome.err.contains(count), qPrintable(outcome.err));
    const QString first = outcome.err.section("first in ", 1).section(" at [", 0, 0);
    QVERIFY2(
        std::ranges::any_of(
            marked, [&](const QString& line) { return line.contains("  " + first + "  differs"); }),
        qPrintable(first));
    const Outcome same = run(exactly + QStringList{"--backend", "eigen"});
    QVERIFY2(same.status == 0, qPrintable(same.err)); // to the bit
}

void TstCli::verify_findsAnExampleForEveryFamily_data() {
    QTest::addColumn<QByteArray>("config");
    const auto row = [](const char* name, const char* keys) {
        QTest::newRow(name) << "{\"d_model\": 16, \"max_length\": 12, " + QByteArray(keys) + "}";
    };
    row("transformer", R"("layers": 1)");
    row("mean layer, decoder", R"("mixer": "mean", "architecture": "decoder")");
    row("convolution, encoder", R"("mixer": "convolution", "architecture": "encoder")");
    row("rotary", R"("positional": "rotary")");
    row("Bahdanau", R"("family": "recurrent", "alignment": "bahdanau")");
    row("RNN, decoder", R"("family": "recurrent", "cell": "rnn", "architecture": "decoder")");
    row("numbers", R"("input": "values", "output": "values", "features": 2)");
    row("numbers, GRU", R"("input": "values", "output": "values", "family": "recurrent")");
    row("pointer", R"("input": "values", "output": "pointer", "features": 2)");
}

void TstCli::verify_findsAnExampleForEveryFamily() {
    QFETCH(QByteArray, config);
    write("family.json", config);
    const QStringList arguments{"verify", "--config", "family.json"};
    const Outcome outcome = run(arguments + QStringList{"--seed", "3", "--all"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QVERIFY2(outcome.out.contains("  grad/output.bias") ||
                 outcome.out.contains("grad/output.weight"),
             qPrintable(outcome.out));
    QVERIFY(run(arguments + QStringList{"--seed", "4", "--all"}).out != outcome.out);
}

void TstCli::generate_isReproducible() {
    const QStringList base = {"generate", "--model", "run.safetensors", "--source", "abc"};
    const Outcome greedy = run(base);
    QVERIFY2(greedy.status == 0, qPrintable(greedy.err));
    QCOMPARE(run(base).out, greedy.out);
    const QStringList drawn = base + QStringList{"--temperature", "1.5",  "--top-k", "20",
                                                 "--top-p",       "0.99", "--seed",  "7"};
    QCOMPARE(run(drawn).out, run(drawn).out);
    QVERIFY(run(drawn).out != run(base + QStringList{"--temperature", "1.5", "--seed", "8"}).out);
    const Outcome limited = run(base + QStringList{"--temperature", "3", "--max-length", "2"});
    QVERIFY(limited.out.trimmed().size() <= 2);
}

void TstCli::generate_printsProbabilities() {
    const Outcome outcome = run({"generate", "--model", "run.safetensors", "--source", "abc",
                                 "--probabilities", "--max-length", "3"});
    QCOMPARE(outcome.status, 0);
    const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
    QVERIFY(!lines.isEmpty());
    for (const QString& line : lines.mid(outcome.out.startsWith('\n') ? 0 : 1)) {
        const double probability = line.section('\t', 0, 0).toDouble();
        QVERIFY(probability > 0);
        QVERIFY(probability <= 1);
    }
}

void TstCli::generate_searchesWithABeam() {
    const QStringList base = {"generate", "--model", "run.safetensors",
                              "--source", "abc",     "--probabilities"};
    const Outcome greedy = run(base);
    const Outcome one = run(base + QStringList{"--beam", "1"});
    QCOMPARE(one.status, 0);
    QCOMPARE(one.out, greedy.out);
    const Outcome wide = run(base + QStringList{"--beam", "4", "--length-penalty", "0.6"});
    QCOMPARE(wide.status, 0);
    QVERIFY(!wide.out.isEmpty());
}

void TstCli::export_writesNumbers() {
    const QStringList base = {"export",   "--model", "run.safetensors",
                              "--source", "abc",     "--target",
                              "cba",      "--step",  "decoder.0.cross_attn.weights"};
    QCOMPARE(run(base + QStringList{"--format", "npy", "--out", "all.npy"}).status, 0);
    QCOMPARE(run(base + QStringList{"--format", "npy", "--head", "2", "--out", "two.npy"}).status,
             0);
    QCOMPARE(run(base + QStringList{"--format", "csv", "--head", "2", "--out", "two.csv"}).status,
             0);
    QCOMPARE(run({"trace", "--model", "run.safetensors", "--source", "abc", "--target", "cba",
                  "--out", "numbers.st"})
                 .status,
             0);
    const Safetensors trace = readSafetensors(stdPath("numbers.st"));
    const Tensor& weights = trace.find("decoder.0.cross_attn.weights")->floats();
    const Tensor all = readNpy(stdPath("all.npy"));
    const Tensor two = readNpy(stdPath("two.npy"));
    QCOMPARE(all.shape(), weights.shape());
    QVERIFY(std::ranges::equal(all.values(), weights.values()));
    QCOMPARE(two.shape(), (Shape{4, 4}));
    QVERIFY(std::ranges::equal(two.values(), weights.values().subspan(16)));

    const QStringList lines = QString::fromUtf8(read("two.csv")).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0], ",a,b,c,<eos>");
    QCOMPARE(lines[1].section(',', 0, 0), "<sos>");
    QCOMPARE(lines[1].section(',', 1, 1).toFloat(), two[0]);
    // All heads: one matrix below the other.
    QCOMPARE(run(base + QStringList{"--format", "csv", "--out", "all.csv"}).status, 0);
    const QStringList rows = QString::fromUtf8(read("all.csv")).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), 9);
    QCOMPARE(rows[0], ",a,b,c,<eos>");
    QCOMPARE(rows[1].section(',', 0, 0), "head 1: <sos>");
    QCOMPARE(rows[5], "head 2: " + lines[1]);

    const Outcome gradient =
        run(base.mid(0, 8) + QStringList{"grad/decoder.0.cross_attn.weights", "--format", "npy",
                                         "--out", "gradient.npy"});
    QVERIFY2(gradient.status == 0, qPrintable(gradient.err));
    QCOMPARE(readNpy(stdPath("gradient.npy")).shape(), weights.shape());
}

void TstCli::export_writesFigures_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("magic");
    QTest::newRow("png") << "png" << QByteArray("\x89PNG");
    QTest::newRow("svg") << "svg" << QByteArray("<");
    QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
}

void TstCli::export_writesFigures() {
    QFETCH(QString, format);
    QFETCH(QByteArray, magic);
    const QString one = "one." + format;
    const QString all = "all." + format;
    const QStringList base = {"export",   "--model", "run.safetensors",
                              "--source", "abc",     "--target",
                              "cba",      "--step",  "decoder.0.cross_attn.weights",
                              "--format", format};
    const Outcome outcome = run(base + QStringList{"--head", "1", "--out", one});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
    QCOMPARE(run(base + QStringList{"--out", all}).status, 0);
    QVERIFY(read(one).startsWith(magic));
    if (format == "svg") {
        // Four by four cells for each of the two heads.
        QCOMPARE(read(one).count("class=\"cell\""), 16);
        QCOMPARE(read(all).count("class=\"cell\""), 32);
        QVERIFY(read(one).contains("&lt;eos&gt;"));
        QVERIFY(read(one).contains("head 1"));
    } else if (format == "png") {
        QVERIFY(QImage(path(all)).width() > 100);
    } else {
        QVERIFY(read(one).size() > 1000);
    }
}

void TstCli::exportedFigures_haveTheWidthAndTextsAskedFor() {
    const QStringList figure{"export", "--model", "run.safetensors", "--source",
                             "abc",    "--step",  "logits",          "--format",
                             "svg",    "--out",   "wide.svg"};
    const auto written = [&](const QStringList& options) {
        const Outcome outcome = run(figure + options);
        return outcome.status == 0 ? QString::fromUtf8(read("wide.svg")) : outcome.err;
    };
    const auto sizeOf = [](const QString& svg, const char* letter) {
        return svg.section(letter, 1, 1).section("mm\"", 0, 0).toDouble();
    };
    QVERIFY(!written({}).contains("width=\"85mm\""));
    QCOMPARE(sizeOf(written({"--width", "85"}), " width=\""), 85.0);
    // The wider paper is the default where only letters are said.
    QCOMPARE(sizeOf(written({"--letters", "8"}), " width=\""), 175.0);
    QVERIFY(sizeOf(written({"--width", "85", "--letters", "9"}), " height=\"") >
            sizeOf(written({"--width", "85", "--letters", "5"}), " height=\""));
    const QString captioned = written({"--caption", "Figure 3: what is said"});
    QVERIFY(captioned.contains("Figure 3: what is said"));
    QVERIFY(!captioned.contains("· training step "));
    QVERIFY(written({"--width", "85", "--caption", "Figure 3"}).contains("Figure 3"));
    QVERIFY(!written({"--caption", ""}).contains("· training step "));
    QVERIFY(written({}).contains("· training step "));
    // A line feed is no line of a caption, nor anything that a file of XML cannot hold.
    QVERIFY(written({"--caption", "a\nb\x1b"}).contains("a\\x0ab\\x1b"));
    QVERIFY(written({"--font", "No Such Font"}).contains("there is no font \"No Such Font\""));
    QVERIFY(written({"--width", "20", "--letters", "72"}).contains("need a width of at least"));
    QCOMPARE(run({"export", "--model", "run.safetensors", "--source", "abc", "--step", "logits",
                  "--format", "png", "--out", "wide.png", "--width", "85", "--dpi", "100"})
                 .status,
             0);
    QCOMPARE(QImage(path("wide.png")).width(), 335); // 85 mm of 100 pixels an inch
}

void TstCli::bench_printsOneObjectALine() {
    const Outcome outcome =
        run({"bench", "--size", "XS", "--threads", "1", "--seconds", "0.1", "--json"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    QCOMPARE(outcome.out.count('\n'), 1);
    const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    QCOMPARE(line["size"].toString(), "XS");
    QCOMPARE(line["threads"].toInt(), 1);
    QCOMPARE(line["backend"].toString(), "cpu");
    const double milliseconds = line["ms_per_step"].toDouble();
    QVERIFY(milliseconds > 0);
    QVERIFY(std::abs(line["steps_per_second"].toDouble() - 1000 / milliseconds) < 1e-6 * 1000);
    // 32 · 16 tokens · 6 flops for each weight of the products (2 · (4·32² + 2·32·128) + 32·16) and
    // the attention's two products, three times, in 2 layers, 4 heads, 16 × 16 pairs of width 8.
    const double weights = 2 * (4 * 32 * 32 + 2 * 32 * 128) + 32 * 16;
    const double flops = 32 * 16 * 6 * weights + 32.0 * 2 * 4 * 3 * 2 * (2 * 16 * 16 * 8);
    QVERIFY(std::abs(line["gflops"].toDouble() * milliseconds * 1e6 / flops - 1) < 1e-6);
    QCOMPARE(line["architecture"].toString(), "decoder");
    QCOMPARE(line["pass"].toString(), "training");
    const double share = line["peak_share"].toDouble();
    QVERIFY(share > 0);
    QVERIFY(share < 1);
    QVERIFY(std::abs(line["peak_gflops"].toDouble() * share / line["gflops"].toDouble() - 1) <
            1e-6);
    QCOMPARE(line["launches_per_step"].toInt(-1), 0);
    const QJsonObject byOp = line["ms_by_op"].toObject();
    for (const char* op : {"linear", "softmax", "gelu_gradient"})
        QVERIFY2(byOp[op].toDouble() > 0, op);
}

void TstCli::bench_knowsEveryKindOfPass_data() {
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QString>("pass");
    for (const char* architecture : {"decoder", "encoder-decoder"})
        for (const char* pass : {"training", "probe", "trace"})
            QTest::addRow("%s %s", architecture, pass) << architecture << pass;
}

void TstCli::bench_knowsEveryKindOfPass() {
    QFETCH(QString, architecture);
    QFETCH(QString, pass);
    const Outcome outcome = run({"bench", "--size", "XS", "--threads", "2", "--seconds", "0.01",
                                 "--architecture", architecture, "--pass", pass, "--json"});
    QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    QCOMPARE(line["architecture"].toString(), architecture);
    QCOMPARE(line["pass"].toString(), pass);
    QVERIFY(line["ms_per_step"].toDouble() > 0);
    const bool trains = line["ms_by_op"].toObject().contains("linear_weight_gradient");
    QCOMPARE(trains, pass == "training");
}

} // namespace

} // namespace gf::tst_cli

#include "tests/entry.h"
GF_GUILESS_TEST(tst_cli, TstCli)
#include "tst_cli.moc"
