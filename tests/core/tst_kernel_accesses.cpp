// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/opencl_device.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "tests/core/engine.h"
#include "tests/core/op_cases.h"
#include "tests/core/runs.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace gf;
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

void fill(Parameters& parameters, const Graph& graph) {
    parameters.addFrom(graph);
    std::uint64_t stream = 1;
    for (const auto& entry : parameters.entries()) {
        const auto numbers = test::randomValues(entry.shape.count(), stream++);
        std::ranges::transform(numbers, parameters.writable(entry).begin(),
                               [](double number) { return static_cast<float>(std::abs(number)); });
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

constexpr Index regionOfProduct = 2048;

/// A product of 37 × 41 numbers in a tile of every size, with all that may follow on it.
gpu::Launch productIn(std::string_view kernel, Index side) {
    constexpr std::int32_t rows = 37;
    constexpr std::int32_t columns = 41;
    constexpr std::int32_t depth = 21;
    const auto at = [](Index place) { return gpu::Place{gpu::Memory::Numbers, place}; };
    const auto name = std::string(kernel);
    const bool aTransposed =
        name.find("of_columns") != name.npos || name.find("transposed") != name.npos;
    const bool bTransposed =
        name.find("by_columns") != name.npos || name.find("transposed") != name.npos;
    std::vector<gpu::Argument> arguments;
    for (Index i = 0; i < 9; ++i)
        arguments.emplace_back(at(regionOfProduct * i));
    for (const std::int32_t row :
         {columns, aTransposed ? rows : depth, bTransposed ? depth : columns}) {
        arguments.emplace_back(std::int64_t(0));
        arguments.emplace_back(std::int64_t(0));
        arguments.emplace_back(row);
    }
    for (const std::int32_t number : {rows, columns, depth, 1, 1, 1, 1, depth})
        arguments.emplace_back(number);
    arguments.emplace_back(std::int64_t(0));
    arguments.emplace_back(std::int64_t(0));
    for (const std::int32_t number : {1, 1, 1, 2, 2, 1})
        arguments.emplace_back(number);
    return {kernel,
            {gpu::groupsFor(columns, side), gpu::groupsFor(rows, side), 1},
            std::move(arguments)};
}

} // namespace

/// Every kernel once in a simulator that sees whether one reads what nobody wrote, reaches beyond
/// its buffers, or depends on which thread comes first.
class TestKernelAccesses : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!QFile::exists(simulator))
            QSKIP("oclgrind is not there: kernels are not checked for races and bounds");
        QVERIFY(m_folder.isValid());
        // Before the loader of OpenCL is opened, which reads them once.
        QFile driver(m_folder.filePath("oclgrind.icd"));
        QVERIFY(driver.open(QIODevice::WriteOnly) && driver.write(simulator) > 0);
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
        m_device = devices.open(0);
    }

    void everyOperation_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < opCases.size(); ++i)
            QTest::newRow(opCases[i].name) << i;
    }
    void everyOperation() {
        QFETCH(std::size_t, index);
        const OpSizes size{3, 6};
        const test::BuiltCase built = test::buildCase(opCases[index], size);
        ProgramOptions options;
        options.batch = 2;
        for (const bool keepAll : {true, false}) { // joined with others where they are not kept
            options.keepAll = keepAll;
            run(built.graph, options, [&](auto& program) { feed(program, opCases[index], size); });
        }
    }

    void aStepThatIsJoined() {
        const ModelGraph model = joinedStep();
        ProgramOptions options;
        options.batch = 13;
        run(model.graph, options, [&](auto& program) {
            for (const Node& node : program.graph().nodes()) {
                if (node.role != Role::Input)
                    continue;
                const Index count = node.shape.count() * (node.batched ? 13 : 1);
                std::vector<float> ids(static_cast<std::size_t>(count));
                for (std::size_t i = 0; i < ids.size(); ++i)
                    ids[i] = static_cast<float>(1 + i % 6);
                program.setInput(node.id, ids);
            }
        });
    }

    /// And all tiles give the same bits, so that which one is chosen decides nothing else.
    void productsInEveryTile() {
        const auto memory = m_device->allocate(9 * regionOfProduct);
        const auto random = test::randomValues(9 * regionOfProduct, 1);
        const std::vector<float> given(random.begin(), random.end());
        for (const char* product :
             {"product", "product_by_columns", "product_of_columns", "product_transposed"}) {
            std::vector<float> first;
            for (const auto& [tile, side] : {std::pair{"_small", 16}, std::pair{"_middle", 32},
                                             std::pair{"_large", 64}, std::pair{"_huge", 128}}) {
                const std::string kernel = std::string(product) + tile;
                const std::vector<gpu::Launch> launches{productIn(kernel, side)};
                m_device->upload(*memory, 0, given);
                m_device->prepare(launches, {memory.get(), memory.get()})->run();
                std::vector<float> numbers(given.size());
                m_device->download(*memory, 0, numbers);
                QVERIFY(numbers != given);
                if (first.empty())
                    first = numbers;
                QVERIFY2(test::sameBits(numbers, first), kernel.c_str());
                m_seen.insert(kernel);
            }
        }
        QCOMPARE(complaints(), QString());
    }

    void noKernelWasLeftOut() {
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
        fill(parameters, *graph);
        gpu::GpuProgram program(graph, parameters, options, m_device);
        if (std::ranges::all_of(program.launches(), [&](const gpu::Launch& launch) {
                return m_seen.contains(std::string(launch.kernel));
            }))
            return; // nothing new: the simulator is slow
        feedIt(program);
        program.setRandom(3, 5);
        program.run();
        program.value(static_cast<NodeId>(graph->size()) - 1); // waits until all is done
        for (const gpu::Launch& launch : program.launches())
            m_seen.insert(std::string(launch.kernel));
        QCOMPARE(complaints(), QString());
    }

    QTemporaryDir m_folder;
    std::shared_ptr<gpu::Device> m_device;
    std::set<std::string> m_seen;
    qint64 m_read = 0;
};

#include "tests/entry.h"
GF_APPLESS_TEST(tst_kernel_accesses, TestKernelAccesses)
#include "tst_kernel_accesses.moc"
