// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/model/model.h"
#include "core/platform/library.h"
#include "core/tensor/error.h"
#include "core/train/optimizer.h"
#include "tests/core/cuda/fake_cuda.h"
#include "tests/core/runs.h"

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

/// A training step of a small model.
struct Step {
    std::shared_ptr<const Graph> graph;
    Parameters parameters;
    NodeId loss = noNode;
};

Step smallStep() {
    const auto task = test::smallTask("copy");
    BuildOptions options;
    options.sourceLength = 6;
    options.targetLength = 6;
    options.training = true;
    options.gradients = true;
    const ModelGraph model = buildModel(test::smallModel(*task), options);
    appendOptimizer(*model.graph, test::shortTraining());
    Step step{model.graph, {}, model.loss};
    step.parameters.addFrom(*step.graph);
    return step;
}

/// Lists the cards, opens one, trains a step, reads the loss, and leaves.
void trainOnPaper() {
    const gpu::CudaDevices devices(paper);
    if (devices.entries().empty())
        throw Error(devices.problem());
    Step step = smallStep();
    ProgramOptions options;
    options.batch = 2;
    gpu::GpuProgram program(step.graph, step.parameters, options, devices.open(0, "kernels"));
    program.run();
    program.run();
    program.value(step.loss);
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

    /// Whichever call fails, the person reads a sentence and nothing stays taken.
    void everyCallMayFail() {
        trainOnPaper();
        const auto calls = static_cast<int>(fake().calls.size());
        const std::vector<std::string> names = fake().calls;
        for (int at = 1; at <= calls; ++at) {
            fake() = {};
            fake().failAt = at;
            const std::string& name = names[static_cast<std::size_t>(at) - 1];
            std::string said;
            try {
                trainOnPaper();
            } catch (const Error& error) {
                said = error.what();
            }
            const bool isWayOut = name.find("Destroy") != std::string::npos ||
                                  name.find("Release") != std::string::npos ||
                                  name.find("Free") != std::string::npos ||
                                  name.find("Unload") != std::string::npos;
            const bool isLeaving = at > calls - 12; // what is closed at the end
            QVERIFY2(
                isWayOut || isLeaving || said.find(": ") != std::string::npos,
                qPrintable(
                    QString("%1, call %2: \"%3\"").arg(name.c_str()).arg(at).arg(said.c_str())));
            QVERIFY2(fake().open == 0, qPrintable(QString("%1, call %2: %3 stay open")
                                                      .arg(name.c_str())
                                                      .arg(at)
                                                      .arg(fake().open)));
            QCOMPARE(fake().mistakes, 0);
        }
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
