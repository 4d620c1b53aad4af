// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/activity.h"
#include "core/measure/context_sum.h"
#include "core/measure/entropy.h"
#include "core/measure/gates.h"
#include "core/measure/gradient_norms.h"
#include "core/measure/head_form.h"
#include "core/measure/next_tokens.h"
#include "core/measure/position_bias.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "core/measure/rotation.h"
#include "core/measure/score_families.h"
#include "core/measure/time_distance.h"
#include "core/measure/token_mixing.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/train/probe.h"
#include "core/train/row_gradients.h"
#include "core/train/run.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_measure {

namespace {

/// A small model run once. The parameters whose names have this part, which start at zero, are
/// filled here.
std::shared_ptr<const Trace> run(ModelConfig config, std::string_view filled,
                                 const ProbeExample& example) {
    config.heads = 2;
    config.dModel = 16;
    config.dFf = 24;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    for (const auto& entry : parameters->entries())
        if (entry.name.find(filled) != std::string::npos) {
            const std::span<float> values = parameters->writable(entry);
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(normal(3, entry.name.size(), i));
        }
    const auto backend = makeBackend("cpu");
    return Probe(*backend, config, *parameters, example, {}, "small model").run(0);
}

/// A small encoder–decoder.
std::shared_ptr<const Trace> traceOf(Positional positional, bool biases) {
    ModelConfig config;
    config.positional = positional;
    config.attentionBias = biases ? AttentionBias::All : AttentionBias::None;
    config.layers = 1;
    ProbeExample example;
    example.source = {5, 6, 7, 8};
    example.target = {9, 10, 11};
    return run(config, ".b_", example);
}

/// An encoder without positions in its input.
std::shared_ptr<const Trace> mixed(Mixer mixer, Positional positional,
                                   const std::vector<TokenId>& source,
                                   const std::optional<TokenExchange>& exchange = {}) {
    ModelConfig config;
    config.architecture = Architecture::Encoder;
    config.mixer = mixer;
    config.positional = positional;
    config.relativeReach = 2;
    ProbeExample example;
    example.source = source;
    example.loss = false;
    example.exchange = exchange;
    return run(config, "relative_bias", example);
}

/// A recurrent model of two layers, with padding after both sequences.
std::shared_ptr<const Trace> recurrent(Architecture architecture, CellKind cell,
                                       Alignment attention) {
    ModelConfig config;
    config.architecture = architecture;
    config.family = Family::Recurrent;
    config.cell = cell;
    config.alignment = attention;
    config.attentionBias = AttentionBias::All;
    config.layers = 2;
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {5, 6, 7, 8};
    example.target = config.hasDecoder() ? Sequence{9, 10, 11} : example.source;
    example.padding = 1;
    return run(config, "b_", example);
}

Scope alignmentOf(const Trace& trace) {
    for (const Node& node : trace.graph->nodes())
        if (node.scope.kind() == ScopeKind::Alignment)
            return node.scope;
    return {};
}

void addAlignments() {
    QTest::addColumn<int>("architecture");
    QTest::addColumn<int>("attention");
    for (const Architecture architecture :
         {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder})
        for (const Alignment attention : {Alignment::Dot, Alignment::General, Alignment::Location,
                                          Alignment::Concat, Alignment::Bahdanau}) {
            if (attention == Alignment::Bahdanau && architecture != Architecture::EncoderDecoder)
                continue;
            QTest::addRow("%d, %d", static_cast<int>(architecture), static_cast<int>(attention))
                << static_cast<int>(architecture) << static_cast<int>(attention);
        }
}

std::shared_ptr<const Trace> fetchAlignment() {
    QFETCH(int, architecture);
    QFETCH(int, attention);
    return recurrent(static_cast<Architecture>(architecture), CellKind::Gru,
                     static_cast<Alignment>(attention));
}

ScoreFamily fetchFamily() {
    QFETCH(int, attention);
    switch (static_cast<Alignment>(attention)) {
    case Alignment::General:
        return ScoreFamily::General;
    case Alignment::Location:
        return ScoreFamily::Location;
    case Alignment::Concat:
    case Alignment::Bahdanau:
        return ScoreFamily::Concat;
    default:
        return ScoreFamily::Dot;
    }
}

ModelConfig narrowModel(Architecture architecture) {
    ModelConfig config;
    config.architecture = architecture;
    config.layers = 1;
    config.heads = 2;
    config.dModel = 16;
    config.dFf = 24;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = 12;
    return config;
}

/// Of each row's loss, and the trace of the example with the gradients of all of them together.
std::pair<Tensor, std::shared_ptr<const Trace>> rowGradients(const ModelConfig& config,
                                                             const ProbeExample& example) {
    const auto parameters = makeParameters(config);
    initialize(*parameters, config, 7);
    const auto backend = makeBackend("cpu");
    RowGradients measured([&](const Graph&) -> const Backend& { return *backend; }, config,
                          *parameters, example);
    return {measured.measure(), Probe(*backend, config, *parameters, example, {}, "small").run(0)};
}

Scope firstMixer(const Trace& trace) {
    for (const Node& node : trace.graph->nodes())
        if (mixesTokens(node.scope))
            return node.scope;
    return {};
}

void compare(double found, double expected) {
    const double allowed = 2e-5 * std::max(1.0, std::abs(expected));
    QVERIFY2(std::abs(found - expected) <= allowed,
             qPrintable(QStringLiteral("%1 instead of %2").arg(found).arg(expected)));
}

} // namespace

class TestMeasure : public QObject {
    Q_OBJECT
private slots:
    void entropy_isLogOfTheCountForEqualWeights() {
        const Tensor weights({2, 2, 4}, {0.25F, 0.25F, 0.25F, 0.25F, 1, 0, 0, 0, //
                                         0.5F, 0.5F, 0, 0, 0, 0, 0, 1});
        std::vector<double> entropies;
        for (std::size_t row = 0; row < 4; ++row)
            entropies.push_back(rowEntropy(weights.values().subspan(4 * row, 4)));
        QVERIFY(std::abs(entropies[0] - std::log(4.0)) < 1e-7);
        QCOMPARE(entropies[1], 0.0);
        QVERIFY(std::abs(entropies[2] - std::log(2.0)) < 1e-7);
        QCOMPARE(entropies[3], 0.0);
    }

    void uniformRows_countsNearlyEqualRowsAndTheirKeys() {
        const auto hidden = -std::numeric_limits<float>::infinity();
        // Nearly equal; equal over two; sharp; one cell; nothing.
        const std::vector<float> weights{0.26F, 0.24F, 0.27F, 0.23F, 0.5F, 0.5F, 0, 0, 0.9F, 0.1F,
                                         0,     0,     1,     0,     0,    0,    0, 0, 0,    0};
        const std::vector<float> logits{1,      1,      1,      1,      1,      1,     hidden,
                                        hidden, 3,      1,      hidden, hidden, 1,     hidden,
                                        hidden, hidden, hidden, hidden, hidden, hidden};
        const UniformRows found = uniformRows(weights, logits, 4);
        QCOMPARE(found.rows, Index{2});
        QCOMPARE(found.of, Index{3});
        QCOMPARE(found.fewest, Index{2});
        QCOMPARE(found.most, Index{4});
        QVERIFY(!isNearlyUniform(std::span(weights).subspan(12, 4), 1)); // it has no choice
        QCOMPARE(uniformRows({}, {}, 4).rows, Index{0});
    }

    /// A query whose keys are all hidden has weights of zero: nothing to be uncertain about.
    void silentShare_countsUpToAThreshold() {
        const std::vector<float> values{0, -0.5F, 0.005F, 2};
        QCOMPARE(silentShare(values, 0), 0.25);
        QCOMPARE(silentShare(values, 0.01F), 0.5);
        QCOMPARE(silentShare({}, 0), 0.0);
        const std::vector<float> active = activeRows(Tensor({2, 2}, {0, 1, 0, -1}), 0);
        QCOMPARE(active, (std::vector<float>{0, 2}));
    }

    void largestFirst_ordersBySizeAndKeepsTies() {
        const std::vector<float> values{1, -3, 0, 3, 2};
        QCOMPARE(largestFirst(values, 3), (std::vector<Index>{1, 3, 4}));
        QCOMPARE(largestFirst(values, 99).size(), values.size());
    }

    void tempered_goesFromTheLargestToUniform() {
        const std::vector<float> logits{1, 3, 2};
        const std::vector<double> cold = tempered(logits, 0.05);
        QVERIFY(cold[1] > 0.999999);
        const std::vector<double> hot = tempered(logits, 1e6);
        for (const double share : hot)
            QVERIFY(std::abs(share - 1.0 / 3) < 1e-5);
        QVERIFY(std::abs(entropyOf(hot) - std::log(3.0)) < 1e-9);
        // At 1 it is the softmax.
        const double sum = std::exp(1.0) + std::exp(3.0) + std::exp(2.0);
        QVERIFY(std::abs(tempered(logits, 1)[2] - std::exp(2.0) / sum) < 1e-12);
    }

    /// m after one step is (1 − β)·g; corrected it is g itself.
    void biasCorrected_removesTheStartAtZero() {
        QVERIFY(std::abs(biasCorrected(0.1 * 5, 0.9, 1) - 5) < 1e-12);
        QVERIFY(std::abs(biasCorrected(0.7, 0.9, 1000) - 0.7) < 1e-12);
    }

    void meanEntropy_comparesWithVisibleKeysAlone() {
        const float hidden = -std::numeric_limits<float>::infinity();
        // 11 tokens under a causal mask, each row even over what it sees
        std::vector<float> logits;
        std::vector<float> weights;
        for (int i = 0; i < 11; ++i)
            for (int j = 0; j < 11; ++j) {
                logits.push_back(j > i ? hidden : 0);
                weights.push_back(j > i ? 0 : 1 / static_cast<float>(i + 1));
            }
        const MeanEntropy causal = meanEntropy(weights, logits, 11);
        QVERIFY(std::abs(causal.uniform - 1.5911) < 1e-4); // not ln 11 = 2.3979
        QVERIFY(std::abs(causal.entropy - causal.uniform) < 1e-6);
        QCOMPARE(causal.fewest, Index(1));
        QCOMPARE(causal.most, Index(11));
        // 16 keys, 3 of them padding, and a row that sees none
        std::vector<float> keys(32, hidden);
        std::fill_n(keys.begin(), 13, 0.0F);
        const MeanEntropy padded = meanEntropy(std::vector<float>(32), keys, 16);
        QCOMPARE(padded.uniform, std::log(13.0));
        QCOMPARE(padded.fewest, Index(13));
        QCOMPARE(padded.most, Index(13));
    }

    void entropy_isZeroForAFullyHiddenRow() { QCOMPARE(rowEntropy(Tensor({1, 3}).values()), 0.0); }

    /// The pattern that the window draws beyond the text is the one that the model adds within it.
    void sinusoidalPositions_areThoseOfTheModel() {
        const auto trace = traceOf(Positional::Sinusoidal, false);
        const Tensor& model = *trace->find("source.position");
        const Index width = model.shape()[1];
        const Tensor formula = sinusoidalPositions(model.shape()[0], width);
        for (Index i = 0; i < model.count(); ++i) {
            compare(formula[i], model[i]);
            compare(sinusoidalPosition(static_cast<double>(i / width), i % width, width), model[i]);
        }
    }

    void sinusoidalPosition_repeatsAfterItsWavelength() {
        for (const Index feature : {0, 1, 6, 15}) {
            const double wavelength = sinusoidalWavelength(feature, 16);
            compare(sinusoidalPosition(3 + wavelength, feature, 16),
                    sinusoidalPosition(3, feature, 16));
            compare(sinusoidalPosition(wavelength / 4, feature, 16), feature % 2 == 0 ? 1 : 0);
        }
        compare(sinusoidalWavelength(0, 16), 6.283185307);
    }

    void similarities_areDotProductsAndCosines() {
        const Tensor x({3, 2}, {3, 4, -4, 3, 0, 0});
        const Tensor products = similarities(x);
        QCOMPARE(products.shape(), Shape({3, 3}));
        QCOMPARE(products[0], 25.0F);
        QCOMPARE(products[1], 0.0F);
        const Tensor angles = cosines(x);
        QCOMPARE(angles[0], 1.0F);
        QCOMPARE(angles[8], 0.0F); // a row of zeros
        const Tensor other = rowProducts(x, Tensor({1, 2}, {1, 1}));
        QCOMPARE(other.shape(), Shape({3, 1}));
        QCOMPARE(other[0], 7.0F);
    }

    void scores_areABilinearFormOfTheInputs_data() {
        QTest::addColumn<bool>("biases");
        QTest::newRow("without biases") << false;
        QTest::newRow("with biases") << true;
    }

    /// X M Xᵀ (and what the biases add) gives the scores of the trace, in self-attention and in
    /// cross-attention.
    void scores_areABilinearFormOfTheInputs() {
        QFETCH(bool, biases);
        const auto trace = traceOf(Positional::Sinusoidal, biases);
        const Graph& graph = *trace->graph;
        for (const std::string block :
             {"encoder.0.self_attn.", "decoder.0.self_attn.", "decoder.0.cross_attn."}) {
            const Node& q = graph[graph.find(block + "q")];
            const Node& k = graph[graph.find(block + "k")];
            const Tensor& queries = trace->value(q.inputs[0]);
            const Tensor& keys = trace->value(k.inputs[0]);
            const Tensor& scores = *trace->find(block + "scores");
            for (Index head = 0; head < 2; ++head) {
                const HeadWeights weights{*trace->find(block + "w_q"),
                                          *trace->find(block + "w_k"),
                                          trace->find(block + "b_q"),
                                          trace->find(block + "b_k"),
                                          head,
                                          q.shape[2]};
                const Tensor form = headForm(weights);
                const Tensor extra = biases ? biasScores(weights, queries, keys)
                                            : Tensor(Shape{queries.shape()[0], keys.shape()[0]});
                for (Index i = 0; i < queries.shape()[0]; ++i)
                    for (Index j = 0; j < keys.shape()[0]; ++j)
                        compare(formValue(form, rowOf(queries, i), rowOf(keys, j)) +
                                    extra[i * keys.shape()[0] + j],
                                scores.at({{head, i, j, 0}}));
            }
        }
    }

    void nextTokensIn_leavesOutEndAndPadding() {
        Trace trace = *traceOf(Positional::Sinusoidal, false);
        QCOMPARE(nextTokensIn(trace).total, Index{0}); // it has no words
        trace.targetVocabulary = std::make_shared<const Tokens>(
            Tokens{"<pad>", "<sos>", "<eos>", "<unk>", "a", "b", "c", "d", "e", "f", "g", "h"});
        Tensor& logits = trace.values[trace.graph->find("logits")];
        QCOMPARE(logits.shape()[0], Index{4});
        std::ranges::fill(logits.values(), 0.0f);
        logits[0 * 12 + 4] = 1; // "a"
        logits[1 * 12 + 7] = 1; // "d"
        logits[2 * 12 + 2] = 1; // "<eos>"
        trace.labels = {"a", "b", "<eos>", "<pad>"};
        trace.values[trace.graph->find("label.keep")] = Tensor(Shape{4}, {1, 1, 1, 0});
        QCOMPARE(nextTokensIn(trace).right, Index{1});
        QCOMPARE(nextTokensIn(trace).total, Index{2});
    }

    void tokenMixing_sumsToOneInEveryMixer() {
        for (const Mixer mixer : {Mixer::Attention, Mixer::Mean, Mixer::Convolution}) {
            const auto trace = mixed(mixer, Positional::None, {5, 6, 7, 8, 9, 10});
            const Tensor readers = tokenMixing(*trace, firstMixer(*trace));
            QCOMPARE(readers.shape().toString(), Shape({7, 7}).toString());
            for (Index i = 0; i < 7; ++i) {
                double sum = 0;
                for (Index j = 0; j < 7; ++j) {
                    const double share = readers.at({{i, j, 0, 0}});
                    sum += share;
                    if (mixer == Mixer::Mean)
                        compare(share, 1.0 / 7);
                    if (mixer == Mixer::Convolution)
                        QCOMPARE(share > 0, std::abs(i - j) <= 2);
                }
                compare(sum, 1);
            }
        }
    }

    /// An example whose tokens are exchanged is the other sentence, number for number.
    void tokenExchange_givesTheTraceOfTheExchangedText() {
        for (const Mixer mixer : {Mixer::Attention, Mixer::Mean, Mixer::Convolution}) {
            const auto found = mixed(mixer, Positional::Sinusoidal, {5, 6, 7, 8},
                                     TokenExchange{Axis::Source, 1, 3});
            const auto expected = mixed(mixer, Positional::Sinusoidal, {5, 8, 7, 6});
            QCOMPARE(found->sourceTokens, expected->sourceTokens);
            for (std::size_t i = 0; i < expected->values.size(); ++i)
                QVERIFY(
                    std::ranges::equal(found->values[i].values(), expected->values[i].values()));
        }
    }

    void tokenExchange_isRefusedForAMissingToken() {
        for (const Index place : {Index{-1}, Index{5}})
            QVERIFY_THROWS_EXCEPTION(Error, mixed(Mixer::Mean, Positional::None, {5, 6, 7, 8},
                                                  TokenExchange{Axis::Source, place, 1}));
    }

    /// Once rows and columns are moved back to their tokens, what is left of an exchange is what
    /// the model knows of positions.
    void tokenExchange_leavesTheEffectOfPositionsAlone_data() {
        QTest::addColumn<int>("mixer");
        QTest::addColumn<int>("positional");
        QTest::addColumn<bool>("differs");
        const auto add = [](const char* name, Mixer mixer, Positional positional, bool differs) {
            QTest::newRow(name) << static_cast<int>(mixer) << static_cast<int>(positional)
                                << differs;
        };
        add("no positions", Mixer::Attention, Positional::None, false);
        add("sinusoidal", Mixer::Attention, Positional::Sinusoidal, true);
        add("learned", Mixer::Attention, Positional::Learned, true);
        add("relative", Mixer::Attention, Positional::Relative, true);
        add("rotary", Mixer::Attention, Positional::Rotary, true);
        add("ALiBi", Mixer::Attention, Positional::Alibi, true);
        add("mean", Mixer::Mean, Positional::None, false);
        add("convolution", Mixer::Convolution, Positional::None, true);
    }
    void tokenExchange_leavesTheEffectOfPositionsAlone() {
        QFETCH(int, mixer);
        QFETCH(int, positional);
        QFETCH(bool, differs);
        const TokenExchange exchange{Axis::Source, 1, 3};
        const auto run = [&](const std::optional<TokenExchange>& exchanged) {
            const auto trace = mixed(static_cast<Mixer>(mixer), static_cast<Positional>(positional),
                                     {5, 6, 7, 8}, exchanged);
            return tokenMixing(*trace, firstMixer(*trace));
        };
        const Tensor now = run(std::nullopt);
        const Tensor moved = run(exchange);
        double largest = 0;
        for (Index i = 0; i < 5; ++i)
            for (Index j = 0; j < 5; ++j)
                largest = std::max(
                    largest, std::abs(static_cast<double>(moved.at(
                                          {{exchange.placeOf(i), exchange.placeOf(j), 0, 0}})) -
                                      now.at({{i, j, 0, 0}})));
        QCOMPARE(largest > 2e-6, differs);
    }

    void gateCourse_holdsTheGatesOfTheTimeSteps() {
        const auto trace = recurrent(Architecture::EncoderDecoder, CellKind::Gru, Alignment::Dot);
        const Scope layer = (*trace->graph)[trace->graph->find("encoder.1.states")].scope;
        const auto course = gateCourse(*trace, layer);
        QVERIFY(course);
        const Tensor& states = *trace->find("encoder.1.states");
        const Index width = states.shape()[1];
        QCOMPARE(course->padded, (std::vector<bool>{false, false, false, false, false, true}));
        QCOMPARE(course->keptShare[0], 0.0F); // nothing was there before
        for (Index t = 1; t < 5; ++t) {
            double mean = 0;
            for (Index c = 0; c < width; ++c) {
                const double z = course->gates[1].units.at({{t, c, 0, 0}});
                const std::string step = "encoder.1.t" + std::to_string(t);
                const double candidate = (*trace->find(step + ".candidate"))[c];
                compare(course->kept.at({{t, c, 0, 0}}), z * states.at({{t - 1, c, 0, 0}}));
                compare(states.at({{t, c, 0, 0}}),
                        (1 - z) * candidate + course->kept.at({{t, c, 0, 0}}));
                compare(course->gates[0].units.at({{t, c, 0, 0}}),
                        (*trace->find(step + ".reset"))[c]);
                mean += z / static_cast<double>(width);
            }
            compare(course->gates[course->keeping].mean[t], mean);
            const float share = course->keptShare[t];
            QVERIFY(share > 0);
            QVERIFY(share < 1);
        }
        const auto elman = recurrent(Architecture::EncoderDecoder, CellKind::Rnn, Alignment::Dot);
        QVERIFY(!gateCourse(*elman, layer));
    }

    void gateCourse_holdsTheGatesOfAnLstm() {
        const auto trace = recurrent(Architecture::EncoderDecoder, CellKind::Lstm, Alignment::Dot);
        const Scope layer = (*trace->graph)[trace->graph->find("encoder.1.states")].scope;
        const auto course = gateCourse(*trace, layer);
        QVERIFY(course);
        QCOMPARE(course->gates.size(), std::size_t(3));
        QCOMPARE(course->gates[course->keeping].part, std::string_view("forget_gate"));
        QCOMPARE(course->padded, (std::vector<bool>{false, false, false, false, false, true}));
        const auto gate = [&](std::size_t which, Index t, Index c) {
            return static_cast<double>(course->gates[which].units.at({{t, c, 0, 0}}));
        };
        const Tensor& states = *trace->find("encoder.1.states");
        for (Index t = 1; t < 5; ++t)
            for (Index c = 0; c < states.shape()[1]; ++c) {
                const std::string step = "encoder.1.t" + std::to_string(t);
                const std::string before = "encoder.1.t" + std::to_string(t - 1);
                const double kept = gate(1, t, c) * (*trace->find(before + ".cell"))[c];
                const double cell =
                    kept + gate(0, t, c) * (*trace->find(step + ".cell_candidate"))[c];
                compare(course->kept.at({{t, c, 0, 0}}), kept);
                compare((*trace->find(step + ".cell"))[c], cell);
                compare(states.at({{t, c, 0, 0}}), gate(2, t, c) * std::tanh(cell));
            }
    }

    void contextSum_givesTheContextOfTheTrace_data() { addAlignments(); }
    void contextSum_givesTheContextOfTheTrace() {
        const auto trace = fetchAlignment();
        const AlignmentNodes nodes = alignmentNodes(*trace->graph, alignmentOf(*trace));
        const Tensor& context = trace->value(nodes.context);
        for (Index row = 0; row < context.shape()[0]; ++row) {
            const auto sum = contextSum(*trace, nodes, row);
            QVERIFY(sum);
            for (Index c = 0; c < context.shape()[1]; ++c)
                compare(sum->context[c], context.at({{row, c, 0, 0}}));
            QCOMPARE(sum->output.empty(), nodes.output == noNode);
            for (std::size_t c = 0; c < sum->output.size(); ++c)
                compare(sum->output[c],
                        trace->value(nodes.output).at({{row, static_cast<Index>(c), 0, 0}}));
        }
    }

    void familyScores_holdTheScoresOfTheTrace_data() { addAlignments(); }
    void familyScores_holdTheScoresOfTheTrace() {
        const auto trace = fetchAlignment();
        const Scope scope = alignmentOf(*trace);
        const Tensor& scores = *trace->find("attention.scores");
        const Tensor& weights = *trace->find("attention.weights");
        for (Index row = 0; row < scores.shape()[0]; ++row) {
            const std::vector<FamilyScores> families = familyScores(*trace, scope, row);
            QCOMPARE(families.size(), std::size_t(5));
            for (const FamilyScores& one : families) {
                const bool free =
                    one.family == ScoreFamily::Dot || one.family == ScoreFamily::Scaled;
                QCOMPARE(one.own, one.family == fetchFamily());
                // Weights that the model does not have are not made up.
                QCOMPARE(one.scores.empty(), !free && !one.own);
                for (std::size_t j = 0; one.own && j < one.scores.size(); ++j) {
                    const Cell cell{{row, static_cast<Index>(j), 0, 0}};
                    compare(one.scores[j], scores.at(cell));
                    compare(one.weights[j], weights.at(cell));
                }
                for (std::size_t j = 0; j < one.scores.size(); ++j) {
                    double sum = 0;
                    for (const float term : rowOf(one.terms, static_cast<Index>(j)))
                        sum += static_cast<double>(term);
                    compare(sum, one.scores[j]);
                    if (one.family == ScoreFamily::Scaled)
                        compare(one.scores[j] * 4, families[0].scores[j]); // D is 16
                }
            }
        }
    }

    void rotaryScore_dependsOnTheOffsetAlone() {
        const auto trace = mixed(Mixer::Attention, Positional::Rotary, {5, 6, 7, 8});
        const Tensor& q = *trace->find("encoder.0.self_attn.q");
        const Tensor& k = *trace->find("encoder.0.self_attn.k");
        const Tensor& scores = *trace->find("encoder.0.self_attn.scores");
        for (Index i = 0; i < 5; ++i)
            for (Index j = 0; j < 5; ++j) {
                const auto query = rowOf(q, 5 + i); // of the second head
                const auto key = rowOf(k, 5 + j);
                compare(turnedProduct(query, i, key, j), scores.at({{1, i, j, 0}}));
                const MovedScores moved = movedScores(query, i, key, j, 1, 40);
                QVERIFY(moved.spread < 1e-9);
                const auto [least, most] = std::ranges::minmax_element(moved.keyAlone);
                QVERIFY(*most - *least > 1e-3F);
            }
    }

    void offsetBias_isThatOfTheScores_data() {
        QTest::addColumn<int>("positional");
        QTest::newRow("relative") << static_cast<int>(Positional::Relative);
        QTest::newRow("ALiBi") << static_cast<int>(Positional::Alibi);
    }
    void offsetBias_isThatOfTheScores() {
        QFETCH(int, positional);
        const auto kind = static_cast<Positional>(positional);
        const auto trace = mixed(Mixer::Attention, kind, {5, 6, 7, 8, 9});
        const NodeId node = trace->graph->find("encoder.0.self_attn.position_bias");
        const Tensor& table = trace->value(node);
        const OffsetBias bias = offsetBias(*trace, node);
        QCOMPARE(bias.slopes.empty(), kind == Positional::Relative);
        QCOMPARE(bias.reach, kind == Positional::Relative ? Index{2} : Index{0});
        for (Index h = 0; h < 2; ++h)
            for (Index i = 0; i < 6; ++i)
                for (Index j = 0; j < 6; ++j) {
                    const Index offset =
                        bias.reach > 0 ? std::clamp(j - i, -bias.reach, bias.reach) : j - i;
                    const auto at = std::ranges::find(bias.offsets, offset) - bias.offsets.begin();
                    compare(bias.byHead[h][at], table.at({{h, i, j, 0}}));
                }
        QVERIFY(
            offsetBias(*trace, trace->graph->find("encoder.0.self_attn.scores")).byHead.empty());
    }

    void normsByDistance_averagesOverEqualDistances() {
        // Two tokens of a source, two rows that read their own: one cannot be seen, one is no norm.
        const Tensor norms({2, 4}, {1, 2, 4, 0, 3, std::nanf(""), 8, 16});
        const std::vector<DistanceNorm> means = normsByDistance(norms);
        QCOMPARE(means.size(), std::size_t(4));
        QCOMPARE(means[0].distance, Index{0});
        compare(means[0].mean, 10); // 4 and 16
        compare(means[1].mean, 5);  // 2 and 8
        compare(means[1].least, 2);
        compare(means[1].most, 8);
        compare(means[2].mean, 1); // and what is no number
        QCOMPARE(means[2].count, Index{1});
        compare(means[3].mean, 3);
        QCOMPARE(distanceInTime(norms, 0, 3), Index{-1});
    }

    void rowGradients_areOfOneLossEach_data() {
        QTest::addColumn<int>("family");
        QTest::newRow("transformer") << static_cast<int>(Family::Transformer);
        QTest::newRow("recurrent") << static_cast<int>(Family::Recurrent);
    }
    /// Nobody but the last row reads the last token, so of it the gradient of all losses together
    /// says the same; and no row hangs on what comes after it.
    void rowGradients_areOfOneLossEach() {
        QFETCH(int, family);
        ModelConfig config = narrowModel(Architecture::EncoderDecoder);
        config.family = static_cast<Family>(family);
        config.alignment = Alignment::General;
        ProbeExample example;
        example.source = {5, 6, 7};
        example.target = {9, 10, 11};
        const auto [norms, trace] = rowGradients(config, example);
        QCOMPARE(norms.shape().toString(), Shape({4, 8}).toString());
        const Tensor& gradient = *trace->find("grad/target.embedded");
        compare(norms.at({{3, 7, 0, 0}}), 4 * lengthOf(rowOf(gradient, 3)));
        for (Index row = 0; row < 4; ++row)
            for (Index token = 0; token < 8; ++token)
                QCOMPARE(norms.at({{row, token, 0, 0}}) > 0, token <= 4 + row);
    }

    /// Hidden characters alone have a label: where there is one, its loss is the loss.
    void rowGradients_areZeroWithoutALabel() {
        const ModelConfig config = narrowModel(Architecture::Encoder);
        ProbeExample example;
        example.source = {5, 6, 7};
        example.target = {padId, 10, padId};
        example.target.ends = false;
        const auto [norms, trace] = rowGradients(config, example);
        const Tensor& gradient = *trace->find("grad/source.embedded");
        for (Index row = 0; row < norms.shape()[0]; ++row)
            for (Index token = 0; token < 3; ++token)
                compare(norms.at({{row, token, 0, 0}}),
                        row == 1 ? lengthOf(rowOf(gradient, token)) : 0);
    }

    /// An opened model reads its tokens as they are: none is put before or behind them.
    void rowGradients_ofExactIdsHaveARowForEachToken() {
        ModelConfig config = narrowModel(Architecture::Decoder);
        config.exactIds = true;
        ProbeExample example;
        example.target = {9, 10, 11, 8};
        const auto [norms, trace] = rowGradients(config, example);
        QCOMPARE(norms.shape().toString(), Shape({4, 4}).toString());
        QCOMPARE(trace->targetTokens.size(), std::size_t{4});
        // Nothing follows the last one; what the one before it says is said by no other row.
        for (Index row = 0; row < 4; ++row)
            for (Index token = 0; token < 4; ++token)
                QCOMPARE(norms.at({{row, token, 0, 0}}) > 0, row < 3 && token <= row);
        compare(norms.at({{2, 2, 0, 0}}),
                3 * lengthOf(rowOf(*trace->find("grad/target.embedded"), 2)));

        config = narrowModel(Architecture::Encoder);
        config.exactIds = true;
        example.source = {5, 6, 7};
        example.target = {8, 9, 10};
        example.target.keep = {false, true, false};
        const auto [ofLabel, encoded] = rowGradients(config, example);
        QCOMPARE(ofLabel.shape().toString(), Shape({3, 3}).toString());
        const Tensor& gradient = *encoded->find("grad/source.embedded");
        for (Index row = 0; row < 3; ++row)
            for (Index token = 0; token < 3; ++token)
                compare(ofLabel.at({{row, token, 0, 0}}),
                        row == 1 ? lengthOf(rowOf(gradient, token)) : 0);
    }

    void weightedSum_endsAtTheRowOfTheTrace() {
        const auto trace = traceOf(Positional::Learned, false);
        const Tensor& weights = *trace->find("decoder.0.cross_attn.weights");
        const Tensor& values = *trace->find("decoder.0.cross_attn.v");
        const Tensor& heads = *trace->find("decoder.0.cross_attn.heads");
        for (const bool largestFirst : {false, true}) {
            const WeightedSum sum = weightedSum(weights, values, 1, 2, largestFirst);
            const Index keys = values.shape()[1];
            for (Index k = 0; k < values.shape()[2]; ++k) {
                const Index first = sum.keys[0];
                compare(sum.terms[k],
                        weights.at({{1, 2, first, 0}}) * values.at({{1, first, k, 0}}));
                compare(sum.sums[(keys - 1) * values.shape()[2] + k], heads.at({{1, 2, k, 0}}));
            }
            for (std::size_t i = 1; largestFirst && i < sum.keys.size(); ++i)
                QVERIFY(weights.at({{1, 2, sum.keys[i - 1], 0}}) >=
                        weights.at({{1, 2, sum.keys[i], 0}}));
        }
    }
};

} // namespace gf::tst_measure

#include "tests/entry.h"
GF_APPLESS_TEST(tst_measure, TestMeasure)
#include "tst_measure.moc"
