// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention by blocks in the training program of the CPU backend.
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/fusion.h"
#include "core/backend/cpu/kernels.h"
#include "core/backend/eigen/eigen_program.h"
#include "core/model/model.h"
#include "core/tensor/random.h"
#include "tests/core/engine.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gf::tst_block_attention {

namespace {

struct Case {
    const char* name;
    Index source, target;
    void (*change)(ModelConfig&);
    int byBlocks; ///< attentions that go so; all of them in these models but for the last cases
};

void decoder(ModelConfig& c) {
    c.architecture = Architecture::Decoder;
}

/// Lengths that are no multiples of a block's.
const std::vector<Case> cases{
    {"encoder and decoder, rectangular", 391, 450, [](ModelConfig&) {}, 3},
    {"few queries of many keys", 401, 50, [](ModelConfig&) {}, 2},
    {"causal", 0, 533, decoder, 1},
    {"unscaled", 0, 385,
     [](ModelConfig& c) {
         decoder(c);
         c.scaled = false;
     },
     1},
    {"shared keys and values", 0, 390,
     [](ModelConfig& c) {
         decoder(c);
         c.kvHeads = 1;
     },
     1},
    {"a window", 0, 277,
     [](ModelConfig& c) {
         decoder(c);
         c.windows = {70};
     },
     1},
    {"a short window", 0, 77,
     [](ModelConfig& c) {
         decoder(c);
         c.windows = {3};
     },
     1},
    {"rotary positions", 0, 400,
     [](ModelConfig& c) {
         decoder(c);
         c.positional = Positional::Rotary;
     },
     1},
    {"wide heads", 0, 400,
     [](ModelConfig& c) {
         decoder(c);
         c.dModel = 200;
     },
     1},
    {"too wide heads", 0, 390,
     [](ModelConfig& c) {
         decoder(c);
         c.dModel = 264;
     },
     0},
    {"few keys", 0, 383, decoder, 0},
    {"a bias of places", 0, 390,
     [](ModelConfig& c) {
         decoder(c);
         c.positional = Positional::Alibi;
     },
     0},
    {"dropout of weights", 0, 390,
     [](ModelConfig& c) {
         decoder(c);
         c.dropout = 0.1;
     },
     0},
};

ModelConfig configOf(const Case& c) {
    ModelConfig config;
    config.layers = 1;
    config.dModel = 24;
    config.heads = 2;
    config.dFf = 16;
    config.sourceVocab = config.targetVocab = 11;
    config.positional = Positional::Learned;
    config.activation = Activation::Gelu; // without a jump in its slope
    config.maxLength = std::max(c.source, c.target);
    c.change(config);
    return config;
}

ModelGraph modelOf(const Case& c) {
    return buildModel(
        configOf(c),
        {.sourceLength = c.source, .targetLength = c.target, .training = true, .gradients = true});
}

/// Random ids, of which the last fifth is padding, another share in each example.
template <class T> void feedIds(BasicProgram<T>& program, const ModelGraph& model, const Case& c) {
    std::uint64_t stream = 0;
    const auto feed = [&](std::string_view ids, std::string_view keep, Index length) {
        std::vector<T> values;
        for (Index e = 0; e < program.batch(); ++e)
            for (Index i = 0; i < length; ++i) {
                const bool isPadding = i >= length - e * length / 5;
                const auto at = static_cast<std::uint64_t>(e * length + i);
                values.push_back(static_cast<T>(isPadding ? 0 : 4 + below(7, 1, stream, at)));
            }
        ++stream;
        program.setInput(model.input(ids), values);
        program.setInput(model.input(keep), values);
    };
    if (c.source > 0)
        feed(inputs::sourceIds, inputs::sourceKeep, c.source);
    feed(inputs::targetIds, inputs::targetKeep, c.target);
    feed(inputs::labelIds, inputs::labelKeep, c.target);
    program.setRandom(3, 5);
}

template <class T> BasicParameters<T> parametersOf(const Graph& graph) {
    BasicParameters<T> parameters;
    test::fillParameters(parameters, graph);
    for (T& value : parameters.writableFlat())
        value *= T(0.5);
    return parameters;
}

/// The loss and the gradient of each parameter.
template <class T>
std::vector<BasicTensor<T>> results(const BasicProgram<T>& program, const ModelGraph& model) {
    std::vector<BasicTensor<T>> found{program.value(model.loss, 0)};
    for (const Node& node : model.graph->nodes())
        if (node.role == Role::Parameter)
            found.push_back(program.value(model.graph->gradientOf(node.id), 0));
    return found;
}

ProgramOptions optionsOf(Index batch, int threads = 1) {
    ProgramOptions options;
    options.batch = batch;
    options.threads = threads;
    return options;
}

std::vector<Tensor> trained(const Case& c, Index batch, int threads,
                            const cpu::Kernels& kernels = cpu::bestKernels()) {
    const ModelGraph model = modelOf(c);
    auto parameters = parametersOf<float>(*model.graph);
    cpu::CpuProgram program(model.graph, parameters, optionsOf(batch, threads), kernels);
    feedIds<float>(program, model, c);
    program.run();
    const std::vector<Tensor> once = results<float>(program, model);
    program.run(); // must not see the first run
    const std::vector<Tensor> twice = results<float>(program, model);
    for (std::size_t i = 0; i < once.size(); ++i)
        if (!std::ranges::equal(once[i].values(), twice[i].values()))
            return {};
    return once;
}

int countOf(const Graph& graph, const IsKept& isKept, cpu::Work work) {
    return static_cast<int>(
        std::ranges::count(cpu::fuse(graph, isKept), work, &cpu::NodeWork::work));
}

bool keepNothing(NodeId) {
    return false;
}

Index bytesOf(Index length) {
    const Case c{"", 0, length, decoder, 1};
    const ModelGraph model = modelOf(c);
    return static_cast<Index>(cpu::CpuProgram::plannedBytes(*model.graph, optionsOf(1)));
}

} // namespace

class TestBlockAttention : public QObject {
    Q_OBJECT

private slots:
    void gradients_agreeWithTheReference_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << i;
    }

    void gradients_agreeWithTheReference() {
        QFETCH(std::size_t, index);
        const Case& c = cases[index];
        constexpr Index batch = 3;
        const ModelGraph model = modelOf(c);
        auto parameters = parametersOf<double>(*model.graph);
        eigen::EigenProgram<double> exact(model.graph, parameters, optionsOf(batch));
        feedIds<double>(exact, model, c);
        exact.run();
        const auto expected = results<double>(exact, model);
        for (const cpu::Kernels* kernels : cpu::availableKernels()) {
            const auto found = trained(c, batch, 1, *kernels);
            QCOMPARE(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                double largest = 1e-3;
                double difference = 0;
                for (Index j = 0; j < found[i].count(); ++j) {
                    largest = std::max(largest, std::abs(expected[i][j]));
                    difference = std::max(
                        difference, std::abs(static_cast<double>(found[i][j]) - expected[i][j]));
                }
                QVERIFY2(difference <= 2e-5 * largest,
                         qPrintable(QString("%1: result %2 is %3 off, of %4")
                                        .arg(kernels->name)
                                        .arg(i)
                                        .arg(difference)
                                        .arg(largest)));
            }
        }
    }

    void threadCount_doesNotChangeTheBits_data() { gradients_agreeWithTheReference_data(); }
    /// Of one example threads share the heads.
    void threadCount_doesNotChangeTheBits() {
        QFETCH(std::size_t, index);
        for (const Index batch : {1, 3}) {
            const auto one = trained(cases[index], batch, 1);
            for (const int threads : {2, 3}) {
                const auto several = trained(cases[index], batch, threads);
                QVERIFY(!one.empty() && several.size() == one.size());
                for (std::size_t i = 0; i < one.size(); ++i)
                    QVERIFY(std::ranges::equal(several[i].values(), one[i].values()));
            }
        }
    }

    void attention_goesByBlocksWhereItCan_data() { gradients_agreeWithTheReference_data(); }
    void attention_goesByBlocksWhereItCan() {
        QFETCH(std::size_t, index);
        const ModelGraph model = modelOf(cases[index]);
        for (const cpu::Work work : {cpu::Work::BlockAttention, cpu::Work::BlockGradients})
            QCOMPARE(countOf(*model.graph, keepNothing, work), cases[index].byBlocks);
    }

    /// Somebody looks at it.
    void attention_isWholeWhereAMatrixOfItIsKept() {
        const ModelGraph model = modelOf(cases[2]);
        const Graph& graph = *model.graph;
        const std::string name = "decoder.0.self_attn.";
        for (const std::string& kept : {name + "scores", name + "masked", name + "weights",
                                        "grad/" + name + "weights", "grad/" + name + "scores"}) {
            const NodeId id = graph.find(kept);
            QVERIFY(id != noNode);
            QCOMPARE(
                countOf(
                    graph, [id](NodeId node) { return node == id; }, cpu::Work::BlockAttention),
                0);
        }
    }

    void memory_isWhatWasPlanned() {
        for (const Index length : {64, 512}) {
            const ModelGraph model = modelOf({"", 0, length, decoder, 1});
            auto parameters = parametersOf<float>(*model.graph);
            const cpu::CpuProgram program(model.graph, parameters, optionsOf(1));
            QCOMPARE(static_cast<Index>(program.memoryBytes()), bytesOf(length));
        }
    }

    void memory_isLinearInTheLength() {
        const Index base = bytesOf(512);
        const Index twice = bytesOf(1024);
        const Index fourfold = bytesOf(2048);
        QVERIFY(fourfold - twice <= 2 * (twice - base) + 4096);
    }
};

} // namespace gf::tst_block_attention

#include "tests/entry.h"
GF_APPLESS_TEST(tst_block_attention, TestBlockAttention)
#include "tst_block_attention.moc"
