// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/program.h"
#include "core/graph/op.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "tests/core/engine.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gf::tst_recurrent {

using test::Engine;

namespace {

ModelConfig recurrentModel(Architecture architecture, CellKind cell, Alignment attention) {
    ModelConfig c;
    c.architecture = architecture;
    c.family = Family::Recurrent;
    c.cell = cell;
    c.alignment = attention;
    c.layers = 2;
    c.dModel = 6;
    c.heads = 4; // does not divide the width and does not matter
    c.maxLength = 7;
    c.sourceVocab = 9;
    c.targetVocab = 8;
    return c;
}

/// To the bit.
bool sameRows(const BasicTensor<double>& a, const BasicTensor<double>& b, Index rows) {
    const auto count = rows * a.shape().columns();
    return std::equal(a.values().begin(), a.values().begin() + count, b.values().begin());
}

std::string shapeOf(const ModelGraph& model, const std::string& name) {
    const NodeId id = model.graph->find(name);
    return id == noNode ? "missing" : (*model.graph)[id].shape.toString();
}

} // namespace

class TestRecurrent : public QObject {
    Q_OBJECT

private slots:
    void stepsAndParameters_haveTheirContractNames() {
        const BuildOptions options{.sourceLength = 5, .targetLength = 4, .gradients = true};
        const auto is = [](const Shape& shape) { return shape.toString(); };
        ModelConfig config =
            recurrentModel(Architecture::EncoderDecoder, CellKind::Gru, Alignment::Concat);
        ModelGraph model = buildModel(config, options);
        QCOMPARE(shapeOf(model, "encoder.1.gru.w_x"), is({6, 18}));
        QCOMPARE(shapeOf(model, "encoder.0.gru.w_h"), is({6, 18}));
        QCOMPARE(shapeOf(model, "decoder.0.gru.b_x"), is({18}));
        QCOMPARE(shapeOf(model, "decoder.1.gru.b_h"), is({18}));
        for (const char* part : {"reset", "update", "candidate", "state"}) {
            QCOMPARE(shapeOf(model, std::string("encoder.0.t4.") + part), is({1, 6}));
            QCOMPARE(shapeOf(model, std::string("grad/decoder.1.t3.") + part), is({1, 6}));
        }
        QCOMPARE(shapeOf(model, "encoder.1.states"), is({5, 6}));
        QCOMPARE(shapeOf(model, "decoder.0.states"), is({4, 6}));
        for (const char* part : {"scores", "masked", "weights"})
            QCOMPARE(shapeOf(model, std::string("attention.") + part), is({4, 5}));
        QCOMPARE(shapeOf(model, "attention.context"), is({4, 6}));
        QCOMPARE(shapeOf(model, "attention.output"), is({4, 6}));
        QCOMPARE(shapeOf(model, "attention.w_a"), is({12, 6}));
        QCOMPARE(shapeOf(model, "attention.v"), is({6}));
        QCOMPARE(shapeOf(model, "attention.w_c"), is({12, 6}));
        QCOMPARE(shapeOf(model, "target.position"), std::string("missing"));

        config = recurrentModel(Architecture::EncoderDecoder, CellKind::Rnn, Alignment::Bahdanau);
        model = buildModel(config, options);
        QCOMPARE(shapeOf(model, "decoder.0.rnn.w_x"), is({12, 6}));
        QCOMPARE(shapeOf(model, "decoder.1.rnn.w_x"), is({6, 6}));
        QCOMPARE(shapeOf(model, "decoder.0.t2.state"), is({1, 6}));
        QCOMPARE(shapeOf(model, "decoder.0.t2.reset"), std::string("missing"));
        QCOMPARE(shapeOf(model, "attention.w_1"), is({6, 6}));
        QCOMPARE(shapeOf(model, "attention.w_2"), is({6, 6}));
        QCOMPARE(shapeOf(model, "attention.weights"), is({4, 5}));
        QCOMPARE(shapeOf(model, "attention.context"), is({4, 6}));
        QCOMPARE(shapeOf(model, "attention.w_c"), std::string("missing"));

        config = recurrentModel(Architecture::EncoderDecoder, CellKind::Lstm, Alignment::Bahdanau);
        model = buildModel(config, options);
        QCOMPARE(shapeOf(model, "encoder.1.lstm.w_x"), is({6, 24}));
        QCOMPARE(shapeOf(model, "decoder.0.lstm.w_x"), is({12, 24}));
        QCOMPARE(shapeOf(model, "decoder.1.lstm.w_h"), is({6, 24}));
        QCOMPARE(shapeOf(model, "decoder.0.lstm.b_h"), is({24}));
        for (const char* part :
             {"input_gate", "forget_gate", "cell_candidate", "output_gate", "cell", "state"}) {
            QCOMPARE(shapeOf(model, std::string("encoder.0.t4.") + part), is({1, 6}));
            QCOMPARE(shapeOf(model, std::string("grad/decoder.1.t3.") + part), is({1, 6}));
        }
    }

    /// The decoder goes on with the encoder's cell too, and not with its state alone.
    void cell_isHandedOnToTheDecoder() {
        const ModelConfig config =
            recurrentModel(Architecture::EncoderDecoder, CellKind::Lstm, Alignment::None);
        const ModelGraph model =
            buildModel(config, {.sourceLength = 3, .targetLength = 2, .loss = false});
        const Graph& graph = *model.graph;
        for (const std::string layer : {"0", "1"}) {
            const Node& kept = graph[graph.find("decoder." + layer + ".t0.cell_kept")];
            QCOMPARE(graph[kept.inputs[1]].name, "encoder." + layer + ".t2.cell");
            const Node& hidden = graph[graph.find("decoder." + layer + ".t0.hidden")];
            QCOMPARE(graph[hidden.inputs[0]].name, "encoder." + layer + ".t2.state");
        }
    }

    void state_staysAtPadding() {
        const ModelConfig config =
            recurrentModel(Architecture::Encoder, CellKind::Lstm, Alignment::None);
        const ModelGraph model = buildModel(config, {.sourceLength = 4, .loss = false});
        Engine engine(model.graph, 1);
        engine.setIds("source", {5, 2, 0, 0});
        engine.run();
        const auto state = [&](const char* name) { return engine.value(model.graph->find(name)); };
        const auto last = state("encoder.1.t1.state");
        QVERIFY(sameRows(last, state("encoder.1.t2.state"), 1));
        QVERIFY(sameRows(last, state("encoder.1.t3.state"), 1));
        QVERIFY(sameRows(state("encoder.1.t1.cell"), state("encoder.1.t3.cell"), 1));
        QVERIFY(!sameRows(last, state("encoder.1.t0.state"), 1));
    }

    void firstStateOfOneStack_attendsToNothing() {
        const ModelConfig config =
            recurrentModel(Architecture::Decoder, CellKind::Gru, Alignment::General);
        const ModelGraph model = buildModel(config, {.targetLength = 3, .loss = false});
        Engine engine(model.graph, 1);
        engine.setIds("target", {1, 5, 4});
        engine.run();
        const auto weights = engine.value(model.graph->find("attention.weights"));
        const std::vector<double> hidden{weights[0], weights[1], weights[2],
                                         weights[4], weights[5], weights[8]};
        QVERIFY(std::ranges::all_of(hidden, [](double w) { return w == 0; }));
        QCOMPARE(weights[3], 1.0); // the second state sees the first alone
        const auto context = engine.value(model.graph->find("attention.context"));
        QVERIFY(std::ranges::all_of(context.values().first(6), [](double c) { return c == 0; }));
    }

    void sharedWeight_getsItsGradientByOneProduct() {
        const ModelConfig config =
            recurrentModel(Architecture::EncoderDecoder, CellKind::Gru, Alignment::Bahdanau);
        const ModelGraph model =
            buildModel(config, {.sourceLength = 5, .targetLength = 4, .gradients = true});
        Index products = 0;
        for (const Node& node : model.graph->nodes())
            products += node.op->kind() == OpKind::LinearWeightGradient;
        // Two of each of the four cells, w_1, w_2 and the output's.
        QCOMPARE(products, Index(11));
    }

    void mutedAlignment_reachesItsTimeSteps() {
        const ModelConfig config =
            recurrentModel(Architecture::EncoderDecoder, CellKind::Gru, Alignment::Bahdanau);
        BuildOptions options{.sourceLength = 4, .targetLength = 3, .loss = false};
        options.interventions = {{"attention.weights", {Edit::Kind::Set, 0, {only(1)}}}};
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        engine.setIds("source", {4, 5, 6, 2});
        engine.setIds("target", {1, 4, 5});
        engine.run();
        const auto valueOf = [&](const char* name) {
            return engine.value(model.graph->find(name));
        };
        const auto muted = valueOf("decoder.0.t1.context");
        QVERIFY(std::ranges::all_of(muted.values(), [](double c) { return c == 0; }));
        const auto other = valueOf("decoder.0.t2.context");
        QVERIFY(!std::ranges::all_of(other.values(), [](double c) { return c == 0; }));
        const auto joined = valueOf("attention.weights");
        QVERIFY(
            std::ranges::all_of(joined.values().subspan(4, 4), [](double w) { return w == 0; }));
    }

    void config_ignoresKeysThatDoNotApply() {
        const nlohmann::json json{
            {"family", "recurrent"}, {"cell", "rnn"},           {"alignment", "dot"}, {"heads", 7},
            {"norm", "none"},        {"positional", "learned"}, {"d_model", 10}};
        QVERIFY(problemsOf(json).empty());
        const ModelConfig config = configFromJson(json);
        QVERIFY(config.isRecurrent());
        const nlohmann::json written = toJson(config);
        for (const char* key : {"heads", "d_ff", "norm", "activation", "positional", "scaled"})
            QVERIFY2(!written.contains(key), key);
        QVERIFY(configFromJson(written) == config);
        // And the other way round.
        QVERIFY(!toJson(ModelConfig{}).contains("cell"));
        QVERIFY(problemsOf({{"cell", "sru"}}).empty());
        QCOMPARE(problemsOf({{"family", "recurrent"}, {"cell", "sru"}}).size(), std::size_t(1));
    }

    void bahdanau_needsBothStacks() {
        for (const char* architecture : {"encoder", "decoder"}) {
            const auto problems = problemsOf({{"family", "recurrent"},
                                              {"architecture", architecture},
                                              {"alignment", "bahdanau"}});
            QCOMPARE(problems.size(), std::size_t(1));
            QCOMPARE(problems.front().key, std::string("alignment"));
        }
        QVERIFY(problemsOf({{"family", "recurrent"}, {"alignment", "bahdanau"}}).empty());
    }

    /// Nodes, and seconds to build and compile a training step.
    void graph_growsWithTheLengthAndNotWithItsSquare() {
        ModelConfig config =
            recurrentModel(Architecture::EncoderDecoder, CellKind::Gru, Alignment::Bahdanau);
        config.maxLength = 64;
        const auto nodesOf = [&](Index length) {
            ModelGraph model = buildModel(config, {.sourceLength = length,
                                                   .targetLength = length,
                                                   .training = true,
                                                   .gradients = true});
            appendOptimizer(*model.graph, TrainConfig{});
            Parameters parameters;
            parameters.addFrom(*model.graph);
            const auto began = std::chrono::steady_clock::now();
            const auto program = makeBackend("cpu")->compile(
                model.graph, parameters, {.batch = 4, .keepAll = false, .keep = {}, .threads = 1});
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
            qInfo("%lld time steps: %zu nodes, compiled in %.3f s, %.1f MB",
                  static_cast<long long>(length), model.graph->size(), took.count(),
                  static_cast<double>(program->memoryBytes()) / 1e6);
            return static_cast<double>(model.graph->size());
        };
        const double few = nodesOf(16);
        const double many = nodesOf(64);
        QVERIFY(many < 4.2 * few);
    }
};

} // namespace gf::tst_recurrent

#include "tests/entry.h"
GF_GUILESS_TEST(tst_recurrent, TestRecurrent)
#include "tst_recurrent.moc"
