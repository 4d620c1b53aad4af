// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/fusion.h"
#include "core/backend/cpu/kernels.h"
#include "core/backend/cpu/thread_pool.h"
#include "core/graph/differentiate.h"
#include "core/model/model.h"
#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/matmul.h"
#include "core/ops/norm.h"
#include "core/ops/optimizer_update.h"
#include "core/ops/slice.h"
#include "core/tensor/random.h"
#include "tests/core/engine.h"

#include <QTest>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <functional>
#include <map>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gf::tst_cpu_program {

namespace {

/// A model with Adam, clipping and dropout: everything that a training step does.
struct TrainingGraph {
    ModelGraph model;
    NodeId rate = noNode, step = noNode, norm = noNode;
};

ModelConfig smallModel() {
    ModelConfig c;
    c.layers = 2;
    c.dModel = 16;
    c.heads = 2;
    c.dFf = 32;
    c.sourceVocab = 11;
    c.targetVocab = 11;
    c.dropout = 0.1;
    c.tieEmbeddings = true;
    c.positional = Positional::Learned;
    c.maxLength = 12;
    return c;
}

struct Lengths {
    Index source = 7, target = 6;
};

TrainingGraph trainingGraph(const ModelConfig& config, const Lengths& lengths = {}) {
    BuildOptions options;
    options.sourceLength = lengths.source;
    options.targetLength = lengths.target;
    options.training = true;
    options.gradients = true;
    TrainingGraph t;
    t.model = buildModel(config, options);
    Graph& g = *t.model.graph;
    std::vector<NodeId> parameters, gradients;
    for (const Node& node : g.nodes())
        if (node.role == Role::Parameter) {
            parameters.push_back(node.id);
            gradients.push_back(g.gradientOf(node.id));
        }
    g.setRole(Role::Update);
    t.rate = ops::input(g, "rate", Shape(), {}, false);
    t.step = ops::input(g, "step", Shape(), {}, false);
    t.norm = ops::gradientNorm(g, "norm", gradients);
    const NodeId factor = ops::clipFactor(g, "factor", t.norm, 0.7);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string name = g[parameters[i]].name;
        const NodeId clipped = ops::clipGradient(g, "clipped/" + name, gradients[i], factor);
        const NodeId m = ops::adamMoment1(
            g, "m/" + name, ops::state(g, "old m/" + name, parameters[i]), clipped, 0.9);
        const NodeId v = ops::adamMoment2(
            g, "v/" + name, ops::state(g, "old v/" + name, parameters[i]), clipped, 0.999);
        const NodeId delta =
            ops::adamUpdate(g, "delta/" + name, m, v, t.rate, t.step, 0.9, 0.999, 1e-8);
        ops::apply(g, "new/" + name, parameters[i], delta, noNode, 0);
    }
    return t;
}

std::vector<float> randomFloats(Index count, std::uint64_t stream) {
    const std::vector<double> values = test::randomValues(count, stream);
    return {values.begin(), values.end()};
}

std::vector<float> randomIds(Index count, std::uint64_t stream) {
    std::vector<float> ids(count);
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<float>(below(11, 1, stream, i)); // padding included
    return ids;
}

/// Ids of all three sequences; 0 is padding.
void feedIds(Program& program, const ModelGraph& model, Index sources, Index targets,
             std::uint64_t stream) {
    const auto feed = [&](std::string_view ids, std::string_view keep, Index count) {
        const std::vector<float> random = randomIds(count, stream++);
        program.setInput(model.input(ids), random);
        program.setInput(model.input(keep), random);
    };
    feed(inputs::sourceIds, inputs::sourceKeep, sources);
    feed(inputs::targetIds, inputs::targetKeep, targets);
    feed(inputs::labelIds, inputs::labelKeep, targets);
}

struct Outcome {
    std::vector<float> parameters, losses, norms;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome train(int threads, bool keepAll, Index batch = 13, const ModelConfig& config = smallModel(),
              const Lengths& lengths = {}) {
    const TrainingGraph t = trainingGraph(config, lengths);
    Parameters parameters;
    parameters.addFrom(*t.model.graph);
    initialize(parameters, config, 1);
    ProgramOptions options;
    options.batch = batch;
    options.threads = threads;
    options.keepAll = keepAll;
    cpu::CpuProgram program(t.model.graph, parameters, options);
    feedIds(program, t.model, lengths.source * batch, lengths.target * batch, 1);
    Outcome outcome;
    for (int step = 1; step <= 5; ++step) {
        const float rate = 0.01F;
        const auto number = static_cast<float>(step);
        program.setInput(t.rate, {&rate, 1});
        program.setInput(t.step, {&number, 1});
        program.setRandom(1, static_cast<std::uint64_t>(step));
        program.run();
        outcome.losses.push_back(program.value(t.model.loss, 0)[0]);
        outcome.norms.push_back(program.value(t.norm, 0)[0]);
    }
    outcome.parameters.assign(parameters.flat().begin(), parameters.flat().end());
    return outcome;
}

/// How many nodes are worked on in each way.
std::map<cpu::Work, int> countWork(const std::vector<cpu::NodeWork>& nodes) {
    std::map<cpu::Work, int> counts;
    for (const cpu::NodeWork& node : nodes)
        ++counts[node.work];
    return counts;
}

constexpr Index sumSize = 3000; ///< several chunks of an update
constexpr Index examples = 9;   ///< several of them in a shard

/// A sum over the batch, as the gradients of parameters are.
NodeId batchSum(Graph& g, const std::string& name) {
    return ops::batchSum(g, name, ops::input(g, name + ".given", Shape{sumSize}, {}));
}

NodeId scalarInput(Graph& g, const char* name) {
    return ops::input(g, name, Shape(), {}, false);
}

/// The value of every node that is not batched, of random inputs, by name.
std::map<std::string, Tensor> valuesOf(const std::shared_ptr<Graph>& graph,
                                       const ProgramOptions& options) {
    Parameters parameters;
    parameters.addFrom(*graph);
    std::ranges::fill(parameters.writableFlat(), 0.25F);
    cpu::CpuProgram program(graph, parameters, options);
    for (const Node& node : graph->nodes())
        if (node.op->kind() == OpKind::Input) {
            const Index count = node.shape.count() * (node.batched ? options.batch : 1);
            auto given = randomFloats(count, static_cast<std::uint64_t>(node.id));
            if (node.shape.rank() == 0)
                given = {2}; // a rate, or the number of a step
            program.setInput(node.id, given);
        }
    program.run();
    std::map<std::string, Tensor> values;
    for (const Node& node : graph->nodes())
        if (!node.batched)
            values.emplace(node.name, program.value(node.id, 0));
    return values;
}

/// Whether compiling a graph ends in an assertion.
bool isRefused(const std::shared_ptr<Graph>& graph) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        const rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        if (std::freopen("/dev/null", "w", stderr) != nullptr) {
            Parameters parameters;
            parameters.addFrom(*graph);
            ProgramOptions options;
            options.batch = examples;
            cpu::CpuProgram(graph, parameters, options).run();
        }
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

} // namespace

/// Appends an update that reads a gradient.
using BuildUpdate = std::function<void(Graph&, NodeId gradient)>;

class TestCpuProgram : public QObject {
    Q_OBJECT

private slots:
    void threadCount_doesNotChangeTheBits() {
        const Outcome one = train(1, false);
        QVERIFY(one.losses.back() < one.losses.front());
        for (const int threads : {2, 3, 8, 11})
            QVERIFY(train(threads, false) == one);
        // A large batch is cut into more shards.
        const Outcome large = train(1, false, 160);
        for (const int threads : {2, 8})
            QVERIFY(train(threads, false, 160) == large);
    }

    /// Whose large products they share.
    void oneExample_hasTheSameBitsOnSeveralThreads() {
        ModelConfig wide = smallModel();
        wide.dModel = 96;
        wide.dFf = 1000;
        wide.targetVocab = wide.sourceVocab = 1003;
        const Outcome one = train(1, false, 1, wide);
        QVERIFY(one.losses.back() < one.losses.front());
        for (const int threads : {2, 3, 8})
            QVERIFY(train(threads, false, 1, wide) == one);
    }

    void keepAll_doesNotChangeTheBits_data() {
        QTest::addColumn<bool>("gelu");
        QTest::addColumn<bool>("pre");
        QTest::addColumn<bool>("scaled");
        QTest::addColumn<double>("dropout");
        for (const bool gelu : {false, true})
            for (const bool pre : {false, true})
                for (const bool scaled : {false, true})
                    for (const double dropout : {0.0, 0.1})
                        QTest::addRow("%s %s %s %g", gelu ? "gelu" : "relu", pre ? "pre" : "post",
                                      scaled ? "scaled" : "unscaled", dropout)
                            << gelu << pre << scaled << dropout;
    }

    void keepAll_doesNotChangeTheBits() {
        QFETCH(bool, gelu);
        QFETCH(bool, pre);
        QFETCH(bool, scaled);
        ModelConfig model = smallModel();
        model.activation = gelu ? Activation::Gelu : Activation::Relu;
        model.norm = pre ? Norm::Pre : Norm::Post;
        model.scaled = scaled;
        QFETCH(double, dropout);
        model.dropout = dropout;
        QVERIFY(train(2, true, 13, model) == train(2, false, 13, model));
    }

    void longSequences_haveTheSameBitsHeadByHead_data() {
        QTest::addColumn<int>("source");
        QTest::addColumn<int>("target");
        QTest::addColumn<double>("dropout");
        QTest::newRow("a triangle of several blocks") << 64 << 75 << 0.0;
        QTest::newRow("sums of more than one part") << 65 << int{cpu::sumDepth} + 45 << 0.0;
        QTest::newRow("dropout between softmax and values") << 80 << 70 << 0.2;
    }

    void longSequences_haveTheSameBitsHeadByHead() {
        QFETCH(int, source);
        QFETCH(int, target);
        QFETCH(double, dropout);
        ModelConfig model = smallModel();
        model.layers = 1;
        model.maxLength = std::max(source, target);
        model.dropout = dropout;
        const Lengths lengths{source, target};
        const Outcome kept = train(1, true, 5, model, lengths);
        QVERIFY(train(1, false, 5, model, lengths) == kept);
        QVERIFY(train(3, false, 5, model, lengths) == kept);
    }

    void fuse_joinsOpsWhoseValuesAreNotKept() {
        ModelConfig model = smallModel();
        model.activation = Activation::Gelu;
        const TrainingGraph t = trainingGraph(model);
        auto counts = countWork(cpu::fuse(*t.model.graph, [](NodeId) { return false; }));
        // 2 layers in encoder and decoder; the decoder has two attentions and one norm more.
        QCOMPARE(counts[cpu::Work::AttentionWeights], 6);
        QCOMPARE(counts[cpu::Work::ScoresGradient], 6);
        QCOMPARE(counts[cpu::Work::GeluWithSlope], 4);
        QCOMPARE(counts[cpu::Work::TimesSlope], 4);
        QCOMPARE(counts[cpu::Work::NormGradients], 2 * 2 + 1 + 2 * 3 + 1);
        // Two of each attention forwards, two backwards, and the gradient of each norm's gain.
        QCOMPARE(counts[cpu::Work::Elsewhere], 6 * 4 + 12);
    }

    void fuse_leavesOutWhatACausalMaskHides() {
        ModelConfig model = smallModel();
        model.dropout = 0;
        const TrainingGraph t = trainingGraph(model);
        const Graph& graph = *t.model.graph;
        const auto triangleOf = [&](const char* kept, const std::string& node) {
            const NodeId id = graph.find(kept);
            const auto work = cpu::fuse(graph, [id](NodeId each) { return each == id; });
            return work[graph.find(node)].triangle;
        };
        const std::string attention = "decoder.0.self_attn.";
        for (const char* made : {"scores", "grad/weights"}) {
            const std::string name = made;
            const bool gradient = name.starts_with("grad/");
            const std::string node =
                gradient ? "grad/" + attention + name.substr(5) : attention + name;
            QCOMPARE(triangleOf("loss", node), cpu::Triangle::Result);
            QCOMPARE(triangleOf(node.c_str(), node), cpu::Triangle::None); // somebody looks
        }
        QCOMPARE(triangleOf("loss", attention + "heads"), cpu::Triangle::Left);
        for (const char* operand : {"q", "k", "v"})
            QCOMPARE(triangleOf("loss", "grad/" + attention + operand), cpu::Triangle::Left);
        QCOMPARE(triangleOf("loss", "encoder.0.self_attn.scores"), cpu::Triangle::None);
        QCOMPARE(triangleOf("loss", "decoder.0.cross_attn.heads"), cpu::Triangle::None);
    }

    void fuse_leavesKeptValuesAlone() {
        ModelConfig model = smallModel();
        model.activation = Activation::Gelu;
        const TrainingGraph t = trainingGraph(model);
        const Graph& graph = *t.model.graph;
        const auto workOf = [&](const char* kept, const char* node) {
            const NodeId id = graph.find(kept);
            const auto work = cpu::fuse(graph, [id](NodeId each) { return each == id; });
            return work[graph.find(node)].work;
        };
        const char* weights = "decoder.0.self_attn.weights";
        QCOMPARE(workOf("loss", weights), cpu::Work::AttentionWeights);
        QCOMPARE(workOf("decoder.0.self_attn.masked", weights), cpu::Work::Own);
        // The mask and the softmax still go together.
        QCOMPARE(workOf("decoder.0.self_attn.scaled", weights), cpu::Work::AttentionWeights);
        QCOMPARE(workOf("decoder.0.self_attn.scaled", "decoder.0.self_attn.scaled"),
                 cpu::Work::Own);
        QCOMPARE(workOf("decoder.0.ffn.pre_activation", "decoder.0.ffn.hidden"), cpu::Work::Own);
        QCOMPARE(workOf("grad/decoder.0.self_attn.scaled", "grad/decoder.0.self_attn.scores"),
                 cpu::Work::Own);
    }

    void batchSize_mayBeAnything() {
        for (const Index batch : {1, 2, 7, 8, 9})
            for (const float loss : train(2, false, batch).losses)
                QVERIFY(std::isfinite(loss));
    }

    void secondRun_doesNotSeeTheFirst() {
        BuildOptions options;
        options.sourceLength = 7;
        options.targetLength = 6;
        options.gradients = true;
        const ModelGraph model = buildModel(smallModel(), options);
        Parameters parameters;
        parameters.addFrom(*model.graph);
        initialize(parameters, smallModel(), 1);
        ProgramOptions compiled;
        compiled.batch = 9;
        cpu::CpuProgram program(model.graph, parameters, compiled);
        const auto runWith = [&](std::uint64_t stream) {
            feedIds(program, model, 7 * 9, 6 * 9, stream);
            program.run();
            const auto gradient =
                program.value(model.graph->find("grad/source_embedding.weight"), 0);
            std::vector<float> seen(gradient.values().begin(), gradient.values().end());
            seen.push_back(program.value(model.loss, 0)[0]);
            return seen;
        };
        const auto first = runWith(10);
        QVERIFY(runWith(20) != first);
        QVERIFY(runWith(10) == first);
    }

    void sumsOfSums_waitForEachOther() {
        const auto graph = std::make_shared<Graph>();
        Graph& g = *graph;
        const NodeId a = batchSum(g, "a");
        const NodeId b = batchSum(g, "b");
        const NodeId c = batchSum(g, "c");
        // What is summed up with c could begin before a and b are one.
        const NodeId other = ops::add(g, "c + a", {c, a});
        const NodeId inner = ops::add(g, "a + b", {a, b});
        const NodeId outer = ops::add(g, "c + (a + b)", {c, inner});
        const NodeId last = ops::add(g, "(c + (a + b)) + (c + a)", {outer, other});
        for (const int threads : {1, 4}) {
            test::BasicEngine<float, cpu::CpuProgram> engine(graph, examples, threads);
            for (int run = 0; run < 20; ++run) {
                engine.setInput(
                    g.find("b.given"),
                    test::randomValues(sumSize * examples, static_cast<std::uint64_t>(run)));
                engine.run();
                const auto value = [&](NodeId node) { return engine.value(node); };
                const auto sums = std::array{value(a), value(b), value(c)};
                for (Index i = 0; i < sumSize; ++i) {
                    const float nested = sums[2][i] + (sums[0][i] + sums[1][i]);
                    QCOMPARE(value(outer)[i], nested);
                    QCOMPARE(value(last)[i], nested + (sums[2][i] + sums[0][i]));
                }
            }
        }
    }

    void update_overwritesNothingThatIsStillRead_data() {
        QTest::addColumn<BuildUpdate>("build");
        const auto row = [](const char* name, const BuildUpdate& build) {
            QTest::newRow(name) << build;
        };
        const auto moment = [](Graph& g, NodeId gradient) {
            const NodeId p = ops::parameter(g, "p", Shape{sumSize}, {});
            return ops::adamMoment1(g, "m", ops::state(g, "old m", p), gradient, 0.9);
        };
        row("a reader after clipping", [](Graph& g, NodeId gradient) {
            ops::clipGradient(g, "clipped", gradient, scalarInput(g, "factor"));
            ops::add(g, "later", {gradient, batchSum(g, "other")});
        });
        row("a reader of a view after clipping", [](Graph& g, NodeId gradient) {
            const NodeId view = ops::identity(g, "view", gradient);
            ops::clipGradient(g, "clipped", gradient, scalarInput(g, "factor"));
            ops::add(g, "later", {view, batchSum(g, "other")});
        });
        row("a view of what was clipped", [](Graph& g, NodeId gradient) {
            const NodeId factor =
                ops::clipFactor(g, "factor", ops::gradientNorm(g, "norm", {gradient}), 0.5);
            const NodeId clipped = ops::clipGradient(g, "clipped", gradient, factor);
            ops::gradientNorm(g, "clipped norm", {ops::identity(g, "view", clipped)});
        });
        row("a norm after clipping", [](Graph& g, NodeId gradient) {
            ops::clipGradient(g, "clipped", gradient, scalarInput(g, "factor"));
            ops::gradientNorm(g, "norm", {gradient});
        });
        row("a reader that waits for others", [](Graph& g, NodeId gradient) {
            const NodeId others = ops::add(g, "others", {batchSum(g, "a"), batchSum(g, "b")});
            ops::add(g, "earlier", {others, gradient});
            ops::clipGradient(g, "clipped", gradient, scalarInput(g, "factor"));
        });
        row("a reader after decay", [](Graph& g, NodeId gradient) {
            ops::decayGradient(g, "decayed", gradient, ops::parameter(g, "p", Shape{sumSize}, {}),
                               0.1);
            ops::add(g, "later", {gradient, batchSum(g, "other")});
        });
        row("a reader after descent", [](Graph& g, NodeId gradient) {
            ops::sgdUpdate(g, "delta", gradient, scalarInput(g, "rate"));
            ops::add(g, "later", {gradient, batchSum(g, "other")});
        });
        row("a reader after Adam", [moment](Graph& g, NodeId gradient) {
            const NodeId m = moment(g, gradient);
            const NodeId v =
                ops::adamMoment2(g, "v", ops::state(g, "old v", g.find("p")), gradient, 0.99);
            const NodeId step = scalarInput(g, "step");
            ops::adamUpdate(g, "delta", m, v, scalarInput(g, "rate"), step, 0.9, 0.99, 1e-8);
            ops::add(g, "later", {gradient, batchSum(g, "other")});
        });
        row("a second moment of a gradient that was descended",
            [moment](Graph& g, NodeId gradient) {
                ops::sgdUpdate(g, "delta", gradient, scalarInput(g, "rate"));
                moment(g, gradient);
            });
    }

    void update_overwritesNothingThatIsStillRead() {
        QFETCH(BuildUpdate, build);
        const auto graph = std::make_shared<Graph>();
        const NodeId gradient = batchSum(*graph, "gradient");
        graph->setRole(Role::Update);
        build(*graph, gradient);
        ProgramOptions options;
        options.batch = examples;
        options.keepAll = true;
        const auto expected = valuesOf(graph, options);
        options.keepAll = false;
        const auto found = valuesOf(graph, options);
        const auto users = graph->users();
        for (const Node& node : graph->nodes())
            if (!node.batched && users[node.id].empty())
                QVERIFY2(std::ranges::equal(found.at(node.name).values(),
                                            expected.at(node.name).values()),
                         node.name.c_str());
    }

    void update_overwritesNeitherInputsNorKeptValues() {
        const auto graph = std::make_shared<Graph>();
        Graph& g = *graph;
        const NodeId gradient = batchSum(g, "gradient");
        const NodeId view = ops::identity(g, "view", gradient);
        const NodeId given = ops::input(g, "given", Shape{sumSize}, {}, false);
        g.setRole(Role::Update);
        const NodeId factor = scalarInput(g, "factor");
        ops::clipGradient(g, "clipped view", view, factor);
        ops::clipGradient(g, "clipped input", given, factor);
        ProgramOptions options;
        options.batch = examples;
        options.keepAll = true;
        const auto expected = valuesOf(graph, options);
        options.keepAll = false;
        options.keep = {gradient};
        const auto found = valuesOf(graph, options);
        for (const auto& [name, value] : found)
            QVERIFY2(std::ranges::equal(value.values(), expected.at(name).values()), name.c_str());
    }

    void sharedInput_isReadByEveryExample_data() {
        QTest::addColumn<bool>("keepAll");
        QTest::newRow("every value kept") << true;
        QTest::newRow("fused") << false;
    }

    /// Positions that are one input for all examples give what the same positions give that are fed
    /// for each of them.
    void sharedInput_isReadByEveryExample() {
        QFETCH(bool, keepAll);
        constexpr Index tokens = 70, width = 8; // attention large enough to go head by head
        const auto outcome = [&](bool shared) {
            const auto graph = std::make_shared<Graph>();
            Graph& g = *graph;
            const auto weight = [&](const char* name) {
                return ops::parameter(g, name, Shape{width, width}, {Axis::Model, Axis::Model});
            };
            const auto vector = [&](const char* name) {
                return ops::parameter(g, name, Shape{width}, {Axis::Model});
            };
            const std::vector<Axis> axes{Axis::Target, Axis::Model};
            const NodeId x = ops::input(g, "x", Shape{tokens, width}, axes);
            const NodeId positions =
                ops::input(g, "positions", Shape{tokens, width}, axes, !shared);
            const NodeId normalised =
                ops::layerNorm(g, "normalised", positions, vector("gain"), vector("bias"));
            const NodeId hidden = ops::gelu(
                g, "hidden", ops::linear(g, "before", normalised, weight("w"), vector("b"), {}));
            const NodeId keys = ops::linear(g, "keys", hidden, weight("w_k"), noNode, {.heads = 2});
            const NodeId queries =
                ops::linear(g, "queries", x, weight("w_q"), noNode, {.heads = 2});
            const NodeId right = ops::matmul(g, "right", queries, keys, false, true);
            const NodeId left = ops::matmul(g, "left", keys, queries, false, true);
            const NodeId mixed =
                ops::matmul(g, "mixed", ops::add(g, "scores", {right, left}), keys, false, false);
            const NodeId joined = ops::joinHeads(g, "joined", mixed);
            g.setRole(Role::Backward);
            const NodeId seed = ops::input(g, "grad/joined", Shape{tokens, width}, axes);
            differentiate(g, joined, seed, ops::add, ops::joinLike);
            Parameters parameters;
            parameters.addFrom(g);
            std::ranges::copy(randomFloats(static_cast<Index>(parameters.flat().size()), 1),
                              parameters.writableFlat().begin());
            ProgramOptions options;
            options.batch = examples;
            options.keepAll = keepAll;
            options.keep = {joined};
            cpu::CpuProgram program(graph, parameters, options);
            const auto once = randomFloats(tokens * width, 2);
            std::vector<float> all;
            for (Index e = 0; e < (shared ? 1 : examples); ++e)
                all.insert(all.end(), once.begin(), once.end());
            program.setInput(positions, all);
            program.setInput(x, randomFloats(tokens * width * examples, 3));
            program.setInput(seed, randomFloats(tokens * width * examples, 4));
            program.run();
            std::vector<float> seen;
            const auto see = [&](const Tensor& value) {
                seen.insert(seen.end(), value.values().begin(), value.values().end());
            };
            for (Index e = 0; e < examples; ++e)
                see(program.value(joined, e));
            for (const Node& node : g.nodes())
                if (node.role == Role::Parameter)
                    see(program.value(g.gradientOf(node.id), 0));
            return seen;
        };
        const auto expected = outcome(false);
        const auto found = outcome(true);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY2(
                std::abs(found[i] - expected[i]) <= 1e-5F * (1 + std::abs(expected[i])),
                qPrintable(
                    QString("number %1: %2 shared, %3 fed").arg(i).arg(found[i]).arg(expected[i])));
    }

    void batchSum_isNotReadByAnExample() {
#ifdef NDEBUG
        QSKIP("assertions are off in this build");
#endif
        const auto graph = std::make_shared<Graph>();
        const NodeId each = ops::input(*graph, "each", Shape{4}, {});
        const NodeId whole = ops::batchSum(*graph, "whole", each);
        QVERIFY(!isRefused(graph));
        ops::add(*graph, "each and whole", {each, whole});
        QVERIFY(isRefused(graph));
    }

    void alignedBuffer_isEmptyAfterAMove() {
        AlignedBuffer<float> from(5);
        const AlignedBuffer<float> made = std::move(from);
        QCOMPARE(made.count(), Index{5});
        QVERIFY(from.values().empty()); // NOLINT(bugprone-use-after-move): that is what is tested
        AlignedBuffer<float> again(7);
        from = std::move(again);
        QCOMPARE(from.count(), Index{7});
        QVERIFY(again.values().empty());
        QVERIFY(again.data() == nullptr); // NOLINT(bugprone-use-after-move)
    }

    void threadPool_runsEveryItemOnce() {
        cpu::ThreadPool pool(4);
        std::array<std::atomic<int>, 4> busy{}; // by worker: calls at this moment
        std::atomic<bool> clash = false;
        for (int round = 0; round < 300; ++round) {
            const Index items = round % 17;
            std::vector<std::atomic<int>> counts(items);
            pool.run(items, [&](Index item, Index worker) {
                if (worker >= std::min<Index>(items, 4) || busy[worker]++)
                    clash = true;
                ++counts[item];
                --busy[worker];
            });
            QVERIFY(!clash);
            for (const auto& count : counts)
                QCOMPARE(count.load(), 1);
        }
    }

    void poolWakesThreadsThatAreFallingAsleep() {
        using namespace std::chrono_literals;
        cpu::ThreadPool pool(3);
        std::atomic<int> done = 0;
        constexpr int rounds = 3000;
        for (int round = 0; round < rounds; ++round) {
            pool.run(3, [&](Index, Index) { ++done; });
            // About as long as a thread spins before it falls asleep, a little more each time.
            const auto next = std::chrono::steady_clock::now() + (round % 100) * 2us;
            while (std::chrono::steady_clock::now() < next) {
            }
        }
        QCOMPARE(done.load(), 3 * rounds);
    }

    void profile_namesTheOps() {
        const ModelGraph model = buildModel(smallModel(), {.sourceLength = 7, .targetLength = 6});
        Parameters parameters;
        parameters.addFrom(*model.graph);
        cpu::CpuProgram program(model.graph, parameters, {});
        program.run();
        QVERIFY(program.profile().empty());
        program.setProfiling(true);
        program.run();
        QStringList names;
        for (const OpTime& time : program.profile()) {
            QVERIFY(time.seconds > 0);
            names << QString::fromStdString(time.op);
        }
        QVERIFY(names.contains("linear"));
        QVERIFY(names.contains("softmax"));
    }
};

} // namespace gf::tst_cpu_program

#include "tests/entry.h"
GF_APPLESS_TEST(tst_cpu_program, TestCpuProgram)
#include "tst_cpu_program.moc"
