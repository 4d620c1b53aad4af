// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/flops.h"
#include "core/measure/cost.h"
#include "core/measure/residual_stream.h"
#include "core/measure/token_losses.h"
#include "core/ops/subgraph.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/cost_timing.h"
#include "core/train/forward_from_step.h"
#include "core/train/lens.h"
#include "core/train/padding.h"
#include "core/train/patch.h"
#include "core/train/shuffle.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace gf::tst_lab_runs {

namespace {

/// A model with random weights and what runs it.
struct Subject {
    explicit Subject(const ModelConfig& model, const char* name = "eigen")
        : config(model), parameters(makeParameters(model)), backend(makeBackend(name)) {
        initialize(*parameters, config, 3);
    }
    ProbedModel probed() const { return {*backend, config, *parameters}; }

    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
};

ModelConfig small(Architecture architecture = Architecture::EncoderDecoder,
                  Positional positional = Positional::Sinusoidal) {
    ModelConfig config;
    config.architecture = architecture;
    config.positional = positional;
    config.dModel = 32;
    config.dFf = 48;
    config.sourceVocab = config.targetVocab = 12;
    return config;
}

ProbeExample exampleFor(const ModelConfig& config, TokenId first) {
    ProbeExample example;
    if (config.hasEncoder())
        example.source = {first, 6, 7, 8, 9};
    example.target = config.hasDecoder() ? Sequence{6, 7, first} : Sequence{6, 7, 8, 9, first};
    if (!config.hasEncoder())
        example.target = {first, 7, 6};
    example.gradients = false;
    return example;
}

constexpr Architecture architectures[] = {Architecture::EncoderDecoder, Architecture::Encoder,
                                          Architecture::Decoder};

/// The layers' parts of `trace`, where they are handed on.
std::vector<NodeId> boundariesOf(const Trace& trace) {
    return layerBoundaries(*trace.graph, residualStreams(*trace.graph).back());
}

double largestOf(const ShuffleResult& result, const std::string& name) {
    for (const ShuffledStep& step : result.steps)
        if ((*result.original->graph)[step.node].name == name)
            return step.difference;
    return -1;
}

const std::vector<Index> backwards{4, 2, 0, 3, 1};

/// Fresh models of every architecture with their norms at either place, on both backends, and what
/// each makes of an example.
void forEveryNorm(const std::function<void(const Subject&, const Trace&)>& check) {
    for (const char* const backend : {"eigen", "cpu"})
        for (const Architecture architecture : architectures)
            for (const Norm norm : {Norm::Pre, Norm::Post}) {
                ModelConfig config = small(architecture);
                config.norm = norm;
                const Subject subject(config, backend);
                check(subject, *subject.probed().run(exampleFor(config, 5)));
            }
}

} // namespace

/// The labs that run a model again.
class TestLabRuns : public QObject {
    Q_OBJECT

private slots:
    // ---- cost --------------------------------------------------------------------------------

    /// 2·M²·D a layer and so on, whatever the lengths.
    void cost_isWhatTheFormulasSay() {
        ModelConfig config = small();
        config.layers = 3;
        for (const auto& [m, n] : {std::pair<Index, Index>{1, 1}, {7, 5}, {13, 11}, {64, 3}}) {
            const ModelGraph built =
                buildModel(config, {.sourceLength = m, .targetLength = n, .loss = false});
            const Cost cost = costOf(*built.graph);
            const auto number = [](Index value) { return static_cast<double>(value); };
            const Index d = config.dModel;
            const Index layers = config.layers;
            QCOMPARE(cost.of(CostPart::EncoderSelfAttention), number(layers * 2 * m * m * d));
            QCOMPARE(cost.of(CostPart::CrossAttention), number(layers * 2 * m * n * d));
            QCOMPARE(cost.of(CostPart::DecoderSelfAttention), number(layers * 2 * n * n * d));
            QCOMPARE(cost.of(CostPart::FeedForward), number(layers * 2 * (m + n) * d * config.dFf));
            // W_Q, W_K, W_V, W_O of both self-attentions; W_Q and W_O of N and W_K and W_V of M.
            QCOMPARE(cost.of(CostPart::Projections),
                     number(layers * (4 * m + 4 * n + 2 * n + 2 * m) * d * d));
            QCOMPARE(cost.of(CostPart::Output), number(n * d * config.targetVocab));
            QCOMPARE(cost.total, std::accumulate(cost.byPart.begin(), cost.byPart.end(), 0.0));
        }
    }

    /// A recurrence waits for each token before, attention for its layers. A recurrence's second
    /// layer begins on the first state of the first: T + L links, the output's being one of them.
    void chains_growWithTheTokensOfARecurrenceAlone() {
        ModelConfig config = small(Architecture::Encoder);
        const auto chainOf = [&](Index length) {
            return costOf(*buildModel(config, {.sourceLength = length, .loss = false}).graph).chain;
        };
        QCOMPARE(chainOf(4), chainOf(40));
        config.family = Family::Recurrent;
        config.alignment = Alignment::None;
        for (const Index layers : {1, 2, 3}) {
            config.layers = layers;
            for (const Index tokens : {1, 4, 40})
                QCOMPARE(chainOf(tokens), tokens + layers);
        }
    }

    void everyFamily_hasACostInItsParts() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const ModelGraph built =
                buildModel(family.config, {.sourceLength = family.config.hasEncoder() ? 3 : 0,
                                           .targetLength = family.config.hasDecoder() ? 3 : 0,
                                           .loss = false});
            const Cost cost = costOf(*built.graph);
            QVERIFY2(cost.of(CostPart::Output) > 0, family.name.c_str());
            // As the graph itself is counted: a multiplication and an addition each.
            QCOMPARE(2 * cost.total, productFlops(*built.graph, 1));
            QCOMPARE(cost.of(CostPart::Recurrence) > 0, family.config.isRecurrent());
            QCOMPARE(cost.of(CostPart::Projections) > 0, family.config.hasHeads());
        }
    }

    /// What a graph would count at other lengths is what the graph of those lengths counts.
    void everyFamily_costsAtOtherLengthsWhatItsGraphCountsThere() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const auto built = [&](Index source, Index target) {
                return buildModel(family.config,
                                  {.sourceLength = family.config.hasEncoder() ? source : 0,
                                   .targetLength = family.config.hasDecoder() ? target : 0,
                                   .loss = false})
                    .graph;
            };
            const auto graph = built(3, 4);
            const Cost there = costOf(*built(7, 5));
            const Cost scaled = costAt(*graph, 7, 5);
            for (std::size_t i = 0; i < costParts; ++i)
                QVERIFY2(std::abs(scaled.byPart[i] - there.byPart[i]) < 1e-6,
                         (family.name + " " + std::string(nameOf(static_cast<CostPart>(i))) + ": " +
                          std::to_string(scaled.byPart[i]) + " is not " +
                          std::to_string(there.byPart[i]))
                             .c_str());
            QCOMPARE(scaled.total, there.total);
        }
    }

    /// The formulas of one layer are what graphs of such layers count.
    void mixing_costsWhatGraphsCount() {
        ModelConfig config = small(Architecture::Encoder);
        config.layers = 1;
        config.kernelReach = 1;
        const Index d = config.dModel;
        for (const Index tokens : {1, 5, 64}) {
            config.maxLength = 64;
            const auto costWith = [&](const auto& change) {
                ModelConfig other = config;
                change(other);
                return costOf(*buildModel(other, {.sourceLength = tokens, .loss = false}).graph);
            };
            const Cost attention = costWith([](ModelConfig&) {});
            QCOMPARE(attention.of(CostPart::EncoderSelfAttention),
                     mixingCost(Mixing::Attention, tokens, d));
            QCOMPARE(attention.of(CostPart::Projections),
                     mixingCost(Mixing::Projections, tokens, d));
            const Cost mean = costWith([](ModelConfig& c) { c.mixer = Mixer::Mean; });
            QCOMPARE(mean.of(CostPart::Mixing), mixingCost(Mixing::Mean, tokens, d));
            const Cost window = costWith([](ModelConfig& c) { c.mixer = Mixer::Convolution; });
            QCOMPARE(window.of(CostPart::Mixing), mixingCost(Mixing::Convolution, tokens, d));
            const Cost cell = costWith([](ModelConfig& c) {
                c.family = Family::Recurrent;
                c.alignment = Alignment::None;
            });
            QCOMPARE(cell.of(CostPart::Recurrence), mixingCost(Mixing::Recurrence, tokens, d));
        }
        // 2·M²·k reaches 4·M·k² where M is 2k.
        QCOMPARE(mixingCost(Mixing::Attention, 2 * d, d),
                 mixingCost(Mixing::Projections, 2 * d, d));
    }

    void milliseconds_areMeasuredWherePartsAre() {
        const Subject subject(small(), "cpu");
        const ModelGraph built =
            buildModel(subject.config, {.sourceLength = 5, .targetLength = 4, .loss = false});
        for (std::size_t i = 0; i < costParts; ++i) {
            const auto part = static_cast<CostPart>(i);
            const double time =
                millisecondsOf(*subject.backend, *subject.parameters, *built.graph, part);
            QCOMPARE(time > 0, costOf(*built.graph).of(part) > 0);
        }
    }

    /// The measured costs are of the same parts as the counted ones, for more tokens than the model
    /// reads as well.
    void measuredCosts_haveWhatIsCounted() {
        const ModelConfig config = small();
        const auto backend = makeBackend("cpu");
        const Index longer = config.maxLength + 3;
        const MeasuredCost measured = measureCost(*backend, config, longer, 4);
        ModelConfig roomy = config;
        roomy.maxLength = longer;
        const Cost counted = costOf(
            *buildModel(roomy, {.sourceLength = longer, .targetLength = 4, .loss = false}).graph);
        for (std::size_t i = 0; i < costParts; ++i)
            QCOMPARE(measured.milliseconds[i] > 0, counted.byPart[i] > 0);
        QCOMPARE(measured.instead.size(), std::size_t(4));
        QCOMPARE(measured.instead[0].multiplications, counted.total);
        QVERIFY(measured.instead[3].chain > measured.instead[0].chain);
        for (const PassCost& pass : measured.instead)
            QVERIFY(pass.milliseconds > 0);
    }

    void everyFamily_hasATimeOfAWholePass() {
        const auto backend = makeBackend("cpu");
        for (const test::FamilyModel& family : test::everyModel())
            QVERIFY2(millisecondsOfPass(*backend, family.config, family.config.hasEncoder() ? 2 : 0,
                                        family.config.hasDecoder() ? 2 : 0) > 0,
                     family.name.c_str());
    }

    // ---- tails, lens, patch -----------------------------------------------------------------

    /// The rest of the model from every layer on gives what the whole gave, on both backends.
    void tails_giveTheModelsOwnBits() {
        forEveryNorm([](const Subject& subject, const Trace& trace) {
            const NodeId logits = trace.graph->find("logits");
            for (const NodeId from : boundariesOf(trace)) {
                ForwardFromStep forward(*subject.backend, *subject.parameters, trace, from, logits);
                QVERIFY(test::sameBits(forward.run(trace.value(from)).values(),
                                       trace.value(logits).values()));
            }
        });
    }

    void lens_endsInTheModelsOwnProbabilities() {
        forEveryNorm([](const Subject& subject, const Trace& trace) {
            const auto layers = lens(*subject.backend, *subject.parameters, trace);
            QCOMPARE(layers.size(), std::size_t(subject.config.layers + 1));
            QVERIFY(test::sameBits(layers.back().probabilities.values(),
                                   trace.find("probabilities")->values()));
            QVERIFY(!test::sameBits(layers.front().probabilities.values(),
                                    layers.back().probabilities.values()));
        });
    }

    /// Each family has a lens or a sentence.
    void everyFamily_hasALensOrSaysWhyNot() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const ModelConfig& config = family.config;
            const Subject subject(config);
            const auto trace = subject.probed().run(drawnExample(config, 1));
            try {
                const auto layers = lens(*subject.backend, *subject.parameters, *trace);
                QVERIFY2(!config.isRecurrent() && config.output != Output::Values,
                         family.name.c_str());
                QVERIFY(test::sameBits(layers.back().probabilities.values(),
                                       trace->find("probabilities")->values()));
            } catch (const Error&) {
                QVERIFY2(config.isRecurrent() || config.output == Output::Values,
                         family.name.c_str());
            }
        }
    }

    /// To the bit, in every cell.
    void aCellPatchedWithItself_changesNothing() {
        for (const Architecture architecture : architectures) {
            const ModelConfig config = small(architecture);
            const Subject subject(config);
            const auto own = subject.probed().run(exampleFor(config, 5));
            const auto other = subject.probed().run(exampleFor(config, 10));
            Patch patch(*subject.backend, *subject.parameters, own, own, answerColumns(*other));
            for (std::size_t s = 0; s < patch.stacks().size(); ++s)
                for (std::size_t layer = 0; layer < patch.stacks()[s].rows.size(); ++layer)
                    for (Index token = 0; token < patch.stacks()[s].tokens; ++token)
                        QVERIFY(test::sameBits(patch.logits(s, layer, token, 1).values(),
                                               own->find("logits")->values()));
        }
    }

    /// Of a model with one stack any layer will do, of two the last one of the decoder.
    void allCellsOfALayer_giveTheOtherAnswer() {
        for (const Architecture architecture : architectures) {
            const ModelConfig config = small(architecture);
            const Subject subject(config);
            const auto own = subject.probed().run(exampleFor(config, 5));
            const auto other = subject.probed().run(exampleFor(config, 10));
            Patch patch(*subject.backend, *subject.parameters, own, other, answerColumns(*other));
            const std::size_t stack = patch.stacks().size() - 1;
            const std::size_t layers = patch.stacks()[stack].rows.size();
            const bool isOne = patch.stacks().size() == 1;
            for (std::size_t layer = isOne ? 0 : layers - 1; layer < layers; ++layer) {
                const Tensor all = patch.logits(stack, layer, 0, patch.stacks()[stack].tokens);
                QVERIFY(test::sameBits(all.values(), other->find("logits")->values()));
                QCOMPARE(patch.restored(all), 1.0);
            }
        }
    }

    /// Where the decoder reads the same, the source is all that differs.
    void allCellsOfTheEncoder_giveTheOtherAnswerToTheSameTarget() {
        const ModelConfig config = small();
        const Subject subject(config);
        ProbeExample second = exampleFor(config, 10);
        const auto other = subject.probed().run(second);
        second.source = exampleFor(config, 5).source;
        const auto own = subject.probed().run(second);
        Patch patch(*subject.backend, *subject.parameters, own, other, answerColumns(*other));
        for (std::size_t layer = 0; layer < patch.stacks()[0].rows.size(); ++layer)
            QVERIFY(test::sameBits(patch.logits(0, layer, 0, 6).values(),
                                   other->find("logits")->values()));
        QCOMPARE(patch.stacks()[0].rows.size(), std::size_t(3));
        QCOMPARE(patch.stacks()[0].tokens, Index(6));
        QVERIFY(std::abs(patch.restored(*own->find("logits"))) < 1e-12);
    }

    void everyFamily_canBePatchedOrSaysWhyNot() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const ModelConfig& config = family.config;
            const Subject subject(config);
            const auto own = subject.probed().run(drawnExample(config, 1));
            const auto other = subject.probed().run(drawnExample(config, 2));
            const bool hasGrid = !config.isRecurrent() && config.output != Output::Values;
            try {
                Patch patch(*subject.backend, *subject.parameters, own, other,
                            answerColumns(*other));
                QVERIFY2(hasGrid, family.name.c_str());
                for (std::size_t stack = 0; stack < patch.stacks().size(); ++stack) {
                    const PatchStack& of = patch.stacks()[stack];
                    const Index layers = std::ssize(of.rows) - 1;
                    QVERIFY(layers == encoderOf(config).layers ||
                            layers == decoderOf(config).layers);
                    for (std::size_t layer = 0; layer < of.rows.size(); ++layer)
                        for (Index token = 0; token < of.tokens; ++token)
                            QCOMPARE(patch.logits(stack, layer, token, 1).shape(),
                                     own->find("logits")->shape());
                }
            } catch (const Error& error) {
                QVERIFY2(!hasGrid, (family.name + ": " + error.what()).c_str());
            }
        }
    }

    void examplesOfOtherLengths_areRefused() {
        const ModelConfig config = small();
        const Subject subject(config);
        ProbeExample longer = exampleFor(config, 5);
        longer.source.ids.push_back(6);
        const auto own = subject.probed().run(exampleFor(config, 5));
        const auto other = subject.probed().run(longer);
        QVERIFY_THROWS_EXCEPTION(
            Error, Patch(*subject.backend, *subject.parameters, own, other, answerColumns(*other)));
    }

    // ---- shuffle -----------------------------------------------------------------------------

    void withoutPositions_everyMatrixMovesAlong() {
        for (const Mixer mixer : {Mixer::Attention, Mixer::Mean}) {
            ModelConfig config = small(Architecture::EncoderDecoder, Positional::None);
            config.mixer = mixer;
            const Subject subject(config);
            const ShuffleResult result =
                shuffle(subject.probed(), exampleFor(config, 5), backwards);
            for (const ShuffledStep& step : result.steps)
                QVERIFY2(step.difference <= 1e-9,
                         (*result.original->graph)[step.node].name.c_str());
            // Where nothing is added over tokens, to the bit.
            for (const char* const name : {"source.embedded", "source.input"})
                QCOMPARE(largestOf(result, name), 0.0);
            if (mixer == Mixer::Attention)
                for (const char* const name :
                     {"encoder.0.self_attn.q", "encoder.0.self_attn.k", "encoder.0.self_attn.v",
                      "encoder.0.self_attn.scores", "encoder.0.self_attn.masked"})
                    QCOMPARE(largestOf(result, name), 0.0);
        }
    }

    void withPositions_theyAreTheFirstThatDiffer() {
        const ModelConfig config = small();
        const Subject subject(config);
        const ShuffleResult result = shuffle(subject.probed(), exampleFor(config, 5), backwards);
        QCOMPARE(largestOf(result, "source.embedded"), 0.0);
        QVERIFY(largestOf(result, "source.position") > 0.1);
        QVERIFY(largestOf(result, "encoder.0.self_attn.scores") > 1e-4);
        QVERIFY(largestOf(result, "logits") > 1e-4);
        // The end stays where it is.
        QCOMPARE(result.original->sourceTokens.back(), result.shuffled->sourceTokens.back());
        QCOMPARE(result.shuffled->sourceTokens[0], result.original->sourceTokens[4]);
    }

    void theSameOrder_differsNowhere() {
        const ModelConfig config = small();
        const Subject subject(config);
        for (const ShuffledStep& step :
             shuffle(subject.probed(), exampleFor(config, 5), {0, 1, 2, 3, 4}).steps)
            QCOMPARE(step.difference, 0.0);
    }

    /// A tour through the same cities, whatever order they are told in.
    void theSalesman_isBlindToTheOrderOfItsCities() {
        const auto task = test::smallTask("salesman");
        const ModelConfig config = test::smallModel(*task);
        const Subject subject(config);
        const ExampleData data = exampleData(task->showcase(), task->form(), nullptr, nullptr);
        ProbeExample example;
        example.source = data.source;
        example.target = data.target;
        example.gradients = false;
        const Index cities = example.source.length(config.features);
        const ShuffleResult result = shuffle(subject.probed(), example, drawnOrder(cities, 4));
        QVERIFY(result.original->sourceTokens == result.shuffled->sourceTokens); // counted
        for (const ShuffledStep& step : result.steps) {
            const Node& node = (*result.original->graph)[step.node];
            QVERIFY2(step.difference <= 1e-9, node.name.c_str());
            QVERIFY2(node.role == Role::Forward,
                     node.name.c_str()); // names of cities are no values
        }
    }

    void wrongOrders_areRefused() {
        const ModelConfig config = small();
        const ProbeExample example = exampleFor(config, 5);
        for (const std::vector<Index>& order :
             {std::vector<Index>{0, 1, 2, 3}, {0, 1, 2, 3, 5}, {0, 0, 1, 2, 3}, {-1, 0, 1, 2, 3}})
            QVERIFY_THROWS_EXCEPTION(Error, shuffled(example, order, config));
        const ModelConfig alone = small(Architecture::Decoder);
        QVERIFY_THROWS_EXCEPTION(Error, shuffled(exampleFor(alone, 5), {}, alone));
    }

    void everyFamily_canBeShuffledOrSaysWhyNot() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            const ProbeExample example = drawnExample(family.config, 1);
            const Index tokens = example.source.length(family.config.features);
            const auto result = [&] {
                return shuffle(subject.probed(), example, drawnOrder(tokens, 2));
            };
            if (!family.config.hasEncoder()) {
                QVERIFY_THROWS_EXCEPTION(Error, result());
                continue;
            }
            const ShuffleResult found = result();
            QVERIFY2(!found.steps.empty(), family.name.c_str());
            const bool isSet = !family.config.isRecurrent() &&
                               family.config.positional == Positional::None &&
                               family.config.mixer != Mixer::Convolution;
            for (const ShuffledStep& step : found.steps)
                QVERIFY2(!isSet || step.difference <= 1e-9,
                         (family.name + (*found.original->graph)[step.node].name).c_str());
        }
    }

    // ---- padding -----------------------------------------------------------------------------

    void paddedBatches_equalSingleRuns() {
        for (const Architecture architecture : architectures) {
            const ModelConfig config = small(architecture);
            const Subject subject(config);
            const PaddingLosses losses =
                paddingLosses(subject.probed(), exampleFor(config, 5), {3, 2, 1}, 5);
            QVERIFY(std::abs(losses.masked - losses.single) < 1e-6);
            QVERIFY(std::abs(losses.million - losses.single) < 1e-6);
            // A decoder alone never reads what comes later.
            QCOMPARE(std::abs(losses.unmasked - losses.single) > 1e-4,
                     architecture != Architecture::Decoder);
        }
    }

    /// Source and target padded each by its own count: the labels cost what they cost alone.
    void ownPaddings_leaveTheLossesOfTheLabels() {
        for (const Architecture architecture : architectures) {
            const ModelConfig config = small(architecture);
            const Subject subject(config);
            ProbeExample example = exampleFor(config, 5);
            const auto alone = subject.probed().run(example);
            example.padding = 2;
            example.targetPadding = config.hasDecoder() ? 4 : 2;
            const auto padded = subject.probed().run(example);
            const std::vector<TokenLoss> single = tokenLosses(*alone);
            const std::vector<TokenLoss> losses = tokenLosses(*padded);
            QCOMPARE(losses.size(), single.size() + *example.targetPadding);
            if (config.hasEncoder())
                QCOMPARE(padded->sourceTokens.size(), alone->sourceTokens.size() + 2);
            const Tensor& probabilities = *padded->find("probabilities");
            double all = 0;
            double counted = 0;
            for (std::size_t t = 0; t < losses.size(); ++t) {
                const auto label = static_cast<Index>((*padded->find("label.ids"))[t]);
                const double loss = -std::log(
                    static_cast<double>(probabilities.at(Cell{{static_cast<Index>(t), label}})));
                QVERIFY(std::abs(losses[t].loss - loss) < 1e-4);
                QCOMPARE(losses[t].counts, t < single.size());
                QCOMPARE(label == padId, t >= single.size());
                if (t < single.size()) {
                    QVERIFY(std::abs(losses[t].loss - single[t].loss) < 1e-5);
                    counted += loss;
                }
                all += loss;
            }
            const BatchLosses mean = batchLosses(std::vector{padded});
            QCOMPARE(mean.labels, static_cast<Index>(single.size()));
            QCOMPARE(mean.places, static_cast<Index>(losses.size()));
            QVERIFY(std::abs(mean.masked - static_cast<double>((*padded->find("loss"))[0])) < 1e-5);
            QVERIFY(std::abs(mean.masked - counted / static_cast<double>(single.size())) < 1e-4);
            QVERIFY(std::abs(mean.unmasked - all / static_cast<double>(losses.size())) < 1e-4);
        }
    }

    void aHiddenRow_isZeroOrUniform() {
        const std::vector<float> scores{3, -1, 0.5F};
        QCOMPARE(weightsWithin(scores, 0, PaddingMask::Infinity), (std::vector<double>{0, 0, 0}));
        for (const double weight : weightsWithin(scores, 0, PaddingMask::Million))
            QVERIFY(std::abs(weight - 1.0 / 3) < 1e-12);
        const auto two = weightsWithin(scores, 2, PaddingMask::Infinity);
        QVERIFY(std::abs(two[0] + two[1] - 1) < 1e-12);
        QCOMPARE(two[2], 0.0);
        QVERIFY(weightsWithin(scores, 0, PaddingMask::None)[0] > 0.8);
        QVERIFY(weightsWithin({}, 0, PaddingMask::Million).empty());
    }

    void everyFamily_canBePaddedOrSaysWhyNot() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            const ProbeExample example = drawnExample(family.config, 1);
            try {
                const PaddingLosses losses = paddingLosses(subject.probed(), example, {2, 1}, 1);
                QVERIFY2(std::abs(losses.masked - losses.single) < 1e-5, family.name.c_str());
            } catch (const Error&) {
                QVERIFY2(family.config.isRecurrent() || family.config.mixer != Mixer::Attention,
                         family.name.c_str());
            }
        }
    }

    // ---- what is no number ------------------------------------------------------------------

    void weightsThatAreNoNumbers_areRunAsWell() {
        for (const float wrong :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            const ModelConfig config = small();
            const Subject subject(config);
            subject.parameters->writable("encoder.0.self_attn.w_q")[0] = wrong;
            const auto own = subject.probed().run(exampleFor(config, 5));
            const auto other = subject.probed().run(exampleFor(config, 10));
            QCOMPARE(lens(*subject.backend, *subject.parameters, *own).size(), std::size_t(3));
            Patch patch(*subject.backend, *subject.parameters, own, other, answerColumns(*other));
            QCOMPARE(patch.logits(0, 0, 0, 1).shape(), own->find("logits")->shape());
            QVERIFY(!shuffle(subject.probed(), exampleFor(config, 5), backwards).steps.empty());
            paddingLosses(subject.probed(), exampleFor(config, 5), {1}, 1);
        }
    }
};

} // namespace gf::tst_lab_runs

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_runs, TestLabRuns)
#include "tst_lab_runs.moc"
