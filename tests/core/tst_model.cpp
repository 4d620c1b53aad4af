// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/trace.h"
#include "core/model/model.h"
#include "core/ops/leaf.h"
#include "core/ops/matmul.h"
#include "core/ops/relative_position.h"
#include "tests/core/engine.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

namespace gf::tst_model {

using test::Engine;

namespace {

constexpr Index sourceLength = 5;
constexpr Index targetLength = 4;

ModelConfig tiny(Architecture architecture) {
    ModelConfig c;
    c.architecture = architecture;
    c.layers = 2;
    c.dModel = 6;
    c.heads = 2;
    c.dFf = 8;
    c.maxLength = 7;
    c.sourceVocab = 9;
    c.targetVocab = 8;
    return c;
}

void makeRecurrent(ModelConfig& c, CellKind cell, Alignment attention) {
    c.family = Family::Recurrent;
    c.cell = cell;
    c.alignment = attention;
}

/// Every option in every architecture at least once.
struct Variant {
    const char* name;
    std::function<void(ModelConfig&)> change;
    double smoothing = 0;
};

const std::vector<Variant> variants{
    {"Pre-LN, sinusoidal, ReLU", [](ModelConfig&) {}},
    {"Post-LN, learned, GELU",
     [](ModelConfig& c) {
         c.norm = Norm::Post;
         c.positional = Positional::Learned;
         c.activation = Activation::Gelu;
     }},
    {"biases, not scaled, no positions, smoothing",
     [](ModelConfig& c) {
         c.attentionBias = AttentionBias::All;
         c.scaled = false;
         c.positional = Positional::None;
     },
     0.1},
    {"tied, no embedding scale",
     [](ModelConfig& c) {
         c.tieEmbeddings = true;
         c.embeddingScale = false;
         c.sourceVocab = c.targetVocab;
     }},
    {"dropout", [](ModelConfig& c) { c.dropout = 0.3; }},
    {"relative positions, Post-LN",
     [](ModelConfig& c) {
         c.norm = Norm::Post;
         c.positional = Positional::Relative;
         c.relativeReach = 2;
     }},
    {"rotary positions",
     [](ModelConfig& c) {
         c.dModel = 8;
         c.positional = Positional::Rotary;
     }},
    {"ALiBi, not scaled",
     [](ModelConfig& c) {
         c.positional = Positional::Alibi;
         c.scaled = false;
     }},
    {"as Llama: RMSNorm, gated, grouped, rotary by halves, no biases",
     [](ModelConfig& c) {
         c.heads = 4;
         c.kvHeads = 2;
         c.headWidthGiven = 4;
         c.normKind = NormKind::Rms;
         c.normEpsilon = 1e-6;
         c.ffn = FeedForwardKind::Gated;
         c.ffnBias = false;
         c.activation = Activation::Silu;
         c.positional = Positional::Rotary;
         c.rotaryBase = 500;
         c.rotaryPairs = RotaryPairing::Halves;
         c.attentionBias = AttentionBias::Qkv;
         c.outputBias = false;
     }},
    {"as BERT: norm of the embeddings, transform, GELU by tanh, first position",
     [](ModelConfig& c) {
         c.norm = Norm::Post;
         c.normEpsilon = 1e-12;
         c.activation = Activation::GeluTanh;
         c.positional = Positional::Learned;
         c.positionOffset = 2;
         c.embeddingNorm = true;
         c.outputTransform = true;
         c.attentionBias = AttentionBias::All;
     }},
    {"a mean layer", [](ModelConfig& c) { c.mixer = Mixer::Mean; }},
    {"a convolution, Post-LN, learned",
     [](ModelConfig& c) {
         c.mixer = Mixer::Convolution;
         c.kernelReach = 1;
         c.norm = Norm::Post;
         c.positional = Positional::Learned;
     }},
    {"no norms, transform",
     [](ModelConfig& c) {
         c.normKind = NormKind::None;
         c.outputTransform = true;
     }},
    {"attention alone, Post-LN, dropout",
     [](ModelConfig& c) {
         c.ffn = FeedForwardKind::None;
         c.norm = Norm::Post;
         c.dropout = 0.2;
     }},
    {"wide values, grouped, biases",
     [](ModelConfig& c) {
         c.heads = 4;
         c.kvHeads = 2;
         c.headWidthGiven = 2;
         c.valueWidthGiven = 3;
         c.attentionBias = AttentionBias::All;
     }},
    {"LSTM, Bahdanau or general, dropout",
     [](ModelConfig& c) {
         const bool both = c.architecture == Architecture::EncoderDecoder;
         makeRecurrent(c, CellKind::Lstm, both ? Alignment::Bahdanau : Alignment::General);
         c.dropout = 0.2;
     }},
    {"GRU alone", [](ModelConfig& c) { makeRecurrent(c, CellKind::Gru, Alignment::None); }},
    {"RNN, dot", [](ModelConfig& c) { makeRecurrent(c, CellKind::Rnn, Alignment::Dot); }},
    {"GRU, general, bias, tied",
     [](ModelConfig& c) {
         makeRecurrent(c, CellKind::Gru, Alignment::General);
         c.attentionBias = AttentionBias::All;
         c.tieEmbeddings = true;
         c.sourceVocab = c.targetVocab;
     }},
    {"GRU, location, dropout",
     [](ModelConfig& c) {
         makeRecurrent(c, CellKind::Gru, Alignment::Location);
         c.dropout = 0.3;
     }},
    {"RNN, concat", [](ModelConfig& c) { makeRecurrent(c, CellKind::Rnn, Alignment::Concat); }},
    {"GRU, Bahdanau or concat",
     [](ModelConfig& c) {
         const bool both = c.architecture == Architecture::EncoderDecoder;
         makeRecurrent(c, CellKind::Gru, both ? Alignment::Bahdanau : Alignment::Concat);
     }},
    {"RNN, Bahdanau or none, dropout",
     [](ModelConfig& c) {
         const bool both = c.architecture == Architecture::EncoderDecoder;
         makeRecurrent(c, CellKind::Rnn, both ? Alignment::Bahdanau : Alignment::None);
         c.dropout = 0.2;
     }},
};

const std::vector<std::pair<const char*, Architecture>> architectures{
    {"encoder-decoder", Architecture::EncoderDecoder},
    {"encoder", Architecture::Encoder},
    {"decoder", Architecture::Decoder},
};

BuildOptions optionsFor(const ModelConfig& c) {
    BuildOptions o;
    o.sourceLength = c.hasEncoder() ? sourceLength : 0;
    o.targetLength = c.hasDecoder() ? targetLength : 0;
    o.gradients = true;
    return o;
}

/// Two examples of different lengths, padded.
void feed(Engine& engine, const ModelGraph& model, const ModelConfig& c) {
    if (c.hasEncoder())
        engine.setIds("source", {4, 7, 5, 6, 2, 5, 4, 2, 0, 0});
    if (c.hasDecoder())
        engine.setIds("target", {1, 4, 7, 5, 1, 6, 0, 0});
    if (model.input(inputs::labelIds) != noNode)
        engine.setIds("label", c.hasDecoder() ? std::vector<double>{4, 7, 5, 2, 6, 2, 0, 0}
                                              : std::vector<double>{6, 5, 4, 7, 2, 6, 6, 2, 0, 0});
}

bool same(const BasicTensor<double>& a, const BasicTensor<double>& b) {
    return std::equal(a.values().begin(), a.values().end(), b.values().begin(), b.values().end());
}

} // namespace

class TestModel : public QObject {
    Q_OBJECT

private slots:
    void gradients_agreeWithCentralDifferences_data() { addVariants(); }
    void gradients_agreeWithCentralDifferences() {
        const auto [config, variant] = fetch();
        BuildOptions options = optionsFor(config);
        options.training = true;
        options.labelSmoothing = variant.smoothing;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 2);
        feed(engine, model, config);
        const auto loss = [&] {
            engine.run();
            return engine.value(model.loss)[0];
        };
        loss();
        for (const auto& entry : engine.parameters().entries()) {
            loss();
            const auto analytic = engine.value(model.graph->find("grad/" + entry.name));
            const auto values = engine.parameters().writable(entry);
            double worst = 0;
            double largest = 1e-3;
            // Seven elements spread over each parameter; tst_ops checks every element of every op.
            const std::size_t stride = values.size() / 7 + 1;
            for (std::size_t i = 0; i < values.size(); i += stride) {
                const double kept = values[i];
                const double step = 1e-6;
                values[i] = kept + step;
                const double above = loss();
                values[i] = kept - step;
                const double below = loss();
                values[i] = kept;
                const double numeric = (above - below) / (2 * step);
                worst = std::max(worst, std::abs(numeric - analytic[static_cast<Index>(i)]));
                largest = std::max(largest, std::abs(numeric));
            }
            QVERIFY2(worst <= 1e-6 * largest,
                     qPrintable(QString("%1 is off by %2").arg(entry.name.c_str()).arg(worst)));
        }
    }

    void explanations_recomputeEveryCell_data() { addVariants(); }
    void explanations_recomputeEveryCell() {
        const auto [config, variant] = fetch();
        BuildOptions options = optionsFor(config);
        options.labelSmoothing = variant.smoothing;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        if (config.hasEncoder())
            engine.setIds("source", {5, 4, 2, 0, 0});
        if (config.hasDecoder())
            engine.setIds("target", {1, 6, 0, 0});
        engine.setIds("label", config.hasDecoder() ? std::vector<double>{6, 2, 0, 0}
                                                   : std::vector<double>{6, 6, 2, 0, 0});
        engine.run();
        const CellReader read = engine.reader();
        for (const Node& node : model.graph->nodes()) {
            const auto value = engine.value(node.id);
            for (Index i = 0; i < value.count(); ++i) {
                const double recomputed =
                    evaluate(node.op->explain(*model.graph, node, cellAt(node.shape, i), read),
                             read)
                        .back();
                QVERIFY2(recomputed == value[i] || std::abs(recomputed - value[i]) <=
                                                       1e-10 * std::max(1.0, std::abs(value[i])),
                         qPrintable(QString("%1[%2]").arg(node.name.c_str()).arg(i)));
            }
        }
    }

    void steps_haveTheirContractNames() {
        const ModelConfig config = tiny(Architecture::EncoderDecoder);
        const ModelGraph model = buildModel(config, optionsFor(config));
        const auto shapeOf = [&](const char* name) {
            const NodeId id = model.graph->find(name);
            return id == noNode ? std::string("missing") : (*model.graph)[id].shape.toString();
        };
        const Index s = sourceLength, t = targetLength, k = 3;
        const std::vector<std::pair<const char*, Shape>> steps{
            {"source.embedded", Shape{s, 6}},
            {"source.position", Shape{s, 6}},
            {"source.input", Shape{s, 6}},
            {"encoder.0.norm1.output", Shape{s, 6}},
            {"encoder.0.self_attn.q", Shape{2, s, k}},
            {"encoder.0.self_attn.scores", Shape{2, s, s}},
            {"encoder.1.self_attn.scaled", Shape{2, s, s}},
            {"encoder.1.self_attn.masked", Shape{2, s, s}},
            {"encoder.1.self_attn.weights", Shape{2, s, s}},
            {"encoder.1.self_attn.heads", Shape{2, s, k}},
            {"encoder.1.self_attn.concat", Shape{s, 6}},
            {"encoder.1.self_attn.output", Shape{s, 6}},
            {"encoder.1.residual1", Shape{s, 6}},
            {"encoder.1.ffn.hidden", Shape{s, 8}},
            {"encoder.1.ffn.output", Shape{s, 6}},
            {"encoder.1.residual2", Shape{s, 6}},
            {"encoder.norm.output", Shape{s, 6}},
            {"target.input", Shape{t, 6}},
            {"decoder.0.self_attn.weights", Shape{2, t, t}},
            {"decoder.0.cross_attn.q", Shape{2, t, k}},
            {"decoder.0.cross_attn.k", Shape{2, s, k}},
            {"decoder.0.cross_attn.weights", Shape{2, t, s}},
            {"decoder.0.residual3", Shape{t, 6}},
            {"decoder.1.norm3.output", Shape{t, 6}},
            {"decoder.norm.output", Shape{t, 6}},
            {"logits", Shape{t, 8}},
            {"probabilities", Shape{t, 8}},
            {"loss", Shape{}},
            {"grad/decoder.1.cross_attn.weights", Shape{2, t, s}},
            {"grad/source_embedding.weight", Shape{9, 6}},
        };
        for (const auto& [name, shape] : steps)
            QCOMPARE(shapeOf(name), shape.toString());
    }

    void nodeName_isAScopeAndAPart_data() { addVariants(); }
    void nodeName_isAScopeAndAPart() {
        const auto [config, variant] = fetch();
        BuildOptions options = optionsFor(config);
        options.training = true;
        const ModelGraph model = buildModel(config, options);
        const Graph& g = *model.graph;
        for (const Node& node : g.nodes()) {
            QVERIFY2((node.role == Role::Backward) == isGradient(node), node.name.c_str());
            if (!isGradient(node)) {
                QCOMPARE(node.name, node.scope.nameOf(node.part));
                QCOMPARE(g.find(node.scope, node.part), node.id);
                continue;
            }
            const Node& of = g[node.of];
            QVERIFY2(node.scope == of.scope && node.part == of.part, node.name.c_str());
            const bool whole = node.relation == Relation::Gradient;
            QCOMPARE(g.gradientOf(of.id) == node.id, whole);
            if (!whole)
                QVERIFY2(node.name.starts_with("grad/" + of.name + "/from/" + g[node.via].name),
                         node.name.c_str());
        }
    }

    void scopes_sayWhereNodesBelong() {
        const ModelConfig config = tiny(Architecture::EncoderDecoder);
        const ModelGraph model = buildModel(config, optionsFor(config));
        const Graph& g = *model.graph;
        const auto at = [&](const char* name) -> const Node& { return g[g.find(name)]; };
        const Node& scores = at("decoder.1.cross_attn.scores");
        QCOMPARE(scores.part, std::string("scores"));
        QCOMPARE(scores.scope.layer(), 1);
        QVERIFY(scores.scope.isAttention());
        QVERIFY(scores.scope.kind() == ScopeKind::CrossAttention);
        QVERIFY(scores.scope.find(ScopeKind::Stack)->title == "decoder");
        QVERIFY(scores.scope == at("decoder.1.cross_attn.w_o").scope);
        QVERIFY(scores.scope.inOtherLayer(-1) == at("decoder.0.cross_attn.k").scope);
        QCOMPARE(scores.scope.layerScope().nameOf({}), std::string("decoder.1"));
        QVERIFY(at("encoder.0.norm2.gain").scope.levels.back() ==
                (ScopeLevel{ScopeKind::Norm, "norm2", 1}));
        QVERIFY(at("encoder.0.residual1").scope.kind() == ScopeKind::Residual);
        QVERIFY(at("encoder.norm.output").scope.kind() == ScopeKind::Norm);
        QCOMPARE(at("encoder.norm.output").scope.layer(), -1);
        QVERIFY(at("source.embedded").scope.kind() == ScopeKind::Embedding);
        QVERIFY(at("source_embedding.weight").scope.kind() == ScopeKind::Embedding);
        QVERIFY(at("label.ids").scope.kind() == ScopeKind::Tokens);
        QVERIFY(at("logits").scope.kind() == ScopeKind::Output);
        QVERIFY(at("token_loss").scope == at("loss").scope);
        QVERIFY(at("grad/loss").scope == at("loss").scope);
    }

    void repeatedScope_isReadLikeAnyOther() {
        Graph g;
        NodeId state = noNode;
        {
            const ScopeGuard layer(g, layerLevel(0));
            for (int t = 0; t < 3; ++t) {
                const ScopeGuard step(
                    g, {ScopeKind::TimeStep, "t" + std::to_string(t), t, /*repeats=*/true});
                state = ops::input(g, "state", Shape{2}, {Axis::Model});
            }
        }
        QCOMPARE(g[state].name, std::string("0.t2.state"));
        QVERIFY(g[state].scope.levels.back().repeats);
        QCOMPARE(g[state].scope.layer(), 0);
        // Outside of all scopes a name is a part.
        const Node& outside = g[ops::input(g, "x.y", Shape{2}, {Axis::Model})];
        QVERIFY(outside.scope.empty());
        QCOMPARE(outside.part, std::string("x.y"));
        QCOMPARE(outside.name, std::string("x.y"));
    }

    void parameterCount_agreesWithTheGraph_data() { addVariants(); }
    void parameterCount_agreesWithTheGraph() {
        const auto [config, variant] = fetch();
        const ModelGraph model = buildModel(config, optionsFor(config));
        Parameters parameters;
        parameters.addFrom(*model.graph);
        QCOMPARE(parameters.parameterCount(), parameterCount(config));
    }

    void scorePositions_areStepsOfSelfAttentionAlone() {
        const auto shapeOf = [](Positional positional, const char* name) {
            ModelConfig config = tiny(Architecture::EncoderDecoder);
            config.dModel = 8;
            config.positional = positional;
            const ModelGraph model = buildModel(config, optionsFor(config));
            const NodeId id = model.graph->find(name);
            return id == noNode ? std::string("missing") : (*model.graph)[id].shape.toString();
        };
        const Index s = sourceLength, t = targetLength;
        const auto is = [](const Shape& shape) { return shape.toString(); };
        QCOMPARE(shapeOf(Positional::Relative, "encoder.0.self_attn.relative_bias"), is({2, 33}));
        QCOMPARE(shapeOf(Positional::Relative, "encoder.0.self_attn.position_bias"), is({2, s, s}));
        QCOMPARE(shapeOf(Positional::Alibi, "decoder.1.self_attn.biased"), is({2, t, t}));
        QCOMPARE(shapeOf(Positional::Rotary, "decoder.0.self_attn.q_rotated"), is({2, t, 4}));
        QCOMPARE(shapeOf(Positional::Rotary, "decoder.0.self_attn.k_rotated"), is({2, t, 4}));
        for (const Positional positional :
             {Positional::Relative, Positional::Rotary, Positional::Alibi})
            for (const char* name :
                 {"source.position", "target.position", "decoder.0.cross_attn.biased",
                  "decoder.0.cross_attn.q_rotated"})
                QCOMPARE(shapeOf(positional, name), std::string("missing"));
    }

    /// The same query and the same key at every place: what is left is where they stand.
    void rotaryScores_dependOnTheOffsetAlone() {
        const auto graph = std::make_shared<Graph>();
        const Shape shape{1, 7, 6};
        const NodeId q = ops::input(*graph, "q", shape, {});
        const NodeId k = ops::input(*graph, "k", shape, {});
        const NodeId scores = ops::matmul(*graph, "scores", ops::rotary(*graph, "q_rotated", q),
                                          ops::rotary(*graph, "k_rotated", k), false, true);
        Engine engine(graph, 1);
        const auto repeated = [](std::vector<double> row) {
            std::vector<double> rows;
            for (int i = 0; i < 7; ++i)
                rows.insert(rows.end(), row.begin(), row.end());
            return rows;
        };
        engine.setInput(q, repeated({0.5, -1.25, 2, 0.75, -0.5, 1}));
        engine.setInput(k, repeated({1.5, 0.25, -1, 0.5, 0.75, -2}));
        engine.run();
        const auto values = engine.value(scores);
        for (Index i = 0; i < 6; ++i)
            for (Index j = 0; j < 6; ++j)
                QVERIFY(std::abs(values[i * 7 + j] - values[(i + 1) * 7 + j + 1]) < 1e-12);
        QVERIFY(std::abs(values[0] - values[1]) > 1e-3); // and it does depend on it
    }

    void mixers_haveTheStepsOfTheirContract() {
        ModelConfig config = tiny(Architecture::EncoderDecoder);
        const auto shapeOf = [&](const std::string& name) {
            const ModelGraph model = buildModel(config, optionsFor(config));
            const NodeId id = model.graph->find(name);
            return id == noNode ? std::string("missing") : (*model.graph)[id].shape.toString();
        };
        const auto is = [](const Shape& shape) { return shape.toString(); };
        const Index s = sourceLength, t = targetLength, d = config.dModel;
        config.mixer = Mixer::Mean;
        for (const std::string part : {"local", "mean", "global", "output"})
            QCOMPARE(shapeOf("encoder.1.mixer." + part), is({s, d}));
        for (const std::string part : {"masked", "weights"})
            QCOMPARE(shapeOf("decoder.0.mixer." + part), is({t, t}));
        for (const std::string part : {"w_1", "w_2"})
            QCOMPARE(shapeOf("decoder.0.mixer." + part), is({d, d}));
        config.mixer = Mixer::Convolution;
        QCOMPARE(shapeOf("encoder.0.mixer.kernel"), is({5, d, d}));
        QCOMPARE(shapeOf("decoder.0.mixer.kernel"), is({3, d, d}));
        QCOMPARE(shapeOf("encoder.0.mixer.windows"), is({s, 5 * d}));
        QCOMPARE(shapeOf("decoder.0.mixer.windows"), is({t, 3 * d}));
        QCOMPARE(shapeOf("decoder.0.mixer.output"), is({t, d}));
        for (const Mixer mixer : {Mixer::Mean, Mixer::Convolution}) {
            config.mixer = mixer;
            QCOMPARE(shapeOf("encoder.0.self_attn.weights"), std::string("missing"));
            QCOMPARE(shapeOf("decoder.0.cross_attn.weights"), is({2, t, s}));
        }
    }

    /// The mean does not see the order of its rows: the same numbers to the bit, in another order.
    /// Numbers that are sums of a few powers of two are added without rounding in any order.
    void meanMixer_isEquivariantUnderPermutation() {
        ModelConfig config = tiny(Architecture::Encoder);
        config.mixer = Mixer::Mean;
        config.positional = Positional::None;
        config.layers = 1;
        config.norm = Norm::Post; // the layer reads the embeddings as they are
        config.embeddingScale = false;
        BuildOptions options;
        options.sourceLength = 4;
        options.loss = false;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        for (const char* name : {"embedding.weight", "encoder.0.mixer.w_1", "encoder.0.mixer.w_2"})
            for (double& value : engine.parameters().writable(name))
                value = std::round(value * 8) / 8;
        const auto outputOf = [&](const std::vector<double>& ids) {
            engine.setIds("source", ids);
            engine.run();
            return engine.value(model.graph->find("encoder.0.mixer.output"));
        };
        const auto plain = outputOf({4, 7, 5, 6});
        const auto permuted = outputOf({6, 4, 7, 5});
        const std::array<Index, 4> from{3, 0, 1, 2};
        for (Index row = 0; row < 4; ++row)
            for (Index column = 0; column < config.dModel; ++column)
                QCOMPARE(permuted.at({{row, column, 0, 0}}), plain.at({{from[row], column, 0, 0}}));
    }

    /// Without positions an encoder reads a set. The order of its sums is another one, so that what
    /// is computed in double is compared as float, to the bit.
    void encoderWithoutPositions_isEquivariantUnderPermutation_data() {
        QTest::addColumn<int>("mixer");
        QTest::newRow("attention") << static_cast<int>(Mixer::Attention);
        QTest::newRow("mean") << static_cast<int>(Mixer::Mean);
    }

    void encoderWithoutPositions_isEquivariantUnderPermutation() {
        QFETCH(int, mixer);
        ModelConfig config = tiny(Architecture::Encoder);
        config.mixer = static_cast<Mixer>(mixer);
        config.positional = Positional::None;
        BuildOptions options;
        options.sourceLength = 5;
        options.loss = false;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        const auto logitsOf = [&](const std::vector<double>& ids) {
            engine.setIds("source", ids);
            engine.run();
            return engine.value(model.logits);
        };
        const auto plain = logitsOf({4, 7, 5, 6, 2});
        const auto permuted = logitsOf({6, 2, 7, 5, 4});
        const std::array<Index, 5> from{3, 4, 1, 2, 0};
        for (Index row = 0; row < 5; ++row)
            for (Index column = 0; column < config.targetVocab; ++column)
                QCOMPARE(static_cast<float>(permuted.at({{row, column, 0, 0}})),
                         static_cast<float>(plain.at({{from[row], column, 0, 0}})));
    }

    /// What stands further inside than the kernel reaches moves with its tokens.
    void convolutionMixer_commutesWithAShift() {
        ModelConfig config = tiny(Architecture::Encoder);
        config.mixer = Mixer::Convolution;
        config.kernelReach = 1;
        config.positional = Positional::None;
        config.layers = 1;
        BuildOptions options;
        options.sourceLength = 7;
        options.loss = false;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        const auto outputOf = [&](const std::vector<double>& ids) {
            engine.setIds("source", ids);
            engine.run();
            return engine.value(model.graph->find("encoder.0.mixer.output"));
        };
        const auto plain = outputOf({4, 7, 5, 6, 8, 3, 3});
        const auto shifted = outputOf({3, 4, 7, 5, 6, 8, 3});
        const auto differs = [&](Index row) {
            for (Index column = 0; column < config.dModel; ++column)
                if (shifted.at({{row + 1, column, 0, 0}}) != plain.at({{row, column, 0, 0}}))
                    return true;
            return false;
        };
        for (Index row = 1; row < 5; ++row)
            QVERIFY(!differs(row)); // the same bits
        QVERIFY(differs(0));        // before it stood nothing
    }

    /// Nobody is read because of what it is: the matrix of a mean is the same for every text of a
    /// length.
    void meanMixerWeights_doNotDependOnTheText() {
        ModelConfig config = tiny(Architecture::Decoder);
        config.mixer = Mixer::Mean;
        BuildOptions options;
        options.targetLength = 4;
        options.loss = false;
        const ModelGraph model = buildModel(config, options);
        Engine engine(model.graph, 1);
        const NodeId weights = model.graph->find("decoder.1.mixer.weights");
        engine.setIds("target", {1, 4, 7, 0});
        engine.run();
        const auto first = engine.value(weights);
        engine.setIds("target", {1, 6, 5, 0});
        engine.run();
        QVERIFY(same(first, engine.value(weights)));
        const std::vector<double> expected{1,       0,       0,       0,       1.0 / 2, 1.0 / 2,
                                           0,       0,       1.0 / 3, 1.0 / 3, 1.0 / 3, 0,
                                           1.0 / 3, 1.0 / 3, 1.0 / 3, 0};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(first[static_cast<Index>(i)] - expected[i]) < 1e-15);
    }

    void norm_isFirstInPreLnAndAfterTheResidualInPostLn() {
        ModelConfig config = tiny(Architecture::Encoder);
        const auto inputOf = [&](const char* name, std::size_t input) {
            const ModelGraph model = buildModel(config, optionsFor(config));
            const Graph& g = *model.graph;
            return g[g[g.find(name)].inputs[input]].name;
        };
        QCOMPARE(inputOf("encoder.0.norm1.output", 0), "source.input");
        QCOMPARE(inputOf("encoder.0.residual1", 0), "source.input");
        QCOMPARE(inputOf("encoder.1.self_attn.q", 0), "encoder.1.norm1.output");
        QCOMPARE(inputOf("logits", 0), "encoder.norm.output");
        config.norm = Norm::Post;
        QCOMPARE(inputOf("encoder.0.self_attn.q", 0), "source.input");
        QCOMPARE(inputOf("encoder.0.norm1.output", 0), "encoder.0.residual1");
        QCOMPARE(inputOf("encoder.0.residual2", 0), "encoder.0.norm1.output");
        QCOMPARE(inputOf("logits", 0), "encoder.1.norm2.output");
    }

    void initialize_dependsOnSeedAndNameAlone() {
        ModelConfig config = tiny(Architecture::EncoderDecoder);
        const auto weights = [&](std::uint64_t seed) {
            const ModelGraph model = buildModel(config, optionsFor(config));
            Parameters parameters;
            parameters.addFrom(*model.graph);
            initialize(parameters, config, seed);
            const auto values = parameters.values("encoder.0.self_attn.w_q");
            return std::vector<float>(values.begin(), values.end());
        };
        const auto first = weights(1);
        QVERIFY(first != weights(2));
        config.norm = Norm::Post;
        config.positional = Positional::Learned;
        QVERIFY(first == weights(1));
        for (const float w : first)
            QVERIFY(std::abs(w) <= std::sqrt(6.0F / 12.0F));
    }

    void dropout_zeroesAboutItsRateAndScalesTheRest() {
        ModelConfig config = tiny(Architecture::Encoder);
        config.dropout = 0.25;
        BuildOptions options = optionsFor(config);
        options.training = true;
        const ModelGraph model = buildModel(config, options);
        constexpr Index batch = 40;
        Engine engine(model.graph, batch);
        engine.setIds("source", std::vector<double>(sourceLength * batch, 5));
        engine.setIds("label", std::vector<double>(sourceLength * batch, 5));
        engine.run();
        const NodeId dropped = model.graph->find("source.input.dropout");
        const NodeId given = model.graph->find("source.input");
        Index zeros = 0, all = 0;
        for (Index b = 0; b < batch; ++b) {
            const auto x = engine.value(given, b);
            const auto y = engine.value(dropped, b);
            for (Index i = 0; i < x.count(); ++i, ++all) {
                if (y[i] == 0)
                    ++zeros;
                else
                    QVERIFY(std::abs(y[i] - x[i] / 0.75) <= 1e-12 * std::abs(y[i]));
            }
        }
        const double share = static_cast<double>(zeros) / static_cast<double>(all);
        QVERIFY2(std::abs(share - 0.25) < 0.05, qPrintable(QString::number(share)));
        const auto first = engine.value(dropped, 0);
        engine.run();
        QVERIFY(same(engine.value(dropped, 0), first)); // same seed and step: same draw
        engine.program().setRandom(3, 6);
        engine.run();
        QVERIFY(!same(engine.value(dropped, 0), first));
    }

    void gradients_existForEveryStepThatIsNotConstant() {
        const ModelConfig config = tiny(Architecture::EncoderDecoder);
        const ModelGraph model = buildModel(config, optionsFor(config));
        const Graph& g = *model.graph;
        for (const Node& node : g.nodes()) {
            const bool constant = node.op->kind() == OpKind::SinusoidalPosition ||
                                  node.op->kind() == OpKind::CountTokens ||
                                  node.id == model.probabilities;
            if (node.role == Role::Parameter || (node.role == Role::Forward && !constant))
                QVERIFY2(g.gradientOf(node.id) != noNode, node.name.c_str());
        }
    }

private:
    static void addVariants() {
        QTest::addColumn<int>("variant");
        QTest::addColumn<int>("architecture");
        for (std::size_t a = 0; a < architectures.size(); ++a)
            for (std::size_t v = 0; v < variants.size(); ++v)
                QTest::addRow("%s, %s", architectures[a].first, variants[v].name)
                    << static_cast<int>(v) << static_cast<int>(a);
    }
    static std::pair<ModelConfig, const Variant&> fetch() {
        QFETCH(int, variant);
        QFETCH(int, architecture);
        const Variant& v = variants[variant];
        ModelConfig config = tiny(architectures[architecture].second);
        v.change(config);
        return {config, v};
    }
};

} // namespace gf::tst_model

#include "tests/entry.h"
GF_APPLESS_TEST(tst_model, TestModel)
#include "tst_model.moc"
