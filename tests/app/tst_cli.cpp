// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"
#include "tests/app/command_folder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <unistd.h>

/// What every command has in common: help, wrong usage, failures, and the files that it must not
/// lose.
namespace gf::tst_cli {
namespace {

using test::Outcome;

constexpr int patience = test::programPatience;

} // namespace

class TstCli : public test::CommandFolder {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void helpAndVersion_areWrittenToStandardOutput_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("version") << QStringList{"--version"} << "glassformer ";
        QTest::newRow("help") << QStringList{"--help"} << "Exit status";
        for (const QString command :
             {"train", "trace", "generate", "export", "bench", "verify", "lab", "exercise",
              "tokenize", "import", "export-torch", "export-hf"})
            QTest::newRow(qPrintable(command)) << QStringList{command, "--help"} << "Usage";
        QTest::newRow("tasks") << QStringList{"train", "--help"} << "addition";
        QTest::newRow("own answer") << QStringList{"trace", "--help"} << "own greedy answer";
    }

    void helpAndVersion_areWrittenToStandardOutput() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains(says), qPrintable(outcome.out));
        QVERIFY(outcome.err.isEmpty());
    }

    void wrongUsage_exitsWithTwo_data() {
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
        row("gradients of nothing",
            "trace --model run.safetensors --source abc --gradients --out x", "--target");
        row("top-p above one", "generate --model run.safetensors --source abc --top-p 1.5",
            "--top-p");
        row("a beam and a draw",
            "generate --model run.safetensors --source abc --beam 2 --temperature 1", "--beam");
        row("top-k of none", "generate --model run.safetensors --source abc --top-k 0", "--top-k");
        row("unknown format",
            "export --model run.safetensors --source abc --step logits --format gif --out x",
            "gif");
        row("no step", "export --model run.safetensors --source abc --format csv --out x",
            "--step");
        row("head that is no number",
            "export --model run.safetensors --source abc --step encoder.0.self_attn.weights --head "
            "two "
            "--format csv --out x",
            "two");
        row("width of numbers",
            "export --model run.safetensors --source abc --step logits --format csv --out x "
            "--width 85",
            "--width");
        row("pixels of vectors",
            "export --model run.safetensors --source abc --step logits --format svg --out x --dpi "
            "300",
            "vectors");
        row("a width that none has",
            "export --model run.safetensors --source abc --step logits --format svg --out x "
            "--width 5",
            "--width");
        row("unknown size", "bench --size XXL", "XXL");
        row("an opened model without a task", "train --model gpt2 --save x", "--task");
        row("no folder to write to", "export-hf --model run.safetensors", "--out");
        row("no name to save", "train --task copy --steps 1 --save ", "--save is empty");
        row("no name for the log", "train --task copy --steps 1 --save x --log ", "--log is empty");
        row("no name of weights", "train --task copy --steps 1 --save x --init ",
            "--init is empty");
        row("no name for a trace", "trace --model run.safetensors --source abc --out ",
            "--out is empty");
        row("unknown pass", "bench --pass backward", "backward");
        row("nothing to verify", "verify", "--model");
        row("verified with no such backend", "verify --model run.safetensors --backend tpu", "tpu");
        row("verified without an answer", "verify --model run.safetensors --source abc",
            "--target");
        row("a seed for weights that are there", "verify --model run.safetensors --seed 2",
            "--seed");
        row("a tolerance that is none", "verify --model run.safetensors --tolerance -1",
            "--tolerance");
    }

    void wrongUsage_exitsWithTwo() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x")));
    }

    void numberOptions_refuseWhatIsNoNumber_data() {
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
        // All that may be written, for one of each kind; what is most easily forgotten for every
        // one.
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

    void numberOptions_refuseWhatIsNoNumber() {
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

    void fileErrors_nameTheFileOnce() {
        write("wrong.st", "no safetensors");
        for (const QStringList& arguments : {
                 QStringList{"generate", "--config", "broken.json", "--init", "run.safetensors"},
                 QStringList{"generate", "--config", "bad.json", "--init", "run.safetensors"},
                 QStringList{"generate", "--config", "none.json", "--init", "run.safetensors"},
                 QStringList{"generate", "--config", "tiny.json", "--init", "wrong.st"},
                 QStringList{"generate", "--model", "wrong.st", "--source", "abc"},
                 QStringList{"train", "--resume", "wrong.st", "--save", "x.st"},
                 QStringList{"train", "--task", "copy", "--config", "broken.json", "--save",
                             "x.st"},
                 QStringList{"train", "--task", "copy", "--config", "bad.json", "--save", "x.st"},
             }) {
            const Outcome outcome = run(arguments);
            QCOMPARE(outcome.status, 1);
            const auto file =
                std::find_if(arguments.rbegin(), arguments.rend(), [&](const QString& a) {
                    return outcome.err.contains(a) && a.contains('.');
                });
            QVERIFY2(file != arguments.rend() && outcome.err.count(*file) == 1,
                     qPrintable(outcome.err));
        }
    }

    void failure_exitsWithOne_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QString& arguments, const char* says) {
            QTest::newRow(name) << arguments.split(' ') << QString(says);
        };
        row("no such model", "trace --model none.safetensors --source abc --out x",
            "none.safetensors");
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
        QTest::newRow("long name")
            << QStringList{"train", "--task", "copy", "--steps", "1", "--save", QString(300, 'n')}
            << "name is too long";
        row("trace onto a device", "trace --model run.safetensors --source abc --out /dev/null",
            "device");
        row("export into no folder",
            "export --model run.safetensors --source abc --step logits --format csv --out "
            "nowhere/x",
            "nowhere");
        row("weights of another model",
            "train --task copy --init run.safetensors --steps 1 --save x", "run.safetensors");
        row("id outside the vocabulary", "trace --model run.safetensors --source-ids 999 --out x",
            "999");
        row("special id", "trace --model run.safetensors --source-ids 5,2 --out x", "special");
        row("source too long",
            "generate --model run.safetensors --source "
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "max_length");
        row("verified example too long",
            "verify --model run.safetensors --source "
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
            "--target a",
            "max_length");
        row("a folder of PyTorch where something is",
            "export-torch --model run.safetensors --out .", "there already");
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
            "export --model run.safetensors --source abc --step encoder.0.self_atn.weight --format "
            "csv "
            "--out x",
            "encoder.0.self_attn.weights");
        row("head that is not there",
            "export --model run.safetensors --source abc --step encoder.0.self_attn.weights --head "
            "3 "
            "--format csv --out x",
            "1 to 2");
        row("head of a step without",
            "export --model run.safetensors --source abc --step logits --head 1 --format csv --out "
            "x",
            "heads");
    }

    void failure_exitsWithOne() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x")));
    }

    void outputFiles_overwriteNoInput_data() {
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
        row("run onto the data it remembers",
            "train --resume remembers.st --steps 9 --save pairs.tsv", "pairs.tsv");
        row("trace onto the model",
            "trace --model run.safetensors --source abc --out run.safetensors", "run.safetensors");
        row("trace onto the configuration",
            "trace --config ids.json --init run.safetensors --source-ids 5 --out ids.json",
            "ids.json");
        row("numbers onto the model",
            "export --model run.safetensors --source abc --step logits --format csv --out "
            "run.safetensors",
            "run.safetensors");
    }

    void outputFiles_overwriteNoInput() {
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

    void lostOutput_isAFailure_data() {
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
        row("export --model run.safetensors --source abc --step logits --format csv --out "
            "unseen.csv");
        row("bench --size XS --seconds 0");
    }

    void lostOutput_isAFailure() {
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

    void closedStreams_writeNothingIntoFiles() {
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
};

} // namespace gf::tst_cli

#include "tests/entry.h"
GF_GUILESS_TEST(tst_cli, TstCli)
#include "tst_cli.moc"
