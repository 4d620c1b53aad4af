// SPDX-License-Identifier: GPL-3.0-or-later
// What a logit owes to each token that was read, against differences of whole runs.
#include "core/lab_runs/lab_runs.h"
#include "core/measure/rank_correlation.h"
#include "core/measure/read_embeddings.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/forward_from_step.h"
#include "core/train/probed_model.h"
#include "core/train/saliency.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"

#include <QTest>

#include <cmath>

namespace gf::tst_saliency {

namespace {

struct Subject {
    explicit Subject(const ModelConfig& model)
        : config(model), parameters(makeParameters(model)), backend(makeBackend("eigen")) {
        initialize(*parameters, config, 3);
        trace = ProbedModel{*backend, config, *parameters}.run(drawnExample(config, 1));
    }

    /// The logit with the embeddings of one token, or of all (−1), times `scale`.
    double logit(Index row, Index column, Index token, double scale) const {
        const NodeId read = readEmbeddings(*trace->graph);
        Tensor x = trace->value(read);
        const Index width = x.shape()[1];
        for (Index i = 0; i < x.count(); ++i)
            if (token < 0 || i / width == token)
                x[i] = static_cast<float>(scale * static_cast<double>(x[i]));
        ForwardFromStep forward(*backend, *parameters, *trace, read, trace->graph->find("logits"));
        return static_cast<double>(rowOf(forward.run(x), row)[column]);
    }

    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
    std::shared_ptr<const Trace> trace;
};

bool isHidden(double logit) {
    return std::isinf(logit);
}

} // namespace

class TestSaliency : public QObject {
    Q_OBJECT

private slots:
    /// x_k · ∂z/∂x_k is how fast the logit changes as the token's embedding is stretched.
    void gradients_areDifferencesInEveryFamily() {
        int measured = 0;
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            if (noSaliency(*subject.trace->graph))
                continue;
            SaliencyRun run(*subject.backend, *subject.parameters, subject.trace);
            const Index column = 1;
            const Saliency found = run.of(0, column, SaliencyMethod::GradientInput);
            if (isHidden(found.logit))
                continue;
            QCOMPARE(std::ssize(found.tokens), subject.trace->value(run.read()).shape()[0]);
            QVERIFY(std::abs(found.logit - subject.logit(0, column, -1, 1)) < 1e-5);
            QVERIFY(std::abs(found.baseline - subject.logit(0, column, -1, 0)) < 1e-5);
            constexpr double step = 0.001; // few bends of ReLU lie that near
            for (Index token = 0; token < std::ssize(found.tokens); ++token) {
                const double slope = (subject.logit(0, column, token, 1 + step) -
                                      subject.logit(0, column, token, 1 - step)) /
                                     (2 * step);
                QVERIFY2(std::abs(found.tokens[token] - slope) <=
                             5e-3 * std::max(1.0, std::abs(slope)),
                         qPrintable(QString("%1: %2 is not %3")
                                        .arg(family.name.c_str())
                                        .arg(found.tokens[token])
                                        .arg(slope)));
            }
            ++measured;
        }
        QVERIFY(measured > 40);
    }

    void integratedGradients_addUpToTheDifferenceInEveryFamily() {
        int measured = 0;
        for (const test::FamilyModel& family : test::everyModel())
            for (const auto& [norm, activation] : {std::pair(Norm::Pre, family.config.activation),
                                                   std::pair(Norm::Post, family.config.activation),
                                                   std::pair(Norm::Pre, Activation::Relu)}) {
                ModelConfig config = family.config;
                config.norm = norm;
                config.activation = activation;
                const Subject subject(config);
                if (noSaliency(*subject.trace->graph))
                    continue;
                SaliencyRun run(*subject.backend, *subject.parameters, subject.trace);
                const Saliency found = run.of(1, 2, SaliencyMethod::Integrated);
                if (isHidden(found.logit))
                    continue;
                const double difference = subject.logit(1, 2, -1, 1) - subject.logit(1, 2, -1, 0);
                QVERIFY2(std::abs(found.sum() - difference) <= 0.01 * std::abs(difference) + 2e-4,
                         qPrintable(QString("%1: %2 is not %3 after %4 points")
                                        .arg(family.name.c_str())
                                        .arg(found.sum())
                                        .arg(difference)
                                        .arg(found.points)));
                ++measured;
            }
        QVERIFY(measured > 40);
    }

    /// The length of the gradient, by differences along each feature.
    void lengths_areThoseOfTheGradient() {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.dModel = 16;
        config.heads = 2;
        config.dFf = 24;
        config.targetVocab = 12;
        const Subject subject(config);
        SaliencyRun run(*subject.backend, *subject.parameters, subject.trace);
        const Saliency found = run.of(1, 4, SaliencyMethod::Gradient);
        const NodeId read = run.read();
        ForwardFromStep forward(*subject.backend, *subject.parameters, *subject.trace, read,
                                subject.trace->graph->find("logits"));
        const Tensor x = subject.trace->value(read);
        for (Index token = 0; token < x.shape()[0]; ++token) {
            double squares = 0;
            for (Index feature = 0; feature < x.shape()[1]; ++feature) {
                const auto at = [&](float step) {
                    Tensor moved = x;
                    moved[token * x.shape()[1] + feature] += step;
                    return static_cast<double>(rowOf(forward.run(moved), 1)[4]);
                };
                squares += std::pow((at(0.001F) - at(-0.001F)) / 0.002, 2);
            }
            QVERIFY2(std::abs(found.tokens[token] - std::sqrt(squares)) <
                         1e-2 * std::max(1.0, std::sqrt(squares)),
                     qPrintable(
                         QString("%1 is not %2").arg(found.tokens[token]).arg(std::sqrt(squares))));
        }
        // A decoder's row owes nothing to what comes after it.
        QVERIFY(found.tokens[1] > 0);
        QCOMPARE(found.tokens.back(), 0.0);
    }

    void modelsThatSayNumbers_haveNone() {
        ModelConfig config;
        config.input = Input::Values;
        config.output = Output::Values;
        const Subject subject(config);
        QVERIFY_THROWS_EXCEPTION(Error,
                                 SaliencyRun(*subject.backend, *subject.parameters, subject.trace));
    }

    /// The tokens stand beside the attention of the same query, and untrained weights beside both.
    void finding_hasAttentionAndRandomWeights() {
        Run run = freshRun("reverse", 2);
        const auto example = probeExampleOf(exampleData(
            TextExample{"abcd", "dcba"}, DataForm(run.description.model),
            run.description.vocabularies.source.get(), run.description.vocabularies.target.get()));
        const LabModel model{run.description, *run.parameters, example, true};
        const Lab& lab = *findLab("saliency");
        const Finding found =
            runLab({lab, KnobValues(lab, {{"position", std::int64_t{2}}, {"random", true}}), 5,
                    &model})
                .finding;
        const std::unique_ptr<Backend> backend = makeBackend("eigen");
        const auto traceWith = [&](Parameters& parameters) {
            return ProbedModel{*backend, run.description.model, parameters,
                               run.description.vocabularies}
                .run(example);
        };
        const auto trace = traceWith(*run.parameters);
        const Tensor& weights = *trace->find("decoder.1.cross_attn.weights");
        std::vector<double> sizes;
        std::vector<double> attention;
        const auto& tokens = found.listAt("tokens");
        QCOMPARE(tokens.size(), trace->sourceTokens.size());
        for (std::size_t key = 0; key < tokens.size(); ++key) {
            double mean = 0;
            for (Index head = 0; head < weights.shape()[0]; ++head)
                mean += static_cast<double>(weights.at(Cell{{head, 1, static_cast<Index>(key)}})) /
                        static_cast<double>(weights.shape()[0]);
            QCOMPARE(tokens[key].wordsAt("token"), trace->sourceTokens[key]);
            QVERIFY(std::abs(tokens[key].numberAt("attention") - mean) < 1e-6);
            attention.push_back(tokens[key].numberAt("attention"));
            sizes.push_back(std::abs(tokens[key].numberAt("value")));
        }
        QCOMPARE(found.numberAt("rank_correlation"), rankCorrelation(sizes, attention));
        // The weights are those of the seed.
        const auto drawn = makeParameters(run.description.model);
        initialize(*drawn, run.description.model, 5);
        const auto other = traceWith(*drawn);
        const auto row = rowOf(*trace->find("logits"), 1);
        const Index likeliest = std::ranges::max_element(row) - row.begin();
        const std::vector<double> untrained =
            SaliencyRun(*backend, *drawn, other).of(1, likeliest, SaliencyMethod::Gradient).tokens;
        const std::vector<double> values = found.numbersAt("random/values");
        QCOMPARE(values.size(), untrained.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY(std::abs(values[i] - untrained[i]) < 1e-4);
    }

    void rankCorrelation_isThatOfSpearman() {
        const auto of = [](std::vector<double> a, std::vector<double> b) {
            return rankCorrelation(a, b);
        };
        QCOMPARE(of({1, 2, 3, 4}, {10, 20, 30, 40}), 1.0);
        QCOMPARE(of({1, 2, 3, 4}, {4, 3, 2, 1}), -1.0);
        QCOMPARE(of({1, 2, 3, 4}, {1, 3, 2, 4}), 0.8); // 1 − 6·2/(4·15)
        QCOMPARE(ranksOf(std::vector<double>{5, 1, 5, 0}), (std::vector<double>{3.5, 2, 3.5, 1}));
        QVERIFY(std::isnan(of({1, 1, 1}, {1, 2, 3})));
        QVERIFY(std::isnan(of({}, {})));
    }
};

} // namespace gf::tst_saliency

#include "tests/entry.h"
GF_GUILESS_TEST(tst_saliency, TestSaliency)
#include "tst_saliency.moc"
