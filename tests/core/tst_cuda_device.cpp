// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/pieces.h"
#include "core/platform/library.h"
#include "tests/core/cuda/fake_cuda.h"
#include "tests/core/small_step.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <thread>
#include <variant>
#include <vector>

using namespace gf;

namespace {

const gpu::CudaLibraries paper{{GF_FAKE_CUDA}};

test::FakeCuda& fake() {
    static const std::array names{GF_FAKE_CUDA};
    static const Library library(names);
    return *library.function<decltype(fakeCuda)>("fakeCuda")();
}

/// How the driver is told what a kernel takes, so that it looks at each.
std::string typesOf(const gpu::Launch& launch) {
    std::string types;
    for (const gpu::Argument& argument : launch.arguments)
        types += std::holds_alternative<gpu::Place>(argument)     ? "p8"
                 : std::holds_alternative<std::int64_t>(argument) ? "8"
                                                                  : "4";
    return types;
}

void lookAt(std::span<const gpu::Launch> launches) {
    for (const gpu::Launch& launch : launches)
        fake().parameters[std::string(launch.kernel)] = typesOf(launch);
}

/// The parameters of a kernel by their bits, where memory is at these addresses.
std::vector<std::uint64_t> valuesOf(const gpu::Launch& launch,
                                    const std::vector<std::uint64_t>& memory) {
    std::vector<std::uint64_t> values;
    for (const gpu::Argument& argument : launch.arguments)
        if (const auto* place = std::get_if<gpu::Place>(&argument)) {
            values.push_back(memory.at(static_cast<std::size_t>(place->memory)));
            values.push_back(static_cast<std::uint64_t>(place->at));
        } else if (const auto* number = std::get_if<std::int64_t>(&argument)) {
            values.push_back(static_cast<std::uint64_t>(*number));
        } else if (const auto* small = std::get_if<std::int32_t>(&argument)) {
            values.push_back(static_cast<std::uint32_t>(*small));
        } else {
            values.push_back(std::bit_cast<std::uint32_t>(std::get<float>(argument)));
        }
    return values;
}

/// Lists the cards, opens one, trains a step, reads the loss, and leaves. How many calls there were
/// before it left.
int trainOnPaper() {
    const gpu::CudaDevices devices(paper);
    if (devices.entries().empty())
        throw Error(devices.problem());
    const auto device = devices.open(0, "kernels");
    test::SmallStep step;
    ProgramOptions options;
    options.batch = 2;
    gpu::GpuProgram program(step.graph, step.parameters, options, device);
    lookAt(program.launches());
    program.run();
    program.run();
    program.value(step.loss);
    return static_cast<int>(fake().calls.size());
}

std::vector<std::string> namesOf(std::span<const test::FakeCuda::Call> calls) {
    std::vector<std::string> names;
    for (const test::FakeCuda::Call& call : calls)
        names.push_back(call.name);
    return names;
}

/// Nothing that a real driver would not forgive.
QString mistakes() {
    QString all;
    for (const std::string& mistake : fake().mistakes)
        all += QString::fromStdString(mistake) + '\n';
    return all.left(1000);
}

Index count(const char* name) {
    return std::ranges::count(fake().calls, std::string(name), &test::FakeCuda::Call::name);
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
        QCOMPARE(mistakes(), QString());
    }

    /// What is fed goes up in one piece, then all is computed, then what is asked for comes down.
    void aStepIsAnUploadAGraphAndADownload() {
        const gpu::CudaDevices devices(paper);
        const auto device = devices.open(0, "kernels");
        test::SmallStep step;
        ProgramOptions options;
        options.batch = 2;
        gpu::GpuProgram program(step.graph, step.parameters, options, device);
        program.run();
        const std::size_t before = fake().calls.size();
        program.run();
        program.value(step.loss);
        const auto calls = std::span(fake().calls).subspan(before);
        QCOMPARE(namesOf(calls),
                 (std::vector<std::string>{"cuCtxSetCurrent", "cuMemcpyHtoDAsync_v2",
                                           "cuCtxSetCurrent", "cuGraphLaunch", "cuCtxSetCurrent",
                                           "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize"}));
        Index fed = 0;
        for (const Node& node : step.graph->nodes())
            if (node.op->kind() == OpKind::Input)
                fed += node.shape.count() * (node.batched ? options.batch : 1);
        QVERIFY(fed > 0 && calls[1].bytes >= static_cast<std::size_t>(fed) * sizeof(float));
        QCOMPARE(calls[5].bytes, sizeof(float));
        QCOMPARE(mistakes(), QString());
    }

    /// In the order of the list, and with its numbers.
    void everyLaunchOfTheListRuns() {
        const gpu::CudaDevices devices(paper);
        std::vector<gpu::Launch> wanted;
        test::runSmallStep(devices.open(0, "kernels"), [&](const gpu::GpuProgram& program) {
            lookAt(program.launches());
            wanted.assign(program.launches().begin(), program.launches().end());
        });
        QCOMPARE(fake().launches.size(), 2 * wanted.size()); // two steps
        for (std::size_t i = 0; i < fake().launches.size(); ++i) {
            const gpu::Launch& launch = wanted[i % wanted.size()];
            const test::FakeCuda::Launch& ran = fake().launches[i];
            QCOMPARE(ran.kernel, std::string(launch.kernel));
            QCOMPARE(ran.first, (std::array<std::int32_t, 3>{}));
            QVERIFY(std::ranges::equal(ran.groups, launch.groups));
            QCOMPARE(ran.values, valuesOf(launch, fake().taken));
        }
    }

    /// A card that a display waits for is given back now and then; and a grid has sides of 65,535
    /// groups, of which a batch of 65,536 times 256 tokens makes more.
    void aLaunchTooLargeForACardRunsInPieces() {
        const gpu::CudaDevices devices(paper);
        const auto device = devices.open(0, "kernels");
        const auto buffer = device->allocate(100);
        const std::array launches{
            gpu::Launch{"product_huge", {3, 131072, 1}, {gpu::Place{}, 7}, 1},
            gpu::Launch{"relu", {9, 1, 1}, {gpu::Place{}, gpu::Place{}, 1}, gpu::mostWork / 2}};
        lookAt(launches);
        device->prepare(launches, {buffer.get(), buffer.get()})->run();
        QCOMPARE(mistakes(), QString());
        auto ran = fake().launches.begin();
        for (const gpu::Launch& launch : launches)
            for (const gpu::Piece& piece : gpu::piecesOf(launch)) {
                QVERIFY(ran != fake().launches.end());
                QCOMPARE(ran->kernel, std::string(launch.kernel));
                QVERIFY(std::ranges::equal(ran->first, piece.first));
                QVERIFY(std::ranges::equal(ran->groups, piece.groups));
                QCOMPARE(ran->values,
                         valuesOf(launch, {fake().taken.front(), fake().taken.front()}));
                ++ran;
            }
        QVERIFY(ran == fake().launches.end());
        QVERIFY(fake().launches.size() >= 4 + 5);
    }

    void whatGoesUpComesDown() {
        const gpu::CudaDevices devices(paper);
        const auto device = devices.open(0, "kernels");
        const auto buffer = device->allocate(100);
        const std::vector<float> numbers{1, 2, 3};
        device->upload(*buffer, 97, numbers);
        std::vector<float> back(4);
        device->download(*buffer, 96, back);
        QCOMPARE(back, (std::vector<float>{0, 1, 2, 3}));
        QCOMPARE(mistakes(), QString());
        device->upload(*buffer, 98, numbers); // the driver of paper sees that
        QCOMPARE(mistakes(), QString("cuMemcpyHtoDAsync_v2: it reaches beyond the memory\n"));
    }

    void whatWasTakenIsGivenBack() {
        trainOnPaper();
        QCOMPARE(fake().taken.size(), std::size_t(2));
        QCOMPARE(fake().open(), 0);
        QCOMPARE(mistakes(), QString());
    }

    /// Whichever call fails, the failure is of the right kind, says something, and nothing stays
    /// taken.
    void everyCallMayFail() {
        const int leaving = trainOnPaper();
        const std::vector<std::string> names = namesOf(fake().calls);
        const auto opened = std::ranges::find(names, std::string("cuModuleLoadData"));
        const auto opening = static_cast<int>(opened - names.begin()) + 1;
        for (int at = 1; at <= static_cast<int>(names.size()); ++at) {
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
            const QString expected = at > leaving              ? "none"
                                     : name == "cuMemAlloc_v2" ? "out of memory"
                                     : at <= opening           ? "plain"
                                                               : "lost";
            QVERIFY2(kind == expected, qPrintable(where));
            QVERIFY2(kind == "none" || said.find("A card of paper") != std::string::npos ||
                         said.find(": ") != std::string::npos,
                     qPrintable(where));
            QVERIFY2(fake().open() == 0, qPrintable(where));
            QVERIFY2(mistakes().isEmpty(), qPrintable(where + '\n' + mistakes()));
        }
    }

    /// Its context is spoilt, and a new one there once all that lay in it is gone.
    void aCardThatWasLostCanBeOpenedAgain() {
        trainOnPaper();
        const std::vector<std::string> names = namesOf(fake().calls);
        const auto ran = std::ranges::find(names, std::string("cuGraphLaunch"));
        fake() = {};
        fake().failAt = static_cast<int>(ran - names.begin()) + 1;
        QVERIFY_EXCEPTION_THROWN(trainOnPaper(), DeviceLost);
        trainOnPaper();
        QCOMPARE(mistakes(), QString());
        QCOMPARE(fake().open(), 0);
    }

    /// The window's thread may be the last that has a program.
    void anyThreadMayGiveBack() {
        const gpu::CudaDevices devices(paper);
        auto device = devices.open(0, "kernels");
        auto buffer = device->allocate(10);
        auto work = device->prepare({}, {buffer.get(), buffer.get()});
        std::thread([&] { work.reset(); }).join();
        std::thread([&] { buffer.reset(); }).join();
        std::thread([&] { device.reset(); }).join();
        QCOMPARE(mistakes(), QString());
        QCOMPARE(fake().open(), 0);
    }

    void twoCardsDoNotMeet() {
        fake().cards = 2;
        const gpu::CudaDevices devices(paper);
        std::array devicesOfBoth{devices.open(0, "kernels"), devices.open(1, "kernels")};
        std::array<std::unique_ptr<gpu::Buffer>, 2> buffers;
        std::array<std::unique_ptr<gpu::Work>, 2> works;
        for (std::size_t i = 0; i < 2; ++i) {
            buffers[i] = devicesOfBoth[i]->allocate(10);
            works[i] = devicesOfBoth[i]->prepare({}, {buffers[i].get(), buffers[i].get()});
        }
        works[0]->run();
        works[1]->run();
        works[0].reset();
        buffers[0].reset();
        works[1].reset();
        buffers[1].reset();
        QCOMPARE(mistakes(), QString());
    }

    /// It is only asked what is free.
    void aDriverNeedNotSayWhatIsFree() {
        trainOnPaper();
        const std::vector<std::string> names = namesOf(fake().calls);
        const auto asked = std::ranges::find(names, std::string("cuMemGetInfo_v2"));
        fake() = {};
        fake().failAt = static_cast<int>(asked - names.begin()) + 1;
        fake().error = 801; // CUDA_ERROR_NOT_SUPPORTED
        trainOnPaper();
        QCOMPARE(mistakes(), QString());
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
