// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/device_list.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "core/graph/edit.h"
#include "core/tensor/error.h"
#include "core/train/device_survey.h"
#include "tests/app/fake_device.h"
#include "tests/app/heard.h"
#include "tests/core/test_devices.h"
#include "tests/core/watched_device.h"
#include "tests/core/whole_lists.h"

#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

/// What a run is trained on: another device in the middle of it, and devices that fail.
namespace gf::tst_switching {
namespace {

using test::FakeCard;

using test::patience;

LiveRun smallRun(const OpenBackend& backend) {
    return {backend, taskNamed("copy"), test::smallCopyModel(16), test::longTraining()};
}

OpenBackend fakeBackend(const std::shared_ptr<FakeCard>& card) {
    return {"opencl:0", std::make_shared<test::FakeBackend>(card, "opencl:0")};
}

std::vector<float> numbersOf(const LiveRun& run) {
    return {run.numbers().begin(), run.numbers().end()};
}

/// The real device of the tests under the name of the fake one.
OpenBackend watched(const std::shared_ptr<test::WatchedDevice>& device) {
    return {"opencl:0", std::make_shared<test::DeviceBackend>(device)};
}

/// A session that trains a small model on two cards.
struct Cards {
    std::shared_ptr<FakeCard> card = std::make_shared<FakeCard>();
    std::shared_ptr<FakeCard> second = std::make_shared<FakeCard>();
};
class Heard : public Cards, public test::Heard {
public:
    RunSettings settings;
    bool isCompared = false;
    bool hasPrepared = false; ///< a device
    IntentId answered = 0;    ///< the newest of isThrough()
    qint64 highest = 0;       ///< step that was reached

    Heard() : test::Heard(test::withFakeCard({card, second})) {
        test::hear<TrainingStatus>(session, this, [this](const TrainingStatus& newest) {
            highest = std::max(highest, newest.step);
            hasPrepared |= newest.idleReason == IdleReason::Preparing;
        });
        test::hear<RunSettings>(session, this,
                                [this](const RunSettings& newest) { settings = newest; });
        connect(&session, &Session::news, this, [this](const News& news) {
            if (news.get<ReferenceRuns>())
                answered = std::max(answered, news.answers);
        });
        test::hear<RunInfo>(session, this,
                            [this](const RunInfo& info) { settings.backend = info.backend; });
        test::hear<ComparisonInfo>(session, this, [this] { isCompared = true; });
        test::hear<news::ComparisonEnded>(session, this, [this] { isCompared = false; });
    }

    ModelRequest small() { return test::smallRequest(session.modelForm()); }
    intent::NewModel newModel(const QString& device = {}) {
        ModelRequest request = small();
        request.device = device.toStdString();
        return {request};
    }
    void start(const QString& device = {}) { intents.send(newModel(device)); }
    /// What a person does once another run is there, if it comes.
    template <class What> void sendThen(What request, const Request& next) {
        intents.send(std::move(request));
        static_cast<void>(isThrough());
        intents.send(next);
    }
    bool trainsOn(const QString& device) const {
        return status.running && settings.backend == device;
    }
    /// Once all that was asked for by now is done.
    bool isThrough() {
        const IntentId id = intents.send(intent::ShowReferenceRuns{});
        return QTest::qWaitFor([&] { return answered >= id; }, patience);
    }
    /// Where it was trained a moment ago, the picture of its last steps may be still to come.
    bool steps() {
        const qint64 step = status.step;
        intents.send(intent::StepOnce{});
        return QTest::qWaitFor([&] { return status.step > step; }, patience);
    }
};

/// Something that a person may do with a run that rests.
struct Deed {
    const char* name;
    void (*act)(Heard&);
};

QString savedFile() {
    static const QTemporaryDir folder;
    return folder.filePath("run.safetensors");
}

const std::array deeds{
    Deed{"a picture", [](Heard& heard) { heard.intents.send(intent::AnotherExample{}); }},
    Deed{"a step", [](Heard& heard) { heard.intents.send(intent::StepOnce{}); }},
    Deed{"training and measuring",
         [](Heard& heard) {
             const qint64 step = heard.status.step;
             heard.intents.send(intent::Train{});
             static_cast<void>(QTest::qWaitFor(
                 [&] { return heard.status.step > step + 20 || !heard.errors.isEmpty(); },
                 patience));
             heard.intents.send(intent::Pause{});
         }},
    Deed{"verifying", [](Heard& heard) { heard.intents.send(intent::Verify{}); }},
    Deed{"the walk",
         [](Heard& heard) {
             heard.intents.send(intent::WalkStep{1, true});
             heard.intents.send(intent::TakeWalkedStep{});
             heard.intents.send(intent::LeaveWalk{});
         }},
    Deed{"the past",
         [](Heard& heard) {
             heard.intents.send(intent::LookAt{0});
             heard.intents.send(intent::BackToNow{});
         }},
    Deed{"what if",
         [](Heard& heard) {
             heard.intents.send(intent::Intervene{
                 {{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(0)}}}}});
             heard.intents.send(intent::TakeAllBack{});
         }},
    Deed{"writing", [](Heard& heard) { heard.intents.send(intent::Generate{}); }},
    Deed{"another batch",
         [](Heard& heard) {
             heard.intents.send(intent::SetBatchSize{4 + heard.count<RunInfo>() % 2});
         }},
    Deed{"compared runs",
         [](Heard& heard) {
             heard.sendThen(intent::Compare{"norm", 1}, intent::Pause{});
             heard.intents.send(intent::StepOnce{});
         }},
    Deed{"a new model",
         [](Heard& heard) { heard.sendThen(heard.newModel("opencl:0"), intent::Pause{}); }},
    Deed{"fresh weights", [](Heard& heard) { heard.sendThen(intent::Reset{}, intent::Pause{}); }},
    Deed{"a saved run", [](Heard& heard) { heard.intents.send(intent::OpenModel{savedFile()}); }},
    Deed{"saving",
         [](Heard& heard) {
             heard.intents.send(intent::StepOnce{});
             heard.intents.send(intent::SaveModel{savedFile()});
         }},
    Deed{"leaving the card",
         [](Heard& heard) {
             heard.intents.send(intent::StepOnce{});
             heard.intents.send(intent::SetBackend{"cpu"});
         }},
};

} // namespace

class TestSwitching : public QObject {
    Q_OBJECT

private slots:
    void setBackend_keepsTheNumbersOfTheRun() {
        const auto card = std::make_shared<FakeCard>();
        LiveRun there = smallRun("cpu");
        LiveRun here = smallRun("cpu");
        for (int i = 0; i < 30; ++i) {
            if (i % 5 == 0)
                there.setBackend(i % 10 == 0 ? fakeBackend(card) : OpenBackend("cpu"));
            QCOMPARE(there.step().loss, here.step().loss);
        }
        QVERIFY(numbersOf(there) == numbersOf(here));
        QVERIFY(card->calls > 20);
    }

    /// Whichever call it is at which the card is lost: parameters and the optimizer's memory are
    /// those of the last good point, and the metrics go on as if it had never been there.
    void lostCard_keepsTheLastGoodPoint() {
        LiveRun whole = smallRun("cpu");
        std::vector<std::vector<float>> numbers{numbersOf(whole)};
        for (int i = 0; i < 60; ++i) {
            whole.step();
            numbers.push_back(numbersOf(whole));
        }
        const auto untouched = std::make_shared<FakeCard>();
        LiveRun first = smallRun(fakeBackend(untouched));
        const int before = untouched->calls;
        for (int i = 0; i < 3; ++i)
            first.step();
        const int calls = untouched->calls;
        QVERIFY(calls >= before + 6);
        for (int at = before + 1; at <= calls; ++at) {
            const auto card = std::make_shared<FakeCard>();
            LiveRun run = smallRun(fakeBackend(card));
            card->lostAt = at;
            bool isLost = false;
            try {
                for (int i = 0; i < 3; ++i)
                    run.step();
            } catch (const DeviceLost&) {
                isLost = true;
            }
            QVERIFY2(isLost, qPrintable(QString::number(at)));
            run.recover("cpu");
            QCOMPARE(QString::fromStdString(run.backendName()), QStringLiteral("cpu"));
            QVERIFY(numbersOf(run) == numbers[run.stepsDone()]);
            while (run.stepsDone() < 60)
                run.step();
            QVERIFY(numbersOf(run) == numbers.back());
        }
    }

    void lostCard_givesWayToTheProcessorInTraining() {
        QSemaphore isHeard;
        Heard heard;
        heard.start("opencl:0");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("opencl:0") && heard.highest >= 200, patience);
        heard.card->lostAt = heard.card->calls + 500; // in the middle of whatever it does then
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu"), patience);
        QCOMPARE(heard.errors.size(), 1);
        QVERIFY2(heard.errors[0].startsWith(
                     "The graphics card stopped answering: the fake card burns. The "
                     "run is on the processor now and goes on from training step "),
                 qPrintable(heard.errors[0]));
        const qint64 from = heard.highest;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > from + 100, patience);
        QVERIFY(std::isfinite(heard.status.loss));
        QCOMPARE(heard.count<RunInfo>(), 1); // it is the same one
        // It can be chosen again once it is back, which may take a while.
        heard.card->isLost = false;
        heard.card->whileOpening = [&] { isHeard.tryAcquire(1, patience); };
        QVERIFY(!heard.hasPrepared);
        heard.intents.send(intent::SetBackend{"opencl:0"});
        QTRY_VERIFY_WITH_TIMEOUT(heard.hasPrepared, patience);
        isHeard.release();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("opencl:0"), patience);
    }

    void saveModel_isDoneWhileTheCardIsLost() {
        Heard heard;
        heard.start("opencl:0");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("opencl:0") && heard.highest >= 100, patience);
        QTemporaryDir folder;
        const QString path = folder.filePath("run.safetensors");
        heard.intents.send(intent::SetBackend{"cpu"}); // behind which the rest waits
        heard.intents.send(intent::SetBackend{"opencl:0"});
        heard.intents.send(intent::StepOnce{});
        heard.card->lostAt = heard.card->calls + 6;
        heard.intents.send(intent::SaveModel{path});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), patience);
        // As it was at the last good point, which may be from before anything was trained.
        QVERIFY_THROWS_NO_EXCEPTION(LiveRun::open("cpu", path.toStdString()));
    }

    void comparedRuns_loseTheirCardTogether() {
        Heard heard;
        heard.start("opencl:0");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("opencl:0"), patience);
        heard.intents.send(intent::Compare{"norm", 1});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isCompared && heard.status.step >= 100, patience);
        heard.card->lostAt = heard.card->calls + 300;
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu"), patience);
        QCOMPARE(heard.errors.size(), 1);
        QVERIFY(heard.isCompared);
        const qint64 from = heard.highest;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > from + 100, patience);
    }

    void fullCard_leavesTheRunAsItIs_data() {
        QTest::addColumn<qint64>("free");
        QTest::addColumn<qint64>("largest");
        QTest::addColumn<QString>("said");
        QTest::newRow("what is free is known")
            << qint64(1'800'000'000) << qint64(0)
            << QStringLiteral("This needs 3.2 GB; the card has 1.8 GB free.");
        QTest::newRow("and unknown")
            << qint64(-1) << qint64(0)
            << QStringLiteral("This needs 3.2 GB, more than the card has free.");
        QTest::newRow("there is enough, but in no piece so large")
            << qint64(-1) << qint64(2'100'000'000)
            << QStringLiteral("This needs 3.2 GB in one piece; the card gives 2.1 GB at most.");
    }
    void fullCard_leavesTheRunAsItIs() {
        QFETCH(qint64, free);
        QFETCH(qint64, largest);
        QFETCH(QString, said);
        Heard heard;
        heard.card->freeBytes = free;
        heard.card->largestBytes = largest;
        heard.card->fullAt = 1; // the first thing that it is asked for: to hold the program
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu") && heard.status.step >= 100, patience);
        heard.intents.send(intent::SetBackend{"opencl:0"});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QVERIFY2(heard.errors[0].startsWith(said + " Nothing has changed; a smaller batch"),
                 qPrintable(heard.errors[0]));
        QVERIFY(heard.trainsOn("cpu"));
        const qint64 step = heard.status.step;
        QVERIFY(step >= 100);
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step, patience);
        QCOMPARE(heard.count<RunInfo>(), 1);
    }

    /// Memory of the parameters is taken with the first step.
    void fullCard_givesWayToTheProcessorInTraining() {
        Heard heard;
        heard.card->fullAt = 2;
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu") && heard.status.step >= 100, patience);
        heard.intents.send(intent::SetBackend{"opencl:0"});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QVERIFY2(heard.errors[0].contains("This needs 3.2 GB") &&
                     heard.errors[0].contains("The run is on the processor now"),
                 qPrintable(heard.errors[0]));
        const qint64 step = heard.highest;
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu") && heard.status.step > step, patience);
    }

    /// Whatever a person does while the run is on a card that is lost, or full, and at whichever
    /// call: a sentence says so, nothing of the run is gone, and one can go on.
    void failingCard_leavesARunThatGoesOn_data() {
        QTest::addColumn<std::size_t>("index");
        QTest::addColumn<bool>("isFull");
        for (std::size_t i = 0; i < deeds.size(); ++i) {
            if (test::isTried(i, 2))
                QTest::addRow("%s, lost", deeds[i].name) << i << false;
            if (test::isTried(i, 2, 1))
                QTest::addRow("%s, full", deeds[i].name) << i << true;
        }
    }
    void failingCard_leavesARunThatGoesOn() {
        QFETCH(std::size_t, index);
        QFETCH(bool, isFull);
        constexpr int mostCalls = 40;
        Heard heard;
        int opened = 0;
        heard.card->whileOpening = [&] { ++opened; };
        heard.start("opencl:0");
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SaveModel{savedFile()});
        QVERIFY(heard.isThrough());
        QVERIFY(heard.steps());
        QCOMPARE(heard.settings.backend, QStringLiteral("opencl:0"));
        int failures = 0;
        for (int call = 1; call <= mostCalls; ++call) {
            const qint64 step = heard.status.step;
            const int runs = heard.count<RunInfo>();
            const int at = heard.card->calls + call;
            (isFull ? heard.card->fullAt : heard.card->lostAt) = at;
            deeds[index].act(heard);
            QVERIFY(heard.isThrough());
            QVERIFY(heard.isThrough());
            if (heard.card->calls < at)
                break; // that was all
            ++failures;
            heard.card->fullAt = heard.card->lostAt = -1;
            heard.card->isLost = false;
            QTRY_VERIFY_WITH_TIMEOUT(!heard.errors.isEmpty(), patience);
            const QString said = heard.errors.join(" | ");
            const QString where = QString("call %1: %2").arg(call).arg(said);
            QVERIFY2(said.contains(isFull ? "This needs 3.2 GB" : "the fake card burns"),
                     qPrintable(where));
            if (said.contains("Nothing has changed")) {
                QVERIFY2(heard.status.step >= step && heard.count<RunInfo>() == runs,
                         qPrintable(where));
                QCOMPARE(heard.settings.backend, QStringLiteral("opencl:0"));
            }
            if (said.contains("on the processor now"))
                QCOMPARE(heard.settings.backend, QStringLiteral("cpu"));
            // What one does next.
            heard.errors.clear();
            heard.intents.send(intent::EndComparison{});
            QVERIFY2(heard.isThrough() && heard.steps(), qPrintable(where));
            const int before = opened;
            heard.intents.send(intent::SetBackend{"opencl:0"});
            QVERIFY2(heard.isThrough() && heard.steps(), qPrintable(where));
            QCOMPARE(heard.settings.backend, QStringLiteral("opencl:0"));
            QVERIFY2(isFull || opened == before + 1, qPrintable(where));
            QVERIFY2(heard.errors.isEmpty(), qPrintable(where + ": " + heard.errors.join(" | ")));
            QVERIFY(std::isfinite(heard.status.loss));
        }
        QVERIFY(failures > 0);
    }

    /// Where the run before is on the processor, nothing happens to it.
    void newModel_isRefusedOnAFailingCard_data() {
        QTest::addColumn<bool>("isFull");
        QTest::newRow("lost") << false;
        QTest::newRow("full") << true;
    }
    void newModel_isRefusedOnAFailingCard() {
        QFETCH(bool, isFull);
        Heard heard;
        int opened = 0;
        heard.card->whileOpening = [&] { ++opened; };
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu"), patience);
        (isFull ? heard.card->fullAt : heard.card->lostAt) = 1;
        heard.start("opencl:0");
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QCOMPARE(heard.count<RunInfo>(), 1);
        const qint64 step = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("cpu") && heard.status.step > step, patience);
        // The card is opened anew if it was lost.
        heard.card->isLost = false;
        heard.start("opencl:0");
        QTRY_VERIFY_WITH_TIMEOUT(heard.trainsOn("opencl:0"), patience);
        QCOMPARE(opened, isFull ? 1 : 2);
        QCOMPARE(heard.errors.size(), 1);
    }

    /// Whether a card is lost while a model is built on it or while it is measured how long one
    /// would take: the run that is trained on another knows nothing of it.
    void lostCard_leavesOtherDevicesAlone_data() {
        QTest::addColumn<bool>("isMeasured");
        QTest::newRow("a new model") << false;
        QTest::newRow("a model that is measured") << true;
    }
    void lostCard_leavesOtherDevicesAlone() {
        QFETCH(bool, isMeasured);
        constexpr int mostCalls = 40;
        Heard heard;
        QString problem;
        test::hear<ModelMeasure>(heard.session, &heard,
                                 [&](const ModelMeasure& measure) { problem = measure.problem; });
        int opened = 0;
        heard.second->whileOpening = [&] { ++opened; };
        ModelRequest request = heard.small();
        request.device = "opencl:0";
        int failures = 0;
        for (int call = 1; call <= mostCalls; ++call) {
            heard.sendThen(heard.newModel("opencl:1"), intent::Pause{});
            QVERIFY(heard.isThrough());
            QVERIFY(heard.steps());
            const int runs = heard.count<RunInfo>();
            const int at = heard.card->calls + call;
            heard.card->lostAt = at;
            if (isMeasured)
                heard.intents.send(intent::MeasureModel{request});
            else
                heard.intents.send(intent::NewModel{request});
            QVERIFY(heard.isThrough());
            if (heard.card->calls < at || heard.count<RunInfo>() > runs)
                break; // it was built
            ++failures;
            heard.card->lostAt = -1;
            heard.card->isLost = false;
            const QString said = heard.errors.join(" | ") + problem;
            QCOMPARE(said, QStringLiteral("the fake card burns"));
            heard.errors.clear();
            problem.clear();
            QCOMPARE(heard.settings.backend, QStringLiteral("opencl:1"));
            const qint64 step = heard.status.step;
            QVERIFY(heard.steps());
            QCOMPARE(heard.status.step, step + 1);
        }
        QVERIFY(failures > 0);
        QCOMPARE(opened, 1);
    }

    void deviceList_saysWhyADeviceIsNotUsable() {
        const DeviceList none =
            deviceList({{"cpu", "cpu", "this processor"},
                        {"cuda", "cuda", "cuda", 0, DeviceFault::NoDriver},
                        {"opencl", "opencl", "opencl", 0, DeviceFault::NoDevice, "nothing"}});
        QCOMPARE(none.devices.size(), std::size_t{2});
        QCOMPARE(none.devices[0].id, std::string("cpu"));
        QCOMPARE(none.line.english(), std::string("no graphics card"));
        const DeviceList some =
            deviceList({{"cuda:0", "cuda", "NVIDIA GeForce RTX 4060", 8},
                        {"opencl", "opencl", "opencl", 0, DeviceFault::Crashed}});
        QCOMPARE(some.devices.size(), std::size_t{4});
        QCOMPARE(some.devices[2].title(), std::string("NVIDIA GeForce RTX 4060 · CUDA"));
        QVERIFY(some.devices[2].isUsable());
        QCOMPARE(some.devices[3].title(), std::string("OpenCL"));
        QVERIFY(translated(some.devices[3].reason()).contains("crashed"));
        QVERIFY(some.line.empty());
        QVERIFY(some.devices[0].note().empty());
        QVERIFY(some.devices[2].note().empty());
        const DeviceList processor =
            deviceList({{"opencl:0", "opencl", "cpu-haswell", 8, DeviceFault::None, {}, true}});
        QCOMPARE(processor.devices[2].note().english(),
                 std::string("a processor, not a graphics card"));
    }

    void devicesSoFar_saysWhatIsTuned() {
        const DeviceList list =
            devicesSoFar({"cuda:0", "cuda", "NVIDIA H200"}, {"product_huge", 5, 16});
        QVERIFY(!list.complete);
        QCOMPARE(list.line.english(), std::string("tuning NVIDIA H200 · CUDA: 5 of 16…"));
        QVERIFY(list.devices[0].isUsable()); // one can train meanwhile
    }

    void findDevices_endsAndReportsItsList() {
        Heard heard;
        heard.session.findDevices("/no/such/program");
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<DeviceList>().complete &&
                                     heard.last<DeviceList>().devices.size() >= 3,
                                 patience);
    }

    void faultOf_findsAWrongStep() {
        std::string detail;
        QVERIFY(faultOf(*makeBackend("cpu"), detail) == DeviceFault::None);
        QVERIFY2(detail.empty(), detail.c_str());
        const auto card = std::make_shared<FakeCard>();
        const test::FakeBackend device(card, "opencl:0");
        QVERIFY(faultOf(device, detail) == DeviceFault::None);
        card->isWrong = true;
        QVERIFY(faultOf(device, detail) == DeviceFault::WrongStep);
        QVERIFY2(detail.ends_with("embedding.weight"), detail.c_str());
    }

    void deviceBuffers_areGivenBack_data() {
        QTest::addColumn<bool>("isLost");
        QTest::newRow("when it is switched") << false;
        QTest::newRow("when the device is lost") << true;
    }
    void deviceBuffers_areGivenBack() {
        QFETCH(bool, isLost);
        GF_NEED_DEVICE(test::testDevice());
        const auto device = std::make_shared<test::WatchedDevice>(test::testDevice().device);
        LiveRun run = smallRun(watched(device));
        run.step();
        run.answer();
        run.validator().start();
        while (!run.validator().advance())
            continue;
        QVERIFY(device->buffers() > 2);
        if (isLost)
            run.recover("cpu");
        else
            run.setBackend("cpu");
        QCOMPARE(device->buffers(), 0);
        QVERIFY(run.step().finite());
        run.validator().start();
    }

    void deviceSwitches_leaveCurveAndMemoryAsTheyAre() {
        GF_NEED_DEVICE(test::testDevice());
        const auto device = std::make_shared<test::WatchedDevice>(test::testDevice().device);
        const std::array backends{watched(device), OpenBackend("cpu")};
        LiveRun run = smallRun("cpu");
        LiveRun plain = smallRun("cpu");
        for (std::size_t i = 0; i < 100; ++i) {
            run.setBackend(backends[i % 2]);
            for (int step = 0; step < 2; ++step) {
                const double expected = plain.step().loss;
                const double found = run.step().loss;
                QVERIFY2(
                    std::abs(found - expected) < 1e-3 * expected,
                    qPrintable(QString("switch %1: %2, not %3").arg(i).arg(found).arg(expected)));
            }
            QCOMPARE(device->buffers(), i % 2 == 0 ? 3 : 0); // parameters, losses, and all else
        }
        QCOMPARE(run.stepsDone(), 200);
    }
};

} // namespace gf::tst_switching

#include "tests/entry.h"
GF_TEST(tst_switching, TestSwitching)
#include "tst_switching.moc"
