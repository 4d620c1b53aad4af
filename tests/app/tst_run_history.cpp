// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/history/run_history.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/tensor/error.h"
#include "core/train/history_file.h"
#include "tests/app/heard.h"
#include "tests/app/requests.h"
#include "ui/controls/commands.h"
#include "ui/time/checkpoint_strip.h"
#include "ui/time/time_control.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gf::tst_run_history {

namespace {

using test::patience;

ModelConfig smallModel() {
    return test::smallCopyModel(16);
}

bool sameNumbers(const Tensor* a, const Tensor* b) {
    return a && b && std::ranges::equal(a->values(), b->values());
}

} // namespace

/// A session with a small model, and what it has said of time.
class Watched : public test::Heard {
public:
    explicit Watched(const QString& file = {}, Index steps = 100000) {
        if (file.isEmpty())
            startSmall("copy", {}, {{"steps", steps}});
        else
            intents.send(intent::OpenModel{file});
    }

    const TimeStatus& checkpoint() const { return last<TimeStatus>(); }
    const SharedMetrics& branch() const { return last<news::RunMetrics>().runs.at(0); }
    /// Of the branch that was left.
    const SharedMetrics& left() const { return last<news::RunMetrics>().left; }

    bool knowsSteps(qint64 steps) const {
        return status.step >= steps && checkpoint().checkpoints.size() > 3;
    }
};

class TestTimeMachine : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTimeTest");
        QVERIFY(m_folder.isValid());
    }
    void init() { QSettings().clear(); }

    /// Its maker's machine had the data elsewhere, and named them from another folder.
    void handedOutRun_findsItsDataOrHasItsExampleAndSaysWhatIsMissing() {
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath("made/runs") && folder.mkpath("there"));
        QFile text(folder.filePath("made/text.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 40; ++i)
            text.write("the cat sat on the mat\n");
        text.close();
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.filePath("made")));
        LiveRun made("cpu", taskNamed("text", "text.txt"), {}, {});
        made.save("runs/run.safetensors");
        QVERIFY(QDir::setCurrent(before));
        const auto open = [](const QString& path) {
            return LiveRun::open("cpu", loadRun(path.toStdString()), {}, {});
        };
        const QString elsewhere = folder.filePath("made/runs/run.safetensors");
        QVERIFY(open(elsewhere)->trainingObstacle().empty()); // from another folder

        const QString there = folder.filePath("there/run.safetensors");
        QVERIFY(QFile::rename(elsewhere, there));
        QVERIFY(QFile::rename(text.fileName(), folder.filePath("there/text.txt")));
        const auto beside = open(there);
        QVERIFY2(beside->trainingObstacle().empty(), beside->trainingObstacle().english().c_str());
        QCOMPARE(beside->description().dataFile, folder.filePath("there/text.txt").toStdString());

        QVERIFY(QFile::remove(folder.filePath("there/text.txt")));
        const auto alone = open(there);
        const std::string obstacle = alone->trainingObstacle().english();
        QVERIFY2(obstacle.find("text.txt") != std::string::npos &&
                     obstacle.find("beside") != std::string::npos,
                 obstacle.c_str());
        QVERIFY(!made.example().target.empty());
        QVERIFY(alone->example() == made.example());
        QVERIFY(alone->trace());
    }

    void runBesideItsData_namesNoFolderOfItsMaker() {
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath("given") && folder.mkpath("mine"));
        QFile text(folder.filePath("mine/sentences.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 40; ++i)
            text.write("the cat sat on the mat\n");
        text.close();
        LiveRun made("cpu", taskNamed("text", text.fileName().toStdString()), {}, {});
        const QString run = folder.filePath("given/run.safetensors");
        const auto saysFolder = [&] {
            made.save(run.toStdString());
            QFile file(run);
            return file.open(QIODevice::ReadOnly) && file.readAll().contains("/mine");
        };
        QVERIFY(saysFolder()); // or nobody would find them
        QVERIFY(QFile::copy(text.fileName(), folder.filePath("given/sentences.txt")));
        QVERIFY(!saysFolder());
        const auto dataOf = [&] { return loadRun(run.toStdString()).description.dataFile; };
        QCOMPARE(dataOf(), folder.filePath("given/sentences.txt").toStdString());
        QVERIFY(QFile::remove(folder.filePath("given/sentences.txt")));
        QCOMPARE(dataOf(), folder.filePath("given/sentences.txt").toStdString()); // missed there
    }

    void lookAt_leavesEveryBitAsItWas() {
        LiveRun run("cpu", taskNamed("copy"), smallModel(), test::longTraining());
        RunHistory time;
        time.begin(&run);
        std::vector<std::vector<float>> numbers{{run.numbers().begin(), run.numbers().end()}};
        for (int i = 0; i < 12; ++i) {
            time.afterStep(run.step().loss);
            numbers.emplace_back(run.numbers().begin(), run.numbers().end());
        }
        for (const Index step : {0, 3, 12, 7}) {
            time.lookAt(step);
            const auto shown = static_cast<std::size_t>(run.stepsDone());
            QVERIFY(std::ranges::equal(run.numbers(), numbers[shown]));
            QCOMPARE(time.presentStep(), 12);
            QCOMPARE(time.trace()->step, run.stepsDone());
        }
        time.backToNow();
        QCOMPARE(run.stepsDone(), 12);
        QVERIFY(std::ranges::equal(run.numbers(), numbers.back()));
        QVERIFY(!time.isPast());
    }

    void lookAt_reachesEarlierCheckpointsInFullMemory() {
        LiveRun run("cpu", taskNamed("copy"), smallModel(), test::longTraining());
        RunHistory time;
        time.begin(&run);
        time.setLimit(6 * time.history().checkpointBytes());
        while (run.stepsDone() < 97 ||
               time.status().checkpoints.size() < 5) // fewer on a busy machine
            time.afterStep(run.step().loss);
        const Index present = run.stepsDone();
        for (int back = 0; back < 3; ++back) {
            const QVector<qint64> checkpoints = time.status().checkpoints;
            const qint64 from = time.status().shown.value_or(time.status().present);
            const auto here = checkpoints.indexOf(from);
            QVERIFY(here > 0);
            time.lookAt(checkpoints[here - 1]);
            QVERIFY(time.isPast());
            QVERIFY(run.stepsDone() < from);
            QCOMPARE(time.status().asked, checkpoints[here - 1]);
        }
        time.backToNow();
        QCOMPARE(run.stepsDone(), present);
    }

    void returnTo_refusesAForgottenBranch() {
        LiveRun run("cpu", taskNamed("copy"), smallModel(), test::longTraining());
        RunHistory time;
        time.begin(&run);
        time.setLimit(1);
        QVERIFY(time.history().checkpoints().empty());
        QVERIFY_EXCEPTION_THROWN(time.returnTo(time.history().current()), Error);
        QVERIFY_EXCEPTION_THROWN(time.lookAt(0), Error);
    }

    void windowKey_goesACheckpointBack() {
        test::WatchedSession session;
        QSettings().setValue("time/limit", qint64{20} << 20); // soon full: one takes 3 MiB
        WindowHost host(session, Language::English);
        MainWindow& window = host.window();
        window.restore();
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        session.startShowcase();
        qint64 shown = 0;
        qsizetype checkpoints = 0;
        test::hear<TimeStatus>(session, this, [&](const TimeStatus& status) {
            shown = status.shown.value_or(status.present);
            checkpoints = status.checkpoints.size();
        });
        const QAction* back = window.commands()[Command::BackToNow];
        for (int round = 0; round < 3; ++round) {
            // Where the machine is busy, few checkpoints are remembered: the cost is bounded.
            QTRY_VERIFY_WITH_TIMEOUT(checkpoints > 3, patience);
            // While it trains, and from what has the keyboard when nobody has chosen anything.
            QVERIFY(window.commands()[Command::Train]->isChecked());
            QWidget* keyboard = window.focusWidget() ? window.focusWidget() : &window;
            QVERIFY2(!qobject_cast<QLineEdit*>(keyboard), "a field would keep the key");
            QTest::keyClick(keyboard, Qt::Key_Left, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(back->isEnabled(), patience);
            QVERIFY(window.time()->strip()->isVisible());
            const qint64 first = shown;
            QVERIFY(first < window.trainedSteps());
            QTest::keyClick(keyboard, Qt::Key_Left, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(shown < first, patience);
            QTest::keyClick(keyboard, Qt::Key_Right, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(shown >= first, patience);
            const qint64 steps = window.trainedSteps();
            QTest::keyClick(keyboard, Qt::Key_End, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(window.trainedSteps() > steps + 5, patience);
        }
    }

    void continueHere_repeatsTheRunAndKeepsTheOldBranch() {
        LiveRun run("cpu", taskNamed("copy"), smallModel(), test::longTraining());
        RunHistory time;
        time.begin(&run);
        std::vector<double> losses;
        for (int i = 0; i < 10; ++i) {
            losses.push_back(run.step().loss);
            time.afterStep(losses.back());
        }
        const std::vector<float> end(run.numbers().begin(), run.numbers().end());
        time.lookAt(4);
        const auto begin = time.continueHere();
        QVERIFY(begin.has_value());
        for (auto i = static_cast<std::size_t>(*begin); i < losses.size(); ++i)
            QCOMPARE(run.step().loss, losses[i]);
        QVERIFY(std::ranges::equal(run.numbers(), end));
        run.step();
        time.afterStep(0);
        QCOMPARE(time.returnTo(1), 10);
        QVERIFY(std::ranges::equal(run.numbers(), end));
        QCOMPARE(time.returnTo(2), 11);
        QVERIFY(!std::ranges::equal(run.numbers(), end));
        time.discard(1);
        QCOMPARE(time.status().branches.size(), 1);
        QVERIFY_THROWS_EXCEPTION(Error, time.returnTo(1));
    }

    void afterStep_keepsFewCheckpointsWithinTheLimit() {
        // Not a stopwatch, which a busy machine would break: the rule that bounds the cost.
        LiveRun run("cpu", taskNamed("copy"), smallModel(), test::longTraining());
        RunHistory time;
        time.begin(&run);
        const auto few = [&time] { return time.history().checkpoints().size() < 2; };
        // Where the machine held the first one up, the next comes so much later.
        const QDeadlineTimer given(patience);
        for (int i = 0; i < 400 || (few() && !given.hasExpired()); ++i)
            time.afterStep(run.step().loss);
        QVERIFY(!few());
        QVERIFY2(time.history().checkpoints().size() < 300, "every step was remembered at once");
        QVERIFY(time.history().bytes() <= time.history().limit());
    }

    void lookAt_pausesTrainingUntilBackToNow() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(40), patience);
        QVERIFY(watched.status.running);
        watched.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == 0, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, 0, patience);
        QVERIFY(!watched.status.running);
        const qint64 present = watched.checkpoint().present;
        QVERIFY(present >= 40);
        QCOMPARE(watched.status.step, present);
        const Tensor first = *watched.trace->find("logits");
        const qint64 middle =
            watched.checkpoint().checkpoints[watched.checkpoint().checkpoints.size() / 2];
        watched.intents.send(intent::LookAt{middle});
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, middle, patience);
        QVERIFY(!sameNumbers(&first, watched.trace->find("logits")));
        watched.intents.send(intent::LookAt{-1});
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, 0, patience);
        QVERIFY(sameNumbers(&first, watched.trace->find("logits")));
        watched.intents.send(intent::BackToNow{});
        QTRY_VERIFY_WITH_TIMEOUT(watched.status.step > present, patience);
        QVERIFY(!watched.checkpoint().isPast());
        QVERIFY2(watched.errors.isEmpty(), qPrintable(watched.errors.join('|')));
    }

    void savingAndTraining_actOnThePresent() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(10), patience);
        watched.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!watched.status.running, patience);
        const qint64 present = watched.status.step;
        watched.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == 0, patience);
        const QString path = m_folder.filePath("present.safetensors");
        watched.intents.send(intent::SaveModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(watched.saved, path, patience);
        QCOMPARE(loadRun(path.toStdString()).description.steps, present);
        QVERIFY(!QFile::exists(m_folder.filePath("present.history.safetensors")));
        watched.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == 0, patience);
        watched.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(watched.status.step, present + 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, present + 1, patience);
        QVERIFY(!watched.checkpoint().isPast());
    }

    void lookAt_showsTheNewestRequest() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(40), patience);
        watched.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!watched.status.running, patience);
        const QVector<qint64> checkpoints = watched.checkpoint().checkpoints;
        int traces = 0;
        test::hear<news::Traced>(watched.session, this, [&] { ++traces; });
        for (int round = 0; round < 40; ++round)
            for (const qint64 step : checkpoints.mid(0, 5))
                watched.intents.send(intent::LookAt{step});
        watched.intents.send(intent::LookAt{checkpoints[1]});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == checkpoints[1], patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, checkpoints[1], patience);
        QVERIFY2(traces < 200, qPrintable(QString::number(traces)));
    }

    /// That its training steps are done was so of the branch that was left, and is so again at the
    /// end of this one.
    void branch_ofADoneRun_isNotDone() {
        constexpr qint64 planned = 40;
        Watched watched({}, planned);
        QTRY_COMPARE_WITH_TIMEOUT(watched.status.idleReason, IdleReason::StepsDone, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().present, planned, patience);
        watched.intents.send(intent::LookAt{watched.checkpoint().checkpoints.front()});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown.has_value(), patience);
        const qint64 fork = *watched.checkpoint().shown;
        QVERIFY(fork < planned);
        watched.intents.send(intent::ContinueHere{});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().branch, 2, patience);
        QCOMPARE(watched.status.step, fork);
        QCOMPARE(watched.status.idleReason, IdleReason::OtherBranch);
        watched.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(watched.status.idleReason, IdleReason::StepsDone, patience);
        QCOMPARE(watched.status.step, planned);
    }

    void branch_continuesFromItsCheckpoint() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(40), patience);
        watched.intents.send(intent::LookAt{watched.checkpoint().checkpoints[2]});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown.has_value(), patience);
        const qint64 fork = *watched.checkpoint().shown;
        watched.intents.send(intent::Pause{}); // the branch begins at rest
        watched.intents.send(intent::ContinueHere{});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().branch, 2, patience);
        QCOMPARE(watched.status.step, fork);
        QVERIFY(!watched.status.running);
        QVERIFY(!watched.checkpoint().isPast());
        const SharedMetrics before = watched.branch();
        for (const Metrics::Loss& loss : before->losses()) // each a mean of the steps up to it
            QVERIFY(loss.step <= fork);
        QVERIFY(watched.left()->losses().back().step > fork);
        watched.intents.send(intent::StepOnce{});
        QTRY_VERIFY_WITH_TIMEOUT(watched.branch() != before, patience);
        QCOMPARE(watched.metrics().losses().back().step, fork + 1);
        QCOMPARE(watched.checkpoint().branches.size(), 2);
        const qint64 end = watched.checkpoint().branches[0].last;
        watched.intents.send(intent::ReturnTo{1});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().branch, 1, patience);
        QCOMPARE(watched.status.step, end);
        QCOMPARE(watched.metrics().losses().back().step, end);
        QCOMPARE(watched.left()->losses().back().step, fork + 1);
        watched.intents.send(intent::Discard{2});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().branches.size(), 1, patience);
        QVERIFY(!watched.left()); // nothing is drawn of what is not there
        QVERIFY2(watched.errors.isEmpty(), qPrintable(watched.errors.join('|')));
    }

    void unreadableCheckpoint_isReportedAndTrainingGoesOn() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(20), patience);
        watched.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!watched.status.running, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, watched.status.step, patience);
        const Tensor before = *watched.trace->find("logits");
        // From here on nothing is read any more from the files of this process that have no name.
        const int nothing = open("/dev/null", O_WRONLY);
        for (int descriptor = 3; descriptor < 256; ++descriptor) {
            struct stat status {};
            if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0)
                QCOMPARE(dup2(nothing, descriptor), descriptor);
        }
        watched.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(watched.errors.size(), 1, patience);
        QVERIFY2(watched.errors[0].contains("cannot be read back"), qPrintable(watched.errors[0]));
        QVERIFY(!watched.checkpoint().isPast());
        QVERIFY(sameNumbers(&before, watched.trace->find("logits")));
        const qint64 step = watched.status.step;
        watched.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(watched.status.step > step, patience);
        watched.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(watched.errors.size(), 2, patience);
        const qint64 then = watched.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(watched.status.step > then, patience);
        QVERIFY(watched.status.running);
    }

    void pinnedCheckpoints_showTheirDifference() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(20), patience);
        watched.intents.send(intent::ShowDifference{true});
        QTRY_COMPARE_WITH_TIMEOUT(watched.errors.size(), 1, patience);
        QVERIFY(watched.errors[0].contains("Pin two moments"));
        QVERIFY(watched.status.running); // it was only said
        watched.intents.send(intent::Pause{});
        watched.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == 0, patience);
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, 0, patience);
        const Tensor a = *watched.trace->find("logits");
        watched.intents.send(intent::SetPin{0, true});
        watched.intents.send(intent::BackToNow{});
        QTRY_VERIFY_WITH_TIMEOUT(!watched.checkpoint().isPast(), patience);
        const qint64 present = watched.checkpoint().present;
        watched.intents.send(intent::SetPin{1, true});
        QTRY_COMPARE_WITH_TIMEOUT(watched.trace->step, present, patience);
        const Tensor b = *watched.trace->find("logits");
        watched.intents.send(intent::ShowDifference{true});
        QTRY_VERIFY_WITH_TIMEOUT(watched.trace->isDifference(), patience);
        const Tensor& change = *watched.trace->find("logits");
        for (Index i = 0; i < change.count(); ++i)
            QCOMPARE(change[i], b[i] - a[i]);
        QVERIFY(watched.checkpoint().difference);
        watched.intents.send(intent::BackToNow{});
        QTRY_VERIFY_WITH_TIMEOUT(!watched.trace->isDifference(), patience);
        QVERIFY(sameNumbers(&b, watched.trace->find("logits")));
    }

    void history_isSavedWhenWantedAndComesBack() {
        const QString path = m_folder.filePath("with.safetensors");
        QVector<qint64> checkpoints;
        {
            Watched watched;
            QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(20), patience);
            watched.intents.send(intent::Pause{});
            watched.intents.send(intent::KeepInFile{true});
            QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().keptInFile, patience);
            watched.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(watched.saved, path, patience);
            watched.intents.send(intent::LookAt{0});
            QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown == 0, patience);
            checkpoints = watched.checkpoint().checkpoints;
        }
        Watched again(path);
        QTRY_COMPARE_WITH_TIMEOUT(again.checkpoint().checkpoints, checkpoints, patience);
        QVERIFY(again.checkpoint().keptInFile);
        QVERIFY(!again.metrics().losses().empty());
        QCOMPARE(again.metrics().losses().back().step, checkpoints.back());
        again.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(again.trace && again.trace->step == 0, patience);
        QVERIFY2(again.notices.isEmpty(), qPrintable(again.notices.join('|')));

        // What is not its history is left out, and the model opens all the same.
        QFile file(m_folder.filePath("with.history.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nonsense");
        file.close();
        Watched third(path);
        QTRY_COMPARE_WITH_TIMEOUT(third.notices.size(), 1, patience);
        QVERIFY(third.notices[0].contains("left out"));
        QTRY_COMPARE_WITH_TIMEOUT(third.status.step, checkpoints.back(), patience);
    }

    void unsavedCheckpoints_areReportedAfterTheSavedModel() {
        const QString path = m_folder.filePath("blocked.safetensors");
        QVERIFY(QDir(m_folder.path()).mkdir("blocked.history.safetensors"));
        Watched watched;
        QStringList told;
        connect(&watched.session, &Session::news, this, [&](const News& news) {
            if (const auto* saved = news.get<news::Saved>())
                told += saved->withCheckpoints ? "all" : "model";
            else if (news.get<news::Failure>())
                told += "error";
        });
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(20), patience);
        watched.intents.send(intent::Pause{});
        watched.intents.send(intent::KeepInFile{true});
        watched.intents.send(intent::SaveModel{path});
        const QStringList right{"model", "error"};
        QTRY_COMPARE_WITH_TIMEOUT(told, right, patience);
        QVERIFY(QFile::exists(path));
        watched.intents.send(intent::SaveModel{m_folder.filePath("free.safetensors")});
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 3, patience);
        QCOMPARE(told.back(), QStringLiteral("all"));
    }

    void reopenedRun_hasItsMetricsWithoutCheckpoints() {
        const QString path = m_folder.filePath("without.safetensors");
        SharedMetrics before;
        {
            Watched watched;
            QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(20), patience);
            QTRY_VERIFY_WITH_TIMEOUT(!watched.metrics().measurements().empty(), patience);
            watched.intents.send(intent::Pause{});
            QTRY_VERIFY_WITH_TIMEOUT(!watched.status.running, patience);
            watched.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(watched.saved, path, patience);
            // The newest metrics may still be on their way to who listens.
            const Metrics kept = loadRun(path.toStdString()).description.metrics;
            QTRY_VERIFY_WITH_TIMEOUT(*watched.branch() == kept, patience);
            before = watched.branch();
        }
        QVERIFY(!QFile::exists(m_folder.filePath("without.history.safetensors")));
        Watched again(path);
        QTRY_VERIFY_WITH_TIMEOUT(again.metrics() == *before, patience);
        QCOMPARE(again.metrics().losses().back().step, again.status.step);
        QCOMPARE(again.checkpoint().checkpoints.size(), 1);
        QVERIFY(again.status.loss > 0);
        // And it goes on from there.
        again.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(
            again.metrics().losses().back().step > before->losses().back().step + 20, patience);
    }

    void reopenedBranches_haveTheirMetrics() {
        const QString path = m_folder.filePath("branches.safetensors");
        qint64 fork = 0;
        qint64 left = 0;
        qint64 last = 0;
        {
            Watched watched;
            QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(60), patience);
            watched.intents.send(intent::Pause{});
            QTRY_VERIFY_WITH_TIMEOUT(!watched.status.running, patience);
            left = watched.status.step;
            watched.intents.send(intent::LookAt{watched.checkpoint().checkpoints[1]});
            QTRY_VERIFY_WITH_TIMEOUT(watched.checkpoint().shown.has_value(), patience);
            fork = *watched.checkpoint().shown;
            watched.intents.send(intent::ContinueHere{});
            QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().branches.size(), 2, patience);
            for (int i = 0; i < 3; ++i)
                watched.intents.send(intent::StepOnce{});
            last = fork + 3;
            QTRY_COMPARE_WITH_TIMEOUT(watched.status.step, last, patience);
            watched.intents.send(intent::KeepInFile{true});
            watched.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(watched.saved, path, patience);
        }
        Watched again(path);
        QTRY_COMPARE_WITH_TIMEOUT(again.checkpoint().branches.size(), 2, patience);
        QVERIFY(!again.metrics().losses().empty());
        QCOMPARE(again.metrics().losses().back().step, last); // nothing of the branch that was left
        QVERIFY(!again.left());
        const SharedMetrics before = again.branch();
        again.intents.send(intent::ReturnTo{1});
        QTRY_COMPARE_WITH_TIMEOUT(again.checkpoint().branch, 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(again.metrics().losses().back().step, left, patience);
        // Up to where they part both have the same.
        Metrics same = again.metrics();
        same.dropAfter(fork);
        Metrics shared = *before;
        shared.dropAfter(fork);
        QVERIFY(same == shared);
        QVERIFY(*again.left() == *before);
        QVERIFY2(again.notices.isEmpty(), qPrintable(again.notices.join('|')));
    }

    void setLimit_holdsAtOnce() {
        Watched watched;
        QTRY_VERIFY_WITH_TIMEOUT(watched.knowsSteps(40), patience);
        const qint64 three = 3 * watched.checkpoint().checkpointBytes;
        watched.intents.send(intent::SetLimit{three});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().limit, three, patience);
        QVERIFY(watched.checkpoint().bytes <= three);
        watched.intents.send(intent::SetLimit{1});
        QTRY_COMPARE_WITH_TIMEOUT(watched.checkpoint().bytes, 0, patience);
        watched.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(watched.errors.size(), 1, patience);
        QVERIFY(watched.errors[0].contains("Memory of the time machine"));
    }

private:
    QTemporaryDir m_folder;
};

} // namespace gf::tst_run_history

#include "tests/entry.h"
GF_TEST(tst_run_history, TestTimeMachine)
#include "tst_run_history.moc"
