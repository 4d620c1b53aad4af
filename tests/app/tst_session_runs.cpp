// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that follow each other in a session: saved, opened, begun anew, left, and closed unasked.
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
#include "ui/scene/scene_json.h"
#include "ui/window/last_session.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <future>
#include <thread>
#include <vector>

namespace gf::tst_session_runs {

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

class TestSessionRuns : public QObject {
    Q_OBJECT

private slots:
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

    /// The run is where it was afterwards.
    void film_showsTheMomentsOfTheRun() {
        const QTemporaryDir folder;
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 20, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        const qint64 step = heard.status.step;
        std::vector<Index> seen;
        intent::SaveFilm film{folder.filePath("film.gif"),
                              [&seen](const Trace& trace) {
                                  seen.push_back(trace.step);
                                  Figure figure;
                                  figure.panels = {heatmapOf(trace, trace.graph->find("logits"))};
                                  return figure;
                              },
                              {},
                              3};
        film.paper.dpi = 60;
        heard.intents.send(film);
        QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), 1, patience);
        QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('\n')));
        QCOMPARE(seen.size(), std::size_t{6}); // each twice
        QCOMPARE(seen.front(), Index{0});
        QCOMPARE(seen.back(), Index{step});
        QVERIFY(QFileInfo(film.path).size() > 1000);
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, step + 1, patience);
        film.path = "/no/such/folder/film.gif";
        heard.intents.send(film);
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
    }

    void copy_isTheRunAndLeavesItsFileAlone() {
        const QTemporaryDir folder;
        const QString own = folder.filePath("own.safetensors");
        const QString copy = folder.filePath("copy.safetensors");
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        heard.intents.send(intent::SaveModel{own});
        QTRY_COMPARE_WITH_TIMEOUT(heard.saved, own, patience);
        const qint64 step = heard.status.step;
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.unsavedSteps, 1, patience);
        heard.intents.send(intent::SaveCopy{copy});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<news::CopySaved>().path, copy, patience);
        QCOMPARE(heard.last<news::CopySaved>().step, step + 1);
        QCOMPARE(heard.status.unsavedSteps, 1);
        QCOMPARE(heard.saved, own);
        QCOMPARE(loadRun(copy.toStdString()).description.steps, step + 1);
        QCOMPARE(loadRun(own.toStdString()).description.steps, step);
        heard.intents.send(intent::SaveCopy{"/no/such/folder/run.safetensors"});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
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

} // namespace gf::tst_session_runs

#include "tests/entry.h"
GF_TEST(tst_session_runs, TestSessionRuns)
#include "tst_session_runs.moc"
