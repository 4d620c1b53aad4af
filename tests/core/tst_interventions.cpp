// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/intervened_model.h"
#include "core/ops/intervene.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/probe.h"
#include "tests/core/engine.h"
#include "tests/core/runs.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_interventions {
namespace {

using namespace gf::test;
using Kind = Edit::Kind;

Intervention change(std::string node, Kind kind, double value, Places a = {}, Places b = {},
                    Places c = {}) {
    return {std::move(node), {kind, value, {a, b, c}}};
}

/// A model of random weights that are far from their start, and an example for it.
struct Model {
    explicit Model(Architecture architecture = Architecture::EncoderDecoder) {
        config.architecture = architecture;
        config.layers = 2;
        config.dModel = 8;
        config.heads = 2;
        config.dFf = 16;
        config.sourceVocab = config.targetVocab = 12;
        config.maxLength = 10;
        if (config.hasEncoder())
            example.source = {4, 7, 5, 9};
        example.target = {6, 4, 8, 8};
    }

    std::unique_ptr<Parameters> weights() const {
        auto parameters = makeParameters(config);
        initialize(*parameters, config, 5);
        return parameters;
    }

    std::shared_ptr<const Trace> trace(Parameters& parameters,
                                       std::vector<Intervention> interventions = {}) const {
        Probe probe(*backend, config, parameters, example, {}, "", std::move(interventions));
        return probe.run(0);
    }

    std::unique_ptr<Backend> backend = makeBackend("cpu");
    ModelConfig config;
    ProbeExample example;
};

/// To the last bit, a zero equal to a negative one.
bool sameNumbers(const Trace& a, const Trace& b, std::string_view node) {
    const Tensor* left = a.find(node);
    const Tensor* right = b.find(node);
    return left && right && std::ranges::equal(left->values(), right->values());
}

void copyValues(std::span<const float> from, std::span<float> to) {
    std::ranges::copy(from, to.begin());
}

class TstInterventions : public QObject {
    Q_OBJECT

private slots:
    void mutedHead_equalsAHeadWithoutOutputWeights() {
        const Model model;
        auto plain = model.weights();
        const auto muted =
            model.trace(*plain, {change("decoder.1.cross_attn.heads", Kind::Set, 0, only(1)),
                                 change("encoder.0.self_attn.heads", Kind::Multiply, 0, only(0))});
        auto built = model.weights();
        // The rows of W_O that belong to a head are as many as the head is wide.
        const auto mute = [&](const std::string& name, std::size_t head) {
            const auto rows = built->writable(name + ".w_o");
            std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(head * 4 * 8), 4 * 8, 0.0F);
        };
        mute("decoder.1.cross_attn", 1);
        mute("encoder.0.self_attn", 0);
        const auto expected = model.trace(*built);
        QVERIFY(!sameNumbers(*model.trace(*plain), *expected, "logits"));
        for (const char* node : {"logits", "loss", "grad/target_embedding.weight"})
            QVERIFY2(sameNumbers(*muted, *expected, node), node);
        // Nothing can be learnt about a head that is not heard.
        for (const float slope :
             muted->find("grad/decoder.1.cross_attn.heads/computed")->values().subspan(5 * 4))
            QCOMPARE(slope, 0.0F);
    }

    void multipliedScores_equalAModelWithThatScale() {
        Model model;
        auto parameters = model.weights();
        const auto expected = model.trace(*parameters);
        model.config.scaled = false; // the factor 1/√K is 1/2 here
        std::vector<Intervention> cooler;
        for (const char* block :
             {"encoder.0.self_attn", "encoder.1.self_attn", "decoder.0.self_attn",
              "decoder.1.self_attn", "decoder.0.cross_attn", "decoder.1.cross_attn"})
            cooler.push_back(change(std::string(block) + ".scaled", Kind::Multiply, 0.5));
        const auto found = model.trace(*parameters, cooler);
        for (const char* node : {"logits", "loss", "grad/encoder.0.self_attn.w_q"})
            QVERIFY2(sameNumbers(*found, *expected, node), node);
    }

    void positionsOff_equalAModelWithoutPositions_data() {
        QTest::addColumn<int>("positional");
        QTest::newRow("sinusoidal") << static_cast<int>(Positional::Sinusoidal);
        QTest::newRow("learned") << static_cast<int>(Positional::Learned);
    }
    void positionsOff_equalAModelWithoutPositions() {
        QFETCH(int, positional);
        Model model;
        model.config.positional = static_cast<Positional>(positional);
        auto parameters = model.weights();
        const auto found = model.trace(*parameters, {change("source.position", Kind::Set, 0),
                                                     change("target.position", Kind::Set, 0)});
        model.config.positional = Positional::None;
        const auto expected = model.trace(*parameters);
        for (const char* node : {"logits", "loss", "grad/source_embedding.weight"})
            QVERIFY2(sameNumbers(*found, *expected, node), node);
        if (const Tensor* slope = found->find("grad/source_position.weight"))
            for (const float value : slope->values())
                QCOMPARE(value, 0.0F);
    }

    void decoderWithoutMask_equalsAnEncoder() {
        Model decoder(Architecture::Decoder);
        Model encoder(Architecture::Encoder);
        auto decoding = decoder.weights();
        auto encoding = encoder.weights();
        for (const auto& entry : encoding->entries()) {
            std::string name = entry.name;
            if (name.starts_with("encoder"))
                name.replace(0, 7, "decoder");
            copyValues(decoding->values(name), encoding->writable(entry));
        }
        const auto run = [](const ModelGraph& model, NodeId ids, NodeId keep,
                            Parameters& parameters) {
            const auto program = makeBackend("cpu")->compile(
                model.graph, parameters, {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
            program->setInput(ids, std::vector<float>{5, 3, 7, 11});
            program->setInput(model.input(inputs::labelIds), std::vector<float>{4, 3, 9, 2});
            for (const NodeId mask : {keep, model.input(inputs::labelKeep)})
                program->setInput(mask, std::vector<float>(4, 1));
            program->run();
            return program->value(model.loss)[0];
        };
        const ModelGraph seeing =
            buildModel(decoder.config,
                       {.targetLength = 4,
                        .interventions = {change("decoder.0.self_attn.masked", Kind::Reveal, 0),
                                          change("decoder.1.self_attn.masked", Kind::Reveal, 0)}});
        const ModelGraph built = buildModel(encoder.config, {.sourceLength = 4});
        QCOMPARE(
            run(seeing, seeing.input(inputs::targetIds), seeing.input(inputs::targetKeep),
                *decoding),
            run(built, built.input(inputs::sourceIds), built.input(inputs::sourceKeep), *encoding));
    }

    void liftedCausalMask_showsLaterKeysButNoPadding() {
        Model model;
        model.example.padding = 2;
        auto parameters = model.weights();
        const auto lifted = withoutCausalMask(model.config);
        QCOMPARE(lifted.size(), 2U);
        const auto trace = model.trace(*parameters, lifted);
        const auto plain = model.trace(*parameters);
        const Tensor& masked = *trace->find("decoder.1.self_attn.masked");
        const Tensor& scaled = *trace->find("decoder.1.self_attn.scaled");
        const Index words = 5;
        for (Index query = 0; query < masked.shape()[1]; ++query)
            for (Index key = 0; key < masked.shape()[2]; ++key) {
                const float value = masked.at({1, query, key});
                if (key < words)
                    QCOMPARE(value, scaled.at({1, query, key}));
                else
                    QVERIFY(std::isinf(value));
            }
        // One operation for each of the model’s, and nothing else is touched.
        QCOMPARE(trace->graph->nodes().size(), plain->graph->nodes().size());
        QVERIFY(sameNumbers(*trace, *plain, "encoder.1.self_attn.masked"));
        QVERIFY(!sameNumbers(*trace, *plain, "logits"));
        model.config.architecture = Architecture::Encoder;
        QVERIFY(withoutCausalMask(model.config).empty());
    }

    void hiddenKey_getsNoWeight() {
        const Model model;
        auto parameters = model.weights();
        const double hidden = -std::numeric_limits<double>::infinity();
        const auto trace = model.trace(
            *parameters,
            {change("decoder.0.cross_attn.masked", Kind::Set, hidden, {}, {}, only(2)),
             // a whole row: nothing is left to look at
             change("encoder.0.self_attn.masked", Kind::Set, hidden, only(0), only(1))});
        const Tensor& weights = *trace->find("decoder.0.cross_attn.weights");
        for (Index i = 2; i < weights.count(); i += weights.shape()[2])
            QCOMPARE(weights[i], 0.0F);
        for (Index j = 0; j < 5; ++j)
            QCOMPARE(trace->find("encoder.0.self_attn.weights")->at({{0, 1, j, 0}}), 0.0F);
        for (const Node& node : trace->graph->nodes())
            for (const float value : trace->value(node.id).values())
                QVERIFY2(!std::isnan(value), node.name.c_str());
    }

    void changedNode_keepsItsScopeAndPart() {
        Model model;
        auto parameters = model.weights();
        const std::string heads = "encoder.0.self_attn.heads";
        const std::string weight = "decoder.0.ffn.w_1";
        const auto trace = model.trace(*parameters, {change(heads, Kind::Set, 0, only(0)),
                                                     change(weight, Kind::Set, 0, only(0))});
        const Graph& g = *trace->graph;
        const Node& step = g[g.find(heads)];
        QVERIFY(step.relation == Relation::Own);
        QVERIFY(step.scope.isAttention());
        QVERIFY(step.part == "heads");
        const Node& computed = g[g.find(heads + "/computed")];
        QVERIFY(computed.relation == Relation::Computed);
        QVERIFY(computed.of == step.id);
        QVERIFY(computed.scope == step.scope);
        QVERIFY(computed.part == step.part);
        const Node& changed = g[g.find(weight + "/changed")];
        QVERIFY(changed.relation == Relation::Changed);
        QVERIFY(changed.of == g.find(weight));
        QVERIFY(changed.scope == g[changed.of].scope);
        QVERIFY(changed.part == "w_1");
        QVERIFY(g[g.find("grad/" + heads + "/computed")].of == computed.id);
    }

    void changedParameter_isReadEverywhereAndKeepsItsValues() {
        Model model;
        model.config.tieEmbeddings = true; // the table is used three times
        auto parameters = model.weights();
        const std::vector<float> before(parameters->flat().begin(), parameters->flat().end());
        const auto found = model.trace(
            *parameters, {change("target_embedding.weight", Kind::Set, 0, only(4)),
                          change("decoder.0.ffn.b_1", Kind::Set, 1.5, only(3)),
                          change("encoder.1.self_attn.w_k", Kind::Multiply, -2, only(1), only(6))});
        QVERIFY(sameBits(parameters->flat(), before));
        std::ranges::fill(parameters->writable("target_embedding.weight").subspan(4 * 8, 8), 0.0F);
        parameters->writable("decoder.0.ffn.b_1")[3] = 1.5F;
        parameters->writable("encoder.1.self_attn.w_k")[1 * 8 + 6] *= -2;
        const auto expected = model.trace(*parameters);
        for (const char* node : {"logits", "loss", "grad/decoder.0.ffn.w_1"})
            QVERIFY2(sameNumbers(*found, *expected, node), node);
        // What is held cannot be learnt.
        for (Index d = 0; d < 8; ++d)
            QCOMPARE(found->find("grad/target_embedding.weight")->at({{4, d, 0, 0}}), 0.0F);
    }

    void gradients_agreeWithCentralDifferences() {
        Model model;
        model.config.layers = 1;
        const double hidden = -std::numeric_limits<double>::infinity();
        const BuildOptions options{
            .sourceLength = 4,
            .targetLength = 4,
            .gradients = true,
            .interventions = {
                change("encoder.0.self_attn.scores", Kind::Set, 0.8, only(1), only(2)),
                change("decoder.0.self_attn.masked", Kind::Reveal, 0, {}, {}, only(3)),
                change("decoder.0.self_attn.masked", Kind::Set, hidden, {}, only(1), only(0)),
                change("decoder.0.self_attn.scaled", Kind::Multiply, 0.3),
                change("decoder.0.cross_attn.weights", Kind::Set, 0.9, only(0), only(2), only(1)),
                change("encoder.0.self_attn.heads", Kind::Set, 0, only(1)),
                change("source.embedded", Kind::Set, 0, only(2)),
                change("decoder.0.residual1", Kind::Multiply, 1.5, only(1)),
                change("decoder.0.cross_attn.w_v", Kind::Set, 0.4, only(3), only(2)),
                change("decoder.0.self_attn.concat", Kind::Set, 0.1, {}, only(5)),
                change("logits", Kind::Multiply, 0.5)}};
        const ModelGraph built = buildModel(model.config, options);
        Engine engine(built.graph, 2);
        engine.setIds("source", {4, 7, 3, 2, 9, 2, 0, 0});
        engine.setIds("target", {1, 4, 5, 6, 1, 8, 0, 0});
        engine.setIds("label", {4, 5, 6, 2, 8, 2, 0, 0});
        engine.run();
        std::vector<std::pair<NodeId, BasicTensor<double>>> gradients;
        for (const Node& node : built.graph->nodes())
            if (node.role == Role::Parameter)
                gradients.emplace_back(node.id, engine.value(built.graph->gradientOf(node.id)));
        const auto lossAt = [&](double& value, double shifted) {
            const double kept = std::exchange(value, shifted);
            engine.run();
            value = kept;
            return engine.value(built.loss)[0];
        };
        for (const auto& [id, gradient] : gradients) {
            const std::string& name = (*built.graph)[id].name;
            const auto values = engine.parameters().writable(name);
            for (std::size_t i = 0; i < values.size(); i += 5) {
                const double step = 1e-5;
                const double numeric =
                    (lossAt(values[i], values[i] + step) - lossAt(values[i], values[i] - step)) /
                    (2 * step);
                const double analytic = gradient[static_cast<Index>(i)];
                QVERIFY2(std::abs(numeric - analytic) <= 1e-7 * std::max(1.0, std::abs(numeric)),
                         qPrintable(QString("%1[%2]: %3, by differences %4")
                                        .arg(name.c_str())
                                        .arg(i)
                                        .arg(analytic)
                                        .arg(numeric)));
            }
        }
    }

    void trainingWithPositionsOff_equalsAModelWithoutPositions() {
        const auto task = smallTask();
        ModelConfig config = smallModel(*task);
        const auto changed = trainerOf(*m_backend, task, config, shortTraining(), 2);
        changed->intervene(
            {change("source.position", Kind::Set, 0), change("target.position", Kind::Set, 0)});
        config.positional = Positional::None;
        const auto built = trainerOf(*m_backend, task, config, shortTraining());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(changed->step().loss, built->step().loss);
        QVERIFY(sameBits(changed->parameters().flat(), built->parameters().flat()));
    }

    void training_holdsASetWeightAndLearnsTheRest() {
        const auto task = smallTask();
        const ModelConfig config = smallModel(*task);
        const auto trainer = trainerOf(*m_backend, task, config, shortTraining());
        const std::string name = "decoder.0.cross_attn.w_q";
        trainer->intervene({change(name, Kind::Set, 0, only(2))});
        const auto row = [&] { return trainer->parameters().values(name).subspan(2 * 16, 16); };
        const std::vector<float> before(row().begin(), row().end());
        const float other = trainer->parameters().values(name)[0];
        for (int i = 0; i < 3; ++i)
            trainer->step();
        QVERIFY(sameBits(row(), before));
        QVERIFY(trainer->parameters().values(name)[0] != other);
    }

    void undo_restoresEveryBit() {
        const auto task = smallTask();
        const ModelConfig config = smallModel(*task);
        const auto straight = trainerOf(*m_backend, task, config, shortTraining());
        const auto changed = trainerOf(*m_backend, task, config, shortTraining());
        changed->intervene({change("encoder.0.self_attn.heads", Kind::Set, 0, only(0))});
        changed->intervene({});
        for (int i = 0; i < 4; ++i)
            QCOMPARE(changed->step().loss, straight->step().loss);
        QVERIFY(sameBits(changed->parameters().flat(), straight->parameters().flat()));
    }

    void intervention_fitsExamplesOfAnyLength() {
        const Model model;
        auto parameters = model.weights();
        // The example has five tokens on each side: most of this lies outside.
        const auto far = model.trace(*parameters, {change("source.embedded", Kind::Set, 9, only(7)),
                                                   change("logits", Kind::Set, 9, {5, 3}),
                                                   change("no.such.step", Kind::Set, 0)});
        QVERIFY(sameNumbers(*far, *model.trace(*parameters), "loss"));
        const auto partly =
            model.trace(*parameters, {change("source.embedded", Kind::Set, 9, {4, 5})});
        QCOMPARE(partly->find("source.embedded")->at({{4, 0, 0, 0}}), 9.0F);
    }

    void canIntervene_refusesWhatComesAfterTheLogits() {
        const Model model;
        auto parameters = model.weights();
        const auto trace = model.trace(*parameters);
        const Graph& graph = *trace->graph;
        for (const char* name : {"logits", "source.position", "decoder.0.cross_attn.masked",
                                 "source_embedding.weight", "decoder.norm.gain"})
            QVERIFY2(ops::canIntervene(graph, graph.find(name)), name);
        for (const char* name :
             {"probabilities", "loss", "token_count", "source.ids", "label.ids", "grad/logits"})
            QVERIFY2(!ops::canIntervene(graph, graph.find(name)), name);
        const auto ignored = model.trace(*parameters, {change("probabilities", Kind::Set, 0)});
        QVERIFY(sameNumbers(*ignored, *trace, "probabilities"));
    }

    void reveal_changesNothingWithoutAMask() {
        const Model model;
        auto parameters = model.weights();
        const auto trace =
            model.trace(*parameters, {change("encoder.0.self_attn.scores", Kind::Reveal, 0)});
        QVERIFY(sameNumbers(*trace, *model.trace(*parameters), "loss"));
    }

    /// What writes and what measures sees the same changed model as the trace.
    void intervention_reachesGeneratorAndEvaluator() {
        const auto task = smallTask("copy");
        const ModelConfig config = smallModel(*task);
        const auto trainer = trainerOf(*m_backend, task, config, shortTraining());
        // Only one word is left to say.
        const std::vector<Intervention> mute = {change("logits", Kind::Set, -50),
                                                change("logits", Kind::Set, 50, {}, only(6))};
        Generator generator(*m_backend, config, trainer->parameters(), mute);
        const Generation said = generator.generate(std::vector<TokenId>{4, 5}, {}, {}, 3);
        QCOMPARE(said.ids, (std::vector<TokenId>{6, 6, 6}));
        Evaluator changed(*m_backend, config, task, trainer->parameters(), 1, 8, mute);
        QVERIFY(changed.run().loss > 20);
        Evaluator plain(*m_backend, config, task, trainer->parameters(), 1, 8);
        QVERIFY(plain.run().loss < 10);
    }

private:
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
};

} // namespace

} // namespace gf::tst_interventions

#include "tests/entry.h"
GF_APPLESS_TEST(tst_interventions, TstInterventions)
#include "tst_interventions.moc"
