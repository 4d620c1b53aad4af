// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/kernels.h"
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/launch.h"
#include "core/ops/every_op.h"
#include "core/ops/leaf.h"
#include "core/ops/scale.h"
#include "core/ops/slice.h"
#include "tests/core/engine.h"
#include "tests/core/op_cases.h"
#include "tests/core/test_devices.h"
#include "tests/core/whole_lists.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace gf::tst_conformance {

using test::OpCase;
using test::opCases;
using test::OpSizes;

namespace {

constexpr Index usualBatch = 10;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float noNumber = std::numeric_limits<float>::quiet_NaN();

/// Widths of models, and those that no vector unit likes; the first are those of the quick list.
constexpr OpSizes sizes[] = {{4, 6},    {1, 1},    {17, 17},  {5, 257}, {48, 32}, {70, 16},
                             {3, 3},    {8, 8},    {15, 15},  {31, 31}, {33, 33}, {13, 64},
                             {64, 100}, {100, 64}, {257, 12}, {6, 128}, {40, 30}};

/// Of what is joined: each of the lengths and widths that no group of threads likes once.
constexpr OpSizes joinedSizes[] = {{4, 6}, {1, 1},   {17, 257}, {33, 100}, {70, 16},
                                   {3, 3}, {31, 64}, {257, 17}, {64, 33},  {100, 31}};

/// All of them, or the first few where nobody asked for whole lists.
std::span<const OpSizes> usual(std::span<const OpSizes> all, std::size_t few) {
    return test::wantsWholeLists() ? all : all.first(few);
}

/// How a case is compared.
struct Setting {
    OpSizes size;
    bool keepAll = true;
    /// One number of each matrix of an example is replaced where there is something else.
    bool hasSpecials = false;
    Index batch = usualBatch;
};

/// What is no number, infinite or large goes into the operands of some examples, and into the
/// gradients of others.
constexpr std::array specials{noNumber, -infinity, infinity, 1e8F, -3e7F};
constexpr auto specialCount = static_cast<Index>(specials.size());

using Make = std::function<std::unique_ptr<Program>(std::shared_ptr<const Graph>, Parameters&,
                                                    const ProgramOptions&)>;

/// A backend under test, by name: the fast one with every instruction set that this processor has.
std::vector<std::pair<QString, Make>> candidates() {
    std::vector<std::pair<QString, Make>> all;
    for (const auto* kernels : cpu::availableKernels())
        all.emplace_back(QString("cpu with ") + kernels->name,
                         [kernels](auto graph, auto& parameters, const auto& options) {
                             return std::make_unique<cpu::CpuProgram>(graph, parameters, options,
                                                                      *kernels);
                         });
    all.emplace_back("eigen in float", [](auto graph, auto& parameters, const auto& options) {
        return std::make_unique<eigen::EigenProgram<float>>(graph, parameters, options);
    });
    for (const test::TestDevice& each : test::testDevices())
        if (each.device)
            all.emplace_back(QString::fromStdString(each.id), [&each](auto graph, auto& parameters,
                                                                      const auto& options) {
                return std::make_unique<gpu::GpuProgram>(graph, parameters, options, each.device);
            });
    return all;
}

/// Random numbers that float holds exactly.
std::vector<float> floats(Index count, std::uint64_t stream) {
    const std::vector<double> values = test::randomValues(count, stream);
    return {values.begin(), values.end()};
}

/// Joined, no fast backend multiplies what a causal mask hides, where the weights are 0: 0 times
/// what is no number is none in the reference. So only the first token is changed there, which
/// every query sees.
template <class T>
void addSpecials(std::vector<T>& values, const Node& node, const Setting& setting) {
    const Index count = node.shape.count();
    const bool isOperand = node.name.ends_with(".given");
    const Index first = isOperand ? 1 : 1 + specialCount;
    const float times = isOperand ? 1 : 0.5F; // so that large ones do not cancel out
    for (Index i = 0; node.batched && i < specialCount; ++i) {
        const Index at = (5 * i + 2) % (setting.keepAll ? count : node.shape.columns());
        values[(first + i) * count + at] = static_cast<T>(times * specials[i]);
    }
}

template <class T> void feed(BasicProgram<T>& program, const OpCase& c, const Setting& setting) {
    std::uint64_t stream = 1000;
    for (const Node& node : program.graph().nodes()) {
        if (node.role != Role::Input)
            continue;
        const Index count = node.shape.count() * (node.batched ? program.batch() : 1);
        const std::vector<float> random = floats(count, stream++);
        std::vector<T> values(random.begin(), random.end());
        if (c.inputs.contains(node.name)) {
            const auto given = test::inputOf(c, node.name, values.size(), setting.size);
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<T>(static_cast<float>(given[i]));
        } else if (setting.hasSpecials) {
            addSpecials(values, node, setting);
        }
        program.setInput(node.id, values);
    }
    program.setRandom(3, 5);
}

bool has(const Graph& graph, OpKind kind) {
    return std::ranges::any_of(graph.nodes(),
                               [kind](const Node& node) { return node.op->kind() == kind; });
}

bool isSame(float found, double right) {
    return static_cast<double>(found) == right || (std::isnan(found) && std::isnan(right));
}

/// The largest difference of a node's numbers, relative to the largest of them; what is infinite or
/// no number has to be that in both.
double differenceOf(const Tensor& found, const BasicTensor<double>& right) {
    double difference = 0;
    double largest = 1;
    for (Index i = 0; i < found.count(); ++i) {
        if (isSame(found[i], right[i]))
            continue;
        if (!std::isfinite(found[i]) || !std::isfinite(right[i]))
            return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::abs(static_cast<double>(found[i]) - right[i]));
        largest = std::max(largest, std::abs(right[i]));
    }
    return difference / largest;
}

} // namespace

/// Every backend computes what the reference computes in double precision.
class TestConformance : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        for (const test::TestDevice& each : test::testDevices()) {
            if (each.isAskedFor)
                QVERIFY2(each.device, each.problem.c_str());
            if (!each.device)
                qInfo("%s is not compared: %s", each.id.c_str(), each.problem.c_str());
        }
    }

    void ops_agreeWithTheReference_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < opCases.size(); ++i)
            QTest::newRow(opCases[i].name) << i;
    }

    void ops_agreeWithTheReference() {
        QFETCH(std::size_t, index);
        const OpCase& c = opCases[index];
        for (const OpSizes& size : usual(sizes, 4)) {
            compareBackends(c, {size});
            if (QTest::currentTestFailed())
                return;
        }
    }

    void fusedOps_agreeWithTheReference_data() { ops_agreeWithTheReference_data(); }
    /// What a program keeps that was told to keep its result alone: the fast backend then joins
    /// chains, goes from head to head where matrices are large, and overwrites gradients.
    void fusedOps_agreeWithTheReference() {
        QFETCH(std::size_t, index);
        for (const OpSizes& size : usual(joinedSizes, 3)) {
            compareBackends(opCases[index], {size, false});
            if (QTest::currentTestFailed())
                return;
        }
    }

    void nonFiniteInputs_agreeWithTheReference_data() { ops_agreeWithTheReference_data(); }
    /// What is no number, infinite or large in one place of an example is so wherever it is in the
    /// reference, and nowhere else.
    void nonFiniteInputs_agreeWithTheReference() {
        QFETCH(std::size_t, index);
        for (const OpSizes& size : {OpSizes{3, 6}, OpSizes{33, 34}})
            for (const bool keepAll : {true, false}) {
                compareBackends(opCases[index], {size, keepAll, true, 1 + 2 * specialCount});
                if (QTest::currentTestFailed())
                    return;
            }
    }

    void longAttention_agreesWithTheReference_data() { ops_agreeWithTheReference_data(); }
    /// Attention that cannot be one kernel.
    void longAttention_agreesWithTheReference() {
        QFETCH(std::size_t, index);
        const OpCase& c = opCases[index];
        const test::BuiltCase built = buildCase(c);
        const Graph& g = *built.graph;
        if (has(g, OpKind::Mask) && has(g, OpKind::Softmax) && has(g, OpKind::MatMul) &&
            test::isTried(index, 3))
            compareBackends(c, {{gpu::mostKeys + 3, 4}, false, false, 2});
    }

    void maskNormAndActivations_treatNaNAsTheReferenceDoes_data() { addCandidates(); }
    /// NaN, ±large and −∞ in, and rows that see nothing: masked attention, the norm and the
    /// activations, with their gradients.
    void maskNormAndActivations_treatNaNAsTheReferenceDoes() {
        QFETCH(std::size_t, candidate);
        constexpr float none = noNumber;
        constexpr Index tokens = 5;
        const OpSizes size{tokens, tokens};
        const auto graph = std::make_shared<Graph>();
        Graph& g = *graph;
        const NodeId x = test::square(g, size, "x"); // what is given, and a parameter that is 0
        const NodeId rows = test::rows(g, size, "rows");
        const NodeId weights = ops::softmax(g, "weights", ops::mask(g, "masked", x, noNode, true));
        const std::vector<NodeId> sums{
            ops::joinHeads(
                g, "seen",
                ops::matmul(g, "heads", weights, ops::splitHeads(g, "v", rows, 1), false, false)),
            ops::layerNorm(g, "normalised", rows, test::vector(g, "gain", tokens),
                           test::vector(g, "bias", tokens)),
            ops::relu(g, "hidden", rows), ops::gelu(g, "smooth", rows),
            ops::tanh(g, "bounded", rows)};
        const NodeId y = ops::add(g, "y", sums);
        g.setRole(Role::Backward);
        const NodeId seed = ops::input(g, "grad/y", g[y].shape, {});
        differentiate(g, y, seed, ops::add, ops::joinLike);

        const std::vector<float> values{-infinity, -infinity, -infinity, -infinity, -infinity, //
                                        none,      1,         2,         3,         4,         //
                                        1,         -infinity, 2,         -infinity, 3,         //
                                        80,        -80,       88,        0,         -100,      //
                                        1e15F,     -2e15F,    0,         1,         2};
        const auto run = [&](auto& program) {
            using T = std::remove_cvref_t<decltype(program.value(0, 0)[0])>;
            const std::vector<T> given(values.begin(), values.end());
            program.setInput(g.find("x.given"), given);
            program.setInput(g.find("rows.given"), given);
            program.setInput(seed, std::vector<T>(given.size(), T(1)));
            program.run();
        };
        ProgramOptions options;
        options.keepAll = true;
        Parameters parameters;
        parameters.addFrom(g);
        std::ranges::fill(parameters.writable("gain"), 1.0F);
        BasicParameters<double> exactParameters;
        exactParameters.addFrom(g);
        std::ranges::fill(exactParameters.writable("gain"), 1.0);
        const auto program = candidates()[candidate].second(graph, parameters, options);
        eigen::EigenProgram<double> exact(graph, exactParameters, options);
        run(*program);
        run(exact);
        for (const Node& node : g.nodes())
            QVERIFY2(differenceOf(program->value(node.id, 0), exact.value(node.id, 0)) <= 1e-5,
                     qPrintable(QString::fromStdString(node.name)));
        const Tensor found = program->value(weights, 0);
        for (Index key = 0; key < tokens; ++key)
            QCOMPARE(found[key], 0.0F); // nothing is seen
        QCOMPARE(found[2 * tokens + 1], 0.0F);
    }

    void partOfAnInput_isFedWhereItLies_data() { addCandidates(); }
    /// And the rest stays what it was fed before.
    void partOfAnInput_isFedWhereItLies() {
        QFETCH(std::size_t, candidate);
        auto graph = std::make_shared<Graph>();
        const NodeId x = ops::input(*graph, "x", Shape{5, 3}, {});
        const NodeId y = ops::scale(*graph, "y", x, 2);
        Parameters parameters;
        const auto program = candidates()[candidate].second(
            graph, parameters, {.batch = 2, .keepAll = true, .keep = {}});
        std::vector<float> fed(30, 1.0F);
        program->setInput(x, fed);
        program->run();
        const std::vector<float> part = {5, 6, 7, 8};
        program->setPart(x, 17, part);
        program->run();
        std::ranges::copy(part, fed.begin() + 17);
        for (Index i = 0; i < 30; ++i)
            QCOMPARE(program->value(y, i / 15)[i % 15], 2 * fed[i]);
    }

    void mask_passesNoGradient_data() { addCandidates(); }
    /// Where a key is hidden from a query, the gradient of their score is 0, whatever comes to it.
    void mask_passesNoGradient() {
        QFETCH(std::size_t, candidate);
        constexpr OpSizes size{5, 4};
        const std::vector<float> keep{1, 0, 1, 1, 0};
        std::vector<float> dy = floats(size.tokens * size.width, 4);
        dy[2 * size.width + 1] = noNumber; // of query 2
        for (const auto& [causal, strict] :
             {std::pair(false, false), {true, false}, {true, true}}) {
            const auto graph = std::make_shared<Graph>();
            Graph& g = *graph;
            const NodeId scores = ops::matmul(g, "scores", test::rows(g, size, "q"),
                                              test::rows(g, size, "k"), false, true);
            const NodeId masked = ops::mask(g, "masked", ops::scale(g, "scaled", scores, 0.5),
                                            test::idsInput(g, size, "keep"), causal, strict);
            const NodeId y = ops::matmul(g, "y", ops::softmax(g, "weights", masked),
                                         test::rows(g, size, "v"), false, false);
            g.setRole(Role::Backward);
            const NodeId seed = ops::input(g, "grad/y", g[y].shape, {});
            differentiate(g, y, seed, ops::add, ops::joinLike);
            const auto run = [&](auto& program) {
                using T = std::remove_cvref_t<decltype(program.value(0, 0)[0])>;
                program.setInput(g.find("keep"), std::vector<T>(keep.begin(), keep.end()));
                program.setInput(seed, std::vector<T>(dy.begin(), dy.end()));
                program.run();
            };
            Parameters parameters;
            test::fillParameters(parameters, g);
            BasicParameters<double> exactParameters;
            test::fillParameters(exactParameters, g);
            const auto program = candidates()[candidate].second(graph, parameters, {});
            eigen::EigenProgram<double> exact(graph, exactParameters, {});
            run(*program);
            run(exact);
            for (const char* name : {"grad/q.learned", "grad/k.learned"}) {
                const NodeId gradient = g.find(name);
                QVERIFY2(differenceOf(program->value(gradient, 0), exact.value(gradient, 0)) <=
                             1e-5,
                         qPrintable(QString("%1, %2").arg(name).arg(causal + strict)));
            }
        }
    }

    void cleanupTestCase() {
        for (const auto& [op, difference] : m_differences)
            qInfo("%-28s %.1e", op.data(), difference);
    }

private:
    static void addCandidates() {
        QTest::addColumn<std::size_t>("candidate");
        const auto all = candidates();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].first)) << i;
    }

    void compareBackends(const OpCase& c, const Setting& setting) {
        const auto& [size, keepAll, hasSpecials, batch] = setting;
        const test::BuiltCase built = buildCase(c, size);
        std::vector<NodeId> compared;
        // Nor do gradients pass where it hides.
        const bool onlyForward = hasSpecials && !keepAll && has(*built.graph, OpKind::Mask);
        for (const Node& node : built.graph->nodes())
            if (keepAll || node.id == built.output || node.role == Role::Parameter ||
                node.role == Role::State ||
                (node.role == Role::Backward && !node.batched &&
                 built.graph->users()[node.id].empty()))
                compared.push_back(node.id);
        ProgramOptions options;
        options.batch = batch;
        options.keepAll = keepAll;
        options.threads = 2;
        if (built.output != noNode)
            options.keep = {built.output};
        BasicParameters<double> exactParameters;
        test::fillParameters(exactParameters, *built.graph);
        eigen::EigenProgram<double> exact(built.graph, exactParameters, options);
        feed(exact, c, setting);
        exact.run();
        for (const auto& [name, make] : candidates()) {
            Parameters parameters;
            test::fillParameters(parameters, *built.graph);
            const auto program = make(built.graph, parameters, options);
            feed(*program, c, setting);
            program->run();
            compare(*program, exact, onlyForward ? std::vector{built.output} : compared,
                    hasSpecials ? 1e-4 : 1e-5, // large numbers cancel out
                    QString("%1, %2 tokens, %3 wide, %4")
                        .arg(name)
                        .arg(size.tokens)
                        .arg(size.width)
                        .arg(keepAll ? "all kept" : "joined"));
            if (QTest::currentTestFailed())
                return;
        }
    }

    void compare(const Program& program, const BasicProgram<double>& exact,
                 const std::vector<NodeId>& nodes, double tolerance, const QString& where) {
        for (const NodeId id : nodes) {
            const Node& node = program.graph()[id];
            for (Index example = 0; example < (node.batched ? exact.batch() : 1); ++example) {
                const double difference =
                    differenceOf(program.value(node.id, example), exact.value(node.id, example));
                double& largest = m_differences[node.op->name()];
                largest = std::max(largest, difference);
                QVERIFY2(difference <= tolerance,
                         qPrintable(QString("%1: %2 (%3) of example %4 is %5 off")
                                        .arg(where, QString::fromStdString(node.name),
                                             QString(node.op->name().data()))
                                        .arg(example)
                                        .arg(difference)));
            }
        }
    }

    std::map<std::string_view, double> m_differences; ///< the largest, by op
};

} // namespace gf::tst_conformance

#include "tests/entry.h"
GF_APPLESS_TEST(tst_conformance, TestConformance)
#include "tst_conformance.moc"
