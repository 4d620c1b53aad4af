// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/library.h"
#include "core/train/device_survey.h"
#include "tests/app/outcome.h"
#include "tests/core/surroundings.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <span>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <link.h>

/// What people learn of the devices of their machine, and how drivers may fail.
namespace gf::tst_devices {
namespace {

using test::finished;
using test::Outcome;
using test::Surroundings;

ComputeDevice openClIn(const std::vector<ComputeDevice>& devices) {
    const auto found = std::ranges::find(devices, "opencl", &ComputeDevice::backend);
    return found == devices.end() ? ComputeDevice() : *found;
}

/// The file of the library that this process has; empty where there is none.
QByteArray systemOpenCl() {
    void* const library = ::dlopen("libOpenCL.so.1", RTLD_NOW);
    link_map* loaded = nullptr;
    const bool isKnown = library && ::dlinfo(library, RTLD_DI_LINKMAP, &loaded) == 0;
    return isKnown ? loaded->l_name : "";
}

/// What stands in the place of the program that is started to try devices: a device of OpenCL that
/// `trying` tries, a piece of shell. Its words are those of the program.
class FakeProgram {
public:
    explicit FakeProgram(const QByteArray& trying) {
        QFile file(m_folder.filePath("program"));
        if (!file.open(QIODevice::WriteOnly))
            return;
        file.write(
            "#!/bin/sh\necho \"$*\" >> \"$0.asked\"\ncase \"$2 $3\" in\n'--named-by opencl') " +
            line + ";;\n--try*)\nfound() { " + line + "; }\n" +
            "measure() { echo \"{\\\"tuning\\\": \\\"$1\\\", \\\"number\\\": $2, "
            "\\\"of\\\": 2}\"; }\n" +
            trying + "\n;;\nesac\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    std::string path() const { return m_folder.filePath("program").toStdString(); }
    /// What it was started with, a line each time.
    QByteArray asked() const {
        QFile file(m_folder.filePath("program.asked"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    static inline const QByteArray line =
        R"(echo '{"id": "opencl:0", "backend": "opencl", "name": "Fake", "memory_bytes": 0}')";
    QTemporaryDir m_folder;
};

/// What is heard of tuning, as text.
struct Heard {
    QStringList steps;

    SurveyOptions options(std::chrono::milliseconds trying = std::chrono::minutes(1)) {
        SurveyOptions options{std::chrono::minutes(1), trying};
        options.tuning = [this](const ComputeDevice& device, const TuningStep& step) {
            steps += QString("%1 %2: %3 of %4")
                         .arg(device.name.c_str(), step.kernel.c_str())
                         .arg(step.number)
                         .arg(step.of);
        };
        return options;
    }
};

/// No card of this machine takes part: one driver is a fake, the other can't be opened.
SurveyOptions patient() {
    return {std::chrono::minutes(1), std::chrono::minutes(1)};
}

} // namespace

class TstDevices : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        // What is in the place of a library and is none.
        QFile broken(m_folder.filePath("libcuda.so.1"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("not a library");
        broken.close();
        m_libraries.set(
            (QStringLiteral(GF_FAKE_OPENCL_FOLDER) + ':' + m_folder.path()).toLocal8Bit());
    }

    void bestDevice_takesTheFirstUsableCard() {
        std::vector<ComputeDevice> devices = builtInDevices();
        QCOMPARE(bestDevice(devices), std::string("cpu"));
        devices.push_back({"cuda:0", "cuda", "a card", 0, DeviceFault::Crashed});
        devices.push_back({"opencl:0", "opencl", "a processor", 0, DeviceFault::None, {}, true});
        QCOMPARE(bestDevice(devices), std::string("cpu"));
        devices.push_back({"opencl:1", "opencl", "a card"});
        QCOMPARE(bestDevice(devices), std::string("opencl:1"));
    }

    void surveyDevices_tellsEveryFault_data() {
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* driver, DeviceFault fault, const char* reason) {
            QTest::newRow(driver) << QByteArray(driver) << static_cast<int>(fault)
                                  << QString(reason);
        };
        row("crash", DeviceFault::Crashed, "crashed");
        row("crash-when-used", DeviceFault::Crashed, "crashed");
        row("none", DeviceFault::NoDevice, "No graphics card was found that can compute");
        row("compiler", DeviceFault::NotCompiled,
            "its driver could not compile the kernels: line 7: this kernel is not to the taste");
        row("zeros", DeviceFault::WrongStep, "wrong when it was tried");
    }
    void surveyDevices_tellsEveryFault() {
        QFETCH(QByteArray, driver);
        QFETCH(int, fault);
        QFETCH(QString, reason);
        m_fake.set(driver);
        const ComputeDevice device = openClIn(surveyDevices(GF_PROGRAM, patient()));
        const QString said = QString::fromStdString(device.reason().english());
        QVERIFY2(static_cast<int>(device.fault) == fault, qPrintable(said));
        QVERIFY2(said.contains(reason), qPrintable(said));
        const bool isNamed =
            driver == "crash-when-used" || driver == "compiler" || driver == "zeros";
        QCOMPARE(device.id, std::string(isNamed ? "opencl:0" : "opencl"));
        QCOMPARE(device.name, std::string(isNamed ? "A fake card" : "opencl"));
    }

    void hangingDriver_isGivenUp() {
        m_fake.set("hang");
        SurveyOptions hasty = patient();
        hasty.naming = std::chrono::milliseconds(300);
        const ComputeDevice device = openClIn(surveyDevices(GF_PROGRAM, hasty));
        QVERIFY(device.fault == DeviceFault::NoAnswer);
        QCOMPARE(device.reason().english(),
                 std::string("its driver did not answer within 1 seconds"));
    }

    void stopToken_endsTheWaitForADriver() {
        m_fake.set("hang");
        std::stop_source stop;
        std::vector<ComputeDevice> devices;
        std::thread survey([&] {
            devices = surveyDevices(GF_PROGRAM, {std::chrono::hours(1), {}}, stop.get_token());
        });
        stop.request_stop();
        survey.join();
        QVERIFY(openClIn(devices).fault == DeviceFault::NotTried);
    }

    void tuning_reportsItsSteps() {
        const FakeProgram program("measure product_huge 1; measure product_large 2; found");
        Heard heard;
        const ComputeDevice device = openClIn(surveyDevices(program.path(), heard.options()));
        QVERIFY(device.isUsable());
        QCOMPARE(device.name, std::string("Fake"));
        QCOMPARE(heard.steps,
                 QStringList({"Fake product_huge: 1 of 2", "Fake product_large: 2 of 2"}));
    }

    void tuneAnew_isPassedToTheChild() {
        const FakeProgram program("case \"$*\" in *--tune*) measure tuned 1;; esac; found");
        Heard heard;
        SurveyOptions options = heard.options();
        surveyDevices(program.path(), options);
        QCOMPARE(heard.steps.size(), 0);
        options.tuneAnew = true;
        surveyDevices(program.path(), options);
        QCOMPARE(heard.steps.size(), 1);
    }

    /// The driver crashes, or hangs, when it runs one of the kernels.
    void crashingKernel_isLeftOut_data() {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("crash") << QByteArray("kill -SEGV $$") << 60'000;
        QTest::newRow("hang") << QByteArray("exec sleep 600") << 3'000;
    }
    void crashingKernel_isLeftOut() {
        QFETCH(QByteArray, end);
        QFETCH(int, milliseconds);
        const FakeProgram program("case \"$*\" in *'--leave-out product_huge'*) ;; *) "
                                  "measure product_huge 1; " +
                                  end + ";; esac; measure product_large 1; found");
        Heard heard;
        const ComputeDevice device = openClIn(
            surveyDevices(program.path(), heard.options(std::chrono::milliseconds(milliseconds))));
        QVERIFY2(device.isUsable(), device.reason().english().c_str());
        QCOMPARE(heard.steps,
                 QStringList({"Fake product_huge: 1 of 2", "Fake product_large: 1 of 2"}));
    }

    void crashingDriver_isGivenUpAfterSomeKernels() {
        const FakeProgram program("measure \"kernel_$#\" 1; kill -SEGV $$");
        Heard heard;
        const ComputeDevice device = openClIn(surveyDevices(program.path(), heard.options()));
        QVERIFY(device.fault == DeviceFault::Crashed);
        QCOMPARE(heard.steps.size(), 4);
    }

    void stopToken_endsTheWaitForTuning() {
        const FakeProgram program("measure product_huge 1; exec sleep 600");
        Heard heard;
        std::stop_source stop;
        SurveyOptions options = heard.options();
        options.tuning = [&](const ComputeDevice&, const TuningStep&) { stop.request_stop(); };
        const ComputeDevice device =
            openClIn(surveyDevices(program.path(), options, stop.get_token()));
        QVERIFY(device.fault == DeviceFault::NotTried);
    }

    /// On what there is: PoCL, where there is no card.
    void device_isTunedWhenFirstTried() {
        const QTemporaryDir folder;
        Surroundings cache("XDG_CACHE_HOME");
        Surroundings compiled("POCL_CACHE_DIR"); // PoCL keeps its own: compiling is not the point
        compiled.set(qgetenv("XDG_CACHE_HOME") + "/pocl/kcache");
        cache.set(folder.path().toUtf8());
        Surroundings libraries("LD_LIBRARY_PATH");
        libraries.set("");
        const auto stepsOf = [this](const QStringList& options) {
            const Outcome outcome = run(QStringList{"devices", "--try", "opencl:0"} + options);
            return std::pair(outcome.out.count("{\"tuning\":"), outcome.out);
        };
        const auto [first, out] = stepsOf({});
        if (out.contains("\"usable\":false"))
            QSKIP(qPrintable(out));
        QVERIFY2(first > 0, qPrintable(out));
        QVERIFY(QDir(folder.filePath("glassformer/tuning")).entryList({"opencl-*.json"}).size() ==
                1);
        // What time was too short for is measured the next times.
        qsizetype steps = first;
        for (int times = 0; times < 16 && steps > 0; ++times)
            steps = stepsOf({}).first;
        QCOMPARE(steps, 0);
        QVERIFY(stepsOf({"--tune"}).first > 0);
    }

    /// On what there is: PoCL, where there is no card.
    void bench_countsTheKernelsOfAStep() {
        Surroundings libraries("LD_LIBRARY_PATH");
        libraries.set("");
        const QStringList bench = {"bench", "--backend", "opencl:0", "--size",
                                   "XS",    "--seconds", "0"};
        const Outcome outcome = run(bench + QStringList{"--json"});
        if (outcome.status == 1)
            QSKIP(qPrintable(outcome.err));
        const QJsonObject line = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        const int launches = line["launches_per_step"].toInt();
        QVERIFY2(launches > 40 && launches < 80, qPrintable(outcome.out)); // with 2 layers
        const QString table = run(bench).out;
        QVERIFY2(table.contains("launches") && table.contains(QString(" %1\n").arg(launches)),
                 qPrintable(table));
    }

    /// Whichever that is on this machine.
    void surveyDevices_asksOnlyInstalledDrivers() {
        QVERIFY(!isDriverInstalled("metal"));
        const std::array here{"libno_such_driver.so.1", "libc.so.6"};
        QVERIFY(isLibraryInstalled(here));
#ifdef __GLIBC__
        QVERIFY(!isLibraryInstalled(std::span(here).first(1)));
#endif
        const FakeProgram program("found");
        const std::vector<ComputeDevice> devices = surveyDevices(program.path(), patient());
        for (const std::string_view driver : driverNames()) {
            const bool isAsked =
                program.asked().contains(("--named-by " + std::string(driver)).c_str());
            QCOMPARE(isAsked, isDriverInstalled(driver));
            if (isAsked)
                continue;
            const auto device = std::ranges::find(devices, driver, &ComputeDevice::id);
            QVERIFY(device != devices.end());
            QVERIFY(device->fault == DeviceFault::NoDriver);
            QCOMPARE(device->reason().english(), std::string("its driver is not installed"));
            QVERIFY(surveyDevice(program.path(), std::string(driver), patient()).fault ==
                    DeviceFault::NoDriver);
            QVERIFY(!program.asked().contains(("--try " + std::string(driver)).c_str()));
        }
    }

    void brokenLibrary_isNamedInTheReason() {
        m_fake.set("zeros");
        const QStringList lines = run({"devices", "--json"}).out.split('\n', Qt::SkipEmptyParts);
        const auto line = std::ranges::find_if(
            lines, [](const QString& each) { return each.contains(R"("id":"cuda")"); });
        QVERIFY(line != lines.end());
        const QJsonObject device = QJsonDocument::fromJson(line->toUtf8()).object();
        QCOMPARE(device["fault"].toString(), QStringLiteral("no-device"));
        QVERIFY2(device["reason"].toString().contains(m_folder.filePath("libcuda.so.1")),
                 qPrintable(*line));
    }

    /// Whoever names a device is told what is wrong with it, and by a program that is still there.
    void failingDriver_makesCommandsEndWithOneLine_data() {
        QTest::addColumn<QByteArray>("driver");
        QTest::addColumn<QString>("reason");
        QTest::newRow("crash") << QByteArray("crash") << QStringLiteral("crashed");
        QTest::newRow("crash when used")
            << QByteArray("crash-when-used") << QStringLiteral("crashed");
        QTest::newRow("compiler") << QByteArray("compiler")
                                  << QStringLiteral("line 7: this kernel is not to the taste");
        QTest::newRow("zeros") << QByteArray("zeros") << QStringLiteral("wrong when it was tried");
    }
    void failingDriver_makesCommandsEndWithOneLine() {
        QFETCH(QByteArray, driver);
        QFETCH(QString, reason);
        m_fake.set(driver);
        for (const char* device : {"opencl:0", "opencl"})
            for (QStringList command :
                 {QStringList{"train", "--task", "copy", "--steps", "1", "--save", "x.safetensors"},
                  QStringList{"verify", "--config", tinyModel()},
                  QStringList{"bench", "--size", "XS", "--seconds", "0"}}) {
                // What computes wrong is what that command is there for.
                const bool isCompared = command.front() == "verify" && driver == "zeros";
                const QString said =
                    isCompared ? QString(device) + " differs from eigen in " : reason;
                const Outcome outcome = run(command << "--backend" << device);
                QCOMPARE(outcome.status, 1);
                QVERIFY2(outcome.err.count('\n') == 1 &&
                             outcome.err.startsWith("glassformer: error: ") &&
                             outcome.err.contains(said),
                         qPrintable(outcome.err));
                QCOMPARE(outcome.out.isEmpty(), !isCompared);
            }
        QVERIFY(!QFile::exists(m_folder.filePath("x.safetensors")));
    }

    void hangingDevice_isGivenUp() {
        m_fake.set("hang");
        SurveyOptions hasty = patient();
        hasty.trying = std::chrono::milliseconds(300);
        const ComputeDevice device = surveyDevice(GF_PROGRAM, "opencl:0", hasty);
        QVERIFY(device.fault == DeviceFault::NoAnswer);
        QCOMPARE(device.id, std::string("opencl:0"));
    }

    void devicesCommand_printsATable() {
        m_fake.set("zeros");
        const Outcome table = run({"devices"});
        QCOMPARE(table.status, 0);
        QCOMPARE(table.err, QString());
        QVERIFY(table.out.contains("cpu "));
        QVERIFY(table.out.contains("A fake card"));
        QVERIFY(table.out.contains("2.0 GiB"));
        QVERIFY2(table.out.contains("wrong when it was tried"), qPrintable(table.out));
    }

    void devicesCommand_printsADeviceALineAsJson() {
        m_fake.set("zeros");
        const Outcome outcome = run({"devices", "--json"});
        QCOMPARE(outcome.status, 0);
        QStringList ids;
        for (const QString& line : outcome.out.split('\n', Qt::SkipEmptyParts)) {
            const QJsonObject device = QJsonDocument::fromJson(line.toUtf8()).object();
            ids += device["id"].toString();
            QVERIFY2(device.contains("backend") && device["name"].isString() &&
                         device["memory_bytes"].isDouble() && device["usable"].isBool(),
                     qPrintable(line));
            QCOMPARE(device.contains("reason"), !device["usable"].toBool());
        }
        QCOMPARE(ids, QStringList({"cpu", "eigen", "cuda", "opencl:0"}));
    }

    void missingCard_isOneLineOfError_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("status");
        QTest::newRow("train") << QStringList{"train",    "--task", "copy",
                                              "--steps",  "1",      "--backend",
                                              "opencl:3", "--save", "x.safetensors"}
                               << 1;
        QTest::newRow("verify") << QStringList{"verify", "--backend", "cuda"} << 1;
        QTest::newRow("bench") << QStringList{"bench", "--size", "XS", "--backend", "opencl:1"}
                               << 1;
        QTest::newRow("no number") << QStringList{"bench", "--backend", "opencl:first"} << 2;
        QTest::newRow("no backend") << QStringList{"bench", "--backend", "vulkan"} << 2;
    }
    void missingCard_isOneLineOfError() {
        QFETCH(QStringList, command);
        QFETCH(int, status);
        m_fake.set("zeros");
        if (command.front() == "verify")
            command << "--config" << tinyModel();
        const Outcome outcome = run(command);
        QCOMPARE(outcome.status, status);
        if (status == 1)
            QVERIFY2(outcome.isOneLineError(), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("device") || outcome.err.contains("card") ||
                     outcome.err.contains("backend"),
                 qPrintable(outcome.err));
    }

    /// Whatever the driver lists first.
    void deviceWithoutANumber_meansACardAndNoProcessor() {
        const QStringList command{"verify", "--config", tinyModel(), "--backend"};
        m_fake.set("processor");
        const Outcome refused = run(command + QStringList{"opencl"});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.isOneLineError() && refused.err.contains("is a processor"),
                 qPrintable(refused.err));
        const Outcome taken = run(command + QStringList{"opencl:0"}); // it computes zeros
        QVERIFY2(!taken.err.contains("is a processor"), qPrintable(taken.err));
        m_fake.set("processor-first");
        const Outcome card = run(command + QStringList{"opencl"});
        QVERIFY2(!card.err.contains("is a processor"), qPrintable(card.err));
        const QString listed = run({"devices"}).out;
        const auto at = listed.indexOf("A fake card");
        QVERIFY2(at >= 0 && at < listed.indexOf("A fake processor"), qPrintable(listed));
    }

    void train_endsAndSavesWhenItsCardIsLost() {
        const QByteArray system = systemOpenCl();
        if (system.isEmpty() || devicesOf("opencl").front().id != "opencl:0")
            QSKIP("no OpenCL device that could be lost");
        Surroundings real("GF_SYSTEM_OPENCL");
        real.set(system);
        m_fake.set("lost");
        const QString saved = m_folder.filePath("lost.safetensors");
        const QString log = m_folder.filePath("lost.csv");
        const Outcome outcome = run({"train", "--task", "copy", "--steps", "400", "--batch", "4",
                                     "--backend", "opencl:0", "--validate-every", "0", "--config",
                                     tinyModel(), "--log", log, "--save", saved});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(
            outcome.err.contains("; the training goes on by the processor from training step "),
            qPrintable(outcome.err));
        QVERIFY(outcome.out.contains("after 400 training steps") ||
                outcome.err.contains("after 400 training steps"));
        QVERIFY(QFile::exists(saved));
        // Each step stands in the log once.
        QFile rows(log);
        QVERIFY(rows.open(QIODevice::ReadOnly));
        QList<QByteArray> lines = rows.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 401);
        for (int step = 1; step <= 400; ++step)
            QCOMPARE(lines[step].split(',').first().toInt(), step);
    }

private:
    QString tinyModel() const {
        QFile config(m_folder.filePath("tiny.json"));
        if (config.open(QIODevice::WriteOnly))
            config.write(R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16})");
        return config.fileName();
    }

    Outcome run(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM, arguments);
        return finished(process);
    }

    QTemporaryDir m_folder;
    Surroundings m_libraries{"LD_LIBRARY_PATH"};
    Surroundings m_fake{"GF_FAKE_OPENCL"};
};

} // namespace gf::tst_devices

#include "tests/entry.h"
GF_GUILESS_TEST(tst_devices, TstDevices)
#include "tst_devices.moc"
