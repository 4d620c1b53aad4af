// SPDX-License-Identifier: GPL-3.0-or-later
// Labs about rows and hidden units, against the definitions written out.
#include "core/io/safetensors.h"
#include "core/lab_runs/lab_runs.h"
#include "core/measure/attribution.h"
#include "core/measure/projection.h"
#include "core/measure/spectrum.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/probed_model.h"
#include "core/train/training_memory.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"

#include <Eigen/SVD>
#include <QTest>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace gf::tst_row_labs {

namespace {

Eigen::MatrixXd drawn(Index rows, Index columns, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// A model of a task, fresh, with an example of it.
struct Subject {
    explicit Subject(const std::string& name) : run(freshRun(name, 3)) {
        task = taskOf(run.description);
        example = validationExample(*task, 0);
    }
    Finding find(const std::string& lab, FieldValues knobs = {}) {
        LabModel model{run.description, *run.parameters, example};
        const Lab& row = *findLab(lab);
        return runLab({row, KnobValues(row, knobs), 1, &model}).finding;
    }

    Run run;
    std::shared_ptr<const Task> task;
    ProbeExample example;
    std::unique_ptr<Backend> backend = makeBackend("eigen");
};

QString problemOf(Subject& subject, const std::string& lab, const FieldValues& knobs) {
    try {
        subject.find(lab, knobs);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestRowLabs : public QObject {
    Q_OBJECT

private slots:
    // ---- projection --------------------------------------------------------------------------

    void components_areThoseOfTheSingularValues() {
        for (const auto& [rows, columns] : {std::pair<Index, Index>{7, 30}, {40, 5}, {6, 6}}) {
            const Eigen::MatrixXd x = drawn(rows, columns, 1);
            const Projection found = principalComponents(x);
            const Eigen::MatrixXd apart = x.rowwise() - x.colwise().mean();
            const Eigen::JacobiSVD<Eigen::MatrixXd> svd(apart,
                                                        Eigen::ComputeThinU | Eigen::ComputeThinV);
            const Eigen::MatrixXd points = found.of(x);
            for (int i = 0; i < 2; ++i) {
                const double s = svd.singularValues()[i];
                QVERIFY(std::abs(found.explained[static_cast<std::size_t>(i)] -
                                 s * s / svd.singularValues().squaredNorm()) < 1e-12);
                const Eigen::VectorXd wanted = svd.matrixU().col(i) * s;
                QVERIFY(std::min((points.col(i) - wanted).norm(), (points.col(i) + wanted).norm()) <
                        1e-9);
                Index largest = 0;
                found.directions.col(i).cwiseAbs().maxCoeff(&largest);
                QVERIFY(found.directions(largest, i) > 0);
            }
        }
    }

    void rowsThatDifferInOneDirection_haveNoSecond() {
        Eigen::MatrixXd x(4, 3);
        x << 0, 1, 2, 1, 2, 3, 2, 3, 4, 5, 6, 7;
        const Projection found = principalComponents(x);
        QVERIFY(std::abs(found.explained[0] - 1) < 1e-12);
        QCOMPARE(found.explained[1], 0.0);
        QVERIFY(found.of(x).col(1).isZero());
        QVERIFY(principalComponents(Eigen::MatrixXd::Ones(3, 4))
                    .of(Eigen::MatrixXd::Ones(3, 4))
                    .isZero());
    }

    void queriesAndKeys_areDrawnInOnePicture() {
        Subject subject("date");
        const Finding found = subject.find("projection", {{"step", "decoder.0.cross_attn.q"},
                                                          {"with", "decoder.0.cross_attn.k"},
                                                          {"head", std::int64_t{2}}});
        const std::vector<std::string> steps = found.tokensAt("steps");
        QCOMPARE(steps.front(), std::string("decoder.0.cross_attn.q"));
        QCOMPARE(steps.back(), std::string("decoder.0.cross_attn.k"));
        QCOMPARE(found.listAt("points").size(), steps.size());
        QCOMPARE(found.listAt("tokens").size(), steps.size());
    }

    void whatHasNoRows_isRefusedByName() {
        Subject subject("date");
        const auto refuses = [&](const FieldValues& knobs, const char* words) {
            const QString said = problemOf(subject, "projection", knobs);
            QVERIFY2(said.contains(QLatin1String(words)), qPrintable(said));
        };
        refuses({{"step", "encoder.9.output"}}, "--step is \"encoder.9.output\"");
        refuses({{"step", "loss"}}, "which has no rows");
        refuses({{"step", "encoder.0.self_attn.q"}, {"head", std::int64_t{9}}}, "--head is 9");
        refuses({{"step", "encoder.0.self_attn.q"}, {"with", "logits"}}, "--with is \"logits\"");
    }

    // ---- over training ------------------------------------------------------------------------

    /// Of a moment that is known nothing is computed; of another example, other changes or another
    /// training everything is.
    void moments_areMeasuredOnce() {
        Subject subject("repeat");
        History history;
        for (const Index step : {0, 10, 20}) {
            initialize(*subject.run.parameters, subject.run.description.model, 5 + step);
            history.record(step, 1, subject.run.parameters->flat());
        }
        KnownMoments known;
        LabModel model{subject.run.description, *subject.run.parameters, subject.example};
        model.trace =
            ProbedModel{*subject.backend, subject.run.description.model, *subject.run.parameters}
                .run(subject.example);
        const Lab& lab = *findLab("heads");
        const KnobValues knobs(lab, {{"view", "training"}, {"examples", std::int64_t{0}}});
        const auto found = [&](KnownMoments* remembered) {
            model.history = {history.checkpoints(), 0, remembered};
            return *runLab({lab, knobs, 1, &model}).finding.find("training");
        };
        const Finding first = found(&known);
        QCOMPARE(first.list()->size(), std::size_t(3));
        QVERIFY(first == found(nullptr));
        QVERIFY(*first.find("0/heads") != *first.find("2/heads"));
        const auto mark = [&] {
            for (auto& [checkpoint, finding] : known.found)
                finding = Finding("kept");
        };
        const auto isKept = [](const Finding& moments, int moment) {
            return moments.wordsAt(std::to_string(moment) + "/heads") == "kept";
        };
        mark();
        history.record(30, 1, subject.run.parameters->flat());
        const Finding later = found(&known);
        QVERIFY(isKept(later, 0) && isKept(later, 2) && !isKept(later, 3));
        mark();
        history.dropAfter(10);
        history.record(20, 1, subject.run.parameters->flat()); // that step, of another course
        QVERIFY(isKept(found(&known), 1) && !isKept(found(&known), 2));
        mark();
        Intervention mute{"decoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {}}};
        model.held = {mute};
        QVERIFY(!isKept(found(&known), 0));
        mark();
        model.example = validationExample(*subject.task, 1);
        QVERIFY(!isKept(found(&known), 0));
    }

    /// A picture later nearly all moments are those of the picture before.
    void moments_staySpreadAsTheTrainingGoesOn() {
        Subject subject("repeat");
        History history;
        KnownMoments known;
        LabModel model{subject.run.description, *subject.run.parameters, subject.example};
        model.trace =
            ProbedModel{*subject.backend, subject.run.description.model, *subject.run.parameters}
                .run(subject.example);
        const Lab& lab = *findLab("heads");
        const KnobValues knobs(lab, {{"view", "training"}, {"examples", std::int64_t{0}}});
        std::vector<double> before;
        int added = 0;
        for (Index step = 0; step <= 300; ++step) {
            history.record(step, 1, subject.run.parameters->flat());
            if (step % 5 > 0)
                continue;
            model.history = {history.checkpoints(), 0, &known};
            const Finding found = runLab({lab, knobs, 1, &model}).finding;
            std::vector<double> steps;
            for (const Finding& moment : found.listAt("training"))
                steps.push_back(moment.numberAt("step"));
            QVERIFY(steps.size() <= 24);
            QVERIFY(step < 100 || steps.size() >= 10);
            QCOMPARE(steps.front(), 0.0);
            QCOMPARE(steps.back(), static_cast<double>(step));
            for (const double at : steps)
                added += std::ranges::count(before, at) == 0 ? 1 : 0;
            before = steps;
        }
        QVERIFY2(added < 3 * 61, qPrintable(QString::number(added))); // of 61 pictures
    }

    // ---- fourier -----------------------------------------------------------------------------

    void aWave_hasOneFrequency() {
        constexpr Index hours = 59;
        Eigen::MatrixXd x(hours, 3);
        for (Index n = 0; n < hours; ++n) {
            const double angle = 2 * std::numbers::pi * 7 * static_cast<double>(n) / hours;
            x.row(n) << 3 + std::cos(angle), 2 * std::sin(angle), -1;
        }
        const std::vector<double> shares = powerByFrequency(x);
        QCOMPARE(std::ssize(shares), hours / 2);
        for (Index k = 1; k <= hours / 2; ++k)
            QVERIFY(std::abs(shares[static_cast<std::size_t>(k - 1)] - (k == 7 ? 1 : 0)) < 1e-12);
        QCOMPARE(countFor(0.9, shares), Index{1});
        QCOMPARE(countFor(0.9, powerByFrequency(Eigen::MatrixXd::Ones(hours, 2))), Index{0});
    }

    void frequencies_areOfTheNumbersOfTheTask() {
        Subject subject("modular");
        const Finding found = subject.find("fourier");
        QCOMPARE(found.numberAt("modulus"), 59.0);
        QCOMPARE(found.listAt("frequencies").size(), std::size_t(29));
        for (const char* const what : {"embedding", "hidden"}) {
            double sum = 0;
            for (const Finding& one : found.listAt("frequencies"))
                sum += one.numberAt(what);
            QVERIFY(std::abs(sum - 1) < 1e-9);
        }
        QVERIFY(found.numberAt("embedding_needs") > 15); // what was drawn has no wave
        Subject dates("date");
        QVERIFY(problemOf(dates, "fourier", {}).contains("modular"));
    }

    // ---- unit --------------------------------------------------------------------------------

    /// With no bias, a layer's part of a logit is what its units add, each as often as it says.
    void promotedWords_areWhatOneMoreOfTheUnitAdds() {
        int added = 0;
        for (const test::FamilyModel& family : test::everyModel())
            for (const Norm norm : {Norm::Pre, Norm::Post}) {
                ModelConfig config = family.config;
                config.norm = norm;
                const std::unique_ptr<Parameters> parameters = makeParameters(config);
                initialize(*parameters, config, 3); // biases are 0
                const auto trace = ProbedModel{*makeBackend("eigen"), config, *parameters}.run(
                    drawnExample(config, 1));
                const Graph& graph = *trace->graph;
                for (const Node& node : graph.nodes()) {
                    if (node.role != Role::Forward || node.part != "hidden" ||
                        node.scope.kind() != ScopeKind::FeedForward ||
                        promotedBy(*trace, node.id, 0, 0).empty())
                        continue;
                    std::vector<double> sum(
                        static_cast<std::size_t>(graph[graph.find("logits")].shape[1]));
                    for (Index unit = 0; unit < node.shape[1]; ++unit) {
                        const std::vector<double> one = promotedBy(*trace, node.id, unit, 0);
                        const auto h = static_cast<double>(rowOf(trace->value(node.id), 0)[unit]);
                        for (std::size_t i = 0; i < sum.size(); ++i)
                            sum[i] += h * one[i];
                    }
                    const Attribution found = attribute(*trace, 0, 1);
                    const auto part = std::ranges::find(found.parts, node.scope.nameOf(""),
                                                        &Attribution::Part::name);
                    QVERIFY(part != found.parts.end());
                    QVERIFY2(std::abs(part->value - sum[1]) < 1e-5, family.name.c_str());
                    ++added;
                }
            }
        QVERIFY(added > 40);
    }

    void examples_areThoseThatMoveTheUnitMost() {
        Subject subject("date");
        const Finding found =
            subject.find("unit", {{"unit", std::int64_t{3}}, {"examples", std::int64_t{20}}});
        QCOMPARE(found.wordsAt("layer"), std::string("decoder.1.ffn"));
        double before = std::numeric_limits<double>::infinity();
        for (const Finding& one : found.listAt("examples")) {
            const std::vector<double> values = one.numbersAt("values");
            QCOMPARE(one.listAt("tokens").size(), values.size());
            QCOMPARE(one.numberAt("largest"), std::ranges::max(values));
            QVERIFY(one.numberAt("largest") <= before);
            before = one.numberAt("largest");
        }
        QVERIFY(!found.listAt("promotes").empty());
        const Finding encoder = subject.find("unit", {{"layer", "encoder.0.ffn"}});
        QVERIFY(!encoder.find("promotes")->list()); // the logits are made of the decoder's stream
        QVERIFY(problemOf(subject, "unit", {{"layer", "encoder.0.self_attn"}})
                    .contains("encoder.0.ffn, encoder.1.ffn, decoder.0.ffn"));
        QVERIFY(
            problemOf(subject, "unit", {{"unit", std::int64_t{100'000}}}).contains("there are"));
    }

    // ---- memory ------------------------------------------------------------------------------

    void memory_isWhatTheGraphAndItsProgramHold() {
        const Run run = freshRun("date", 1);
        const ModelConfig& model = run.description.model;
        TrainConfig train;
        train.optimizer = OptimizerKind::AdamW;
        train.batch = 4;
        const TrainingMemory four = trainingMemory(model, train, 13, 11);
        QCOMPARE(four.parameters, static_cast<std::size_t>(parameterCount(model)) * 4);
        QCOMPARE(four.gradients, four.parameters);
        QCOMPARE(four.optimizer, 2 * four.parameters); // m and v
        train.optimizer = OptimizerKind::Sgd;
        QCOMPARE(trainingMemory(model, train, 13, 11).optimizer,
                 four.parameters); // momentum
        train.batch = 64;
        QVERIFY(trainingMemory(model, train, 13, 11).activations > 2 * four.activations);
    }

    void caches_shrinkWithTheHeadsThatShareKeys() {
        Subject subject("date");
        const Finding found = subject.find("cost");
        const Finding::List& caches = found.listAt("caches");
        QCOMPARE(caches.size(), std::size_t{3}); // four heads, two, one
        QCOMPARE(caches[0].numberAt("bytes"), found.numberAt("writing/bytes_kept"));
        QCOMPARE(caches[0].numberAt("bytes"), 2 * caches[1].numberAt("bytes"));
        QCOMPARE(caches[1].numberAt("bytes"), 2 * caches[2].numberAt("bytes"));
        QVERIFY(found.numberAt("memory/activations") > 0);
    }
};

} // namespace gf::tst_row_labs

#include "tests/entry.h"
GF_GUILESS_TEST(tst_row_labs, TestRowLabs)
#include "tst_row_labs.moc"
