// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/attribution.h"
#include "core/measure/rollout.h"
#include "core/measure/score_split.h"
#include "core/measure/soft_dictionary.h"
#include "core/measure/token_mixing.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/ablation.h"
#include "core/train/generate.h"
#include "core/train/length_ladder.h"
#include "core/train/linearity.h"
#include "core/train/verify.h"
#include "core/train/writing_comparison.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace gf::tst_lab_attention {

namespace {

struct Subject {
    explicit Subject(const ModelConfig& model)
        : config(model), parameters(makeParameters(model)), backend(makeBackend("eigen")) {
        initialize(*parameters, config, 3);
    }
    ProbedModel probed() const { return {*backend, config, *parameters}; }
    std::shared_ptr<const Trace> run(const std::vector<Intervention>& changes = {}) const {
        return probed().run(drawnExample(config, 1), changes);
    }

    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
};

ModelConfig small(Architecture architecture = Architecture::EncoderDecoder) {
    ModelConfig config;
    config.architecture = architecture;
    config.dModel = 32;
    config.dFf = 48;
    config.sourceVocab = config.targetVocab = 12;
    return config;
}

/// All of it.
Ablation ablated(const ModelConfig& model, const AblationSubject& subject, bool pairs,
                 StandIn standIn = StandIn::Zero) {
    AblationRun run(model, subject, pairs, standIn);
    while (run.advance() < 1) {
    }
    return run.found();
}

/// The scopes of sub-layers that suit.
std::vector<Scope> scopesOf(const Trace& trace, bool attention) {
    std::vector<Scope> scopes;
    for (const Node& node : trace.graph->nodes())
        if (node.role == Role::Forward && node.part == "output" &&
            (node.scope.isAttention() || (!attention && mixesTokens(node.scope))))
            scopes.push_back(node.scope);
    return scopes;
}

/// Norms and biases that are not the identity.
void unsettle(Parameters& parameters) {
    std::uint64_t stream = 1;
    for (const auto& entry : parameters.entries())
        if (entry.shape.rank() == 1)
            for (float& value : parameters.writable(entry))
                value = static_cast<float>(0.5 + normal(5, 7, stream++) / 3);
}

/// Whether the parts add up.
void verifyAttribution(const Attribution& found, const std::string& name) {
    const double apart = std::abs(found.sum() - found.logit);
    QVERIFY2(apart <= 1e-5 * std::max(1.0, std::abs(found.logit)),
             (name + ": " + std::to_string(found.sum()) + " is not " + std::to_string(found.logit))
                 .c_str());
}

/// Whether every score of every head is the sum of its parts; `trace` has one cell or more.
void verifySplits(const Trace& trace, const std::string& name) {
    for (const Scope& attention : scopesOf(trace, true)) {
        const Shape shape = trace.value(trace.graph->find(attention, "weights")).shape();
        for (Index head = 0; head < shape[0]; ++head)
            for (const auto& [i, j] :
                 {std::pair<Index, Index>{0, 0}, {shape[1] - 1, 0}, {0, shape[2] - 1}}) {
                const ScoreSplit split = splitScore(trace, attention, head, i, j);
                QCOMPARE(split.terms.size(), split.queryParts.size() * split.keyParts.size());
                const double apart = std::abs(split.sum() - split.score);
                QVERIFY2(apart <= 1e-5 * std::max(1.0, std::abs(split.score)), name.c_str());
            }
    }
}

} // namespace

/// The labs that look at attention.
class TestLabAttention : public QObject {
    Q_OBJECT

private slots:
    // ---- score -------------------------------------------------------------------------------

    void splits_addUpToTheScoreInEveryFamily() {
        for (const test::FamilyModel& family : test::everyModel()) {
            for (const Norm norm : {Norm::Pre, Norm::Post}) {
                ModelConfig config = family.config;
                config.norm = norm;
                config.attentionBias =
                    norm == Norm::Post ? AttentionBias::All : AttentionBias::None;
                const Subject subject(config);
                unsettle(*subject.parameters);
                verifySplits(*subject.run(), family.name);
            }
        }
    }

    /// Position and token are parts of their own, and each sub-layer before is.
    void splits_nameWhatWasAdded() {
        const Subject subject(small());
        const auto trace = subject.run();
        const Scope attention = (*trace->graph)[trace->graph->find("decoder.1.cross_attn.q")].scope;
        const ScoreSplit split = splitScore(*trace, attention, 0, 1, 0);
        QCOMPARE(split.queryParts,
                 (std::vector<std::string>{"target.embedded", "target.position",
                                           "decoder.0.self_attn.output",
                                           "decoder.0.cross_attn.output", "decoder.0.ffn.output",
                                           "decoder.1.self_attn.output", "biases"}));
        QCOMPARE(split.keyParts.front(), std::string("source.embedded"));
        QCOMPARE(split.keyParts.size(), std::size_t(7)); // and two layers of two, and biases
    }

    void splits_countWhatAPersonChanged() {
        const Subject subject(small());
        Edit edit{Edit::Kind::Set, 2, {}};
        edit.cells[1] = only(3);
        for (const char* const node :
             {"encoder.0.residual1", "encoder.0.norm1.output", "encoder.0.self_attn.q",
              "encoder.0.self_attn.w_k", "encoder.0.norm1.gain", "encoder.1.self_attn.scores"})
            verifySplits(*subject.run({{node, edit}}), node);
    }

    void splits_ofWhatIsNoAttention_areRefused() {
        const Subject subject(small());
        const auto trace = subject.run();
        const Scope logits = (*trace->graph)[trace->graph->find("logits")].scope;
        QVERIFY_THROWS_EXCEPTION(Error, splitScore(*trace, logits, 0, 0, 0));
    }

    // ---- attribution -------------------------------------------------------------------------

    void attributions_addUpToTheLogitInEveryFamily() {
        int added = 0;
        for (const test::FamilyModel& family : test::everyModel())
            for (const Norm norm : {Norm::Pre, Norm::Post}) {
                ModelConfig config = family.config;
                config.norm = norm;
                const Subject subject(config);
                unsettle(*subject.parameters);
                const auto trace = subject.run();
                if (noAttribution(*trace->graph)) {
                    QVERIFY_THROWS_EXCEPTION(Error, attribute(*trace, 0, 0));
                    continue;
                }
                const Tensor& logits = *trace->find("logits");
                for (Index row = 0; row < logits.shape()[0]; ++row) {
                    if (std::isinf(rowOf(logits, row)[1]) || std::isinf(rowOf(logits, row)[0]))
                        continue; // a mask hides it
                    verifyAttribution(attribute(*trace, row, 1), family.name);
                    verifyAttribution(attribute(*trace, row, 1, 0), family.name);
                    QCOMPARE(attribute(*trace, row, 1).logit,
                             static_cast<double>(rowOf(logits, row)[1]));
                }
                ++added;
            }
        QVERIFY(added > 40);
    }

    /// Against the definition, written out for Pre-LN: what was added, through the last norm with
    /// its statistics held, times a column of the output.
    void attributions_areThoseOfTheirParts() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
            const Subject subject(small(architecture));
            unsettle(*subject.parameters);
            const auto trace = subject.run();
            const Graph& graph = *trace->graph;
            const std::string stack = architecture == Architecture::Encoder ? "encoder" : "decoder";
            const Index row = 2;
            const Index column = 5;
            const Attribution found = attribute(*trace, row, column);
            const auto numbers = [&](const std::string& name) -> const Tensor& {
                return *trace->find(name);
            };
            const Tensor& x =
                numbers(graph[graph[graph.find(stack + ".norm.output")].inputs[0]].name);
            const Index d = x.shape()[1];
            double mean = 0;
            for (Index i = 0; i < d; ++i)
                mean += double(x[row * d + i]) / double(d);
            double variance = 1e-5;
            for (Index i = 0; i < d; ++i)
                variance += std::pow(double(x[row * d + i]) - mean, 2) / double(d);
            const Tensor& gain = numbers(stack + ".norm.gain");
            const Tensor& out = numbers("output.weight");
            /// What an added row says of the word.
            const auto said = [&](const std::vector<double>& added) {
                double own = 0;
                for (const double number : added)
                    own += number / double(d);
                double sum = 0;
                for (Index i = 0; i < d; ++i)
                    sum += double(gain[i]) * (added[i] - own) / std::sqrt(variance) *
                           double(out[i * out.shape()[1] + column]);
                return sum;
            };
            const auto valueOf = [&](const std::string& name) {
                const auto part = std::ranges::find(found.parts, name, &Attribution::Part::name);
                return part == found.parts.end() ? std::nan("") : part->value;
            };
            const auto rowNumbers = [&](const std::string& name) {
                const auto values = rowOf(numbers(name), row);
                return std::vector<double>(values.begin(), values.end());
            };
            const std::string side = stack == "encoder" ? "source" : "target";
            const auto isClose = [](double a, double b) { return std::abs(a - b) < 1e-5; };
            QVERIFY(isClose(valueOf("embedding"), said(rowNumbers(side + ".embedded"))));
            QVERIFY(isClose(valueOf("position"), said(rowNumbers(side + ".position"))));
            QVERIFY(isClose(valueOf(stack + ".1.ffn"), said(rowNumbers(stack + ".1.ffn.output"))));
            const Tensor& heads = numbers(stack + ".0.self_attn.heads");
            const Tensor& weight = numbers(stack + ".0.self_attn.w_o");
            const Index width = heads.shape()[2];
            for (Index head = 0; head < heads.shape()[0]; ++head) {
                std::vector<double> added(static_cast<std::size_t>(d), 0);
                for (Index k = 0; k < width; ++k)
                    for (Index i = 0; i < d; ++i)
                        added[i] += double(heads.at(Cell{{head, row, k}})) *
                                    double(weight[(head * width + k) * d + i]);
                QVERIFY(isClose(valueOf(stack + ".0.self_attn.head." + std::to_string(head)),
                                said(added)));
            }
            QCOMPARE(found.parts.back().name, std::string("bias"));
        }
    }

    void attributions_countWhatAPersonChanged() {
        const Subject subject(small());
        Edit edit{Edit::Kind::Set, 2, {}};
        edit.cells[1] = only(3);
        for (const char* const node :
             {"decoder.0.residual1", "decoder.0.norm1.output", "decoder.1.cross_attn.heads",
              "decoder.0.self_attn.w_o", "decoder.1.cross_attn.output", "decoder.0.ffn.output",
              "decoder.norm.gain", "output.weight", "logits", "target.embedded"}) {
            const auto trace = subject.run({{node, edit}});
            verifyAttribution(attribute(*trace, 1, 3), node);
            verifyAttribution(attribute(*trace, 1, 4, 3), node);
        }
    }

    // ---- rollout -----------------------------------------------------------------------------

    void rolloutRows_sumToOneInEveryFamily() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const auto trace = Subject(family.config).run();
            const auto found = rollouts(*trace);
            QCOMPARE(found.empty(), family.config.isRecurrent());
            for (const Rollout& stack : found) {
                const Index layers = std::ssize(stack.layers);
                QVERIFY(layers == encoderOf(family.config).layers ||
                        layers == decoderOf(family.config).layers);
                for (const Tensor& layer : stack.layers)
                    for (Index row = 0; row < layer.shape()[0]; ++row) {
                        const auto shares = rowOf(layer, row);
                        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
                        QVERIFY2(std::abs(sum - 1) < 1e-6, family.name.c_str());
                    }
            }
        }
    }

    /// ½A + ½I after one layer, the product after two.
    void rollouts_multiplyThroughTheLayers() {
        const auto trace = Subject(small(Architecture::Encoder)).run();
        const Rollout encoder = rollouts(*trace).front();
        const Tensor& a = encoder.alone[0];
        const Tensor& b = encoder.alone[1];
        const Index n = a.shape()[0];
        const auto half = [n](const Tensor& mixing, Index i, Index j) {
            return 0.5 * static_cast<double>(mixing[i * n + j]) + (i == j ? 0.5 : 0);
        };
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j) {
                double sum = 0;
                for (Index k = 0; k < n; ++k)
                    sum += half(b, i, k) * half(a, k, j);
                QVERIFY(std::abs(static_cast<double>(encoder.layers[0][i * n + j]) -
                                 half(a, i, j)) < 1e-6);
                QVERIFY(std::abs(static_cast<double>(encoder.layers[1][i * n + j]) - sum) < 1e-6);
            }
    }

    // ---- linear ------------------------------------------------------------------------------

    void frozenWeights_makeALinearMapOfEveryMixer() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            const auto trace = subject.run();
            for (const Scope& scope : scopesOf(*trace, false)) {
                const Linearity found = linearityOf(*trace, *subject.parameters, scope, 2, -1.5, 4);
                QVERIFY2(found.frozen.leftOver <= 1e-6, family.name.c_str());
                // A mean and a convolution have no weights that depend on what they read.
                if (scope.kind() == ScopeKind::Mixer)
                    QVERIFY2(found.freed.leftOver <= 1e-6, family.name.c_str());
            }
        }
    }

    void freedWeights_leaveSomethingOver() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder}) {
            const Subject subject(small(architecture));
            const auto trace = subject.run();
            for (const Scope& scope : scopesOf(*trace, true))
                QVERIFY(linearityOf(*trace, *subject.parameters, scope, 2, -1.5, 4).freed.leftOver >
                        0.01);
            // Nothing is mixed: f(x) = f(x).
            QVERIFY(
                linearityOf(*trace, *subject.parameters, scopesOf(*trace, true).front(), 1, 0, 4)
                    .freed.leftOver <= 1e-6);
        }
    }

    // ---- dictionary --------------------------------------------------------------------------

    void lookUps_areTheModelsOwnAtTemperatureOne() {
        const auto trace = Subject(small()).run();
        for (const Scope& attention : scopesOf(*trace, true)) {
            const Tensor& heads = trace->value(trace->graph->find(attention, "heads"));
            const auto found = lookUp(*trace, attention, 2, 1);
            QVERIFY(found.has_value());
            for (Index k = 0; k < heads.shape()[2]; ++k)
                QVERIFY(std::abs(found->value[k] - static_cast<double>(heads.at(Cell{{2, 1, k}}))) <
                        1e-5);
        }
    }

    void coldLookUps_areHardAndHotOnesUniform() {
        const auto trace = Subject(small()).run();
        const Scope attention = (*trace->graph)[trace->graph->find("encoder.0.self_attn.q")].scope;
        const auto cold = lookUp(*trace, attention, 0, 0, {0.001, {}});
        QVERIFY(cold->distance < 1e-6);
        const auto hot = lookUp(*trace, attention, 0, 0, {1e6, {}});
        for (const double weight : hot->weights)
            QVERIFY(std::abs(weight - 1.0 / static_cast<double>(hot->weights.size())) < 1e-4);
        QVERIFY(hot->distance > cold->distance);
    }

    void swappedValues_leaveTheWeights() {
        const auto trace = Subject(small()).run();
        const Scope attention = (*trace->graph)[trace->graph->find("encoder.0.self_attn.q")].scope;
        const auto before = lookUp(*trace, attention, 0, 0);
        const Index other = before->likeliest == 0 ? 1 : 0;
        const auto after = lookUp(*trace, attention, 0, 0, {1, {{before->likeliest, other}}});
        QCOMPARE(after->weights, before->weights);
        QVERIFY(after->value != before->value);
        QVERIFY(after->hard != before->hard);
        const auto same = lookUp(*trace, attention, 0, 0, {1, {{other, other}}});
        QCOMPARE(same->value, before->value);
    }

    // ---- ablation ----------------------------------------------------------------------------

    void mutedHeads_areThoseThatAreNamed() {
        const ModelConfig config = small();
        const Subject subject(config);
        const auto heads = headsOf(config);
        QCOMPARE(heads.size(), std::size_t(2 * 3 * 4));
        const auto trace = subject.run({muted({"encoder.0.self_attn", 1})});
        const Tensor& muted = *trace->find("encoder.0.self_attn.heads");
        for (Index head = 0; head < 4; ++head)
            QCOMPARE(muted.at(Cell{{head, 0, 0}}) == 0, head == 1);
    }

    void ablation_hasALossForEachHeadAndPair() {
        ModelConfig config = small();
        config.layers = 1;
        config.heads = 2;
        const Subject subject(config);
        const ChangedLoss loss = [&](const std::vector<Intervention>& changes) {
            return static_cast<double>((*subject.run(changes)->find("loss"))[0]);
        };
        const Ablation found = ablated(config, {loss}, true);
        QCOMPARE(found.heads.size(), std::size_t(6));
        QCOMPARE(found.projections.size(), std::size_t(3));
        QCOMPARE(found.pairs.size(), std::size_t(15));
        QCOMPARE(found.whole, loss({}));
        for (const Ablation::Head& head : found.heads)
            QVERIFY(head.loss != found.whole);
        QCOMPARE(found.pairs[0].loss,
                 loss({muted(found.heads[0].head), muted(found.heads[1].head)}));
        QVERIFY(found.tokens.empty()); // nobody asked for them
        QVERIFY(ablated(config, {loss}, false).pairs.empty());
    }

    /// Number by number over the rows of both examples, and what follows from it is W_O's.
    void mean_standsInTheHeadsPlace() {
        const ModelConfig config = small();
        const Subject subject(config);
        const HeadName head{"decoder.1.cross_attn", 2};
        const auto runOf = [&](std::uint64_t seed) {
            return subject.probed().run(drawnExample(config, seed));
        };
        HeadMeans means(config);
        QCOMPARE(means.inPlaceOf(head).size(), std::size_t{1}); // zeros, where nothing is known
        constexpr Index width = 8;                              // 32 / 4 heads
        std::array<double, width> mean{};
        double rows = 0;
        for (const std::uint64_t seed : {1, 2}) {
            const auto trace = runOf(seed);
            means.add(*trace);
            const Tensor& heads = *trace->find(head.attention + ".heads");
            for (Index t = 0; t < heads.shape()[1]; ++t, ++rows)
                for (Index k = 0; k < width; ++k)
                    mean[k] += static_cast<double>(heads.at(Cell{{head.head, t, k}}));
        }
        const auto plain = subject.run();
        const auto trace = subject.run(means.inPlaceOf(head));
        const Tensor& heads = *trace->find(head.attention + ".heads");
        const Tensor& before = *plain->find(head.attention + ".heads");
        const Tensor& output = *trace->find(head.attention + ".output");
        const Tensor& weight = *trace->find(head.attention + ".w_o");
        for (Index t = 0; t < heads.shape()[1]; ++t) {
            for (Index h = 0; h < config.heads; ++h)
                for (Index k = 0; k < width; ++k) {
                    const auto now = static_cast<double>(heads.at(Cell{{h, t, k}}));
                    QVERIFY(h == head.head
                                ? std::abs(now - mean[k] / rows) < 1e-6
                                : now == static_cast<double>(before.at(Cell{{h, t, k}})));
                }
            for (Index d = 0; d < config.dModel; ++d) {
                double sum = 0;
                for (Index h = 0; h < config.heads; ++h)
                    for (Index k = 0; k < width; ++k)
                        sum += (h == head.head ? mean[k] / rows
                                               : static_cast<double>(before.at(Cell{{h, t, k}}))) *
                               static_cast<double>(weight.at(Cell{{h * width + k, d}}));
                QVERIFY(std::abs(static_cast<double>(output.at(Cell{{t, d}})) - sum) < 1e-5);
            }
        }
    }

    /// −ln P of each label, as the probabilities of the changed run have it.
    void tokenCosts_areThoseOfTheChangedRuns() {
        ModelConfig config = small();
        config.layers = 1;
        const Subject subject(config);
        AblationSubject asked;
        asked.loss = [&](const std::vector<Intervention>& changes) {
            return static_cast<double>((*subject.run(changes)->find("loss"))[0]);
        };
        asked.tokens = [&](const std::vector<Intervention>& changes) {
            return rowLosses(*subject.run(changes));
        };
        asked.examples = 9;
        asked.run = [&](Index i) {
            return subject.probed().run(drawnExample(config, static_cast<std::uint64_t>(i) + 1));
        };
        HeadMeans means(config);
        for (Index i = 0; i < asked.examples; ++i)
            means.add(*asked.run(i));
        for (const StandIn standIn : {StandIn::Zero, StandIn::Mean}) {
            const Ablation found = ablated(config, asked, false, standIn);
            QCOMPARE(found.heads.size(), std::size_t(3 * 4));
            QCOMPARE(found.projections.empty(), standIn == StandIn::Mean);
            for (const Ablation::Head& head : found.heads) {
                const auto trace =
                    subject.run(standIn == StandIn::Mean ? means.inPlaceOf(head.head)
                                                         : std::vector{muted(head.head)});
                const Tensor& probabilities = *trace->find("probabilities");
                const Tensor& labels = *trace->find("label.ids");
                QCOMPARE(std::ssize(head.tokens), labels.count());
                double sum = 0;
                for (Index t = 0; t < labels.count(); ++t) {
                    const auto label = static_cast<Index>(labels[t]);
                    const double loss =
                        -std::log(static_cast<double>(probabilities.at(Cell{{t, label}})));
                    QVERIFY(std::abs(head.tokens[t] - loss) < 1e-4);
                    sum += head.tokens[t];
                }
                QVERIFY(std::abs(sum / static_cast<double>(labels.count()) - head.loss) < 1e-5);
            }
            QVERIFY(found.heads[0].loss != found.heads[1].loss);
        }
    }

    /// Each head's rows are those of the other run, as interventions would set them.
    void resampledHeads_sayWhatTheySaidOfAnotherExample() {
        ModelConfig config = small();
        config.layers = 1;
        const Subject subject(config);
        const auto run = [&](Index i, const std::vector<Intervention>& changes = {}) {
            return subject.probed().run(drawnExample(config, static_cast<std::uint64_t>(i) + 1),
                                        changes);
        };
        const std::vector<HeadName> heads = headsOf(config);
        const auto lossWith = [&](Index own, Index other, const HeadName& head) {
            std::vector<Intervention> changes;
            const std::string step = head.attention + ".heads";
            const auto others = run(other);
            const Tensor& said = *others->find(step);
            const Index rows = run(own)->find(step)->shape()[1];
            for (Index t = 0; t < rows; ++t)
                for (Index k = 0; k < said.shape()[2]; ++k) {
                    const Cell cell{{head.head, t % said.shape()[1], k}};
                    Edit edit{Edit::Kind::Set, static_cast<double>(said.at(cell)), {}};
                    edit.cells[0] = only(head.head);
                    edit.cells[1] = only(t);
                    edit.cells[2] = only(k);
                    changes.push_back({step, edit});
                }
            const std::vector<double> losses = rowLosses(*run(own, changes));
            return std::accumulate(losses.begin(), losses.end(), 0.0);
        };
        AblationSubject asked;
        asked.loss = [&](const auto&) { return 1.0; };
        asked.examples = 2;
        asked.resampled = [&](Index i) {
            return resampled(*subject.backend, *subject.parameters, *run(i), *run(1 - i), heads);
        };
        const Ablation found = ablated(config, asked, false, StandIn::Resample);
        QCOMPARE(found.heads.size(), heads.size());
        double labels = 0;
        for (const Index i : {0, 1})
            labels += static_cast<double>((*run(i)->find("token_count"))[0]);
        for (std::size_t i = 0; i < heads.size(); ++i) {
            QVERIFY(found.heads[i].head == heads[i]);
            const double sum = lossWith(0, 1, heads[i]) + lossWith(1, 0, heads[i]);
            QVERIFY(std::abs(found.heads[i].loss - sum / labels) < 1e-5);
        }
    }

    void anIdentityForW_O_leavesTheHeadsSideBySide() {
        const ModelConfig config = small();
        const auto trace =
            Subject(config).run(withoutOutputProjection("encoder.0.self_attn", config));
        QVERIFY(test::sameBits(trace->find("encoder.0.self_attn.output")->values(),
                               trace->find("encoder.0.self_attn.concat")->values()));
    }

    void modelsWithoutHeads_cannotBeMuted() {
        ModelConfig config = small(Architecture::Encoder);
        config.mixer = Mixer::Mean;
        QVERIFY_THROWS_EXCEPTION(Error,
                                 AblationRun(config, {[](const auto&) { return 0.0; }}, false));
    }

    // ---- writing -----------------------------------------------------------------------------

    void forcedTokens_areThoseOfTheTrace() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Decoder}) {
            const Subject subject(small(architecture));
            const ProbeExample example = drawnExample(subject.config, 1);
            const auto tokens = compareWriting(subject.probed(), example);
            QCOMPARE(tokens.size(), example.target.ids.size() + 1);
            const auto trace = subject.run();
            const Tensor& probabilities = *trace->find("probabilities");
            for (std::size_t t = 0; t < tokens.size(); ++t) {
                const auto row = rowOf(probabilities, static_cast<Index>(t));
                QCOMPARE(tokens[t].forcedProbability, static_cast<double>(row[tokens[t].label]));
                QCOMPARE(tokens[t].forced, mostLikely(row));
            }
            QCOMPARE(tokens.back().label, eosId);
        }
    }

    void freeTokens_areTheModelsOwnAnswer() {
        const Subject subject(small());
        const ProbeExample example = drawnExample(subject.config, 1);
        const auto tokens = compareWriting(subject.probed(), example);
        Generator generator(*subject.backend, subject.config, *subject.parameters);
        const Generation own =
            generator.generate(example.source, {}, Sampling{}, static_cast<Index>(tokens.size()));
        for (std::size_t t = 0; t < own.ids.size(); ++t)
            QCOMPARE(tokens[t].free, own.ids[t]);
    }

    /// After the right tokens alone free running is forced, and another start is another text.
    void whatIsGiven_isWhatIsRead() {
        const Subject subject(small());
        const ProbeExample example = drawnExample(subject.config, 1);
        const auto all = static_cast<Index>(example.target.ids.size());
        const auto tokens = compareWriting(subject.probed(), example, {sosId, all});
        QCOMPARE(tokens.back().free, tokens.back().forced);
        const auto ended = compareWriting(subject.probed(), example, {eosId, 0});
        QVERIFY(ended.front().forcedProbability != tokens.front().forcedProbability);
    }

    void modelsThatWriteNoWords_sayWhy() {
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            const ProbeExample example = drawnExample(family.config, 1);
            if (family.config.hasDecoder() && family.config.output == Output::Words)
                QVERIFY2(!compareWriting(subject.probed(), example).empty(), family.name.c_str());
            else
                QVERIFY_THROWS_EXCEPTION(Error, compareWriting(subject.probed(), example));
        }
    }

    // ---- length ------------------------------------------------------------------------------

    void examplesOfALength_haveIt() {
        const auto task = test::smallTask("reverse");
        for (const Index length : {1, 10, 40}) {
            const auto examples = examplesOfLength(*task, length, 5, 1);
            QCOMPARE(examples.size(), std::size_t(5));
            for (const ExampleData& example : examples) {
                QCOMPARE(example.source.length(1), length);
                QCOMPARE(std::vector(example.source.ids.rbegin(), example.source.ids.rend()),
                         example.target.ids);
            }
        }
        QVERIFY_THROWS_EXCEPTION(Error, examplesOfLength(*test::smallTask("date"), 12, 5, 1));
    }

    /// A model that has learned nothing is right nowhere; one that is trained is right at lengths
    /// that it has seen.
    void exactMatch_risesWithTraining() {
        const auto task = test::smallTask("copy", Architecture::Encoder);
        ModelConfig config = ladderModel(*task, Positional::Rotary, 20);
        QVERIFY(config.maxLength >= 21);
        config.layers = 1;
        TrainConfig train = task->trainDefaults();
        const auto backend = makeBackend("cpu");
        const auto trainer = test::trainerOf(*backend, task, config, train);
        const std::vector<Index> lengths{3, 20};
        const auto shares = [&] {
            return exactMatchByLength({*backend, config, trainer->parameters()}, *task, lengths, 32,
                                      1);
        };
        QVERIFY(shares()[0] < 0.1);
        for (int i = 0; i < 150; ++i)
            trainer->step();
        QVERIFY(shares()[0] > 0.9);
    }

    /// Piece by piece, and it says how far it is.
    void ladder_isClimbedByEachKind() {
        const auto task = test::smallTask("copy", Architecture::Encoder);
        const auto backend = makeBackend("cpu");
        LadderPlan plan = wholeLadder(*task, 3);
        QCOMPARE(plan.positions.size(), std::size_t(6));
        QVERIFY(plan.lengths.back() > task->sourceLength() - 1);
        plan.positions = {"none", "rotary"};
        plan.lengths = {2, 12};
        plan.examples = 4;
        LengthClimb climb(*backend, task, plan);
        double part = 0;
        while (part < 1) {
            const double before = part;
            part = climb.advance();
            QVERIFY(part > before);
            QVERIFY(part <= 1);
        }
        QCOMPARE(climb.advance(), 1.0);
        const LengthLadder& ladder = climb.ladder();
        QCOMPARE(ladder.task, std::string("copy"));
        QCOMPARE(ladder.longest, task->sourceLength() - 1);
        QCOMPARE(ladder.curves.size(), std::size_t(2));
        QCOMPARE(ladder.curves[1].positions, std::string("rotary"));
        QCOMPARE(ladder.curves[1].right.size(), std::size_t(2));
        QVERIFY_THROWS_EXCEPTION(Error, LengthClimb(*backend, test::smallTask("date"), plan));
    }

    // ---- what is no number ------------------------------------------------------------------

    void weightsThatAreNoNumbers_areLookedAtAsWell() {
        for (const float wrong :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            const Subject subject(small());
            subject.parameters->writable("encoder.0.self_attn.w_q")[0] = wrong;
            const auto trace = subject.run();
            for (const Scope& attention : scopesOf(*trace, true)) {
                splitScore(*trace, attention, 0, 0, 0);
                lookUp(*trace, attention, 0, 0);
                linearityOf(*trace, *subject.parameters, attention, 2, -1, 1);
            }
            QCOMPARE(rollouts(*trace).size(), std::size_t(2));
            QVERIFY(!compareWriting(subject.probed(), drawnExample(subject.config, 1)).empty());
        }
    }
};

} // namespace gf::tst_lab_attention

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_attention, TestLabAttention)
#include "tst_lab_attention.moc"
