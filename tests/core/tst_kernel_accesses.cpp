// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/backend/gpu/product_call.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "tests/core/engine.h"
#include "tests/core/op_cases.h"
#include "tests/core/poisoned_device.h"
#include "tests/core/runs.h"
#include "tests/core/whole_lists.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace gf::tst_kernel_accesses {

using test::OpCase;
using test::opCases;
using test::OpSizes;

namespace {

/// The simulator that sees every access of a kernel to memory.
constexpr const char* simulator = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";

std::set<std::string> allKernels() {
    std::set<std::string> names;
    const QString source = QString::fromUtf8(gpu::kernelSource.data(),
                                             static_cast<qsizetype>(gpu::kernelSource.size()));
    static const QRegularExpression kernel(R"(^(KERNEL|EACH|PAIR|PRODUCTS)[ (](\w+)[,(])",
                                           QRegularExpression::MultilineOption);
    for (auto all = kernel.globalMatch(source); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const std::string name = match.captured(2).toStdString();
        if (match.captured(1) != "PRODUCTS")
            names.insert(name);
        else
            for (const char* tile : {"_small", "_middle", "_large", "_huge"})
                names.insert(name + tile);
    }
    return names;
}

/// Numbers that are fed, and a second moment that is never negative.
template <class Program> void feed(Program& program, const OpCase& c, const OpSizes& size) {
    std::uint64_t stream = 1000;
    for (const Node& node : program.graph().nodes()) {
        if (node.role != Role::Input)
            continue;
        const Index count = node.shape.count() * (node.batched ? program.batch() : 1);
        const auto numbers =
            c.inputs.contains(node.name)
                ? test::inputOf(c, node.name, static_cast<std::size_t>(count), size)
                : test::randomValues(count, stream++);
        program.setInput(node.id, std::vector<float>(numbers.begin(), numbers.end()));
    }
}

/// A training step in which everything is joined that can be, and sums over tokens are cut.
ModelGraph joinedStep() {
    ModelConfig model;
    model.architecture = Architecture::Decoder;
    model.layers = 1;
    model.dModel = 6;
    model.heads = 2;
    model.dFf = 5;
    model.activation = Activation::Gelu;
    model.positional = Positional::Learned;
    model.maxLength = 24;
    model.targetVocab = 7;
    ModelGraph built = buildModel(
        model, {.sourceLength = 0, .targetLength = 20, .training = true, .gradients = true});
    TrainConfig train;
    train.clipNorm = 1;
    appendOptimizer(*built.graph, train);
    return built;
}

constexpr Index regionOfProduct = 4096;
constexpr Index operandsOfProduct = 9;

gpu::Place regionOf(Index operand) {
    return {gpu::Memory::Numbers, regionOfProduct * operand};
}

/// A product of 37 × 41 numbers, each operand in a region of its own, and so the second job.
gpu::ProductCall productCall(gpu::Storage storage) {
    const bool aTransposed = (gpu::indexOf(storage) & 2) != 0;
    const bool bTransposed = (gpu::indexOf(storage) & 1) != 0;
    gpu::ProductCall call;
    call.rows = 37;
    call.columns = 41;
    call.depth = 21;
    call.y = {regionOf(0), 0, 0, call.columns};
    call.a = {regionOf(1), 0, 0, aTransposed ? call.rows : call.depth};
    call.b = {regionOf(2), 0, 0, bTransposed ? call.depth : call.columns};
    call.bias = regionOf(3);
    call.addend = regionOf(4);
    call.x = regionOf(5);
    call.active = regionOf(6);
    call.columnSums = regionOf(7);
    call.jobs = regionOf(8);
    return call;
}

/// How far the operands of two jobs are from those of the first, in units.
std::vector<float> jobTable() {
    std::vector<float> table(10, std::bit_cast<float>(std::int32_t(0)));
    std::fill(table.begin() + 5, table.end(),
              std::bit_cast<float>(gpu::toUnits(operandsOfProduct * regionOfProduct)));
    return table;
}

/// All that may follow on a product: alone, added up, and of two jobs in two parts of their depth.
struct Following {
    const char* name;
    void (*change)(gpu::ProductCall& call);
    Index parts;
};
constexpr Following followings[] = {{"alone",
                                     [](gpu::ProductCall& call) {
                                         call.hasBias = call.hasAddend = call.sumsColumns = true;
                                         call.slope = call.activation = 2;
                                     },
                                     1},
                                    {"added up, ReLU",
                                     [](gpu::ProductCall& call) {
                                         call.terms = 2;
                                         call.slope = 1;
                                     },
                                     1},
                                    {"the activation alone",
                                     [](gpu::ProductCall& call) {
                                         call.makesY = false;
                                         call.hasBias = true;
                                         call.activation = 1;
                                     },
                                     1},
                                    {"jobs",
                                     [](gpu::ProductCall& call) {
                                         call.jobCount = 2;
                                         call.sumsColumns = true;
                                         call.yPart = regionOfProduct / 2;
                                         call.sumsPart = regionOfProduct / 2;
                                     },
                                     2}};

} // namespace

/// Every kernel in a simulator that sees whether one reaches beyond its buffers, or depends on
/// which thread comes first. NaN stands where nobody has written: it is in no value afterwards, and
/// still between all values.
class TestKernelAccesses : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QFile::exists(simulator))
            QSKIP("oclgrind is not there: kernels are not checked for races and bounds");
        QVERIFY(m_folder.isValid());
        // Before the loader of OpenCL is opened, which reads them once.
        QFile driver(m_folder.filePath("oclgrind.icd"));
        QVERIFY(driver.open(QIODevice::WriteOnly));
        QVERIFY(driver.write(simulator) > 0);
        driver.close();
        qputenv("OCL_ICD_VENDORS", driver.fileName().toUtf8());
        qputenv("OCLGRIND_DATA_RACES", "1");
        qputenv("OCLGRIND_LOG", logPath().toUtf8());
        // It counts what kernels have whose names begin alike as one kernel's.
        qputenv("OCLGRIND_LOCAL_MEM_SIZE", "65536");
        const gpu::OpenClDevices devices;
        if (devices.entries().empty())
            QSKIP(devices.problem().c_str());
        QVERIFY(devices.entries()[0].name.find("Oclgrind") != std::string::npos);
        m_device = devices.openAsCard(0);
    }

    void ops_stayWithinTheirMemory_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < opCases.size(); ++i)
            if (test::isTried(i, 8))
                QTest::newRow(opCases[i].name) << i;
    }
    void ops_stayWithinTheirMemory() {
        QFETCH(std::size_t, index);
        const OpSizes size{9, 6}; // so that there are two groups of most
        const test::BuiltCase built = test::buildCase(opCases[index], size);
        ProgramOptions options;
        options.batch = 5;
        if (built.output != noNode)
            options.keep = {built.output};
        for (const bool keepAll : {true, false}) { // joined with others where they are not kept
            options.keepAll = keepAll;
            run(built.graph, options, [&](auto& program) { feed(program, opCases[index], size); });
        }
    }

    void joinedStep_staysWithinItsMemory() {
        const ModelGraph model = joinedStep();
        ProgramOptions options;
        options.batch = 13;
        run(model.graph, options, [&](auto& program) {
            for (const Node& node : program.graph().nodes()) {
                if (node.role != Role::Input)
                    continue;
                const Index count = node.shape.count() * (node.batched ? 13 : 1);
                std::vector<float> ids(count);
                for (std::size_t i = 0; i < ids.size(); ++i)
                    ids[i] = static_cast<float>(1 + i % 6);
                program.setInput(node.id, ids);
            }
        });
    }

    /// And all tiles give the same bits, so that which one is chosen decides nothing else.
    void productTiles_stayInMemoryAndGiveTheSameBits() {
        const auto memory = m_device->allocate(2 * operandsOfProduct * regionOfProduct);
        const auto random = test::randomValues(memory->count(), 1);
        std::vector<float> given(random.begin(), random.end());
        std::ranges::copy(jobTable(), given.begin() + regionOf(8).at);
        const std::size_t storages = test::wantsWholeLists() ? gpu::storageCount : 1;
        for (std::size_t storage = 0; storage < storages; ++storage)
            for (const Following& following : followings) {
                gpu::ProductCall call = productCall(static_cast<gpu::Storage>(storage));
                following.change(call);
                std::vector<float> first;
                for (std::size_t tile = gpu::productTiles.size(); tile-- > 0;) {
                    const std::vector<gpu::Launch> launches{call.launch(
                        static_cast<gpu::Storage>(storage),
                        {tile, gpu::groupsFor(call.depth, following.parts), following.parts})};
                    const std::string kernel(launches[0].kernel);
                    m_device->upload(*memory, 0, given);
                    m_device->prepare(launches, {memory.get(), memory.get()})->run();
                    std::vector<float> numbers(given.size());
                    m_device->download(*memory, 0, numbers);
                    QVERIFY(!test::sameBits(numbers, given));
                    if (first.empty())
                        first = numbers;
                    QVERIFY2(test::sameBits(numbers, first), (kernel + following.name).c_str());
                    m_seen.insert(kernel);
                }
            }
        QCOMPARE(complaints(), QString());
    }

    void kernels_areAllCovered() {
        if (!test::wantsWholeLists())
            QSKIP("a part of the operations was tried; all of them with scripts/test.sh --all");
        QString missing;
        for (const std::string& kernel : kernels())
            if (!m_seen.contains(kernel))
                missing += " " + QString::fromStdString(kernel);
        QCOMPARE(missing, QString());
    }

private:
    QString logPath() const { return m_folder.filePath("log"); }
    const std::set<std::string>& kernels() const {
        static const std::set<std::string> all = allKernels();
        return all;
    }

    /// What the simulator said since it was asked last.
    QString complaints() {
        QFile log(logPath());
        if (!log.open(QIODevice::ReadOnly))
            return {};
        log.seek(m_read);
        const QByteArray text = log.readAll();
        m_read += text.size();
        return QString::fromUtf8(text.left(2000));
    }

    template <class Feed> void run(const std::shared_ptr<const Graph>& graph,
                                   const ProgramOptions& options, const Feed& feedIt) {
        Parameters parameters;
        test::fillParameters(parameters, *graph);
        const auto device = std::make_shared<test::PoisonedDevice>(m_device);
        gpu::GpuProgram program(graph, parameters, options, device);
        feedIt(program);
        program.setRandom(3, 5);
        program.run();
        const gpu::Buffer& numbers = *device->allocated().front();
        std::vector<float> found(numbers.count());
        device->download(numbers, 0, found); // waits until all is done
        for (const gpu::Launch& launch : program.launches())
            m_seen.insert(std::string(launch.kernel));
        QCOMPARE(complaints(), QString());
        for (const Node& node : graph->nodes()) {
            const bool isKept = options.keepAll || std::ranges::count(options.keep, node.id) > 0;
            for (Index example = 0; isKept && example < (node.batched ? options.batch : 1);
                 ++example) {
                const Tensor value = program.value(node.id, example);
                QVERIFY2(std::none_of(value.data(), value.data() + value.count(),
                                      [](float number) { return std::isnan(number); }),
                         node.name.c_str());
            }
        }
        for (const float number : std::as_const(parameters).flat())
            QVERIFY(!std::isnan(number));
        // What lies between the values was written by nobody. What is fed is uploaded in one piece.
        const gpu::Placement& placement = program.placement();
        std::vector<bool> isTaken(found.size(), false);
        std::fill_n(isTaken.begin(), placement.fed(), true);
        for (const auto& [from, count] : placement.taken())
            std::fill_n(isTaken.begin() + from, count, true);
        for (std::size_t i = 1; i < found.size(); ++i) // a driver is asked for the first
            QVERIFY2(isTaken[i] || std::isnan(found[i]), qPrintable(QString::number(i)));
    }

    QTemporaryDir m_folder;
    std::shared_ptr<gpu::Device> m_device;
    std::set<std::string> m_seen;
    qint64 m_read = 0;
};

} // namespace gf::tst_kernel_accesses

#include "tests/entry.h"
GF_APPLESS_TEST(tst_kernel_accesses, TestKernelAccesses)
#include "tst_kernel_accesses.moc"
