// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/devices.h"
#include "core/backend/gpu/cuda_device.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/pieces.h"
#include "core/platform/library.h"
#include "tests/core/cuda/emulated_card.h"
#include "tests/core/cuda/fake_nvrtc.h"
#include "tests/core/small_step.h"
#include "tests/core/surroundings.h"
#include "tests/core/whole_lists.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace gf::tst_cuda_device {

using test::fake;
using test::fakeLibraries;

namespace {

test::FakeNvrtc& fakeCompiler(int cuda) {
    static const std::array names12{GF_FAKE_NVRTC_12};
    static const std::array names13{GF_FAKE_NVRTC_13};
    static const Library library12(names12);
    static const Library library13(names13);
    const Library& library = cuda == 12 ? library12 : library13;
    return *library.function<decltype(fakeNvrtc)>("fakeNvrtc")();
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

/// Lists the cards, opens one, trains two steps, reads their losses, and leaves. How many calls
/// there were before it left.
int trainOnFakeCard() {
    const gpu::CudaDevices devices(fakeLibraries);
    if (devices.entries().empty())
        throw Error(devices.problem());
    const auto device = devices.open(0);
    test::SmallStep step;
    ProgramOptions options;
    options.batch = 2;
    options.noted = {step.loss};
    gpu::GpuProgram program(step.graph, step.parameters, options, device);
    lookAt(program.launches());
    program.run();
    program.run();
    program.notes(2);
    return static_cast<int>(fake().calls.size());
}

std::vector<std::string> namesOf(std::span<const test::FakeCuda::Call> calls) {
    std::vector<std::string> names;
    for (const test::FakeCuda::Call& call : calls)
        names.push_back(call.name);
    return names;
}

/// Which call it was the first time, from 1 on; FakeCuda::failAt counts as well.
int firstCallOf(std::string_view name) {
    const auto call = std::ranges::find(fake().calls, name, &test::FakeCuda::Call::name);
    return static_cast<int>(call - fake().calls.begin()) + 1;
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

/// A toolkit with nothing but a fake compiler in one of its folders.
class Toolkit {
public:
    explicit Toolkit(const QString& folder) {
        QDir(path()).mkpath(folder);
        QFile::copy(GF_FAKE_NVRTC_13, path() + '/' + folder + '/' + compiler);
    }
    QString path() const { return m_folder.path(); }
    gpu::CudaLibraries libraries() const { return {{GF_FAKE_CUDA}, {}, {{13, {compiler}}}}; }

private:
    static constexpr const char* compiler = "libfake_nvrtc.so.13";
    QTemporaryDir m_folder;
};

} // namespace

/// The host's side of CUDA, against a fake driver, which computes nothing here: the tests of
/// kernels and steps run on one that does (emulated:0), and on devices.
class TestCudaDevice : public QObject {
    Q_OBJECT

private slots:
    void init() {
        fake() = {};
        fakeCompiler(12) = {};
        fakeCompiler(13) = {};
    }

    void devices_sayThatTheDriverIsMissing() {
        const gpu::CudaDevices devices({.driver = {"libno_such_driver.so.1"}});
        QVERIFY(devices.entries().empty());
        QVERIFY(devices.problem().find("libno_such_driver.so.1") != std::string::npos);
    }

    void devices_listNameMemoryAndCapability() {
        const gpu::CudaDevices devices(fakeLibraries);
        QCOMPARE(devices.problem(), std::string());
        QCOMPARE(devices.entries().size(), std::size_t(1));
        QCOMPARE(devices.entries()[0].name, std::string("A fake card"));
        QCOMPARE(devices.entries()[0].memoryBytes, std::int64_t(8) << 30);
        QCOMPARE(devices.entries()[0].capability, 90);
    }

    /// What was measured with another driver, or with other machine code, is measured again.
    void driver_namesDriverAndCompilerVersions() {
        QCOMPARE(gpu::CudaDevices(fakeLibraries).open(0)->driver(),
                 std::string("580.1.2, NVRTC 13.4"));
        gpu::CudaLibraries unmanaged = fakeLibraries;
        unmanaged.management = {"libno_such_management.so.1"};
        QCOMPARE(gpu::CudaDevices(unmanaged).open(0)->driver(),
                 std::string("CUDA 13.0, NVRTC 13.4"));
        QCOMPARE(mistakes(), QString());
        QCOMPARE(fake().open(), 0);
    }

    /// A driver refuses what a later NVRTC has compiled; and a later one has forgotten old cards.
    void compiler_fitsTheDriverAndTheCard_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<std::vector<int>>("knownBy12");
        QTest::addColumn<std::vector<int>>("knownBy13");
        QTest::addColumn<QString>("compiler");
        const std::vector<int> known{75, 90};
        const std::vector<int> others{75, 120};
        QTest::newRow("newest") << 13000 << known << known << "NVRTC 13";
        QTest::newRow("newer driver") << 14010 << known << known << "NVRTC 13";
        QTest::newRow("older driver") << 12040 << known << known << "NVRTC 12";
        QTest::newRow("driver older than both") << 11080 << known << known << "NVRTC 13";
        QTest::newRow("card of 12") << 13000 << known << others << "NVRTC 12";
        QTest::newRow("card of 13") << 12040 << others << known << "NVRTC 13";
    }
    void compiler_fitsTheDriverAndTheCard() {
        QFETCH(int, version);
        QFETCH(std::vector<int>, knownBy12);
        QFETCH(std::vector<int>, knownBy13);
        QFETCH(QString, compiler);
        fake().version = version;
        fakeCompiler(12).knows = knownBy12;
        fakeCompiler(13).knows = knownBy13;
        gpu::CudaDevices(fakeLibraries).open(0);
        QCOMPARE(fake().images.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(fake().images[0]),
                 compiler + " --define-macro=GF_CUDA --gpu-architecture=sm_90");
    }

    void compiler_isPassedOverWithoutItsFunctions() {
        gpu::CudaLibraries libraries = fakeLibraries;
        libraries.compilers[0].names = {GF_FAKE_CUDA}; // which has none of its functions
        gpu::CudaDevices(libraries).open(0);
        QVERIFY(fake().images.at(0).starts_with("NVRTC 12"));
    }

    void open_failsWithoutACompiler() {
        gpu::CudaLibraries libraries = fakeLibraries;
        libraries.compilers = {{13, {"libno_such_compiler.so.13"}},
                               {12, {"libno_such_compiler.so.12"}}};
        try {
            gpu::CudaDevices(libraries).open(0);
            QFAIL("it was opened");
        } catch (const DeviceUnusable& error) {
            QCOMPARE(error.fault(), DeviceFault::NoCompiler);
            QVERIFY(error.detail().find("libno_such_compiler.so.13") != std::string::npos);
            QVERIFY(std::string(error.what()).find(error.detail()) != std::string::npos);
        }
        QCOMPARE(fake().open(), 0);
    }

    /// Most toolkits are installed where the system's loader does not look.
    void compiler_isFoundInTheToolkit_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("folder");
        for (const char* name : {"CUDA_PATH", "CUDA_HOME", "CUDA_PATH_V13_4"})
            for (const char* folder : {"lib64", "bin", "bin/x64"})
                QTest::addRow("%s/%s", name, folder) << QByteArray(name) << folder;
    }
    void compiler_isFoundInTheToolkit() {
        QFETCH(QByteArray, name);
        QFETCH(QString, folder);
        const Toolkit toolkit(folder);
        test::Surroundings variable(name);
        variable.set(toolkit.path().toLocal8Bit());
        gpu::CudaDevices(toolkit.libraries()).open(0);
        QVERIFY(fake().images.at(0).starts_with("NVRTC 13"));
    }

    /// Who starts the program in a folder has not chosen what lies there.
    void toolkit_isIgnoredAtARelativePath() {
        const Toolkit toolkit("lib64");
        test::Surroundings variable("CUDA_PATH");
        variable.set(QDir().relativeFilePath(toolkit.path()).toLocal8Bit());
        QVERIFY_EXCEPTION_THROWN(gpu::CudaDevices(toolkit.libraries()).open(0), DeviceUnusable);
    }

    /// It asks for them by their name alone.
    void compiler_findsItsBuiltinsInTheToolkit() {
        constexpr std::array builtins{"libnvrtc-builtins.so.13.4"};
        QVERIFY(!Library(builtins).isOpen());
        const Toolkit toolkit("lib64");
        QVERIFY(QFile::copy(GF_FAKE_BUILTINS, toolkit.path() + "/lib64/" + builtins[0]));
        test::Surroundings variable("CUDA_PATH");
        variable.set(toolkit.path().toLocal8Bit());
        gpu::CudaDevices(toolkit.libraries()).open(0);
        QVERIFY2(Library(builtins).isOpen(), Library(builtins).problem().c_str());
    }

    void compileError_carriesTheLogOfTheCompiler() {
        fakeCompiler(13).log = "kernels.cu(1): error: not a kernel";
        try {
            gpu::CudaDevices(fakeLibraries).open(0);
            QFAIL("it was compiled");
        } catch (const DeviceUnusable& error) {
            QCOMPARE(error.fault(), DeviceFault::NotCompiled);
            QCOMPARE(error.detail(), fakeCompiler(13).log);
            QCOMPARE(std::string(error.what()), "compiling the kernels: " + fakeCompiler(13).log);
        }
        QCOMPARE(fakeCompiler(13).open, 0);
        QCOMPARE(fake().open(), 0);
    }

    void failedCompilerCall_leavesNothingOpen() {
        gpu::CudaDevices(fakeLibraries).open(0);
        const std::vector<std::string> names = fakeCompiler(13).calls;
        for (std::size_t at = 1; at <= names.size(); ++at) {
            init();
            fakeCompiler(13).failAt = static_cast<int>(at);
            bool failed = false;
            try {
                gpu::CudaDevices(fakeLibraries).open(0);
            } catch (const DeviceUnusable& error) {
                failed = error.fault() == DeviceFault::NotCompiled;
                QCOMPARE(error.detail(), std::string("NVRTC_ERROR_INTERNAL_ERROR"));
            }
            const std::string& name = names[at - 1];
            const bool isNeeded = name == "nvrtcCreateProgram" || name == "nvrtcCompileProgram" ||
                                  name.find("CUBIN") != std::string::npos;
            QVERIFY2(failed == isNeeded, name.c_str());
            QVERIFY2(fakeCompiler(13).open == 0 && fakeCompiler(13).mistakes == 0, name.c_str());
            QVERIFY2(fake().open() == 0 && mistakes().isEmpty(), name.c_str());
        }
    }

    void keptKernels_areNotCompiledAgain() {
        std::map<std::string, std::string> kept;
        KernelStore store;
        store.find = [&](const KernelKey& key) { return kept[key.target]; };
        store.keep = [&](const KernelKey& key, const std::string& compiled) {
            kept[key.target] = compiled;
        };
        const gpu::CudaDevices devices(fakeLibraries);
        devices.open(0, store);
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(kept.begin()->first, std::string("sm_90, NVRTC 13.4"));
        fakeCompiler(13) = {};
        devices.open(0, store);
        QCOMPARE(std::ranges::count(fakeCompiler(13).calls, std::string("nvrtcCreateProgram")), 0);
        QCOMPARE(fake().images.size(), std::size_t(2));
        QCOMPARE(fake().images[1], fake().images[0]);
    }

    void refusedKernels_giveTheErrorOfTheDriver() {
        gpu::CudaDevices(fakeLibraries).open(0);
        const int loading = firstCallOf("cuModuleLoadData");
        init();
        fake().failAt = loading;
        fake().error = 209; // CUDA_ERROR_NO_BINARY_FOR_GPU
        try {
            gpu::CudaDevices(fakeLibraries).open(0);
            QFAIL("it was opened");
        } catch (const Error& error) {
            QCOMPARE(std::string(error.what()),
                     std::string("A fake card: no kernel image is available for execution on "
                                 "the device"));
        }
        QCOMPARE(fake().open(), 0);
        QCOMPARE(mistakes(), QString());
    }

    void step_isRecordedOnceAndLaunchedAsOneGraph() {
        trainOnFakeCard();
        QCOMPARE(count("cuGraphInstantiateWithFlags"), 1);
        QCOMPARE(count("cuGraphLaunch"), 2);
        QVERIFY(count("cuLaunchKernel") > 50);
        QCOMPARE(mistakes(), QString());
    }

    /// What is fed goes up in one piece, then all is computed, then what is asked for comes down.
    void step_isAnUploadAGraphAndADownload() {
        const gpu::CudaDevices devices(fakeLibraries);
        const auto device = devices.open(0);
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
        QVERIFY(fed > 0);
        QVERIFY(calls[1].bytes >= static_cast<std::size_t>(fed) * sizeof(float));
        QCOMPARE(calls[5].bytes, sizeof(float));
        QCOMPARE(mistakes(), QString());
    }

    /// A loss stays on the card until somebody asks, and then several come down at once.
    void notes_stayOnTheCardUntilTheyAreRead() {
        const gpu::CudaDevices devices(fakeLibraries);
        test::SmallStep step;
        ProgramOptions options;
        options.batch = 2;
        options.noted = {step.loss};
        gpu::GpuProgram program(step.graph, step.parameters, options, devices.open(0));
        program.run();
        const std::size_t before = fake().calls.size();
        program.run();
        program.run();
        const std::size_t asked = fake().calls.size();
        QCOMPARE(program.notes(3).size(), std::size_t(3));
        const auto calls = std::span(fake().calls);
        const std::vector<std::string> run{"cuCtxSetCurrent", "cuMemcpyHtoDAsync_v2",
                                           "cuCtxSetCurrent", "cuGraphLaunch",
                                           "cuCtxSetCurrent", "cuMemcpyDtoDAsync_v2"};
        QCOMPARE(namesOf(calls.subspan(before, run.size())), run);
        QCOMPARE(namesOf(calls.subspan(before + run.size(), asked - before - run.size())), run);
        QCOMPARE(namesOf(calls.subspan(asked)),
                 (std::vector<std::string>{"cuCtxSetCurrent", "cuMemcpyDtoHAsync_v2",
                                           "cuStreamSynchronize"}));
        QCOMPARE(calls[asked + 1].bytes, 3 * sizeof(float));
        QCOMPARE(mistakes(), QString());
    }

    /// In the order of the list, and with its numbers.
    void launches_runInOrderWithTheirArguments() {
        const gpu::CudaDevices devices(fakeLibraries);
        std::vector<gpu::Launch> wanted;
        test::runSmallStep(devices.open(0), [&](const gpu::GpuProgram& program) {
            lookAt(program.launches());
            wanted.assign(program.launches().begin(), program.launches().end());
        });
        QCOMPARE(fake().launches.size(), 2 * wanted.size()); // two steps
        const std::uint64_t numbers = fake().taken.at(0);
        const std::uint64_t parameters = fake().taken.at(2); // after what is noted
        for (std::size_t i = 0; i < fake().launches.size(); ++i) {
            const gpu::Launch& launch = wanted[i % wanted.size()];
            const test::FakeCuda::Launch& ran = fake().launches[i];
            QCOMPARE(ran.kernel, std::string(launch.kernel));
            QCOMPARE(ran.first, (std::array<std::int32_t, 3>{}));
            QVERIFY(std::ranges::equal(ran.groups, launch.groups));
            QCOMPARE(ran.values, valuesOf(launch, {numbers, parameters}));
        }
    }

    /// A card that a display waits for is given back now and then; and a grid has sides of 65,535
    /// groups, of which a batch of 65,536 times 256 tokens makes more.
    void largeLaunch_runsInPieces() {
        const gpu::CudaDevices devices(fakeLibraries);
        const auto device = devices.open(0);
        const auto buffer = device->allocate(100);
        const std::array launches{
            gpu::Launch{"product_huge", {3, 131072, 1}, {gpu::Place{}, 7}, 1},
            gpu::Launch{
                "each_relu", {9, 1, 1}, {gpu::Place{}, gpu::Place{}, 1}, gpu::mostWorkOnCuda / 2}};
        lookAt(launches);
        device->prepare(launches, {buffer.get(), buffer.get()})->run();
        QCOMPARE(mistakes(), QString());
        auto ran = fake().launches.begin();
        for (const gpu::Launch& launch : launches)
            for (const gpu::Piece& piece : gpu::piecesOf(launch, gpu::mostWorkOnCuda)) {
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

    /// Where they lie may be the place of what they were in before: the fake driver sees memory
    /// that is gone.
    void program_followsItsMovedParameters() {
        const gpu::CudaDevices devices(fakeLibraries);
        test::SmallStep step;
        ProgramOptions options;
        options.batch = 2;
        gpu::GpuProgram program(step.graph, step.parameters, options, devices.open(0));
        lookAt(program.launches());
        program.run();
        auto& copy = dynamic_cast<gpu::DeviceParameters&>(*step.parameters.device());
        std::vector<float> values(step.parameters.flat().size());
        for (int times = 1; times <= 4; ++times) {
            for (int i = 0; i < times; ++i) {
                values.resize(values.size() + 64);
                copy.upload(values);
            }
            program.run();
            QCOMPARE(mistakes(), QString());
        }
    }

    void download_givesWhatWasUploaded() {
        const gpu::CudaDevices devices(fakeLibraries);
        const auto device = devices.open(0);
        const auto buffer = device->allocate(100);
        const std::vector<float> numbers{1, 2, 3};
        device->upload(*buffer, 97, numbers);
        std::vector<float> back(4);
        device->download(*buffer, 96, back);
        QCOMPARE(back, (std::vector<float>{0, 1, 2, 3}));
        QCOMPARE(mistakes(), QString());
        device->upload(*buffer, 98, numbers); // the fake driver sees that
        QCOMPARE(mistakes(), QString("cuMemcpyHtoDAsync_v2: it reaches beyond the memory\n"));
    }

    void memory_isFreedAfterTraining() {
        trainOnFakeCard();
        QCOMPARE(fake().taken.size(), std::size_t(3));
        QCOMPARE(fake().open(), 0);
        QCOMPARE(mistakes(), QString());
    }

    /// Whichever call fails, the failure is of the right kind, says something, and nothing stays
    /// taken.
    void failedDriverCall_hasItsKindAndLeavesNothingOpen() {
        const int leaving = trainOnFakeCard();
        const std::vector<std::string> names = namesOf(fake().calls);
        const int opening = firstCallOf("cuModuleLoadData");
        for (int at = 1; at <= static_cast<int>(names.size()); ++at) {
            fake() = {};
            fake().failAt = at;
            const std::string& name = names[at - 1];
            std::string said;
            QString kind = "none";
            try {
                trainOnFakeCard();
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
            const QString expected = at > leaving || name.starts_with("nvml") ? "none"
                                     : name == "cuMemAlloc_v2"                ? "out of memory"
                                     : at <= opening                          ? "plain"
                                                                              : "lost";
            QVERIFY2(kind == expected, qPrintable(where));
            QVERIFY2(kind == "none" || said.find("A fake card") != std::string::npos ||
                         said.find(": ") != std::string::npos,
                     qPrintable(where));
            QVERIFY2(fake().open() == 0, qPrintable(where));
            QVERIFY2(mistakes().isEmpty(), qPrintable(where + '\n' + mistakes()));
        }
    }

    /// Its context is spoilt, and a new one there once all that lay in it is gone.
    void lostCard_canBeOpenedAgain() {
        trainOnFakeCard();
        const int running = firstCallOf("cuGraphLaunch");
        fake() = {};
        fake().failAt = running;
        QVERIFY_EXCEPTION_THROWN(trainOnFakeCard(), DeviceLost);
        trainOnFakeCard();
        QCOMPARE(mistakes(), QString());
        QCOMPARE(fake().open(), 0);
    }

    /// The window's thread may be the last that has a program.
    void resources_canBeFreedByAnyThread() {
        const gpu::CudaDevices devices(fakeLibraries);
        auto device = devices.open(0);
        auto buffer = device->allocate(10);
        auto work = device->prepare({}, {buffer.get(), buffer.get()});
        std::thread([&] { work.reset(); }).join();
        std::thread([&] { buffer.reset(); }).join();
        std::thread([&] { device.reset(); }).join();
        QCOMPARE(mistakes(), QString());
        QCOMPARE(fake().open(), 0);
    }

    void twoCards_keepTheirContextsApart() {
        fake().cards = 2;
        const gpu::CudaDevices devices(fakeLibraries);
        std::array devicesOfBoth{devices.open(0), devices.open(1)};
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

    /// By none of its words does it say how much.
    void outOfMemoryInTheDriver_hasNoByteCount() {
        const int leaving = trainOnFakeCard();
        const std::vector<std::string> names = namesOf(fake().calls);
        for (const char* name :
             {"cuLaunchKernel", "cuGraphInstantiateWithFlags", "cuGraphLaunch"}) {
            const auto call = std::ranges::find(names, std::string(name)) - names.begin();
            QVERIFY(call < leaving);
            init();
            fake().failAt = static_cast<int>(call) + 1;
            fake().error = 2; // CUDA_ERROR_OUT_OF_MEMORY
            try {
                trainOnFakeCard();
                QFAIL(name);
            } catch (const DeviceOutOfMemory& error) {
                QCOMPARE(error.neededBytes(), 0);
                QCOMPARE(error.freeBytes(), std::int64_t(8) << 30);
                QVERIFY2(std::string(error.what()).ends_with(" a training step: out of memory"),
                         error.what());
            }
            QCOMPARE(fake().open(), 0);
        }
    }

    /// It is only asked what is free.
    void training_worksWhereFreeMemoryIsUnknown() {
        trainOnFakeCard();
        const int asking = firstCallOf("cuMemGetInfo_v2");
        fake() = {};
        fake().failAt = asking;
        fake().error = 801; // CUDA_ERROR_NOT_SUPPORTED
        trainOnFakeCard();
        QCOMPARE(mistakes(), QString());
    }

    /// Some drivers promise what they do not have.
    void allocate_refusesMoreThanIsFree() {
        const gpu::CudaDevices devices(fakeLibraries);
        const auto device = devices.open(0);
        fake().freeBytes = std::size_t(3) << 20;
        try {
            device->allocate(Index(1) << 20);
            QFAIL("it was taken");
        } catch (const DeviceOutOfMemory& error) {
            QCOMPARE(error.neededBytes(), std::int64_t(4) << 20);
            QCOMPARE(error.freeBytes(), std::int64_t(3) << 20);
            QCOMPARE(std::string(error.what()),
                     std::string("this needs 4 MiB of memory; A fake card has 3 MiB free"));
        }
        QCOMPARE(count("cuMemAlloc_v2"), 0);
    }

    /// OpenCL does not miss it, and CUDA would take the next parameter for it.
    void kernels_takeThePieceAsFirstParameter() {
        static const QRegularExpression kernel(R"(^ *KERNEL \w+\((\w+))",
                                               QRegularExpression::MultilineOption);
        auto kernels = kernel.globalMatch(QString::fromUtf8(
            gpu::kernelSource.data(), static_cast<qsizetype>(gpu::kernelSource.size())));
        QVERIFY(kernels.hasNext());
        while (kernels.hasNext()) {
            const QRegularExpressionMatch match = kernels.next();
            QVERIFY2(match.captured(1) == "PIECE", qPrintable(match.captured()));
        }
    }

    /// Needs the compiler and no card.
    void kernels_compileForEveryGeneration_data() {
        QTest::addColumn<int>("capability");
        for (const int capability : {75, 90, 120})
            if (capability == 90 || test::wantsWholeLists())
                QTest::addRow("sm_%d", capability) << capability;
    }
    void kernels_compileForEveryGeneration() {
        QFETCH(int, capability);
        const gpu::CudaCompiler compiler(capability);
        if (!compiler.problem().empty())
            QSKIP(qPrintable("no NVRTC: " + QString::fromStdString(compiler.problem())));
        if (!compiler.knowsDevice())
            QSKIP(qPrintable(QString("NVRTC %1 does not know sm_%2")
                                 .arg(compiler.version().c_str())
                                 .arg(capability)));
        QVERIFY(compiler.compile().size() > 10000);
    }
};

} // namespace gf::tst_cuda_device

#include "tests/entry.h"
GF_APPLESS_TEST(tst_cuda_device, TestCudaDevice)
#include "tst_cuda_device.moc"
