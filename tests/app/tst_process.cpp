// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/vocabulary.h"
#include "core/io/safetensors.h"
#include "tests/app/outcome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <functional>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/// ThreadSanitizer cannot start where a huge limit of the stack has moved all other mappings.
#ifdef __SANITIZE_THREAD__
#define GF_MOVES_MAPPINGS QSKIP("ThreadSanitizer cannot start with such a limit of the stack")
#else
#define GF_MOVES_MAPPINGS
#endif

/// What the system does to the program: signals that it sends or was told to withhold, and limits.
namespace gf::tst_process {
namespace {

using gf::test::finished;
using gf::test::Outcome;

constexpr int patience = gf::test::programPatience;

/// No address space has room for such a stack, so that no thread at all can be started.
void allowNoThreads() {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = rlim_t{1} << 47;
    setrlimit(RLIMIT_STACK, &limit);
}

void allowSmallFiles() {
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
}

/// A terminal that a program may be started on, seen from the person's side.
class Terminal {
public:
    Terminal() : m_terminal(posix_openpt(O_RDWR | O_NOCTTY)) {
        if (m_terminal >= 0 && (grantpt(m_terminal) != 0 || unlockpt(m_terminal) != 0))
            qWarning("there is no terminal");
    }
    ~Terminal() { ::close(m_terminal); }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    QString name() const { return QString::fromLocal8Bit(ptsname(m_terminal)); }

    /// Adds what is written on it to `said` until that has these words; false when nothing comes.
    bool says(const QString& words, QString& said) const {
        std::array<char, 4096> buffer{};
        while (!said.contains(words)) {
            pollfd written{m_terminal, POLLIN, 0};
            if (::poll(&written, 1, patience) <= 0)
                return false;
            const ssize_t count = ::read(m_terminal, buffer.data(), buffer.size());
            if (count <= 0) // nobody has it open any more
                return false;
            said += QString::fromUtf8(buffer.data(), count);
        }
        return true;
    }

private:
    int m_terminal;
};

class TstProcess : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QFile file(m_folder.filePath("tiny.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16})");
    }

    void ignoredSignals_stayIgnored_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void ignoredSignals_stayIgnored() {
        QFETCH(int, number);
        QProcess process;
        prepare(process, [number] { ::signal(number, SIG_IGN); });
        process.start(GF_PROGRAM, training("ignored.st", 1'000'000) + validating);
        QVERIFY(process.waitForReadyRead(patience)); // the first line: it trains
        const auto id = static_cast<pid_t>(process.processId());
        QCOMPARE(kill(id, number), 0);
        const int before = nextLine(process);
        for (int i = 0; i < 20; ++i) // it would have ended long before
            QVERIFY(nextLine(process) > before);
        QCOMPARE(kill(id, SIGTERM), 0);
        const Outcome outcome = finished(process);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("stopped after training step"), qPrintable(outcome.out));
    }

    void secondSignal_endsTheProcessAtOnce() {
        QProcess process;
        prepare(process, {});
        process.start(GF_PROGRAM, training("second.st", 1'000'000) + validating);
        QVERIFY(process.waitForReadyRead(patience));
        // Both are there before it can act on the first.
        for (const int number : {SIGSTOP, SIGINT, SIGTERM, SIGCONT})
            QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
        QVERIFY(process.waitForFinished(patience));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QVERIFY(!QFile::exists(m_folder.filePath("second.st")));
    }

    void hangup_savesTheRunWhenItComesTwice() {
        QProcess process;
        prepare(process, {});
        process.start(GF_PROGRAM, training("closed.st", 1'000'000) + validating);
        QVERIFY(process.waitForReadyRead(patience));
        const auto id = static_cast<pid_t>(process.processId());
        QCOMPARE(kill(id, SIGHUP), 0);
        const auto ended = [&] { // and if not, it is told once more
            return process.state() == QProcess::NotRunning || kill(id, SIGHUP) != 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(ended(), patience);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY(QFile::exists(m_folder.filePath("closed.st")));
    }

    void endSignals_saveTheRun_data() {
        QTest::addColumn<int>("number");
        for (const int number : {SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU})
            QTest::addRow("%s", strsignal(number)) << number;
    }

    void endSignals_saveTheRun() {
        QFETCH(int, number);
        QProcess process;
        prepare(process, {});
        const QString file = QStringLiteral("asked %1.st").arg(number);
        process.start(GF_PROGRAM, training(file, 1'000'000) + validating);
        QVERIFY(process.waitForReadyRead(patience));
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
        const Outcome outcome = finished(process);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains("stopped after training step"), qPrintable(outcome.out));
        QVERIFY(QFile::exists(m_folder.filePath(file)));
    }

    void alarmAndCpuLimit_saveTheRun() {
        QProcess process;
        prepare(process, {});
        process.start(GF_PROGRAM, training("limited.st", 1'000'000) + validating);
        QVERIFY(process.waitForReadyRead(patience));
        // Both are there before it can act on the first.
        for (const int number : {SIGSTOP, SIGALRM, SIGXCPU, SIGCONT})
            QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
        QCOMPARE(finished(process).status, 0);
        QVERIFY(QFile::exists(m_folder.filePath("limited.st")));
    }

    void fileLock_keepsASecondRunOut() {
        QProcess first;
        prepare(first, {});
        first.start(GF_PROGRAM,
                    training("one.st", 1'000'000) + validating + QStringList{"--log", "one.csv"});
        QVERIFY(first.waitForReadyRead(patience));
        QVERIFY(QFile::link("one.st", m_folder.filePath("link.st")));
        const QByteArray log = read("one.csv").left(200);
        const QList<QStringList> others{training("one.st", 6), training("link.st", 6),
                                        training("./one.st", 6),
                                        training("other.st", 6) + QStringList{"--log", "one.csv"}};
        for (const QStringList& arguments : others) {
            const Outcome second = run(arguments);
            QCOMPARE(second.status, 1);
            QVERIFY2(second.isOneLineError() && second.err.contains("by another glassformer"),
                     qPrintable(second.out + second.err));
            QVERIFY2(second.err.contains(arguments.contains("--log") ? "--log" : "--save"),
                     qPrintable(second.err));
        }
        QCOMPARE(read("one.csv").left(200), log);
        QCOMPARE(run(training("other.st", 6)).status, 0); // another file is nobody else's
        QCOMPARE(kill(static_cast<pid_t>(first.processId()), SIGTERM), 0);
        QCOMPARE(finished(first).status, 0);
        QCOMPARE(run(training("one.st", 6)).status, 0);
        QVERIFY(!QFile::exists(m_folder.filePath(".one.st.lock")));
        QVERIFY(!QFile::exists(m_folder.filePath(".one.csv.lock")));
    }

    void killedRun_keepsNoLock() {
        QProcess first;
        prepare(first, {});
        first.start(GF_PROGRAM, training("killed.st", 1'000'000) + validating);
        QVERIFY(first.waitForReadyRead(patience));
        first.kill();
        QVERIFY(first.waitForFinished(patience));
        QCOMPARE(run(training("killed.st", 6)).status, 0);
        QVERIFY(!QFile::exists(m_folder.filePath(".killed.st.lock")));
    }

    void missingLock_keepsNoRunOut() {
        QVERIFY(QDir(m_folder.path()).mkdir(".unlocked.st.lock")); // no lock can have its name
        QCOMPARE(run(training("unlocked.st", 6)).status, 0);
        QVERIFY(QDir(m_folder.path()).rmdir(".unlocked.st.lock"));
    }

    void generate_endsWhenItsPipeIsClosed() {
        QFile text(m_folder.filePath("text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray("the cat sat on the mat.\n").repeated(30));
        text.close();
        // A million tokens of this model take far longer than anybody waits here.
        QFile model(m_folder.filePath("slow.json"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(R"({"layers": 4, "d_model": 256, "heads": 4, "d_ff": 1024})");
        model.close();
        QCOMPARE(run({"train", "--task", "text", "--data", "text.txt", "--config", "slow.json",
                      "--steps", "1", "--batch", "1", "--validate-every", "0", "--save", "slow.st"})
                     .status,
                 0);
        // A shell waits for all that it runs.
        for (const char* begin : {"", "trap '' PIPE; "}) {
            QProcess process;
            prepare(process, {});
            process.start("/bin/sh", {"-c", QString(begin) + "\"$0\" \"$@\" | head -c 1",
                                      GF_PROGRAM, "generate", "--model", "slow.st", "--target",
                                      "the", "--max-length", "1000000", "--temperature", "1"});
            const Outcome outcome = finished(process);
            QCOMPARE(outcome.status, 0); // that of head
            QCOMPARE(outcome.out, QString("t"));
        }
    }

    void failedValidation_doesNotCostTheRun() {
        // Of two pairs one is learned from and the other is checked on; nobody says which.
        QFile pairs(m_folder.filePath("two.tsv"));
        QVERIFY(pairs.open(QIODevice::WriteOnly));
        pairs.write("one\teins\ntwo\tzwei\n");
        pairs.close();
        const QStringList train{"train",   "--task",    "pairs",     "--data",  "two.tsv",
                                "--words", "--config",  "tiny.json", "--steps", "4",
                                "--log",   "words.csv", "--save",    "words.st"};
        QCOMPARE(run(train).status, 0);
        QList<Outcome> outcomes;
        for (const Index row : {Index{specialTokens}, Index{specialTokens} + 1}) {
            Safetensors file = readSafetensors(m_folder.filePath("words.st").toStdString());
            std::erase_if(file.tensors, [](const NamedTensor& each) {
                return !each.isFloat() || each.name.find('/') != std::string::npos;
            });
            for (NamedTensor& each : file.tensors)
                if (each.name == "source_embedding.weight")
                    for (Tensor& rows = std::get<Tensor>(each.data); Index column : {0, 5, 15})
                        rows[row * 16 + column] = 3e38F;
            file.metadata.clear();
            const std::string weights = m_folder.filePath("weights.st").toStdString();
            writeSafetensors(weights, file);
            const QString save = QStringLiteral("row %1.st").arg(row);
            QStringList again = train;
            again.replace(again.size() - 1, save);
            outcomes += run(again + QStringList{"--validate-every", "2", "--init",
                                                QString::fromStdString(weights)});
            QCOMPARE(outcomes.last().status, 1);
            if (!outcomes.last().err.contains("diverged")) {
                QVERIFY2(
                    outcomes.last().err.contains("is saved in " + save +
                                                 " after 4 training steps, but it "
                                                 "could not be validated after training step 2"),
                    qPrintable(outcomes.last().err));
                QVERIFY(QFile::exists(m_folder.filePath(save)));
                QCOMPARE(read("words.csv").count('\n'), 5);
                QVERIFY(!read("words.csv").contains("nan"));
            }
        }
        // In the other file it is the row of what is learned from.
        QVERIFY(outcomes[0].err.contains("diverged") != outcomes[1].err.contains("diverged"));
    }

    void smallStack_isReportedInASentence_data() {
        QTest::addColumn<int>("kibibytes");
        for (const int kibibytes : {64, 256})
            QTest::addRow("%d", kibibytes) << kibibytes;
    }

    void smallStack_isReportedInASentence() {
        QFETCH(int, kibibytes);
        QProcess process;
        prepare(process, [kibibytes] {
            const rlim_t bytes = static_cast<rlim_t>(kibibytes) * 1024;
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_STACK, &limit);
        });
        // Arguments and environment lie on the same stack, before the program has a word
        // (execve(2)).
        QProcessEnvironment environment;
        environment.insert("PATH", qEnvironmentVariable("PATH"));
        process.setProcessEnvironment(environment);
        process.start(GF_PROGRAM, training("small.st", 6));
        const Outcome outcome = finished(process);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.isOneLineError() && outcome.err.contains("ulimit -s"),
                 qPrintable(outcome.out + outcome.err));
        QVERIFY(!QFile::exists(m_folder.filePath("small.st")));
    }

    void signal_closesTheWindowAndKeepsItsSession_data() {
        QTest::addColumn<int>("number");
        for (const int number : {SIGTERM, SIGINT, SIGHUP})
            QTest::addRow("%d", number) << number;
    }

    void signal_closesTheWindowAndKeepsItsSession() {
        QFETCH(int, number);
        QCOMPARE(run(training("seen.st", 6)).status, 0);
        QTemporaryDir settings;
        QProcess process;
        prepare(process, {});
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CONFIG_HOME", settings.path());
        process.setProcessEnvironment(environment);
        process.start(GF_PROGRAM, {"seen.st"});
        QVERIFY(process.waitForStarted(patience));
        const auto id = static_cast<pid_t>(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(handles(id, number), patience / 2);
        QCOMPARE(kill(id, number), 0);
        const Outcome outcome = finished(process);
        QVERIFY2(outcome.status == 0 && !outcome.err.contains("glassformer:"),
                 qPrintable(outcome.err));
        const QSettings left(settings.filePath("Glassformer/Glassformer.conf"),
                             QSettings::IniFormat);
        QVERIFY(left.contains("session/scene"));
    }

    void training_givesTheSameNumbersWithoutThreads() {
        GF_MOVES_MAPPINGS;
        QCOMPARE(run(training("one.st", 6) + QStringList{"--threads", "1"}).status, 0);
        const Outcome outcome =
            run(training("none.st", 6) + QStringList{"--threads", "8"}, allowNoThreads);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(!read("one.st").isEmpty());
        QCOMPARE(read("none.st"), read("one.st"));
    }

    void training_givesTheSameNumbersWithTooManyThreads() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer needs more addresses than this limit leaves");
#endif
        QCOMPARE(run(training("few.st", 6) + QStringList{"--threads", "1"}).status, 0);
        const Outcome outcome = run(training("many.st", 6) + QStringList{"--threads", "1024"}, [] {
            const rlimit limit{1'000'000'000, 1'000'000'000};
            setrlimit(RLIMIT_AS, &limit);
        });
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(read("many.st"), read("few.st"));
    }

    void bench_measuresWithoutThreads() {
        GF_MOVES_MAPPINGS;
        const Outcome outcome =
            run({"bench", "--size", "XS", "--seconds", "0", "--threads", "4"}, allowNoThreads);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    }

    void window_reportsThatItGotNoThread() {
        GF_MOVES_MAPPINGS;
        const Outcome outcome = run({}, allowNoThreads);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("glassformer: error: ") && outcome.err.contains("thread") &&
                     outcome.err.contains("ulimit"),
                 qPrintable(outcome.err));
    }

    void fileSizeLimit_isReportedInASentence() {
        const Outcome outcome = run(training("large.st", 2), allowSmallFiles);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.startsWith("glassformer: error: ") && outcome.err.contains("large.st"),
                 qPrintable(outcome.err));
    }

    void generate_writesNoControlCharactersToATerminal() {
        QFile text(m_folder.filePath("text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray("the cat sat on the mat and the dog lay on the log.\n").repeated(30));
        text.close();
        const Outcome trained = run({"train", "--task", "text", "--data", "text.txt", "--config",
                                     "tiny.json", "--steps", "2", "--save", "text.st"});
        QVERIFY2(trained.status == 0, qPrintable(trained.err));
        const QString prompt = "the\x1b[2J\u202e cat\n\u009b1m";
        const QStringList arguments{"generate", "--model",      "text.st", "--target",
                                    prompt,     "--max-length", "3"};
        const Outcome piped = run(arguments);
        QVERIFY2(piped.status == 0, qPrintable(piped.err));
        QVERIFY(piped.out.startsWith(prompt)); // who reads a pipe wants the text
        QVERIFY(!piped.err.contains('\x1b'));
        const QString shown = onTerminal(arguments);
        QVERIFY2(shown.startsWith("the\\x1b[2J\\u{202e} cat\r\n\\u{009b}1m"), qPrintable(shown));
    }

    void tokenize_saysOnATerminalHowFarItIs() {
        QCOMPARE(run(training("words.safetensors", 2)).status, 0);
        const QStringList arguments{"tokenize", "--model", "words.safetensors",
                                    "--text",   "-",       "--json"};
        const Terminal terminal;
        QProcess process;
        prepare(process, {});
        process.setStandardErrorFile(terminal.name());
        process.start(GF_PROGRAM, arguments);
        process.write("abc\n");
        QVERIFY(process.waitForBytesWritten(patience));
        QString said;
        QVERIFY2(terminal.says("splitting line 1", said), qPrintable(said));
        process.closeWriteChannel();
        const Outcome outcome = finished(process);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.startsWith("{\"ids\":["), qPrintable(outcome.out));
        QString rest; // the line is gone in the end
        QVERIFY2(terminal.says("\r\x1b[K", rest) && rest.endsWith("\r\x1b[K"), qPrintable(rest));
        process.setStandardErrorFile({}); // without a terminal nobody reads it
        process.start(GF_PROGRAM, arguments);
        process.closeWriteChannel();
        QVERIFY(finished(process).err.isEmpty());
    }

    void export_saysHowFarItIsAndLeavesNothingWhenItIsStopped() {
        QFile model(m_folder.filePath("many.json"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(R"({"layers": 1, "d_model": 64, "heads": 64, "d_ff": 16, "max_length": 400})");
        model.close();
        QCOMPARE(run({"train", "--task", "reverse", "--config", "many.json", "--steps", "0",
                      "--save", "many-heads.st"})
                     .status,
                 0);
        const auto files = [&] {
            return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden);
        };
        const QStringList before = files();
        const Terminal terminal;
        QProcess process;
        prepare(process, {});
        process.setStandardErrorFile(terminal.name());
        process.start(GF_PROGRAM,
                      {"export", "--model", "many-heads.st", "--source", QString(290, 'a'),
                       "--target", "a", "--step", "encoder.0.self_attn.weights", "--format", "svg",
                       "--out", "heads.svg"});
        QString said;
        QVERIFY2(terminal.says("3 of 3: writing", said), qPrintable(said));
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(patience));
        QCOMPARE(files(), before);
    }

    void messages_holdNoControlCharacters() {
        const QString name = "new\x1b[2J\u202e\n1.000000 forged";
        const Outcome saved = run(training(name + ".st", 2));
        QVERIFY2(saved.status == 0, qPrintable(saved.err));
        QVERIFY2(saved.out.split('\n').last().isEmpty() &&
                     saved.out.contains("saved in new\\x1b[2J\\u{202e}\\x0a1.000000 forged.st"),
                 qPrintable(saved.out));
        for (const QStringList& arguments :
             {training(name + "/x", 2), QStringList{"trace", "--model", name, "--out", "x"},
              QStringList{name}, QStringList{"train", name}}) {
            const Outcome failed = run(arguments);
            QVERIFY(failed.status > 0);
            QVERIFY2(!failed.err.contains('\x1b') && !failed.err.contains(QChar(0x202e)) &&
                         failed.err.count('\n') == 1,
                     qPrintable(failed.err));
        }
    }

private:
    /// What the program writes on a terminal.
    QString onTerminal(const QStringList& arguments) const {
        const Terminal terminal;
        QProcess process;
        prepare(process, {});
        process.setStandardOutputFile(terminal.name());
        process.start(GF_PROGRAM, arguments);
        process.waitForFinished(patience);
        QString said;
        terminal.says("\n", said);
        return said;
    }

    void prepare(QProcess& process, const std::function<void()>& inChild) const {
        process.setWorkingDirectory(m_folder.path());
        process.setChildProcessModifier(inChild);
    }

    Outcome run(const QStringList& arguments, const std::function<void()>& inChild = {}) const {
        QProcess process;
        prepare(process, inChild);
        process.start(GF_PROGRAM, arguments);
        return finished(process);
    }

    /// Whether the process has a handler for the signal by now (proc(5), SigCgt).
    static bool handles(pid_t process, int number) {
        QFile file(QStringLiteral("/proc/%1/status").arg(process));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (line.startsWith("SigCgt:"))
                return (line.mid(8).trimmed().toULongLong(nullptr, 16) >> (number - 1)) & 1;
        return false;
    }

    /// The step of the next line of progress; −1 when there is none.
    static int nextLine(QProcess& process) {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(patience))
                return -1;
        const QString line = QString::fromUtf8(process.readLine());
        return line.startsWith("step ") ? line.section(' ', 1).section('/', 0, 0).toInt() : -1;
    }

    /// Arguments of a run that takes no time.
    static QStringList training(const QString& save, int steps) {
        return {"train",    "--task",    "reverse",
                "--config", "tiny.json", "--batch",
                "4",        "--steps",   QString::number(steps),
                "--save",   save};
    }

    QByteArray read(const QString& name) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    const QStringList validating{"--validate-every", "5"};
    QTemporaryDir m_folder;
};

} // namespace

} // namespace gf::tst_process

#include "tests/entry.h"
GF_GUILESS_TEST(tst_process, TstProcess)
#include "tst_process.moc"
