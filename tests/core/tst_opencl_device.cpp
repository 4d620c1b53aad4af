// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/platform/library.h"
#include "tests/core/opencl/fake_opencl.h"
#include "tests/core/small_step.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace gf::tst_opencl_device {

namespace {

const gpu::OpenClLibraries fakeLibraries{{GF_FAKE_OPENCL}};

test::FakeOpenCl& fake() {
    static const std::array names{GF_FAKE_OPENCL};
    static const Library library(names);
    return *library.function<decltype(fakeOpenCl)>("fakeOpenCl")();
}

/// Lists the devices, opens one, trains a step, reads the loss, and leaves.
void trainOnFakeCard() {
    const gpu::OpenClDevices devices(fakeLibraries);
    if (devices.entries().empty())
        throw Error(devices.problem());
    test::runSmallStep(devices.open(0));
}

Index count(const char* name) {
    return std::ranges::count(fake().calls, name);
}

/// Which exception a failing call comes to, and its words.
struct Failure {
    enum class Kind { None, Plain, OutOfMemory, Lost } kind = Kind::None;
    std::string words;
    std::int64_t needed = 0;
};

Failure failureOf(int call, int error) {
    fake() = {};
    fake().failAt = call;
    fake().error = error;
    try {
        trainOnFakeCard();
    } catch (const DeviceOutOfMemory& failure) {
        return {Failure::Kind::OutOfMemory, failure.what(), failure.neededBytes()};
    } catch (const DeviceLost& failure) {
        return {Failure::Kind::Lost, failure.what()};
    } catch (const Error& failure) {
        return {Failure::Kind::Plain, failure.what()};
    }
    return {};
}

using Kind = Failure::Kind;

/// What becomes of a run in which one of these calls fails.
const std::map<std::string, Kind> kindOf{{"clGetPlatformIDs", Kind::Plain},
                                         {"clGetDeviceIDs", Kind::Plain},
                                         {"clGetDeviceInfo", Kind::None}, // it is told less
                                         {"clCreateContext", Kind::Plain},
                                         {"clCreateCommandQueue", Kind::Plain},
                                         {"clCreateProgramWithSource", Kind::Plain},
                                         {"clBuildProgram", Kind::Plain},
                                         {"clCreateBuffer", Kind::Lost},
                                         {"clEnqueueWriteBuffer", Kind::Lost},
                                         {"clEnqueueReadBuffer", Kind::Lost},
                                         {"clEnqueueCopyBuffer", Kind::Lost},
                                         {"clCreateKernel", Kind::Lost},
                                         {"clSetKernelArg", Kind::Lost},
                                         {"clEnqueueNDRangeKernel", Kind::Lost},
                                         {"clFlush", Kind::Lost},
                                         {"clFinish", Kind::None}, // and what follows: it is over
                                         {"clReleaseKernel", Kind::None},
                                         {"clReleaseMemObject", Kind::None},
                                         {"clReleaseProgram", Kind::None},
                                         {"clReleaseCommandQueue", Kind::None},
                                         {"clReleaseContext", Kind::None}};

/// Of these come two for each buffer: it is made, and something is written to it.
bool isOfAllocation(const std::vector<std::string>& names, int call) {
    const auto at = static_cast<std::size_t>(call) - 1;
    return names[at] == "clCreateBuffer" || (at > 0 && names[at - 1] == "clCreateBuffer");
}

} // namespace

/// The host's side of OpenCL, against a fake library; what kernels compute is tested on PoCL.
class TestOpenClDevice : public QObject {
    Q_OBJECT

private slots:
    void init() { fake() = {}; }

    void openClDevices_sayThatTheLibraryIsMissing() {
        const gpu::OpenClDevices devices({{"libno_such_loader.so.1"}});
        QVERIFY(devices.entries().empty());
        QVERIFY(devices.problem().find("libno_such_loader.so.1") != std::string::npos);
    }

    void openClDevices_sayThatNoDeviceIsThere() {
        fake().devices.clear();
        const gpu::OpenClDevices devices(fakeLibraries);
        QVERIFY(devices.entries().empty());
        QCOMPARE(devices.problem(), std::string("OpenCL is there, but no driver of a device"));
    }

    void entries_describeTheDevice() {
        const gpu::OpenClDevices devices(fakeLibraries);
        QCOMPARE(devices.problem(), std::string());
        QCOMPARE(devices.entries().size(), std::size_t(1));
        QCOMPARE(devices.entries()[0].name, std::string("A fake device"));
        QCOMPARE(devices.entries()[0].memoryBytes, std::int64_t(8) << 30);
        QVERIFY(!devices.entries()[0].isProcessor);
        QCOMPARE(devices.open(0)->driver(), std::string("1.2 fake"));
    }

    /// Which makes the first card the one that is meant where no number is given.
    void entries_listProcessorsLast() {
        fake().devices = {{"a processor", true}, {"a card"}, {"another one", true}, {"a second"}};
        const gpu::OpenClDevices devices(fakeLibraries);
        std::vector<std::string> names;
        for (const gpu::OpenClEntry& entry : devices.entries())
            names.push_back(entry.name);
        QCOMPARE(names,
                 (std::vector<std::string>{"a card", "a second", "a processor", "another one"}));
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(devices.entries()[i].isProcessor, i >= 2);
            devices.open(i);
            QCOMPARE(fake().opened, names[i]);
        }
    }

    void training_releasesWhatItTookFromTheDevice() {
        trainOnFakeCard();
        QVERIFY(count("clCreateBuffer") == 3);
        QCOMPARE(fake().open, 0);
        QCOMPARE(fake().mistakes, 0);
    }

    /// A step is not waited for before the next one is fed: what goes up may be read by the driver
    /// until something that was waited for is back.
    void upload_keepsItsDataUntilItHasArrived() {
        const gpu::OpenClDevices devices(fakeLibraries);
        const auto device = devices.open(0);
        constexpr Index many = Index(1) << 21;
        const auto buffer = device->allocate(many);
        std::vector<float> fed(100, 1.0F);
        const auto waits = [&] {
            const int before = fake().waits;
            device->upload(*buffer, 0, fed);
            std::ranges::fill(fed, 2.0F); // it is the caller's again
            return fake().waits - before;
        };
        QCOMPARE(waits(), 0);
        QCOMPARE(waits(), 0);
        QCOMPARE(fake().onTheWay(), std::size_t(2));
        std::vector<float> back(1);
        device->download(*buffer, 0, back);
        QCOMPARE(fake().onTheWay(), std::size_t(0));
        // Nobody asks for anything: what is kept does not grow without end.
        fed.resize(many / 16);
        int waited = 0;
        for (int i = 0; i < 12; ++i)
            waited += waits();
        QCOMPARE(waited, 1);
        fed.resize(many);
        QCOMPARE(waits(), 1); // so much is not copied
        QCOMPARE(fake().mistakes, 0);
    }

    void kernelArguments_areSetOnceBeforeTheFirstStep() {
        trainOnFakeCard();
        QCOMPARE(2 * count("clCreateKernel"), count("clEnqueueNDRangeKernel"));
        const auto set = std::ranges::find(fake().calls.rbegin(), fake().calls.rend(),
                                           std::string("clSetKernelArg"));
        const auto started = std::ranges::find(fake().calls, std::string("clEnqueueNDRangeKernel"));
        QVERIFY(set != fake().calls.rend());
        QVERIFY(set.base() <= started);
    }

    /// Whichever call fails, the failure is of the right kind, says something, and nothing stays
    /// taken.
    void failedCall_saysWhyAndReleasesEverything() {
        trainOnFakeCard();
        const std::vector<std::string> names = fake().calls;
        for (int at = 1; at <= static_cast<int>(names.size()); ++at) {
            const std::string& name = names[at - 1];
            const Failure failure = failureOf(at, -9999);
            const QString where =
                QString("%1, call %2: \"%3\"").arg(name.c_str()).arg(at).arg(failure.words.c_str());
            QVERIFY2(kindOf.contains(name), qPrintable(where));
            QVERIFY2(failure.kind == kindOf.at(name), qPrintable(where));
            if (failure.kind != Failure::Kind::None)
                QVERIFY2(failure.words.find("-9999") != std::string::npos ||
                             failure.words.find("no driver of a device") != std::string::npos,
                         qPrintable(where));
            QVERIFY2(fake().open == 0, qPrintable(where));
            QVERIFY2(fake().mistakes == 0, qPrintable(where));
        }
    }

    void outOfMemory_saysHowMuchIsNeeded_data() {
        QTest::addColumn<int>("error");
        QTest::newRow("no object") << -4;     // CL_MEM_OBJECT_ALLOCATION_FAILURE
        QTest::newRow("no resources") << -5;  // CL_OUT_OF_RESOURCES
        QTest::newRow("no such size") << -61; // CL_INVALID_BUFFER_SIZE
    }
    void outOfMemory_saysHowMuchIsNeeded() {
        QFETCH(int, error);
        trainOnFakeCard();
        const std::vector<std::string> names = fake().calls;
        int tried = 0;
        for (int at = 1; at <= static_cast<int>(names.size()); ++at) {
            if (!isOfAllocation(names, at))
                continue;
            const Failure failure = failureOf(at, error);
            QVERIFY2(failure.kind == Failure::Kind::OutOfMemory, failure.words.c_str());
            QVERIFY(failure.needed > 1000);
            QVERIFY2(failure.words.find("A fake device") != std::string::npos,
                     failure.words.c_str());
            QCOMPARE(fake().open, 0);
            ++tried;
        }
        QCOMPARE(tried, 6);
    }

    /// Drivers that look for memory late have none while a step runs.
    void outOfMemoryInAStep_saysHowMuchIsTaken() {
        constexpr int noObject = -4; // CL_MEM_OBJECT_ALLOCATION_FAILURE
        trainOnFakeCard();
        const std::vector<std::string> names = fake().calls;
        std::set<std::string> tried;
        for (int at = 1; at <= static_cast<int>(names.size()); ++at) {
            const std::string& name = names[at - 1];
            if (kindOf.at(name) != Kind::Lost || isOfAllocation(names, at))
                continue;
            const Failure failure = failureOf(at, noObject);
            QVERIFY2(failure.kind == Kind::OutOfMemory, name.c_str());
            QVERIFY(failure.needed > 1000);
            QCOMPARE(fake().open, 0);
            tried.insert(name);
        }
        QVERIFY(tried.contains("clEnqueueNDRangeKernel"));
        QVERIFY(tried.contains("clFlush"));
    }

    /// Before the driver is asked, which would promise it and fail later.
    void allocate_refusesMoreThanThereIsWithoutAskingTheDriver() {
        const gpu::OpenClDevices devices(fakeLibraries);
        const auto device = devices.open(0);
        constexpr Index gibibyte = (Index(1) << 30) / Index(sizeof(float));
        const auto words = [&](Index numbers) -> std::string {
            try {
                device->allocate(numbers);
            } catch (const DeviceOutOfMemory& failure) {
                return failure.what();
            }
            return "";
        };
        QCOMPARE(words(9 * gibibyte),
                 std::string("this needs 9.0 GiB of memory; A fake device has 8.0 GiB free"));
        QCOMPARE(words(3 * gibibyte),
                 std::string("this needs 3.0 GiB of memory in one piece; A fake device gives "
                             "2.0 GiB at most"));
        QCOMPARE(count("clCreateBuffer"), 0);
        std::vector<std::unique_ptr<gpu::Buffer>> taken;
        for (int i = 0; i < 4; ++i)
            taken.push_back(device->allocate(2 * gibibyte));
        QVERIFY(words(1).starts_with("this needs 1 MiB of memory; A fake device has 0 MiB"));
        taken.pop_back();
        QCOMPARE(words(1), std::string());
    }

    void compileError_givesTheCompilersMessage() {
        trainOnFakeCard();
        const auto built = std::ranges::find(fake().calls, std::string("clBuildProgram"));
        const auto at = static_cast<int>(built - fake().calls.begin()) + 1;
        const Failure failure = failureOf(at, -11); // CL_BUILD_PROGRAM_FAILURE
        QVERIFY(failure.kind == Failure::Kind::Plain);
        QVERIFY(failure.words.find("not a kernel") != std::string::npos);
    }
};

} // namespace gf::tst_opencl_device

#include "tests/entry.h"
GF_APPLESS_TEST(tst_opencl_device, TestOpenClDevice)
#include "tst_opencl_device.moc"
