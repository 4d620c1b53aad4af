// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/gpu/cuda_device.h"
#include "core/platform/library.h"
#include "tests/core/cuda/fake_cuda.h"
#include "tests/core/small_step.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace gf;

namespace {

const gpu::CudaLibraries paper{{GF_FAKE_CUDA}};

test::FakeCuda& fake() {
    static const std::array names{GF_FAKE_CUDA};
    static const Library library(names);
    return *library.function<decltype(fakeCuda)>("fakeCuda")();
}

/// Lists the cards, opens one, trains a step, reads the loss, and leaves.
void trainOnPaper() {
    const gpu::CudaDevices devices(paper);
    if (devices.entries().empty())
        throw Error(devices.problem());
    test::runSmallStep(devices.open(0, "kernels"));
}

/// Calls by which a card is left: nobody hears of their failure.
bool isWayOut(const std::string& name) {
    return name.find("Destroy") != std::string::npos || name.find("Release") != std::string::npos ||
           name.find("Free") != std::string::npos || name.find("Unload") != std::string::npos;
}

Index count(const char* name) {
    return std::ranges::count(fake().calls, name);
}

} // namespace

/// The host's side of CUDA, against a driver of paper; what kernels compute is tested on devices.
class TestCudaDevice : public QObject {
    Q_OBJECT

private slots:
    void init() { fake() = {}; }

    void aMachineWithoutTheDriverSaysSo() {
        const gpu::CudaDevices devices({{"libno_such_driver.so.1"}});
        QVERIFY(devices.entries().empty());
        QVERIFY(devices.problem().find("libno_such_driver.so.1") != std::string::npos);
    }

    void aCardIsListedWithWhatItIs() {
        const gpu::CudaDevices devices(paper);
        QCOMPARE(devices.problem(), std::string());
        QCOMPARE(devices.entries().size(), std::size_t(1));
        QCOMPARE(devices.entries()[0].name, std::string("A card of paper"));
        QCOMPARE(devices.entries()[0].memoryBytes, std::int64_t(8) << 30);
        QCOMPARE(devices.entries()[0].capability, 90);
        QCOMPARE(devices.open(0, "kernels")->driver(), std::string("13.0"));
    }

    void aStepIsRecordedOnceAndThenOneCall() {
        trainOnPaper();
        QCOMPARE(count("cuGraphInstantiateWithFlags"), 1);
        QCOMPARE(count("cuGraphLaunch"), 2);
        QVERIFY(count("cuLaunchKernel") > 50);
        QCOMPARE(fake().mistakes, 0);
    }

    void whatWasTakenIsGivenBack() {
        trainOnPaper();
        QVERIFY(!fake().bytes.empty());
        QCOMPARE(fake().open, 0);
    }

    /// Whichever call fails, the failure is of the right kind, says something, and nothing stays
    /// taken.
    void everyCallMayFail() {
        trainOnPaper();
        const std::vector<std::string> names = fake().calls;
        const auto calls = static_cast<int>(names.size());
        const auto opened = std::ranges::find(names, std::string("cuModuleLoadData"));
        const auto opening = static_cast<int>(opened - names.begin()) + 1;
        for (int at = 1; at <= calls; ++at) {
            fake() = {};
            fake().failAt = at;
            const std::string& name = names[static_cast<std::size_t>(at) - 1];
            std::string said;
            QString kind = "none";
            try {
                trainOnPaper();
            } catch (const DeviceOutOfMemory& error) {
                said = error.what();
                kind = "out of memory";
                QVERIFY(error.neededBytes() > 1000);
                QCOMPARE(error.freeBytes(), std::int64_t(8) << 30);
            } catch (const DeviceLost& error) {
                said = error.what();
                kind = "lost";
            } catch (const Error& error) {
                said = error.what();
                kind = "plain";
            }
            const QString where = QString("%1, call %2: %3, \"%4\"")
                                      .arg(name.c_str())
                                      .arg(at)
                                      .arg(kind)
                                      .arg(said.c_str());
            const bool isLeaving = at > calls - 12; // what is closed at the end
            const QString expected = name == "cuMemAlloc_v2"     ? "out of memory"
                                     : name == "cuMemGetInfo_v2" ? "none" // it is only asked
                                     : at <= opening             ? "plain"
                                                                 : "lost";
            if (!isWayOut(name) && !isLeaving)
                QVERIFY2(kind == expected, qPrintable(where));
            QVERIFY2(kind == "none" || said.find("A card of paper") != std::string::npos ||
                         said.find(": ") != std::string::npos,
                     qPrintable(where));
            QVERIFY2(fake().open == 0, qPrintable(where));
            QCOMPARE(fake().mistakes, 0);
        }
    }

    /// Some drivers promise what they do not have.
    void moreThanIsFreeIsNotAskedFor() {
        const gpu::CudaDevices devices(paper);
        const auto device = devices.open(0, "kernels");
        fake().freeBytes = std::size_t(3) << 20;
        try {
            device->allocate(Index(1) << 20);
            QFAIL("it was taken");
        } catch (const DeviceOutOfMemory& error) {
            QCOMPARE(error.neededBytes(), std::int64_t(4) << 20);
            QCOMPARE(error.freeBytes(), std::int64_t(3) << 20);
            QCOMPARE(std::string(error.what()),
                     std::string("this needs 4 MiB of memory; A card of paper has 3 MiB free"));
        }
        QCOMPARE(count("cuMemAlloc_v2"), 0);
    }

    /// Needs the compiler and no card.
    void everyKernelIsCompiledForEveryGeneration_data() {
        QTest::addColumn<int>("capability");
        for (const int capability : {75, 90, 120})
            QTest::addRow("sm_%d", capability) << capability;
    }
    void everyKernelIsCompiledForEveryGeneration() {
        QFETCH(int, capability);
        const gpu::CudaCompiler compiler;
        if (!compiler.problem().empty())
            QSKIP(qPrintable("no NVRTC: " + QString::fromStdString(compiler.problem())));
        QVERIFY(compiler.compile(capability).size() > 10000);
    }
};

#include "tests/entry.h"
GF_APPLESS_TEST(tst_cuda_device, TestCudaDevice)
#include "tst_cuda_device.moc"
