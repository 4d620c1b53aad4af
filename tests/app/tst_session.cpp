// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/new_model/model_form.h"
#include "app/session/open_run/training_progress.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "app/session/worker.h"
#include "tests/app/heard.h"
#include "ui/language/wording.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <future>

namespace gf::tst_session {

namespace {

using test::Heard;
using test::patience;

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    /// It compiles the kernels of a graphics card.
    void trainingRate_forgetsALongFirstStep() {
        TrainingRate pace;
        QCOMPARE(pace.perSecond(), 0.0);
        pace.add(20);
        QCOMPARE(pace.perSecond(), 1 / 20.0);
        for (const double seconds : {0.5, 0.5, 0.2})
            pace.add(seconds);
        QCOMPARE(pace.perSecond(), 1 / 0.4);
        for (int i = 0; i < 1000; ++i)
            pace.add(0.1);
        QVERIFY(std::abs(pace.perSecond() - 10) < 0.01);
        pace.restart();
        QCOMPARE(pace.perSecond(), 0.0);
    }

    void traceBackend_isTheReferenceWhileNotTraining() {
        LiveRun run("cpu", taskNamed("date"));
        const auto resting = run.trace();
        QCOMPARE(run.probes().backendName(), std::string("eigen"));
        run.probes().setTraining(true);
        const auto training = run.trace();
        QCOMPARE(run.probes().backendName(), std::string("cpu"));
        const Tensor& logits = *resting->find("logits");
        for (Index i = 0; i < logits.count(); ++i)
            QVERIFY(std::abs(training->find("logits")->values()[i] - logits[i]) < 1e-4F);
        run.probes().setTraining(false);
        QVERIFY(std::ranges::equal(run.trace()->find("logits")->values(), logits.values()));
        QCOMPARE(run.probes().backendName(), std::string("eigen"));
    }

    void referenceRuns_areShownOnTheSameExample() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("recurrent.safetensors");
        {
            Heard heard;
            heard.startSmall("copy", {{"family", "recurrent"}, {"alignment", "bahdanau"}});
            QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
            heard.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        }
        Heard heard;
        heard.startSmall("copy");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"badc", "badc", 1});
        heard.intents.send(intent::ShowReferenceRuns{{path, folder.filePath("gone.safetensors")}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ReferenceRuns>(), 1, patience);
        QCOMPARE(heard.last<ReferenceRuns>().runs.size(), 2);
        QVERIFY2(heard.last<ReferenceRuns>().runs[0].problem.isEmpty(),
                 qPrintable(QString(heard.last<ReferenceRuns>().runs[0].problem)));
        QCOMPARE(choiceIn(heard.last<ReferenceRuns>().runs[0].configuration, "alignment"),
                 std::string("bahdanau"));
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), std::size_t{6}, patience);
        QCOMPARE(heard.last<ReferenceRuns>().runs[0].trace->sourceTokens,
                 heard.trace->sourceTokens);
        QVERIFY(heard.last<ReferenceRuns>().runs[0].trace->find("attention.weights"));
        QVERIFY(!heard.last<ReferenceRuns>().runs[1].trace);
        QVERIFY(!heard.last<ReferenceRuns>().runs[1].problem.isEmpty());
        QVERIFY(heard.errors.isEmpty());
        heard.intents.send(intent::ShowReferenceRuns{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ReferenceRuns>(), 2, patience);
        QVERIFY(heard.last<ReferenceRuns>().runs.isEmpty());
    }

    void verify_reportsEveryStepOfTheOpenModel() {
        Heard heard;
        constexpr int steps = 20; // always the same numbers
        heard.startSmall("copy", {{"family", "recurrent"}, {"alignment", "general"}},
                         {{"steps", steps}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == steps, patience);
        heard.intents.send(intent::Verify{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<VerifyReport>().graph, patience);
        QCOMPARE(heard.last<VerifyReport>().backend, std::string("cpu"));
        QCOMPARE(heard.last<VerifyReport>().reference, std::string("eigen"));
        QVERIFY(heard.last<VerifyReport>().steps.size() > heard.last<VerifyReport>().graph->size());
        if (const StepAgreement* beyond =
                firstBeyond(heard.last<VerifyReport>().steps, heard.last<VerifyReport>().tolerance))
            QFAIL(qPrintable(QStringLiteral("%1 is %2 off: %3 for %4")
                                 .arg(QString::fromStdString(
                                     (*heard.last<VerifyReport>().graph)[beyond->node].name))
                                 .arg(beyond->difference)
                                 .arg(beyond->found)
                                 .arg(beyond->expected)));
        QVERIFY(heard.last<VerifyReport>().steps.front().difference >=
                heard.last<VerifyReport>().steps.back().difference);
        QVERIFY(heard.last<VerifyReport>().graph->find("grad/attention.w_a") != noNode);
        QCOMPARE(heard.last<VerifyReport>().sourceTokens, heard.trace->sourceTokens);
        QCOMPARE(heard.last<VerifyReport>().targetTokens, heard.trace->targetTokens);
        QCOMPARE(heard.last<VerifyReport>().labels, heard.trace->labels);
        QVERIFY(heard.errors.isEmpty());
    }

    void stopVerifying_endsWithoutAReport() {
        Heard heard;
        heard.intents.send(intent::Verify{}); // of what is not there nobody waits for ever
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::Verify{});
        heard.intents.send(intent::StopVerifying{});
        const QTemporaryDir folder;
        const QString path = folder.filePath("after.safetensors");
        heard.intents.send(intent::SaveModel{path}); // one after the other
        QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        QCOMPARE(heard.count<VerifyReport>(), 0);
        heard.intents.send(intent::Verify{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<VerifyReport>(), 1, patience);
        QCOMPARE(heard.errors.size(), 1);
    }

    void firstTrace_comesBeforeTraining() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        QCOMPARE(heard.count<RunInfo>(), 1);
        QCOMPARE(heard.run.task, QStringLiteral("copy"));
        QVERIFY(heard.run.parameters > 0);
        QVERIFY(heard.trace->find("encoder.0.self_attn.weights"));
        QVERIFY(heard.trace->find("grad/encoder.0.self_attn.weights"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 20, patience);
        QVERIFY(heard.status.running);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.metrics().measurements().empty(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step > 0, patience);
        QVERIFY(!heard.last<Prediction>().tokens.empty());
        QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
    }

    void pause_stopsAndShowsTheLastWeights() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        const qint64 step = heard.status.step;
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, step, patience);
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, step + 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, step + 1, patience);
        QVERIFY(!heard.status.running);
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 5, patience);
    }

    void health_isThatOfTheMomentShownAndWhatTheNoticeSays() {
        Heard heard;
        heard.startSmall("copy", {}, {{"steps", 3000}, {"learning_rate", 1e-7}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::StepsDone, patience);
        QCOMPARE(heard.status.health.state, Health::State::Stuck);
        QVERIFY(heard.notices.last().contains("3000 training steps are done"));
        QVERIFY2(heard.notices.last().contains("Stuck since training step"),
                 qPrintable(heard.notices.last()));
        heard.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.health.state, Health::State::Begun, patience);
        heard.intents.send(intent::BackToNow{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.health.state, Health::State::Stuck, patience);
        // Another run has its own.
        heard.intents.send(intent::SetLearningRate{3});
        heard.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.health.state, Health::State::Begun, patience);
        heard.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.health.state, Health::State::Diverged, patience);
    }

    void idleReason_comesWithTheStatus() {
        Heard heard;
        heard.startSmall("copy", {}, {{"steps", 40}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::StepsDone, patience);
        QVERIFY(!heard.status.running);
        heard.intents.send(intent::WalkStep{0, false});
        heard.intents.send(intent::TakeWalkedStep{});
        heard.intents.send(intent::LeaveWalk{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Person, patience);
        heard.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::None, patience);
        heard.intents.send(intent::Hold{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::GuidedTour, patience);
        heard.intents.send(intent::Pause{}); // nothing that runs is left to pause
        heard.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::None, patience);
        heard.intents.send(intent::WalkStep{0, false});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Walk, patience);
        heard.intents.send(intent::LeaveWalk{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Person, patience);
        heard.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::None, patience);
        heard.intents.send(intent::Hold{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::GuidedTour, patience);
        heard.intents.send(intent::WalkStep{0, false});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Walk, patience);
        heard.intents.send(intent::LeaveWalk{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Person, patience);
        heard.intents.send(intent::SetLearningRate{1e38});
        heard.intents.send(intent::Train{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::Diverged, patience);
        QCOMPARE(heard.status.idleStep, heard.last<Diverged>().step);
        heard.intents.send(intent::GoBack{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::WentBack, patience);
        heard.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.idleReason, IdleReason::NotStarted, patience);
    }

    void runInfo_saysWhatIsLearnt() {
        Heard heard;
        heard.startSmall("sort");
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        QVERIFY2(QString(heard.run.learns).endsWith("attention → aeinnottt"),
                 qPrintable(QString(heard.run.learns)));
    }

    void textModel_countsTheRightNextCharacters() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("text.txt");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("the cat sat on the mat and the dog sat on the log. ").repeated(40));
        file.close();
        Heard heard;
        heard.intents.send(intent::ChooseTask{"text", path});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().next.total > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{{}, "the cat", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<Prediction>().next.total, Index{7}, patience);
        QVERIFY(heard.last<Prediction>().next.right <= 7);
        QVERIFY(!heard.last<Prediction>().nextAreWords);
        QVERIFY(!heard.last<Prediction>().hasTarget);
    }

    void idleSession_sendsNoNews() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        heard.intents.send(intent::StepOnce{});
        const qint64 step = heard.status.step;
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, step + 1, patience);
        QSignalSpy news(&heard.session, &Session::news);
        QVERIFY(!news.wait(300));
    }

    void peakRate_keepsTheScheduleAndIsSaved() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.safetensors");
        Heard heard;
        heard.startSmall("copy", {}, {{"schedule", "noam"}, {"warmup", 10}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SetLearningRate{0.0125});
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(heard.last<RunSettings>().learningRate - 0.0125) < 1e-9,
                                 patience);
        QCOMPARE(choiceIn(heard.last<RunSettings>().training, "schedule"), std::string("noam"));
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SaveModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        const auto again = LiveRun::open("cpu", path.toStdString());
        QVERIFY(std::abs(again->settings().learningRate - 0.0125) < 1e-9);
        QCOMPARE(choiceIn(again->settings().training, "schedule"), std::string("noam"));
    }

    void runInfo_saysHowManyExamplesAreKeptAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("pairs.tsv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const char* line : {"a\tb\n", "b\ta\n", "ab\tba\n", "ba\tab\n", "aa\tbb\n"})
            file.write(line);
        file.close();
        Heard heard;
        heard.intents.send(intent::ChooseTask{"pairs", path});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 1, patience);
        LiveRun run("cpu", taskNamed("pairs", path.toStdString()));
        QCOMPARE(heard.run.keptAside, 1);
        QCOMPARE(run.task()->validationCount(), Index{1});
        run.validator().start();
        std::optional<Evaluation> result;
        while (!result)
            result = run.validator().advance();
        QCOMPARE(result->examples, Index{heard.run.keptAside});
    }

    void settings_areReportedWhenTakenOrRefused() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SetBatchSize{7});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<RunSettings>().batch, 7, patience);
        heard.intents.send(intent::SetLearningRate{0.125});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<RunSettings>().learningRate, 0.125, patience);
        heard.session.notifyAll();
        QCOMPARE(heard.run.batch, 7);
        QCOMPARE(heard.run.learningRate, 0.125);
        const int before = heard.count<RunSettings>();
        heard.intents.send(intent::SetBackend{"abacus"});
        heard.session.notifyAll(); // nobody has agreed to it
        QCOMPARE(heard.run.backend, QStringLiteral("cpu"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<RunSettings>() > before, patience);
        QCOMPARE(heard.last<RunSettings>().backend, QStringLiteral("cpu"));
        QCOMPARE(heard.last<RunSettings>().batch, 7);
        heard.session.notifyAll();
        QCOMPARE(heard.run.backend, QStringLiteral("cpu"));
    }

    void pausedStatus_doesNotWaitForItsPicture() {
        std::promise<void> trains;
        std::promise<bool> paused;
        bool hasTrained = false;
        bool isOver = false;
        // In the worker's thread, each time that something is said.
        Worker worker([&] {
            const Outbox news = worker.take();
            const auto* status = news.find<TrainingStatus>();
            if (!status || isOver)
                return;
            if (status->running && !std::exchange(hasTrained, true))
                trains.set_value();
            if (hasTrained && !status->running) {
                isOver = true;
                paused.set_value(!news.has<news::Traced>());
            }
        });
        worker.startRun({taskNamed("copy")}, false);
        test::awaited(trains);
        worker.perform({1, intent::Pause{}});
        QVERIFY2(test::awaited(paused), "that it is paused came with the picture");
    }

    void trainingStatus_comesBeforeTheFirstStep() {
        for (const bool compares : {false, true}) {
            std::promise<qint64> trains;
            int runs = 0;
            bool isOver = false;
            // In the worker's thread, each time that something is said.
            Worker worker([&] {
                const Outbox news = worker.take();
                runs += news.has<RunInfo>() ? 1 : 0;
                const auto* status = news.find<TrainingStatus>();
                if (status && status->running && runs == 1 + int{compares} &&
                    !std::exchange(isOver, true))
                    trains.set_value(status->step);
            });
            worker.startRun({taskNamed("copy")}, false);
            if (compares)
                worker.perform({1, intent::Compare{"norm", 1}});
            QCOMPARE(test::awaited(trains), 0);
        }
    }

    void pausedStatus_comesBeforeItsTrace() {
        Heard heard;
        bool running = false;
        bool stale = false;
        test::hear<TrainingStatus>(heard.session, &heard,
                                   [&](const TrainingStatus& status) { running = status.running; });
        test::hear<news::Traced>(heard.session, &heard,
                                 [&](const auto& trace) { stale = running || trace->step == 0; });
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, heard.status.step, patience);
        QVERIFY2(!stale, "the last picture came while the run was said to train");
    }

    void walkStep_showsTheNextStepBeforeItIsTaken() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::WalkStep{2, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<WalkedStep>().active, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->batch, Index{4}, patience);
        QVERIFY(!heard.status.running);
        QCOMPARE(heard.last<WalkedStep>().step, heard.status.step + 1);
        QCOMPARE(heard.last<WalkedStep>().examples.size(), 4);
        QCOMPARE(heard.last<WalkedStep>().chosen, 2);
        QCOMPARE(heard.trace->example, Index{2});
        QVERIFY(heard.trace->find("update/output.weight/delta"));
        QVERIFY(!heard.last<WalkedStep>().examples[2].target.isEmpty());

        heard.intents.send(intent::WalkStep{1, true});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->example, Index{1}, patience);
        QCOMPARE(heard.trace->step, heard.last<WalkedStep>().step);
        QVERIFY(!heard.trace->find("update/output.weight/delta"));
        const auto after = static_cast<double>((*heard.trace->find("loss"))[0]);
        QCOMPARE(after, heard.last<WalkedStep>().lossAfter);

        // Taken for real, the run has the loss that was foretold, and the next step is walked.
        const WalkedStep foretold = heard.last<WalkedStep>();
        heard.intents.send(intent::TakeWalkedStep{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<WalkedStep>().step, foretold.step + 1, patience);
        QCOMPARE(heard.status.step, foretold.step);
        QCOMPARE(heard.status.loss, foretold.lossBefore);
        QVERIFY(heard.last<WalkedStep>().active);
        QVERIFY(!heard.last<WalkedStep>().after);

        heard.intents.send(intent::LeaveWalk{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<WalkedStep>().active, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->batch, Index{1}, patience);
        QCOMPARE(heard.status.step, foretold.step);
        QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
    }

    void train_endsTheWalk() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(intent::WalkStep{0, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<WalkedStep>().active, patience);
        const qint64 step = heard.last<WalkedStep>().step;
        heard.intents.send(intent::SetLearningRate{0.25});
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 2, patience);
        QVERIFY(!heard.last<WalkedStep>().active);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->batch, Index{1}, patience);
    }

    void divergence_stopsTheRunSaysWhereAndGoesBack() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SetLearningRate{1e38});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<Diverged>(), 1, patience);
        QVERIFY(!heard.status.running);
        QVERIFY(heard.last<Diverged>().step >= 1);
        QVERIFY(!heard.last<Diverged>().node.isEmpty());
        QVERIFY(heard.last<Diverged>().goodStep < heard.last<Diverged>().step);
        heard.intents.send(intent::GoBack{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, heard.last<Diverged>().goodStep, patience);
        for (const float logit : heard.trace->find("logits")->values())
            QVERIFY(std::isfinite(logit));
        // What comes next does not stand behind steps that will be done anew.
        for (const Metrics::Loss& at : heard.metrics().losses())
            QVERIFY(at.step <= heard.last<Diverged>().goodStep);
    }

    void architectures_areShownAndTrained() {
        for (const char* architecture : {"encoder-decoder", "encoder", "decoder"}) {
            Heard heard;
            heard.startSmall("copy", {{"architecture", architecture}});
            QTRY_VERIFY2_WITH_TIMEOUT(heard.count<news::Traced>() > 0 || !heard.errors.isEmpty(),
                                      architecture, patience);
            QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
            QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
        }
    }

    void settings_areTakenWhileTheRunTrains() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SetLearningRate{0.125});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.learningRate, 0.125, patience);
        heard.intents.send(intent::SetBatchSize{2});
        heard.intents.send(intent::SetBackend{"cpu"});
        const qint64 step = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 5, patience);
        heard.intents.send(intent::SetBackend{"abacus"});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QVERIFY(heard.errors[0].contains("abacus"));
    }

    void learningRate_isRefusedIfNoFileCanHoldIt() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SetLearningRate{0.125});
        heard.intents.send(intent::SetLearningRate{1e305});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QVERIFY2(heard.errors[0].contains("between 0 and 1e+300"), qPrintable(heard.errors[0]));
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.learningRate, 0.125, patience);
    }

    void formCheck_refusesWhatDoesNotFitIntoMemory() {
        const ModelForm form = makeModelForm([] { return qint64(1) << 20; });
        ModelRequest request = test::proposedBy(form, "date");
        FormCheck check = form.check(request);
        QCOMPARE(test::keysOf(check.problems), QStringList("batch"));
        QVERIFY(translated(check.problems["batch"]).contains("1.0 MiB"));
        request.training["batch"] = 1;
        request.model["d_model"] = 512;
        check = form.check(request);
        QCOMPARE(test::keysOf(check.problems), QStringList("d_model"));
        QVERIFY(makeModelForm([] { return qint64(0); }).check(request).problems.empty());
        QVERIFY(availableMemory() > 0);
    }

    /// Attention by blocks keeps no scores: a text is not refused for matrices that are not there.
    void formCheck_saysWhatALongTextTakes() {
        const ModelForm form = makeModelForm([] { return qint64(4) << 30; });
        ModelRequest request = test::proposedBy(form, "text");
        QTemporaryFile text;
        QVERIFY(text.open());
        request.file = text.fileName().toStdString();
        request.model["architecture"] = "decoder";
        request.model["max_length"] = 1025;
        request.training["context"] = 1024;
        request.training["batch"] = 16;
        const FormCheck check = form.check(request);
        for (const auto& [field, problem] : check.problems)
            QFAIL(qPrintable(QString::fromStdString(field) + ": " + translated(problem)));
        QVERIFY2(check.bytes < qint64(1) << 30, qPrintable(QString::number(check.bytes)));
    }

    void formCheck_findsProblemsAndCosts() {
        const ModelForm form = makeModelForm();
        ModelRequest request = test::proposedBy(form, "date");
        const FormCheck fine = form.check(request);
        QCOMPARE(test::keysOf(fine.problems), QStringList());
        QVERIFY(fine.parameters > 1000);
        QVERIFY(fine.bytes > 12 * fine.parameters);
        request.model["heads"] = 7;
        request.training["learning_rate"] = "fast";
        const FormCheck wrong = form.check(request);
        QVERIFY(wrong.problems.contains("heads"));
        QVERIFY(wrong.problems.contains("learning_rate"));
        for (const TaskChoice& task : form.tasks)
            if (!task.needsFile)
                QVERIFY(form.defaults(std::string(task.name)).contains("d_model"));
    }

    void generate_fulfilsOnlyTheNewestRequest() {
        Heard heard;
        QVector<int> widths;
        test::hear<GenerationReport>(heard.session, &heard, [&](const GenerationReport& report) {
            widths += report.settings.width;
        });
        heard.startSmall();
        heard.intents.send(intent::Pause{});
        GenerationSettings settings;
        settings.way = GenerationSettings::Way::Beam;
        for (settings.width = 2; settings.width < 8; ++settings.width)
            heard.intents.send(intent::Generate{settings});
        QTRY_VERIFY_WITH_TIMEOUT(widths.contains(7), patience);
        QCOMPARE(widths, QVector<int>{7});
    }
};

} // namespace gf::tst_session

#include "tests/entry.h"
GF_TEST(tst_session, TestSession)
#include "tst_session.moc"
