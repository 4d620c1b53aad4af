// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/new_model/model_form.h"
#include "app/session/open_run/training_progress.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "app/session/worker.h"
#include "core/graph/edit.h"
#include "core/tensor/stopped.h"
#include "core/train/history_file.h"
#include "core/train/run.h"
#include "tests/app/heard.h"
#include "tests/app/worlds.h"
#include "tests/core/surroundings.h"
#include "ui/language/wording.h"
#include "ui/scene/scene_json.h"
#include "ui/window/last_session.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <thread>
#include <vector>

namespace gf::tst_session {

namespace {

using test::Heard;
using test::patience;

/// What a person may ask of the run that is open.
const std::vector<Request>& ofOneRun() {
    static const std::vector<Request> requests{
        intent::Pause{},
        intent::Hold{},
        intent::StepOnce{},
        intent::WalkStep{},
        intent::Reset{},
        intent::SetBatchSize{7},
        intent::SetExample{"cab", "cab"},
        intent::Intervene{{{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(0)}}}}},
        intent::SaveModel{"/no/such/folder/run.safetensors"},
        intent::LookAt{0},
        intent::ReturnTo{1},
        intent::ShowDifference{true},
        intent::Compare{"norm", 1},
        intent::GoBack{},
    };
    return requests;
}

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
        QCOMPARE(run.traceBackend(), std::string("eigen"));
        run.setTraining(true);
        const auto training = run.trace();
        QCOMPARE(run.traceBackend(), std::string("cpu"));
        const Tensor& logits = *resting->find("logits");
        for (Index i = 0; i < logits.count(); ++i)
            QVERIFY(std::abs(training->find("logits")->values()[i] - logits[i]) < 1e-4F);
        run.setTraining(false);
        QVERIFY(std::ranges::equal(run.trace()->find("logits")->values(), logits.values()));
        QCOMPARE(run.traceBackend(), std::string("eigen"));
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

    void setExample_isTracedAtOnce() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens,
                                  (Tokens{"c", "a", "b", "<eos>", "<pad>", "<pad>"}), patience);
        QCOMPARE(heard.trace->targetTokens.front(), std::string("<sos>"));
        QVERIFY(heard.last<ExampleProblems>().source.isEmpty());
        heard.intents.send(intent::AnotherExample{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<news::ShownExample>().source.isEmpty(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->sourceTokens.front() ==
                                     heard.last<news::ShownExample>().source.left(1).toStdString(),
                                 patience);
    }

    void target_followsTheSourceWhereTheTaskKnowsIt() {
        Heard heard;
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        const QString target = heard.run.exampleTarget;
        heard.intents.send(intent::SetExample{"cab", target, 0});
        // Typed before the answer to the first came back.
        heard.intents.send(intent::SetExample{"cabd", target, 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<ExampleProblems>().answer.value_or(QString()),
                                  QStringLiteral("abcd"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->labels, (Tokens{"a", "b", "c", "d", "<eos>"}),
                                  patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        // What is no question of the task has no target that anyone knows.
        heard.intents.send(intent::SetExample{"ca?", "abcd", 0});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<Prediction>().hasTarget, patience);
        QVERIFY(heard.last<ExampleProblems>().answer);
        QVERIFY(heard.last<ExampleProblems>().answer->isEmpty());
        // A target that the person wrote is theirs.
        heard.intents.send(intent::SetExample{"ca?", "zz", 0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.trace->labels, (Tokens{"z", "z", "<eos>"}));
    }

    /// Rows of an earlier target would show attention that no answer is made of.
    void sourceWithoutATarget_isTracedAlongTheAnswer() {
        Heard heard;
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        const QString source = heard.run.exampleSource;
        const QString target = heard.run.exampleTarget;
        heard.intents.send(intent::SetExample{"ca?", target, 1});
        const auto rowsAreTheAnswer = [&] {
            Tokens rows{"<sos>"};
            for (const std::string& token : heard.last<Prediction>().tokens)
                rows.push_back(token);
            // Nothing is read after the last one, or there is no room for it.
            const std::size_t read =
                std::min(rows.size() - 1, static_cast<std::size_t>(heard.run.maxLength - 1));
            rows.resize(read);
            rows.push_back("<pad>");
            return heard.trace->targetTokens == rows;
        };
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().givesRows && rowsAreTheAnswer(),
                                 patience);
        QVERIFY(heard.trace->labels.empty());
        QVERIFY(!heard.trace->find("loss"));
        heard.intents.send(intent::StepOnce{}); // which answers otherwise
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step > 0 && rowsAreTheAnswer(), patience);
        // The source that had a target has it again.
        heard.intents.send(intent::SetExample{source, {}, 0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.last<ExampleProblems>().answer.value_or(QString()), target);
        QVERIFY(heard.trace->find("loss"));
    }

    void ownTarget_returnsWithItsSource() {
        LiveRun run("cpu", taskNamed("sort"));
        run.setExample(run.meant({"ca?", "own", 0, true}));
        QCOMPARE(run.example().target, std::string("own"));
        run.setExample(run.meant({"ca??", "own"}));
        QCOMPARE(run.example().target, std::string());
        run.setExample(run.meant({"ca?", ""}));
        QCOMPARE(run.example().target, std::string("own"));
        // What the person writes is theirs, also what stood there before.
        run.setExample(run.meant({"ca??", "own"}));
        run.setExample(run.meant({"ca??", "own", 0, true}));
        QCOMPARE(run.example().target, std::string("own"));
    }

    void examplePadding_isThatOfTheRun() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::SetExample{"cab", "cab", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 6U, patience);
        heard.intents.send(intent::Reset{}); // the same example once more
        QTRY_COMPARE_WITH_TIMEOUT(heard.run.examplePadding, 2, patience);
        const int runs = heard.count<RunInfo>();
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(
            heard.count<RunInfo>() > runs && heard.trace->sourceTokens.size() != 6U, patience);
        QCOMPARE(heard.run.examplePadding, 0);
        QVERIFY(std::ranges::find(heard.trace->sourceTokens, "<pad>") ==
                heard.trace->sourceTokens.end());
    }

    void roundTrip_isRightInEitherDirection() {
        LiveRun run("cpu", taskNamed("salesman"));
        const std::string source = run.example().source;
        const QStringList tour = QString::fromStdString(run.answer().text).split(' ');
        QCOMPARE(tour.size(), 8);
        const auto isRight = [&](const QStringList& target) {
            run.setExample({source, target.join(' ').toStdString()});
            return run.answer().matchesTarget;
        };
        QVERIFY(isRight(tour));
        QStringList backwards = tour;
        std::ranges::reverse(backwards);
        QVERIFY(isRight(backwards));
        QVERIFY(isRight(tour.mid(3) + tour.mid(0, 3))); // the same from another city on
        const auto best = run.task()->answerTo(source); // of weights that nobody has trained
        QVERIFY(!isRight(QString::fromStdString(*best).split(' ')));
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
        run.startValidation();
        std::optional<Evaluation> result;
        while (!result)
            result = run.advanceValidation();
        QCOMPARE(result->examples, Index{heard.run.keptAside});
    }

    void setValues_setsRowsAndTheAnswerFollows() {
        Heard heard;
        heard.startSmall("salesman",
                         {{"input", "values"}, {"output", "pointer"}, {"positional", "none"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        QCOMPARE(heard.run.sourceFeatures, 2);
        QCOMPARE(heard.run.targetFeatures, 0);
        using Side = intent::SetValues::Side;
        // A square, its corners not in their order round it.
        heard.intents.send(intent::SetValues{Side::Source, {0.9F, 0.9F, 0, 0, 0, 1, 0, 0.5F}});
        heard.intents.send(intent::SetValues{Side::Source, {1, 1, 0.1F, 0, 0, 1, 1, 0}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<news::ShownExample>().source,
                                  QStringLiteral("1,1 0.1,0 0,1 1,0"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->labels, (Tokens{"2", "4", "1", "3"}), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.trace->find("source.values")->at({{1, 0, 0, 0}}), 0.1F);
        QVERIFY(heard.last<ExampleProblems>().source.isEmpty());
        // What a model cannot read is said, and the picture stays.
        heard.intents.send(intent::SetValues{Side::Source, {1, 1, 0.1F}});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<ExampleProblems>().source.isEmpty(), patience);
        heard.intents.send(intent::SetValues{Side::Source, {1, std::nanf("")}});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("nan"),
                                 patience);
        QCOMPARE(heard.trace->labels.size(), 4U);
    }

    void rowGradients_areMeasuredWhileWanted() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        heard.intents.send(intent::MeasureRowGradients{true});
        const auto rows = [&] { return heard.last<news::RowGradients>().runs.at(0); };
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::RowGradients>() > 0 && rows(), patience);
        // Four rows; what they hang on are the source's four tokens and their own.
        QCOMPARE(rows()->shape().toString(), Shape({4, 8}).toString());
        heard.intents.send(intent::SetExample{"ca", "ca", 0});
        QTRY_COMPARE_WITH_TIMEOUT(rows()->shape().toString(), Shape({3, 6}).toString(), patience);
        heard.intents.send(intent::MeasureRowGradients{false});
        heard.forget<news::RowGradients>();
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
        QVERIFY(heard.last<news::RowGradients>().runs.empty());
    }

    void exchangeTokens_holdsWhileWanted() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        heard.intents.send(intent::ExchangeTokens{TokenExchange{Axis::Source, 0, 2}});
        const auto sourceOfRun = [&] {
            const bool known = heard.last<news::ExchangedRuns>().runs.size() == 1 &&
                               heard.last<news::ExchangedRuns>().runs[0].exchanged;
            return known ? heard.last<news::ExchangedRuns>().runs[0].exchanged->sourceTokens
                         : Tokens();
        };
        QTRY_COMPARE_WITH_TIMEOUT(sourceOfRun(), (Tokens{"b", "a", "c", "<eos>"}), patience);
        QCOMPARE(heard.last<news::ExchangedRuns>().runs[0].of, heard.trace);
        QCOMPARE(heard.trace->sourceTokens, (Tokens{"c", "a", "b", "<eos>"}));
        // Of a shorter example that has no such token there is none.
        heard.intents.send(intent::SetExample{"a", "a", 0});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<news::ExchangedRuns>().runs[0].exchanged, patience);
        heard.intents.send(intent::ExchangeTokens{TokenExchange{Axis::Target, 0, 1}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<news::ExchangedRuns>().runs[0].exchanged, patience);
        QCOMPARE(heard.last<news::ExchangedRuns>().runs[0].exchanged->targetTokens,
                 (Tokens{"a", "<sos>"}));
        heard.intents.send(intent::ExchangeTokens{});
        heard.forget<news::ExchangedRuns>();
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
        QVERIFY(heard.last<news::ExchangedRuns>().runs.empty());
    }

    void setValues_isIgnoredForTokens() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        QCOMPARE(heard.run.sourceFeatures, 0);
        heard.intents.send(intent::SetValues{intent::SetValues::Side::Source, {1, 2}});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens, (Tokens{"c", "a", "b", "<eos>"}),
                                  patience);
        QVERIFY(heard.last<news::ShownExample>().source.isEmpty());
    }

    void unknownTokens_areNamedAndATabIsVisible() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::SetExample{"a?b!\t?", "a", 0});
        QTRY_COMPARE_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source),
                                  QStringLiteral("\"?\", \"!\", \"\\x09\" are unknown to this "
                                                 "model and are read as <unk>"),
                                  patience);
    }

    void exampleProblems_areReportedForTheirField() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        const Tokens before = heard.trace->sourceTokens;
        heard.intents.send(intent::SetExample{QString(500, 'a'), "a", 0});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("too long"),
                                 patience);
        QVERIFY(heard.last<ExampleProblems>().target.isEmpty());
        QCOMPARE(heard.trace->sourceTokens, before);
        heard.intents.send(intent::SetExample{"a?b", "ab", 0});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("\"?\""),
                                 patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
    }

    void reset_beginsAgainWithTheSameNumbers() {
        Heard heard;
        heard.startSmall();
        // The first picture may have been overtaken by a later one: only a paused run stands still.
        const auto resetWhilePaused = [&](int runs) {
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
            heard.intents.send(intent::Pause{});
            QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
            heard.intents.send(intent::Reset{});
            QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), runs, patience);
            QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, 0, patience);
        };
        resetWhilePaused(2);
        const Tensor first = *heard.trace->find("logits");
        heard.intents.send(intent::Train{});
        resetWhilePaused(3);
        const Tensor& again = *heard.trace->find("logits");
        QVERIFY(std::equal(first.values().begin(), first.values().end(), again.values().begin(),
                           again.values().end()));
        QVERIFY(!heard.status.running);
    }

    void savedRun_isOpenedAndTrainedOn() {
        QTemporaryDir folder;
        const QString path = folder.filePath("run.safetensors");
        Tensor logits;
        qint64 step = 0;
        {
            Heard heard;
            heard.startSmall();
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
            heard.intents.send(intent::Pause{});
            QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
            QVERIFY(heard.status.unsavedSteps > 0);
            heard.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
            QCOMPARE(heard.status.unsavedSteps, 0);
            step = heard.status.step;
            logits = *heard.trace->find("logits");
        }
        Heard heard;
        heard.intents.send(intent::OpenModel{path});
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, step, patience);
        QCOMPARE(heard.run.title(), QStringLiteral("run.safetensors"));
        const Tensor& again = *heard.trace->find("logits");
        QVERIFY(std::equal(logits.values().begin(), logits.values().end(), again.values().begin(),
                           again.values().end()));
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step, patience);
        QVERIFY(heard.errors.isEmpty());
    }

    void failedRequests_areReportedAndChangeNothing() {
        QTemporaryDir folder;
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        heard.intents.send(intent::OpenModel{folder.path()});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        heard.intents.send(intent::SaveModel{"/no/such/folder/run.safetensors"});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 2, patience);
        QVERIFY(heard.errors[1].contains("/no/such/folder"));
        heard.intents.send(intent::ChooseTask{"text", folder.filePath("missing.txt")});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 3, patience);
        QVERIFY(heard.errors[2].contains("missing.txt"));
        QCOMPARE(heard.count<RunInfo>(), 1);
        heard.intents.send(intent::StepOnce{}); // and it still trains
        const qint64 step = heard.status.step;
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, step + 1, patience);
    }

    void failedWrites_doNotStopTraining() {
        const auto numbers = std::make_shared<const Tensor>(Shape{1, 2});
        const QString nowhere = "/no/such/folder/file";
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        int errors = 0;
        const auto isToldWhileItTrains = [&] {
            ++errors;
            QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), errors, patience);
            const qint64 step = heard.status.step;
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 2, patience);
            QVERIFY(heard.status.running);
        };
        heard.intents.send(intent::SaveNumbers{nowhere, "csv", {numbers, {}, {}}});
        isToldWhileItTrains();
        heard.intents.send(intent::SaveModel{nowhere});
        isToldWhileItTrains();
        heard.intents.send(intent::OpenModel{nowhere});
        isToldWhileItTrains();
        heard.intents.send(intent::ChooseTask{"text", nowhere});
        isToldWhileItTrains();
        heard.intents.send(intent::SetBackend{"abacus"});
        isToldWhileItTrains();
    }

    void failedWrite_doesNotCostTheTraceOfAPause() {
        const auto numbers = std::make_shared<const Tensor>(Shape{1, 2});
        Heard heard;
        heard.startSmall();
        for (int i = 1; i <= 5; ++i) {
            const qint64 before = heard.status.step;
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > before + 20, patience);
            heard.intents.send(intent::Pause{});
            heard.intents.send(
                intent::SaveNumbers{"/no/such/folder/file", "csv", {numbers, {}, {}}});
            QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), i, patience);
            QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
            QTRY_COMPARE_WITH_TIMEOUT(heard.trace->step, heard.status.step, patience);
            heard.intents.send(intent::Train{});
        }
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

    void savedRun_isCalledAsItsFileInANewWindow() {
        QTemporaryDir folder;
        Heard heard;
        heard.session.startShowcase();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        QCOMPARE(heard.run.title(), QStringLiteral("date"));
        QVERIFY(heard.run.isShowcase);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SaveModel{folder.filePath("mine.safetensors")});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.saved.isEmpty(), patience);
        heard.session.notifyAll();
        QCOMPARE(heard.run.title(), QStringLiteral("mine.safetensors"));
        QVERIFY(!heard.run.isShowcase);
        heard.intents.send(intent::Reset{}); // which no file has
        QTRY_COMPARE_WITH_TIMEOUT(heard.run.title(), QStringLiteral("date"), patience);
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

    void finishedRun_trainsOnWhenReopened() {
        QTemporaryDir folder;
        const QString path = folder.filePath("done.safetensors");
        {
            Heard heard;
            heard.startSmall("copy", {}, {{"steps", 20}});
            QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), 1, patience); // its steps are done
            heard.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        }
        Heard again;
        again.intents.send(intent::OpenModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(again.status.step, 20, patience);
        again.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(again.status.step > 60, patience);
        QVERIFY2(again.notices.isEmpty(), qPrintable(again.notices.join('|')));
    }

    void savedRun_opensWithItsView() {
        QTemporaryDir folder;
        const QString path = folder.filePath("left.safetensors");
        Scene left;
        left.example = {"cab", "bac", 2};
        left.focus.step = "decoder.0.cross_attn.weights";
        left.focus.row = 1;
        left.focus.column = 2;
        left.focus.pinned = true;
        {
            Heard heard;
            heard.startSmall();
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
            heard.intents.send(intent::SaveModel{path, toJson(left)});
            QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        }
        Heard again;
        again.intents.send(intent::OpenModel{path});
        QTRY_VERIFY_WITH_TIMEOUT(again.count<news::Traced>() > 0, patience);
        QCOMPARE(again.run.exampleSource, QStringLiteral("cab"));
        QCOMPARE(again.run.exampleTarget, QStringLiteral("bac"));
        QCOMPARE(again.run.examplePadding, 2);
        QCOMPARE(again.trace->sourceTokens, (Tokens{"c", "a", "b", "<eos>", "<pad>", "<pad>"}));
        QTRY_VERIFY_WITH_TIMEOUT(!again.last<news::SavedScene>().json.isEmpty(), patience);
        QVERIFY(sceneFromJson(again.last<news::SavedScene>().json) == left);
        QVERIFY2(again.notices.isEmpty(), qPrintable(again.notices.join('|')));
    }

    /// How it was left is a suggestion: whoever wrote the file may have written anything.
    void brokenView_doesNotKeepARunFromOpening() {
        QTemporaryDir folder;
        const QString path = folder.filePath("view.safetensors");
        const QString plain = folder.filePath("plain.safetensors");
        {
            Heard heard;
            heard.startSmall();
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
            heard.intents.send(intent::SaveModel{plain});
            QTRY_COMPARE_WITH_TIMEOUT(heard.saved, plain, patience);
        }
        const Run run = loadRun(plain.toStdString());
        const auto saveWith = [&](const std::string& view) {
            RunDescription description = run.description;
            description.view = view;
            saveRun(path.toStdString(), description, *run.parameters);
        };
        const QByteArray tooLong = toJson([] {
            Scene scene;
            scene.example.source = QString(500, 'a');
            return scene;
        }());
        for (const std::string& view : {std::string("nonsense"), std::string("{\"future\": 1}"),
                                        std::string("{\"example\": {\"padding\": 99}}"),
                                        tooLong.toStdString(), std::string(2'000'000, ' ')}) {
            saveWith(view);
            Heard heard;
            heard.intents.send(intent::OpenModel{path});
            QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
            QCOMPARE(heard.errors, QStringList());
            QCOMPARE(heard.run.examplePadding, 0);
            QVERIFY(heard.run.exampleSource.size() < 100);
            const bool isSaid = view.size() < 100;
            QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), isSaid ? 1 : 0, patience);
        }
    }

    void readRun_waitsForEnterRun() {
        QTemporaryDir folder;
        const QString path = folder.filePath("run.safetensors");
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        heard.intents.send(intent::SaveModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(heard.saved, path, patience);
        // What cannot be read is no question.
        heard.intents.send(intent::OpenModel{folder.filePath("none.safetensors"), true});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        heard.intents.send(intent::ChooseTask{"text", folder.filePath("none.txt"), true});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 2, patience);
        QCOMPARE(heard.count<news::RunReady>(), 0);
        const int runs = heard.count<RunInfo>();
        const IntentId first = heard.intents.send(intent::OpenModel{path, true});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<news::RunReady>(), 1, patience);
        const qint64 step = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 3, patience); // it trains on
        QCOMPARE(heard.count<RunInfo>(), runs);
        heard.intents.send(intent::DropRun{first});
        heard.intents.send(intent::EnterRun{first}); // there is none any more
        const IntentId second = heard.intents.send(intent::ChooseTask{"reverse", {}, true});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<news::RunReady>(), 2, patience);
        QCOMPARE(heard.count<RunInfo>(), runs);
        // What was answered of the run before is not meant for this one.
        heard.intents.send(intent::DropRun{first});
        heard.intents.send(intent::EnterRun{first});
        heard.intents.send(intent::EnterRun{second});
        QTRY_COMPARE_WITH_TIMEOUT(heard.run.task, QStringLiteral("reverse"), patience);
        QCOMPARE(heard.count<RunInfo>(), runs + 1);
    }

    /// What was meant for a run does nothing to the one that comes in its place, even where the
    /// window has not heard of that yet.
    void request_ofTheRunBefore_isDropped_data() {
        QTest::addColumn<int>("request");
        for (std::size_t i = 0; i < ofOneRun().size(); ++i)
            QTest::newRow(qPrintable(test::nameOf(ofOneRun()[i]))) << static_cast<int>(i);
    }
    void request_ofTheRunBefore_isDropped() {
        QFETCH(int, request);
        QTemporaryDir folder;
        Heard heard;
        heard.startSmall("copy");
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        int walks = 0;
        test::hear<WalkedStep>(heard.session, &heard,
                               [&](const WalkedStep& step) { walks += int{step.active}; });
        int edits = 0;
        test::hear<InterventionState>(heard.session, &heard, [&](const InterventionState& state) {
            edits += int{state.canUndo};
        });
        heard.startSmall("reverse");
        heard.intents.send(ofOneRun()[static_cast<std::size_t>(request)]);
        QTRY_VERIFY_WITH_TIMEOUT(heard.run.task == "reverse" && heard.status.step > 5, patience);
        QVERIFY(heard.status.running);
        QCOMPARE(heard.count<RunInfo>(), 2);
        QCOMPARE(walks, 0);
        QCOMPARE(edits, 0);
        QCOMPARE(heard.run.batch, 4);
        QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join(" | ")));
        QVERIFY(heard.saved.isEmpty());
        std::string source;
        for (const std::string& token : heard.trace->sourceTokens)
            source += token;
        QVERIFY2(!source.starts_with("cab"), source.c_str());
    }

    /// So a person meets it: the window answers what it is told of a walk while another task that
    /// was chosen is being built.
    void chosenTask_trainsAfterAWalk() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 3, patience);
        bool hasChosen = false;
        test::hear<WalkedStep>(heard.session, &heard, [&](const WalkedStep& step) {
            if (!step.active)
                return;
            if (!std::exchange(hasChosen, true))
                heard.startSmall("reverse");
            heard.intents.send(intent::WalkStep{step.chosen, !step.after});
        });
        heard.intents.send(intent::WalkStep{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.run.task == "reverse" && heard.status.step > 5, patience);
        QVERIFY(!heard.last<WalkedStep>().active);
    }

    /// The window hears that a walk is over, though the run came before it was told of that.
    void leftWalk_isOverInTheNextRunToo() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<RunInfo>() == 1, patience);
        heard.intents.send(intent::WalkStep{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<WalkedStep>().active, patience);
        heard.intents.send(intent::LeaveWalk{});
        heard.startSmall("reverse");
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<RunInfo>(), 2, patience);
        QVERIFY(!heard.last<WalkedStep>().active);
    }

    void outbox_forgetsWhatWasOfTheRunAlone() {
        Outbox outbox;
        for (News& news : std::vector<News>{ModelMeasure(),
                                            WalkedStep(),
                                            TrainingStatus(),
                                            Diverged(),
                                            {news::Notice{"of the run"}},
                                            {news::Notice{"asked for"}, 3},
                                            news::Failure{"wrong"}})
            outbox.add(std::move(news));
        outbox.forgetRun();
        QVERIFY(outbox.has<ModelMeasure>()); // a dialog waits for it
        QVERIFY(outbox.has<WalkedStep>());   // that it is over
        QVERIFY(!outbox.has<TrainingStatus>());
        QVERIFY(!outbox.has<Diverged>());
        QStringList said;
        outbox.forEach([&](const News& news) {
            if (const auto* notice = news.get<news::Notice>())
                said += test::inside(*notice);
            else if (const auto* failure = news.get<news::Failure>())
                said += test::inside(*failure);
        });
        QCOMPARE(said, QStringList({"asked for", "wrong"}));
        WalkedStep walked;
        walked.active = true;
        outbox.add(walked);
        outbox.forgetRun();
        QVERIFY(!outbox.has<WalkedStep>());
    }

    /// The file of a run is not written over by the one that came in its place.
    void saveAtEnd_leavesTheFileOfTheRunBefore() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.safetensors");
        test::writeText(path, "the run before");
        std::promise<QString> saved;
        bool isOver = false;
        // In the worker's thread, each time that something is said.
        Worker worker([&] {
            const Outbox news = worker.take();
            if (const auto* file = news.find<news::Saved>(); file && !std::exchange(isOver, true))
                saved.set_value(file->path);
        });
        worker.startRun({taskNamed("copy")}, false);
        constexpr RunNumber before = 7;
        worker.perform({1, intent::SaveAtEnd{path}}, before);
        const QString file = test::awaited(saved);
        QVERIFY(file != path && QFile::exists(file));
        QFile old(path);
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("the run before"));
    }

    /// Of several runs that are asked for the newest is wanted.
    void newerRun_overtakesTheOneBefore() {
        std::promise<void> mayBegin;
        std::promise<QString> begins;
        int runs = 0;
        // In the worker's thread, each time that something is said.
        Worker worker([&] {
            const Outbox news = worker.take();
            if (const auto* run = news.find<RunInfo>(); run && ++runs == 1)
                begins.set_value(run->task);
        });
        worker.post({{.run = JobRun::None}, [&] { test::awaited(mayBegin); }});
        worker.perform({1, intent::ChooseTask{"copy", {}}});
        worker.perform({2, intent::ChooseTask{"reverse", {}}});
        mayBegin.set_value();
        QCOMPARE(test::awaited(begins), QStringLiteral("reverse"));
    }

    /// The pause at the end of what a run was to do is not for the run after it.
    void doneRun_pausesNoneThatFollows() {
        QString task;
        std::promise<void> trains;
        bool isOver = false;
        // In the worker's thread, each time that something is said.
        Worker worker([&] {
            const Outbox news = worker.take();
            if (const auto* run = news.find<RunInfo>())
                task = run->task;
            if (task == "copy" && news.has<news::Notice>()) // its steps are done
                worker.perform({1, intent::ChooseTask{"reverse", {}}});
            if (const auto* status = news.find<TrainingStatus>();
                task == "reverse" && status && status->step > 3 && !std::exchange(isOver, true))
                trains.set_value();
        });
        TrainConfig train = test::longTraining();
        train.steps = 2;
        worker.startRun({taskNamed("copy"), test::smallCopyModel(16), train}, false);
        test::awaited(trains);
    }

    void saveNumbers_writesInTheBackground() {
        QTemporaryDir folder;
        Heard heard;
        auto numbers = std::make_shared<const Tensor>(Shape{1, 2}, std::vector<float>{1.5F, -2.0F});
        heard.intents.send(intent::SaveNumbers{folder.filePath("n.csv"), "csv", {numbers, {}, {}}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), 1, patience);
        QFile file(folder.filePath("n.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("1.5,-2\n"));
        file.close();
        heard.intents.send(intent::SaveNumbers{
            folder.filePath("n.csv"), "csv", {numbers, {"=1+1"}, {"a", "b,c"}}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), 2, patience);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(",a,\"b,c\"\n'=1+1,1.5,-2\n"));
    }

    void session_endsWhileTraining() {
        for (int i = 0; i < 3; ++i) {
            Heard heard;
            heard.startSmall();
            if (i > 0)
                QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 0, patience);
        }
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

    void closeUnasked_losesNoTraining() {
        Heard heard;
        WindowHost host(heard.session, Language::English);
        host.window().show();
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.run.task == "copy", patience);
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.unsavedSteps > 250, patience);
        host.window().closeUnasked();
        QTRY_VERIFY_WITH_TIMEOUT(!host.window().isVisible(), patience);
        QCOMPARE(heard.errors, QStringList());
        const QString file = readLastSession().value().run.file;
        QVERIFY(!file.isEmpty());
        QVERIFY(file == heard.saved);
        QVERIFY(loadRun(file.toStdString()).description.steps > 250);
        for (const std::string& path : {file.toStdString(), historyPathOf(file.toStdString())})
            QFile::remove(QString::fromStdString(path));
    }

    void closeUnasked_rescuesARunItsFileDoesNotTake() {
        const QTemporaryDir folder;
        const QString gone = folder.filePath("gone");
        QVERIFY(QDir(folder.path()).mkpath("temporary"));
        QVERIFY(QDir(folder.path()).mkpath("gone"));
        test::Surroundings temporary("TMPDIR");
        temporary.set(QFile::encodeName(folder.filePath("temporary")));
        Heard heard;
        WindowHost host(heard.session, Language::English);
        host.window().show();
        heard.startSmall();
        heard.intents.send(intent::SaveModel{gone + "/run.safetensors"});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.saved.isEmpty(), patience);
        QVERIFY(QDir(gone).removeRecursively());
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.unsavedSteps > 250, patience);
        host.window().closeUnasked();
        QTRY_VERIFY_WITH_TIMEOUT(!host.window().isVisible(), patience);
        const QString place = folder.filePath("temporary/run-rescued-1.safetensors");
        QVERIFY(loadRun(place.toStdString()).description.steps > 250);
        QCOMPARE(heard.errors.size(), 1);
        for (const QString& said : {gone + "/run.safetensors", place})
            QVERIFY2(heard.errors[0].contains(said), qPrintable(heard.errors[0]));
        QCOMPARE(readLastSession().value().run.file, place);
    }

    void closeUnasked_namesRunsOfTwoWindowsApart() {
        std::array<Heard, 2> heard;
        std::vector<std::unique_ptr<WindowHost>> hosts;
        for (Heard& each : heard) {
            hosts.push_back(std::make_unique<WindowHost>(each.session, Language::English));
            hosts.back()->window().show();
            each.startSmall();
            each.intents.send(intent::Train{});
            QTRY_VERIFY_WITH_TIMEOUT(each.status.unsavedSteps > 250, patience);
        }
        for (const auto& host : hosts)
            host->window().closeUnasked();
        for (Heard& each : heard) {
            QTRY_VERIFY_WITH_TIMEOUT(!each.saved.isEmpty(), patience);
            QCOMPARE(each.errors, QStringList());
            QVERIFY(loadRun(each.saved.toStdString()).description.steps > 250);
        }
        QVERIFY(heard[0].saved != heard[1].saved);
        for (const Heard& each : heard)
            QVERIFY(QFile::remove(each.saved));
    }

    void worker_doesNotWaitForAnswersWhenClosing() {
        TaskRequest request;
        request.name = "copy";
        ModelConfig model = makeTask(request)->modelDefaults();
        model.dModel = model.dFf = 16;
        model.heads = 2;
        model.layers = 1;
        model.maxLength = 10000;
        TrainConfig train;
        train.batch = 2;
        const QTemporaryDir folder;
        const std::string numbers = folder.filePath("numbers").toStdString();
        std::promise<void> begun;
        bool written = false;
        auto worker = std::make_unique<Worker>([] {});
        worker->startRun({request, model, train}, false);
        worker->perform({1, intent::Pause{}});
        worker->post({{}, [&] { begun.set_value(); }});
        test::awaited(begun);
        // It never ends by itself: neither the answer beside the picture nor the search.
        Edit never{.kind = Edit::Kind::Set, .value = -1e4};
        never.cells[1] = only(eosId);
        worker->perform({2, intent::Intervene{{{"logits", never}}}});
        GenerationSettings settings;
        settings.way = GenerationSettings::Way::Beam;
        settings.width = 64;
        worker->perform({3, intent::Generate{settings}});
        // Nothing that stands before a file is left out: both have begun, or begin now.
        worker->writeNumbers(numbers, [&](const std::string&) { written = true; });
        worker.reset();
        QVERIFY(written);
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

    void liveRun_stopsOpeningAndWritingOnRequest() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("run.safetensors").toStdString();
        LiveRun("cpu", taskNamed("copy")).save(path);
        std::stop_source source;
        source.request_stop();
        const std::stop_token stop = source.get_token();
        QVERIFY_EXCEPTION_THROWN(LiveRun::open("cpu", path, stop), Stopped);
        QVERIFY_EXCEPTION_THROWN(LiveRun("cpu", taskNamed("copy"), {}, {}, {}, stop), Stopped);
        LiveRun run("cpu", taskNamed("copy"));
        QVERIFY_EXCEPTION_THROWN(run.write(GenerationSettings(), stop), Stopped);
    }

    void worker_waitsForFilesWhenClosing() {
        auto worker = std::make_unique<Worker>([] {});
        std::promise<void> begun, mayEnd;
        bool written = false;
        worker->writeNumbers("first", [&](const std::string&) {
            begun.set_value();
            test::awaited(mayEnd);
        });
        test::awaited(begun);
        worker->writeNumbers("second", [&](const std::string&) { written = true; });
        auto asked = std::make_shared<int>();
        const std::weak_ptr<int> waits = asked;
        worker->post({{}, [asked = std::move(asked)] {}});
        std::thread closing([&] { worker.reset(); });
        const bool dropped = QTest::qWaitFor([&] { return waits.expired(); });
        mayEnd.set_value();
        closing.join();
        QVERIFY(dropped);
        QVERIFY(written);
    }
};

} // namespace gf::tst_session

#include "tests/entry.h"
GF_TEST(tst_session, TestSession)
#include "tst_session.moc"
