// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"
#include "core/graph/edit.h"
#include "tests/app/heard.h"
#include "tests/core/test_devices.h"
#include "tests/core/watched_device.h"
#include "tests/core/whole_lists.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

/// A session whose run is trained on a device of OpenCL: PoCL, where there is no card.
namespace gf::tst_device_session {
namespace {

using test::patience;

class Heard : public test::Heard {
public:
    QString backend;

    explicit Heard(const std::shared_ptr<gpu::Device>& device)
        : test::Heard([device](std::string_view name) -> std::unique_ptr<Backend> {
              if (name == "opencl:0")
                  return std::make_unique<test::DeviceBackend>(device, "opencl:0");
              return makeBackend(name);
          }) {
        test::hear<RunInfo>(session, this, [this](const RunInfo& info) { backend = info.backend; });
        test::hear<RunSettings>(
            session, this, [this](const RunSettings& settings) { backend = settings.backend; });
    }

    const std::vector<Metrics::Loss>& losses() const { return metrics().losses(); }

    /// Trains this many steps and rests: told by a second intent, it would rest where it happens to
    /// be by then.
    void start(const QString& device, int steps) {
        ModelRequest request =
            test::smallRequest(session.modelForm(), "copy", {}, {{"steps", steps}});
        request.device = device.toStdString();
        intents.send(intent::NewModel{request});
    }
    void step(int times) {
        for (int i = 0; i < times; ++i)
            intents.send(intent::StepOnce{});
    }
    /// The picture of a step; false if it does not come.
    bool seesStep(Index step) {
        return isSoon([&] { return trace && trace->step == step && status.step == step; });
    }
    static bool isSoon(const std::function<bool()>& is) { return QTest::qWaitFor(is, patience); }
};

using Numbers = std::vector<double>;

void add(Numbers& numbers, const Tensor& values) {
    numbers.insert(numbers.end(), values.values().begin(), values.values().end());
}

// What a person does after five steps, none of them while it trains by itself; nothing if it does
// not come to its end.

Numbers thePicture(Heard& heard) {
    Numbers numbers;
    for (const char* step : {"logits", "encoder.0.self_attn.weights", "loss",
                             "grad/encoder.0.self_attn.weights", "grad/output.weight"})
        add(numbers, *heard.trace->find(step));
    const auto& answered = heard.last<Prediction>().probabilities;
    numbers.insert(numbers.end(), answered.begin(), answered.end());
    return numbers;
}

Numbers theWalk(Heard& heard) {
    heard.intents.send(intent::WalkStep{1, true});
    if (!Heard::isSoon(
            [&] { return heard.last<WalkedStep>().active && heard.last<WalkedStep>().after; }))
        return {};
    Numbers numbers{heard.last<WalkedStep>().lossBefore, heard.last<WalkedStep>().lossAfter};
    for (const BatchExample& example : heard.last<WalkedStep>().examples)
        numbers.insert(numbers.end(), {example.lossBefore, example.lossAfter});
    add(numbers, *heard.trace->find("logits"));
    heard.intents.send(intent::TakeWalkedStep{});
    heard.intents.send(intent::LeaveWalk{});
    if (!Heard::isSoon([&] { return !heard.last<WalkedStep>().active && heard.status.step == 6; }))
        return {};
    numbers.push_back(heard.status.loss);
    return numbers;
}

Numbers thePast(Heard& heard) {
    heard.intents.send(intent::LookAt{0});
    if (!Heard::isSoon([&] { return heard.last<TimeStatus>().isPast() && heard.trace->step == 0; }))
        return {};
    Numbers numbers;
    add(numbers, *heard.trace->find("logits"));
    heard.intents.send(intent::BackToNow{});
    heard.step(1);
    if (!heard.seesStep(6))
        return {};
    numbers.push_back(heard.status.loss);
    // Another branch from the beginning.
    heard.intents.send(intent::LookAt{0});
    heard.intents.send(intent::ContinueHere{});
    heard.step(2);
    if (!heard.seesStep(2))
        return {};
    numbers.push_back(heard.status.loss);
    add(numbers, *heard.trace->find("logits"));
    return numbers;
}

Numbers twoRuns(Heard& heard) {
    heard.intents.send(intent::Compare{"norm", 1}); // from the beginning, and as many
    if (!Heard::isSoon([&] {
            return heard.last<news::RunMetrics>().runs.size() == 2 && heard.losses().size() >= 5 &&
                   !heard.status.running;
        }))
        return {};
    Numbers numbers;
    for (const test::LossesOfStep& point : test::lossesOf(heard.last<news::RunMetrics>().runs))
        numbers.insert(numbers.end(),
                       {static_cast<double>(point.step), point.losses[0], point.losses[1]});
    heard.intents.send(intent::EndComparison{});
    return numbers;
}

Numbers whatIf(Heard& heard) {
    heard.intents.send(
        intent::Intervene{{{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(1)}}}}});
    if (!Heard::isSoon([&] {
            return heard.trace->without && heard.last<InterventionState>().list.size() == 1;
        }))
        return {};
    Numbers numbers;
    add(numbers, *heard.trace->find("logits"));
    heard.step(2);
    if (!heard.seesStep(7))
        return {};
    numbers.push_back(heard.status.loss);
    add(numbers, *heard.trace->find("logits"));
    heard.intents.send(intent::TakeAllBack{});
    heard.step(1);
    if (!heard.seesStep(8))
        return {};
    numbers.push_back(heard.status.loss);
    return numbers;
}

struct Deed {
    const char* name;
    Numbers (*act)(Heard&);
};
constexpr Deed deeds[] = {{"the picture", thePicture},
                          {"the walk", theWalk},
                          {"the past", thePast},
                          {"two runs", twoRuns},
                          {"what if", whatIf}};

} // namespace

class TestDeviceSession : public QObject {
    Q_OBJECT

private slots:
    void init() { GF_NEED_DEVICE(test::testDevice()); }

    void session_givesTheSameNumbersAsOnTheProcessor_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < std::size(deeds); ++i)
            QTest::newRow(deeds[i].name) << i;
    }
    void session_givesTheSameNumbersAsOnTheProcessor() {
        QFETCH(std::size_t, index);
        std::vector<Numbers> all;
        for (const char* device : {"cpu", "opencl:0"}) {
            Heard heard(test::testDevice().device);
            heard.start(device, 5);
            QVERIFY(heard.seesStep(5));
            QCOMPARE(heard.backend, QString(device));
            all.push_back(deeds[index].act(heard));
            QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
            QVERIFY2(!all.back().empty(), device);
            // The losses go on; a branch from the beginning pauses after its five steps again.
            const qint64 step = heard.status.step;
            heard.intents.send(intent::Train{});
            QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > step + 2, patience);
            QVERIFY(std::isfinite(heard.status.loss));
            QVERIFY(heard.losses().back().step > step);
            QCOMPARE(heard.backend, QString(device));
            QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
        }
        const Numbers& right = all[0];
        const Numbers& found = all[1];
        QCOMPARE(found.size(), right.size());
        for (std::size_t i = 0; i < right.size(); ++i)
            QVERIFY2(
                std::abs(found[i] - right[i]) <= 1e-4 + 1e-3 * std::abs(right[i]),
                qPrintable(QString("number %1: %2, not %3").arg(i).arg(found[i]).arg(right[i])));
    }

    void verify_namesAWrongKernel() {
        const auto wrong = std::make_shared<test::WatchedDevice>(
            test::testDevice().device, "softmax",
            [](gpu::Launch& launch) { --std::get<std::int32_t>(launch.arguments[3]); });
        for (const bool isWrong : {false, true}) {
            Heard heard(isWrong ? std::static_pointer_cast<gpu::Device>(wrong)
                                : test::testDevice().device);
            heard.start("opencl:0", 1);
            heard.intents.send(intent::Verify{});
            QTRY_VERIFY_WITH_TIMEOUT(heard.last<VerifyReport>().graph, patience);
            QCOMPARE(heard.last<VerifyReport>().backend, std::string("opencl:0"));
            const StepAgreement* const first =
                firstBeyond(heard.last<VerifyReport>().steps, heard.last<VerifyReport>().tolerance);
            QCOMPARE(first != nullptr, isWrong);
            if (first)
                QCOMPARE((*heard.last<VerifyReport>().graph)[first->node].name,
                         std::string("encoder.0.self_attn.weights"));
            QVERIFY(heard.errors.isEmpty());
        }
    }

    void setBackend_keepsTrainingThroughManySwitches() {
        const auto device = std::make_shared<test::WatchedDevice>(test::testDevice().device);
        Heard heard(device);
        heard.start("cpu", 10000000);
        // Of the losses after a step.
        const auto meanFrom = [&](Index first) {
            double sum = 0;
            double count = 0;
            for (const Metrics::Loss& at : heard.losses())
                if (at.step > first) {
                    sum += at.loss;
                    ++count;
                }
            return sum / count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(heard.losses().size() >= 400, patience);
        const double learnt = meanFrom(heard.losses()[heard.losses().size() - 100].step);
        Index seen = heard.losses().back().step;
        const int switches = test::wantsWholeLists() ? 100 : 20;
        for (int i = 0; i < switches; ++i) {
            const QString name = i % 2 == 0 ? "opencl:0" : "cpu";
            heard.intents.send(intent::SetBackend{name});
            QVERIFY(Heard::isSoon([&] { return heard.backend == name; }));
            const qint64 step = heard.status.step;
            QVERIFY(Heard::isSoon([&] { return heard.status.step > step + 2; }));
            QVERIFY(heard.status.running);
            if (i % 10 == 9)
                QVERIFY(meanFrom(std::exchange(seen, heard.losses().back().step)) < learnt + 0.3);
        }
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        QCOMPARE(device->buffers(), 0); // it is on the processor
        QCOMPARE(heard.losses().back().step, heard.status.step);
        QVERIFY2(heard.errors.isEmpty(), qPrintable(heard.errors.join('|')));
    }
};

} // namespace gf::tst_device_session

#include "tests/entry.h"
GF_TEST(tst_device_session, TestDeviceSession)
#include "tst_device_session.moc"
