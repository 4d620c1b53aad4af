// SPDX-License-Identifier: GPL-3.0-or-later
// The labs that run a model again, and those that train models, at their edges: weights that are no
// numbers, one token, 1,024 tokens, every family.
#include "core/measure/attribution.h"
#include "core/measure/score_statistics.h"
#include "core/measure/token_mixing.h"
#include "core/tensor/error.h"
#include "core/train/cost_timing.h"
#include "core/train/lens.h"
#include "core/train/linearity.h"
#include "core/train/model_series.h"
#include "core/train/padding.h"
#include "core/train/patch.h"
#include "core/train/position_tables.h"
#include "core/train/saliency.h"
#include "core/train/shuffle.h"
#include "core/train/verify.h"
#include "core/train/width_ladder.h"
#include "core/train/writing_comparison.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"
#include "tests/core/whole_lists.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace gf::tst_lab_edges {

namespace {

struct Subject {
    explicit Subject(const ModelConfig& model)
        : config(model), parameters(makeParameters(model)), backend(makeBackend("cpu")) {
        initialize(*parameters, config, 3);
    }
    ProbedModel probed() const { return {*backend, config, *parameters}; }
    void fill(float value) const {
        for (const Parameters::Entry& entry : parameters->entries())
            std::ranges::fill(parameters->writable(entry), value);
    }

    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend;
};

/// What each lab finds of a model, or that it says why it finds nothing: how many of them do.
std::map<std::string, bool> tryAll(const Subject& subject, const ProbeExample& example,
                                   const ProbeExample& other) {
    std::map<std::string, bool> found;
    const ProbedModel model = subject.probed();
    const auto attempt = [&](const char* lab, const auto& run) {
        try {
            run();
            found[lab] = true;
        } catch (const Error& error) { // it says why
            qInfo("%s: %s", lab, error.what());
            found[lab] = false;
        }
    };
    const auto trace = model.run(example);
    const Index source = example.source.length(subject.config.features);
    attempt("shuffle", [&] {
        std::vector<Index> order(source);
        std::iota(order.rbegin(), order.rend(), Index(0));
        shuffle(model, example, order);
    });
    attempt("padding", [&] {
        const Index tokens =
            subject.config.hasEncoder() ? source : example.target.length(subject.config.features);
        paddingLosses(model, example, {tokens, std::max<Index>(1, tokens / 2)}, 0);
    });
    attempt("lens", [&] { lens(model.backend, model.parameters, *trace); });
    attempt("patch", [&] {
        Patch patch(model.backend, model.parameters, trace, model.run(other),
                    answerColumns(*model.run(other)));
        patch.logits(0, 0, 0, 1);
    });
    attempt("path", [&] {
        const auto others = model.run(other);
        Patch patch(model.backend, model.parameters, trace, others, answerColumns(*others));
        const std::vector<std::string> operands = patchOperands(*trace->graph);
        patch.follow(operands.empty() ? std::string() : operands.back());
        patch.logits(0, 0, 0, 1);
    });
    attempt("attribution", [&] { attribute(*trace, 0, 1, 2); });
    attempt("saliency", [&] {
        SaliencyRun run(model.backend, model.parameters, trace);
        for (const SaliencyMethod method : {SaliencyMethod::Gradient, SaliencyMethod::Integrated})
            run.of(0, 1, method);
    });
    attempt("linear", [&] {
        for (const Node& node : trace->graph->nodes())
            if (node.role == Role::Forward && node.relation == Relation::Own &&
                node.part == "output" && mixesTokens(node.scope)) {
                linearityOf(*trace, *subject.parameters, node.scope, 2, -1, 1);
                return;
            }
        throw Error("nothing mixes");
    });
    attempt("cost", [&] {
        measureCost(model.backend, subject.config, static_cast<Index>(trace->sourceTokens.size()),
                    static_cast<Index>(trace->targetTokens.size()));
    });
    attempt("writing", [&] { compareWriting(model, example); });
    return found;
}

int countOf(const std::map<std::string, bool>& found) {
    int count = 0;
    for (const auto& [lab, isFound] : found)
        count += isFound ? 1 : 0;
    return count;
}

ProbeExample exampleOf(const ModelConfig& config, Index tokens, TokenId first) {
    std::vector<TokenId> ids;
    for (Index i = 0; i < tokens; ++i)
        ids.push_back(static_cast<TokenId>(4 + (first + i) % 6));
    ProbeExample example;
    if (config.hasEncoder())
        example.source = ids;
    example.target = ids;
    example.gradients = false;
    return example;
}

ModelConfig narrow(Architecture architecture, Index longest) {
    ModelConfig config;
    config.architecture = architecture;
    config.layers = 1;
    config.dModel = 8;
    config.heads = 2;
    config.dFf = 8;
    config.maxLength = longest;
    config.sourceVocab = config.targetVocab = 12;
    return config;
}

constexpr Architecture architectures[] = {Architecture::EncoderDecoder, Architecture::Encoder,
                                          Architecture::Decoder};

} // namespace

class TestLabEdges : public QObject {
    Q_OBJECT
private slots:
    void everyFamily_isTriedOrSaysWhyNot() {
        std::map<std::string, int> found;
        for (const test::FamilyModel& family : test::everyModel()) {
            const Subject subject(family.config);
            ProbeExample example = drawnExample(family.config, 1);
            example.gradients = false;
            for (const auto& [lab, isFound] :
                 tryAll(subject, example, drawnExample(family.config, 2)))
                found[lab] += isFound ? 1 : 0;
        }
        QCOMPARE(found.size(), std::size_t(10));
        for (const auto& [lab, count] : found)
            QVERIFY2(count > 5, lab.c_str());
    }

    /// They end, and say so in numbers that are none.
    void weightsThatAreNoNumbers_areTried() {
        for (const Architecture architecture : architectures)
            for (const float value :
                 {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                  -std::numeric_limits<float>::infinity(), 3e38F, 0.0F}) {
                const Subject subject(narrow(architecture, 16));
                subject.fill(value);
                const ProbeExample example = exampleOf(subject.config, 5, 0);
                QVERIFY(countOf(tryAll(subject, example, exampleOf(subject.config, 5, 1))) >= 4);
            }
    }

    void oneToken_isTried() {
        for (const Architecture architecture : architectures) {
            const Subject subject(narrow(architecture, 16));
            const auto found =
                tryAll(subject, exampleOf(subject.config, 1, 0), exampleOf(subject.config, 1, 1));
            QVERIFY(found.at("lens"));
            QVERIFY(found.at("linear"));
            QVERIFY(found.at("cost"));
            QVERIFY(found.at("patch"));
            QVERIFY(found.at("path"));
            QVERIFY(found.at("attribution"));
            QVERIFY(found.at("saliency"));
        }
    }

    /// A long one; with scripts/test.sh --all.
    void aThousandTokens_areTried() {
        if (!test::wantsWholeLists())
            QSKIP("takes long");
        for (const Architecture architecture : architectures) {
            const Subject subject(narrow(architecture, 1024));
            const Index tokens = 1023; // and <sos> or <eos>
            const auto found = tryAll(subject, exampleOf(subject.config, tokens, 0),
                                      exampleOf(subject.config, tokens, 1));
            // Padding beside so many needs more places than the model has, and says so.
            for (const char* lab : {"lens", "patch", "linear", "cost"})
                QVERIFY2(found.at(lab), lab);
            QCOMPARE(found.at("shuffle"), subject.config.hasEncoder());
        }
    }

    // ---- Models that are trained for a lab -------------------------------------------------

    void series_trainsEachModelAndLooksAtIt() {
        const auto task = test::smallTask("copy");
        const auto backend = makeBackend("cpu");
        const ModelConfig model = test::smallModel(*task);
        TrainConfig train = test::shortTraining();
        train.steps = 3;
        std::vector<std::size_t> seen;
        ModelSeries series(*backend, task, {model, model}, train, 1,
                           [&](std::size_t number, Trainer& trained) {
                               seen.push_back(number);
                               QCOMPARE(trained.stepsDone(), Index(3));
                           });
        double last = 0;
        while (last < 1) {
            const double part = series.advance();
            QVERIFY(part >= last);
            QVERIFY(part <= 1);
            last = part;
        }
        QCOMPARE(seen, (std::vector<std::size_t>{0, 1}));
        QCOMPARE(series.advance(), 1.0);
    }

    /// As many heads, other widths, and the scores of what they make of the task's examples.
    void widths_keepTheHeadsAndMeasureTheirScores() {
        const auto task = test::smallTask("copy");
        ModelConfig config = test::smallModel(*task);
        const std::vector<ModelConfig> models = modelsByWidth(config);
        QCOMPARE(models.size(), std::size_t(5));
        QCOMPARE(models.front().headWidth(), Index(64));
        QCOMPARE(models.back().headWidth(), Index(4));
        const Subject subject(models.back());
        const ProbedModel probed{*subject.backend, subject.config, *subject.parameters,
                                 vocabulariesOf(task)};
        const WidthLadder::Width found = scoresByWidth(probed, *task, 1);
        QCOMPARE(found.width, Index(4));
        QCOMPARE(found.scores.size(), std::size_t(3));
        QCOMPARE(found.scores[0].attention, std::string("encoder.0.self_attn"));
        // The mean over the heads of the first example.
        const ExampleData data = exampleData(task->validation(0), DataForm(subject.config),
                                             task->sourceVocabulary(), task->targetVocabulary());
        ProbeExample example;
        example.source = data.source;
        example.target = data.target;
        example.loss = example.gradients = false;
        const auto trace = probed.run(example);
        const Scope scope = (*trace->graph)[trace->graph->find("encoder.0.self_attn.scores")].scope;
        double variance = 0;
        for (Index head = 0; head < 2; ++head)
            variance += scoreStatistics(*trace, scope, head)->measured.variance / 2;
        QVERIFY(std::abs(found.scores[0].variance - variance) < 1e-5 * variance);
    }

    void positions_areTheTablesOfTrainedModels() {
        const auto task = test::smallTask("copy");
        const std::vector<ModelConfig> models = modelsByPosition(test::smallModel(*task));
        QVERIFY(models[0].positional == Positional::Learned);
        QVERIFY(models[1].positional == Positional::Relative);
        const Subject learned(models[0]);
        QCOMPARE(positionTable(models[0], *learned.parameters).shape(),
                 (Shape{models[0].maxLength, models[0].dModel}));
        const Subject relative(models[1]);
        QCOMPARE(positionTable(models[1], *relative.parameters).shape(),
                 (Shape{models[1].heads, 2 * models[1].relativeReach + 1}));
        QVERIFY(positionTable(test::smallModel(*task), *learned.parameters).empty());
    }
};

} // namespace gf::tst_lab_edges

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_edges, TestLabEdges)
#include "tst_lab_edges.moc"
