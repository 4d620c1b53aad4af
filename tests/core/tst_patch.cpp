// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of heads, patterns and feed-forward layers that are put in, and along one path: against
// runs with interventions, and against the paths' arithmetic in double precision.
#include "core/lab_runs/lab_runs.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/patch.h"
#include "core/train/path_run.h"
#include "core/train/probed_model.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"

#include <QTest>

#include <array>
#include <cmath>

namespace gf::tst_patch {

namespace {

constexpr std::array everyWhat{PatchWhat::Residual, PatchWhat::Head, PatchWhat::Pattern,
                               PatchWhat::FeedForward};

struct Subject {
    explicit Subject(Architecture architecture, Norm norm = Norm::Pre) {
        config.architecture = architecture;
        config.norm = norm;
        config.dModel = 32;
        config.dFf = 48;
        config.sourceVocab = config.targetVocab = 12;
        parameters = makeParameters(config);
        initialize(*parameters, config, 3);
        own = run(1);
        other = run(2);
    }
    std::shared_ptr<const Trace> run(int stream,
                                     const std::vector<Intervention>& changes = {}) const {
        return ProbedModel{*backend, config, *parameters}.run(drawnExample(config, stream),
                                                              changes);
    }
    Patch patch(PatchWhat what) const {
        return {*backend, *parameters, own, other, answerColumns(*other), what};
    }

    ModelConfig config;
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Backend> backend = makeBackend("eigen");
    std::shared_ptr<const Trace> own, other;
};

bool isClose(const Tensor& a, const Tensor& b) {
    return (matrixOf(a) - matrixOf(b)).cwiseAbs().maxCoeff() < 1e-5F;
}

/// Sets a row of a step, of one head where it has heads.
std::vector<Intervention> rowSet(const std::string& step, Index head, Index row,
                                 const std::vector<double>& numbers) {
    std::vector<Intervention> changes;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Edit edit{Edit::Kind::Set, numbers[i], {}};
        const std::size_t first = head < 0 ? 0 : 1;
        if (head >= 0)
            edit.cells[0] = only(head);
        edit.cells[first] = only(row);
        edit.cells[first + 1] = only(static_cast<Index>(i));
        changes.push_back({step, edit});
    }
    return changes;
}

std::vector<double> numbersOf(const Tensor& value, Index head, Index row) {
    const auto numbers = rowOf(value, std::max<Index>(head, 0) * value.shape()[-2] + row);
    return {numbers.begin(), numbers.end()};
}

/// LayerNorm with the gain and bias of `norm`.
Eigen::RowVectorXd normed(const Trace& trace, const std::string& norm,
                          const Eigen::RowVectorXd& x) {
    const double mean = x.mean();
    const double deviation = std::sqrt((x.array() - mean).square().mean() + 1e-5);
    const auto vector = [&](const char* part) -> Eigen::RowVectorXd {
        return matrixOf(*trace.find(norm + part)).cast<double>().reshaped<Eigen::RowMajor>();
    };
    return (((x.array() - mean) / deviation) * vector(".gain").array()).matrix() + vector(".bias");
}

} // namespace

class TestPatch : public QObject {
    Q_OBJECT

private slots:
    /// To the bit, in every cell, along a path too.
    void cellsPutInPlaceOfThemselves_changeNothing() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder})
            for (const Norm norm : {Norm::Pre, Norm::Post})
                for (const PatchWhat what : everyWhat)
                    for (const bool isPath : {false, true}) {
                        const Subject subject(architecture, norm);
                        Patch patch = subject.patch(what);
                        patch.putIn(subject.own);
                        if (isPath)
                            patch.follow(architecture == Architecture::Encoder
                                             ? "encoder.1.self_attn.head.2.value"
                                             : "decoder.1.self_attn.head.2.value");
                        for (std::size_t s = 0; s < patch.stacks().size(); ++s)
                            for (std::size_t row = 0; row < patch.stacks()[s].rows.size(); ++row)
                                QVERIFY(test::sameBits(patch.logits(s, row, 1, 1).values(),
                                                       subject.own->find("logits")->values()));
                    }
    }

    /// Each is what the model says with that row of the step set to the other's numbers.
    void cells_areThoseOfAnIntervention() {
        for (const PatchWhat what : everyWhat) {
            const Subject subject(Architecture::EncoderDecoder);
            Patch patch = subject.patch(what);
            for (std::size_t s = 0; s < patch.stacks().size(); ++s)
                for (std::size_t i = 0; i < patch.stacks()[s].rows.size(); ++i) {
                    const PatchRow& row = patch.stacks()[s].rows[i];
                    const Node& node = (*subject.own->graph)[row.node];
                    const std::string step =
                        what == PatchWhat::Head ? node.scope.nameOf("heads") : node.name;
                    const auto numbers = numbersOf(*subject.other->find(step), row.head, 2);
                    const auto changed = subject.run(1, rowSet(step, row.head, 2, numbers));
                    QVERIFY2(isClose(patch.logits(s, i, 2, 1), *changed->find("logits")),
                             row.name.c_str());
                }
        }
    }

    void rows_areNamedByHeadsAndLayers() {
        const Subject subject(Architecture::Decoder);
        const auto names = [&](PatchWhat what) {
            std::vector<std::string> all;
            const Patch patch = subject.patch(what);
            for (const PatchRow& row : patch.stacks().front().rows)
                all.push_back(row.name);
            return all;
        };
        QCOMPARE(names(PatchWhat::Head).size(), std::size_t(8)); // two layers of four
        QCOMPARE(names(PatchWhat::Pattern)[5], std::string("decoder.1.self_attn.head.1"));
        QCOMPARE(names(PatchWhat::FeedForward),
                 (std::vector<std::string>{"decoder.0.ffn", "decoder.1.ffn"}));
        QVERIFY(subject.patch(PatchWhat::Residual).stacks().front().rows.front().isInput);
    }

    /// What a head of the first layer says reaches one head's queries of the second alone, and
    /// what stands between says what it said.
    void paths_reachOneOperandAlone() {
        for (const Norm norm : {Norm::Pre, Norm::Post}) {
            const Subject subject(Architecture::Decoder, norm);
            const Trace& own = *subject.own;
            Patch patch = subject.patch(PatchWhat::Head);
            patch.follow("decoder.1.self_attn.head.2.query");
            QCOMPARE(patch.stacks().front().rows.size(), std::size_t(4)); // of the first layer
            constexpr Index from = 1;
            constexpr Index into = 2;
            constexpr Index token = 3;
            const auto head = [&](const Trace& trace) -> Eigen::RowVectorXd {
                return matrixOf(*trace.find("decoder.0.self_attn.heads"), from)
                    .row(token)
                    .cast<double>();
            };
            const auto matrix = [&](const char* name) -> Eigen::MatrixXd {
                return matrixOf(*own.find(name)).cast<double>();
            };
            const auto row = [&](const char* name) -> Eigen::RowVectorXd {
                return matrixOf(*own.find(name)).row(token).cast<double>();
            };
            const Index width = head(own).size();
            const Eigen::RowVectorXd added =
                (head(*subject.other) - head(own)) *
                matrix("decoder.0.self_attn.w_o").middleRows(from * width, width);
            Eigen::RowVectorXd read;
            if (norm == Norm::Pre) {
                read = normed(own, "decoder.1.norm1", row("decoder.0.residual2") + added);
            } else {
                read = normed(own, "decoder.0.norm1", row("decoder.0.residual1") + added);
                read = normed(own, "decoder.0.norm2", read + row("decoder.0.ffn.output"));
            }
            const Eigen::RowVectorXd query =
                read * matrix("decoder.1.self_attn.w_q").middleCols(into * width, width);
            const auto changed = subject.run(
                1, rowSet("decoder.1.self_attn.q", into, token, {query.begin(), query.end()}));
            QVERIFY(isClose(patch.logits(0, from, token, 1), *changed->find("logits")));
            QVERIFY(!isClose(patch.logits(0, from, token, 1), *own.find("logits")));
        }
    }

    /// The encoder's last rows are what keys and values of cross-attention are made of.
    void paths_leadIntoCrossAttention() {
        const Subject subject(Architecture::EncoderDecoder);
        for (const char* const operand : {"key", "value"}) {
            Patch patch = subject.patch(PatchWhat::Residual);
            patch.follow(std::string("decoder.0.cross_attn.1.") + operand);
            QCOMPARE(patch.stacks().size(), std::size_t(1));
            QCOMPARE(patch.stacks().front().name, std::string("encoder"));
        }
        Patch query = subject.patch(PatchWhat::Residual);
        QCOMPARE(query.follow("decoder.0.cross_attn.1.query"),
                 std::string("decoder.0.cross_attn.head.1.query"));
        QCOMPARE(query.stacks().front().name, std::string("decoder"));
        QCOMPARE(query.stacks().front().rows.size(), std::size_t(1)); // the input alone
    }

    /// The head's scores with the mean of what is added in its place, along that way alone: the
    /// arithmetic of keys, weights and means written out in double precision.
    void cutPaths_areTheScoresWithoutThem() {
        for (const Norm norm : {Norm::Pre, Norm::Post}) {
            const Subject subject(Architecture::Decoder, norm);
            const std::array traces{subject.own, subject.other};
            constexpr Index into = 2;
            const auto matrix = [](const Trace& trace, const std::string& name, Index head = -1) {
                const Tensor& value = *trace.find(name);
                return Eigen::MatrixXd(
                    (head < 0 ? matrixOf(value) : matrixOf(value, head)).cast<double>());
            };
            const Eigen::MatrixXd wO = matrix(*subject.own, "decoder.0.self_attn.w_o");
            const Index width = 8;
            const auto scoresWithout = [&](Index firstColumn, Index columns, bool isKey) {
                Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(columns);
                Index tokens = 0;
                for (const auto& trace : traces) {
                    const auto said = matrix(*trace, "decoder.0.self_attn.concat");
                    mean += said.middleCols(firstColumn, columns).colwise().sum();
                    tokens += said.rows();
                }
                mean /= static_cast<double>(tokens);
                HeadScores scores;
                for (const auto& trace : traces) {
                    const Eigen::MatrixXd said = matrix(*trace, "decoder.0.self_attn.concat")
                                                     .middleCols(firstColumn, columns);
                    const Eigen::MatrixXd added =
                        ((-said).rowwise() + mean) * wO.middleRows(firstColumn, columns);
                    Eigen::MatrixXd read = matrix(
                        *trace, norm == Norm::Pre ? "decoder.0.residual2" : "decoder.0.residual1");
                    for (Index t = 0; t < read.rows(); ++t) {
                        Eigen::RowVectorXd x = read.row(t) + added.row(t);
                        if (norm == Norm::Post) {
                            x = normed(*trace, "decoder.0.norm1", x);
                            x += matrix(*trace, "decoder.0.ffn.output").row(t);
                        }
                        read.row(t) = normed(
                            *trace, norm == Norm::Pre ? "decoder.1.norm1" : "decoder.0.norm2", x);
                    }
                    const char* const weight =
                        isKey ? "decoder.1.self_attn.w_k" : "decoder.1.self_attn.w_q";
                    const Eigen::MatrixXd other = matrix(
                        *trace, isKey ? "decoder.1.self_attn.q" : "decoder.1.self_attn.k", into);
                    const Eigen::MatrixXd cut =
                        read * matrix(*trace, weight).middleCols(into * width, width);
                    const Eigen::MatrixXd dots =
                        (isKey ? other * cut.transpose() : cut * other.transpose()) /
                        std::sqrt(static_cast<double>(width));
                    std::vector<float> weights;
                    for (Index i = 0; i < dots.rows(); ++i) {
                        const Eigen::ArrayXd row = dots.row(i).head(i + 1).transpose().array();
                        const Eigen::ArrayXd powers = (row - row.maxCoeff()).exp();
                        for (Index j = 0; j < dots.cols(); ++j)
                            weights.push_back(j > i ? 0
                                                    : static_cast<float>(powers[j] / powers.sum()));
                    }
                    const NodeId node = trace->graph->find("decoder.1.self_attn.weights");
                    scores.add(attentionSides(*trace, node), weights);
                }
                return scores;
            };
            const std::vector<CutPath> paths = cutPaths(*subject.backend, *subject.parameters,
                                                        traces, "decoder.1.self_attn.head.2");
            // Four heads, all of them and a feed-forward layer, into queries and keys.
            QCOMPARE(paths.size(), std::size_t(12));
            QCOMPARE(paths[4].from, std::string("decoder.0.self_attn"));
            QCOMPARE(paths[5].from, std::string("decoder.0.ffn"));
            for (const auto& path : paths) {
                if (path.from == "decoder.0.ffn")
                    continue;
                const bool isOne = path.from.find("head") != std::string::npos;
                const Index head = isOne ? path.from.back() - '0' : 0;
                const HeadScores wanted =
                    scoresWithout(head * width, isOne ? width : 4 * width, path.operand == "key");
                for (const HeadScore score :
                     {HeadScore::Previous, HeadScore::First, HeadScore::Self, HeadScore::Entropy})
                    QVERIFY2(std::abs(*path.scores.of(score) - *wanted.of(score)) < 1e-5,
                             path.from.c_str());
            }
            // Nothing is said before the first layer reads.
            QVERIFY(cutPaths(*subject.backend, *subject.parameters, traces,
                             "decoder.0.self_attn.head.0")
                        .empty());
            QVERIFY_THROWS_EXCEPTION(Error, cutPaths(*subject.backend, *subject.parameters, traces,
                                                     "decoder.7.self_attn.head.0"));
        }
    }

    void pathsThatAreNone_areRefused() {
        const Subject subject(Architecture::Decoder);
        for (const char* const into :
             {"", "query", "decoder.1.self_attn.head.9.query", "decoder.1.self_attn.head.0.output",
              "decoder.1.ffn.head.0.query", "decoder.1.self_attn.head.0"})
            QVERIFY_THROWS_EXCEPTION(Error, subject.patch(PatchWhat::Head).follow(into));
        // Nothing that heads say is there before the first layer reads.
        QVERIFY_THROWS_EXCEPTION(
            Error, subject.patch(PatchWhat::Head).follow("decoder.0.self_attn.head.0.key"));
    }

    void everyFamily_canBePatchedOrSaysWhyNot() {
        for (const test::FamilyModel& family : test::everyModel())
            for (const PatchWhat what : everyWhat) {
                const ModelConfig& config = family.config;
                const auto parameters = makeParameters(config);
                initialize(*parameters, config, 3);
                const std::unique_ptr<Backend> backend = makeBackend("eigen");
                const ProbedModel model{*backend, config, *parameters};
                const auto own = model.run(drawnExample(config, 1));
                const auto other = model.run(drawnExample(config, 2));
                const bool hasStream = !config.isRecurrent() && config.output != Output::Values;
                const bool hasHeads = what == PatchWhat::Residual ? true
                                      : what == PatchWhat::FeedForward
                                          ? config.ffn != FeedForwardKind::None
                                          : config.hasHeads();
                try {
                    Patch patch(*backend, *parameters, own, other, answerColumns(*other), what);
                    QVERIFY2(hasStream && hasHeads, family.name.c_str());
                    QCOMPARE(patch.logits(0, 0, 0, 1).shape(), own->find("logits")->shape());
                } catch (const Error&) {
                    QVERIFY2(!hasStream || !hasHeads, family.name.c_str());
                }
            }
    }

    /// Zeros, the mean of the task's examples that are as long, and one of them.
    void lab_putsInWhatIsAsked() {
        Run run = freshRun("reverse", 2);
        const auto example = [&](const char* source, const char* target) {
            auto made = probeExampleOf(exampleData(TextExample{source, target},
                                                   DataForm(run.description.model),
                                                   run.description.vocabularies.source.get(),
                                                   run.description.vocabularies.target.get()));
            made.gradients = false;
            return made;
        };
        LabModel model{run.description, *run.parameters, example("abcde", "edcba"), true};
        model.other = example("vwxyz", "zyxwv");
        const Lab& lab = *findLab("patch");
        const auto found = [&](const char* by, const char* what) {
            const KnobValues knobs(lab, {{"by", std::string(by)},
                                         {"what", std::string(what)},
                                         {"examples", std::int64_t{3}}});
            return runLab({lab, knobs, 7, &model}).finding;
        };
        const std::unique_ptr<Backend> backend = makeBackend("cpu");
        const ProbedModel probed{*backend, run.description.model, *run.parameters,
                                 run.description.vocabularies};
        const auto answer = [&](const std::vector<Intervention>& changes) {
            const auto trace = probed.run(model.example, changes);
            double sum = 0;
            for (const float loss : trace->find("token_loss")->values())
                sum -= static_cast<double>(loss);
            return sum;
        };
        const std::string step = "decoder.1.cross_attn.heads";
        const auto change = [&](const std::vector<double>& numbers) {
            return answer(rowSet(step, 1, 2, numbers)) - answer({});
        };
        const auto own = probed.run(model.example);
        const auto width = static_cast<std::size_t>(own->find(step)->shape()[2]);
        const auto shown = [&](const Finding& finding) {
            const auto steps = finding.tokensAt("steps/decoder");
            const auto row = std::ranges::find(steps, "decoder.1.cross_attn.head.1");
            return finding.numberAt("change/decoder/" + std::to_string(row - steps.begin()) + "/2");
        };
        QVERIFY(std::abs(shown(found("zero", "head")) - change(std::vector<double>(width, 0))) <
                1e-4);
        // The examples that are as long, in the task's order.
        const auto task = taskOf(run.description);
        std::vector<std::vector<double>> drawn;
        for (Index i = 0; drawn.size() < 3; ++i) {
            ProbeExample one = validationExample(*task, i);
            if (one.source.ids.size() == 5)
                drawn.push_back(numbersOf(*probed.run(one)->find(step), 1, 2));
        }
        std::vector<double> mean(width, 0);
        for (const std::vector<double>& each : drawn)
            for (std::size_t k = 0; k < width; ++k)
                mean[k] += each[k] / 3;
        QVERIFY(std::abs(shown(found("mean", "head")) - change(mean)) < 1e-4);
        const double resampled = shown(found("resample", "head"));
        QVERIFY(std::ranges::any_of(drawn, [&](const std::vector<double>& each) {
            return std::abs(resampled - change(each)) < 1e-4;
        }));
        QCOMPARE(found("other", "ffn").find("grid/encoder")->list()->size(), std::size_t(2));
        QVERIFY(found("other", "residual").find("input/decoder"));
    }
};

} // namespace gf::tst_patch

#include "tests/entry.h"
GF_GUILESS_TEST(tst_patch, TestPatch)
#include "tst_patch.moc"
