// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/lesson_trial.h"
#include "core/lesson/read_lesson.h"
#include "core/measure/score_theory.h"
#include "core/tensor/stopped.h"
#include "tests/core/errors.h"
#include "tests/core/small_lesson.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace gf::tst_experiment {

using test::smallLesson;
using test::with;

namespace {

ExperimentSurroundings surroundings() {
    return {};
}

LessonExperiment smallExperiment() {
    return *parseLesson("small", smallLesson).experiment("tiny");
}

LessonMeasure measureOf(LessonMeasure::What what, const std::string& run = "2") {
    LessonMeasure measure;
    measure.experiment = "tiny";
    measure.what = what;
    measure.run = run;
    return measure;
}

} // namespace

/// What a lesson asks of the engine is done as it says.
class TestExperiment : public QObject {
    Q_OBJECT

private slots:
    void measures_areThoseOfTheRun() {
        using What = LessonMeasure::What;
        const ExperimentSurroundings around = surroundings();
        Experiment experiment(smallExperiment(), 1, around);
        const auto measured = [&](What what) { return experiment.measure(measureOf(what)); };
        QVERIFY(measured(What::FirstLoss) > 1);
        QVERIFY(measured(What::FirstLoss) != measured(What::LastLoss));
        QVERIFY(std::isfinite(measured(What::Loss)));
        QVERIFY(measured(What::ExactMatch) >= 0);
        QVERIFY(measured(What::ExactMatch) <= 1);
        QVERIFY(measured(What::TokenAccuracy) >= measured(What::ExactMatch));
        QCOMPARE(measured(What::GuessLoss), std::log(30.0)); // 26 letters and 4 special tokens
        QCOMPARE(measured(What::Answered), 0.0);
        QCOMPARE(measured(What::Written), measured(What::ExactMatch)); // none is right
        QCOMPARE(measured(What::ParameterCount),
                 experiment.measure(measureOf(What::ParameterCount, "4")));

        LessonMeasure cells = measureOf(What::Value);
        cells.cells = {"encoder.0.self_attn.weights", LessonPlace{1, {}}, LessonPlace{2, {}}, {}};
        cells.of = LessonMeasure::Of::Sum;
        QVERIFY(std::abs(experiment.measure(cells) - 1) < 1e-6);
        cells.of = LessonMeasure::Of::Zeros;
        QCOMPARE(experiment.measure(cells), 0.0);

        LessonMeasure rows = measureOf(What::Distance);
        rows.cells = {"source.embedded", {}, LessonPlace{1, {}}, {}};
        rows.from = LessonPlace{1, {}};
        QCOMPARE(experiment.measure(rows), 0.0);
        rows.from = LessonPlace{0, "b"};
        QVERIFY(experiment.measure(rows) > 0);
        rows.from = LessonPlace{0, "z"};
        GF_FAILS(experiment.measure(rows), "no token \"z\"", "a b <eos>");
    }

    /// What a scene asks of a model: refused with line and key, or small enough to be built.
    void absurdModels_areRefusedWithLineAndKey() {
        const std::string values[] = {"0",   "-1",  "1000000000", "9000000000000000000",
                                      "1.5", "1e9", "\"no\"",     "true"};
        int refused = 0;
        for (const std::string key :
             {"d_model", "heads", "layers", "d_ff", "max_length", "source_vocab", "norm",
              "positional", "architecture", "family", "mixer", "output", "surprise"})
            for (const std::string& value : values) {
                const std::string text =
                    test::with(smallLesson, "\"model\": {\"d_model\": 16, \"heads\": 2}",
                               "\"model\": {\"" + key + "\": " + value + "}");
                std::string error;
                try {
                    const auto problems = problemsOf(parseLesson("absurd", text), {});
                    if (!problems.empty())
                        error = "line " + std::to_string(problems[0].line) + ": " +
                                problems[0].sentence.english();
                } catch (const Error& thrown) {
                    error = thrown.what();
                }
                refused += error.empty() ? 0 : 1;
                QVERIFY2(error.empty() || test::says(error, "line "), error.c_str());
            }
        QVERIFY2(refused > 80, std::to_string(refused).c_str());
    }

    void unknownPlaces_areRefusedWithTheirLine() {
        for (const std::string step :
             {"encoder.9.self_attn.weights", "../logits", "grad/", "<b>", "loss "})
            for (const std::string place : {"\"row\": \"z\"", "\"row\": 4000", "\"head\": 9"}) {
                std::string text =
                    test::with(smallLesson, "\"step\": \"encoder.0.self_attn.weights\",\n",
                               "\"step\": \"" + step + "\",\n");
                text = test::with(text, "\"row\": \"a\", \"example\": {\"source\"",
                                  place + ", \"example\": {\"source\"");
                const std::string error = test::errorOf([&] {
                    const auto problems = problemsOf(parseLesson("absurd", text), {});
                    if (!problems.empty())
                        throw Error(phrase("line %1: %2"), problems[0].line, problems[0].sentence);
                });
                QVERIFY2(error.starts_with("line "), error.c_str());
            }
    }

    void difference_isOneBetweenTwoExperiments() {
        const ExperimentSurroundings around = surroundings();
        const Lesson lesson = parseLesson(
            "small",
            smallLesson +
                "\n```experiment\n{\"id\": \"other\", \"task\": \"copy\", \"steps\": 0, "
                "\"model\": {\"d_model\": 16, \"heads\": 2}, \"example\": {\"source\": "
                "\"ac\"}}\n```\n\n```experiment\n{\"id\": \"same\", \"task\": \"copy\", "
                "\"steps\": 0, \"model\": {\"d_model\": 16, \"heads\": 2}, \"example\": "
                "{\"source\": \"ab\"}}\n```\n\n```claim\n{\"id\": \"apart\", \"says\": "
                "\"Apart.\", \"margin\": 0.01, \"greater\": {\"experiment\": \"same\", "
                "\"what\": \"difference\", \"step\": \"source.embedded\", \"other\": "
                "\"other\"}, \"less\": {\"experiment\": \"same\", \"what\": \"difference\", "
                "\"step\": \"source.embedded\", \"row\": 1, \"other\": \"other\"}}\n```\n");
        LessonTrial trial(lesson, 1, around);
        const ClaimResult result = trial.tried(*lesson.claim("apart"));
        QVERIFY(result.greater > 0.01); // the second letter
        QCOMPARE(result.less, 0.0);     // the first one
        QVERIFY(result.holds);
    }

    /// Compared runs are nudged alike, in the layer alone that is named.
    void nudge_addsTheSameNumbersToTheWeightsOfALayer() {
        const ExperimentSurroundings around = surroundings();
        LessonExperiment plain = smallExperiment();
        plain.run->steps = 0;
        plain.compare = {"norm", {std::string("pre"), std::string("post")}, {}};
        LessonExperiment changed = plain;
        changed.nudge = {"decoder.0", 0.1};
        Experiment as(plain, 1, around);
        Experiment nudged(changed, 1, around);
        const auto moved = [&](const std::string& step, const std::string& run,
                               LessonMeasure::Of of) {
            LessonMeasure measure = measureOf(LessonMeasure::What::Difference, run);
            measure.cells.step = step;
            measure.of = of;
            return nudged.differenceTo(as, measure);
        };
        using Of = LessonMeasure::Of;
        for (const std::string run : {"pre", "post"}) {
            QCOMPARE(moved("encoder.0.self_attn.w_q", run, Of::Largest), 0.0);
            QVERIFY(moved("logits", run, Of::Largest) > 0);
            // 16 × 16 numbers of this standard deviation
            QVERIFY(std::abs(moved("decoder.0.self_attn.w_q", run, Of::Norm) - 1.6) < 0.3);
        }
        QCOMPARE(moved("decoder.0.self_attn.w_q", "pre", Of::Sum),
                 moved("decoder.0.self_attn.w_q", "post", Of::Sum));
        changed.nudge->layer = "decoder.7";
        GF_FAILS(Experiment(changed, 1, around), "nudge", "no layer \"decoder.7\"");
    }

    void momentOfTraining_isKeptWhereItIsAskedFor() {
        LessonRun run;
        run.task = "copy";
        run.model = {{"d_model", std::int64_t{16}}, {"heads", std::int64_t{2}}};
        run.training = {{"schedule", std::string("constant")}};
        run.steps = 4;
        TrainedModels models;
        const ExperimentPlan plan = planRun(run);
        const auto whole = models.get(plan, 1, {}, {});
        QVERIFY(!whole->checkpoint);
        const auto kept = models.get(plan, 1, {}, {.checkpoint = 2});
        QCOMPARE(kept->checkpoint->step, Index{2});
        QCOMPARE(models.get(plan, 1, {}, {.checkpoint = 2}), kept);
        QCOMPARE(models.count(), 2U);
        QVERIFY(std::ranges::equal(whole->parameters->flat(), kept->parameters->flat()));
        run.steps = 2;
        const auto then = models.get(planRun(run), 1, {}, {});
        QVERIFY(std::ranges::equal(kept->checkpoint->parameters->flat(), then->parameters->flat()));
        QCOMPARE(kept->checkpoint->loss, then->lastLoss);
    }

    /// A lesson chooses what the examples are by keys of training, where its task has them.
    void parametersOfATask_areKeysOfTraining() {
        LessonRun run;
        run.task = "modular";
        run.training = {{"modulus", std::int64_t{7}}, {"train_share", 0.5}};
        const ExperimentPlan plan = planRun(run);
        QCOMPARE(plan.task->trainedCount(), Index{25}); // of 49
        QCOMPARE(plan.train.modulus, Index{7});
        QVERIFY(plan.model.architecture == Architecture::Decoder);
        run.task = "copy";
        GF_FAILS(planRun(run), "the task \"copy\" has no such parameter", "choose modular");
    }

    void seed_decidesTheRun() {
        const ExperimentSurroundings around = surroundings();
        const LessonMeasure loss = measureOf(LessonMeasure::What::Loss);
        Experiment first(smallExperiment(), 1, around);
        Experiment again(smallExperiment(), 1, around);
        Experiment other(smallExperiment(), 2, around);
        QCOMPARE(first.measure(loss), again.measure(loss));
        QVERIFY(first.measure(loss) != other.measure(loss));
    }

    void equalModels_areTrainedOnce() {
        const ExperimentSurroundings around = surroundings();
        const auto models = std::make_shared<TrainedModels>();
        Experiment first(smallExperiment(), 1, around, models);
        QCOMPARE(models->count(), 2U); // one for each of its runs
        LessonExperiment changed = smallExperiment();
        changed.id = "changed";
        changed.changes = {{"encoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {}}}};
        Experiment second(changed, 1, around, models);
        QCOMPARE(models->count(), 2U);
        const LessonMeasure last = measureOf(LessonMeasure::What::LastLoss);
        QCOMPARE(first.measure(last), second.measure(last));
        changed.held = changed.changes;
        Experiment held(changed, 1, around, models);
        QCOMPARE(models->count(), 4U);
        Experiment seeded(smallExperiment(), 2, around, models);
        QCOMPARE(models->count(), 6U);
        const Lesson lesson = parseLesson("small", smallLesson);
        LessonTrial trial(lesson, 1, around);
        trial.tried(*lesson.claim("larger"));
        QCOMPARE(trial.models().count(), 2U);
    }

    void change_isMadeWhereItIsMeasured() {
        const ExperimentSurroundings around = surroundings();
        LessonExperiment changed = smallExperiment();
        changed.changes = {{"encoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {}}}};
        Experiment whole(smallExperiment(), 1, around);
        Experiment muted(changed, 1, around);
        LessonMeasure heads = measureOf(LessonMeasure::What::Value);
        heads.cells.step = "encoder.0.self_attn.heads";
        heads.of = LessonMeasure::Of::Norm;
        QCOMPARE(muted.measure(heads), 0.0);
        QVERIFY(whole.measure(heads) > 0);
        const LessonMeasure last = measureOf(LessonMeasure::What::LastLoss);
        QCOMPARE(muted.measure(last), whole.measure(last)); // it is trained without the change
    }

    void whatIsHeld_isSoWhileTraining() {
        const ExperimentSurroundings around = surroundings();
        LessonExperiment held = smallExperiment();
        held.held = {{"encoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {}}}};
        Experiment whole(smallExperiment(), 1, around);
        Experiment muted(held, 1, around);
        const LessonMeasure last = measureOf(LessonMeasure::What::LastLoss);
        QVERIFY(muted.measure(last) != whole.measure(last));
        LessonMeasure heads = measureOf(LessonMeasure::What::Value);
        heads.cells.step = "encoder.0.self_attn.heads";
        heads.of = LessonMeasure::Of::Norm;
        QCOMPARE(muted.measure(heads), 0.0);
    }

    void lab_isAskedForItsNumbers() {
        const ExperimentSurroundings around = surroundings();
        LessonExperiment experiment = *parseLesson("small", smallLesson).experiment("draws");
        Experiment alone(experiment, 7, around);
        LessonMeasure measure = measureOf(LessonMeasure::What::Lab, "");
        const auto at = [&](const char* key) {
            measure.key = key;
            return alone.measure(measure);
        };
        QCOMPARE(at("variance_theory"), 4.0);
        QCOMPARE(at("mean_simulated"), simulateScores({0, 1, 4}, 100, 7).moments.mean);
        QVERIFY(at("softmax/1/largest_weight") > 0);
        for (const char* const none : {"none", "softmax", "softmax/01/gradient",
                                       "softmax/9999999999999999999999", "~", "softmax/-", ""})
            GF_FAILS(at(none), "no number");
        GF_FAILS(Experiment(smallExperiment(), 1, around)
                     .measure(measureOf(LessonMeasure::What::Lab, "3")),
                 "no run \"3\"");
    }

    void experiment_stopsWhenAsked() {
        ExperimentSurroundings around = surroundings();
        std::stop_source source;
        around.stop = source.get_token();
        Index heard = 0;
        around.progress = [&](const ExperimentProgress& progress) {
            ++heard;
            QCOMPARE(progress.run, std::string("2"));
            source.request_stop();
        };
        LessonExperiment experiment = smallExperiment();
        experiment.run->steps = 2000;
        QVERIFY_THROWS_EXCEPTION(Stopped, Experiment(experiment, 1, around));
        QCOMPARE(heard, Index(1));
    }

    void claims_areHeldToWhatTheySay() {
        const Lesson lesson = parseLesson("small", smallLesson);
        const ExperimentSurroundings around = surroundings();
        LessonTrial trial(lesson, 3, around);
        const ClaimResult half = trial.tried(*lesson.claim("half"));
        QVERIFY(std::abs(half.measured - 1) < 0.01); // fresh, the two embeddings are the same
        QVERIFY(half.holds);
        const ClaimResult larger = trial.tried(*lesson.claim("larger"));
        QCOMPARE(larger.seed, std::uint64_t(3));
        QVERIFY(larger.holds);
        QVERIFY(larger.measured > 1000);
        QVERIFY(trial.found(*lesson.question("place")).column < 3);
    }

    void apart_takesEitherForTheGreater() {
        const std::string smaller =
            R"("greater": {"experiment": "draws", "what": "lab", "key": "mean_theory"},
 "less": {"experiment": "tiny", "run": "4", "what": "parameters"})";
        const std::size_t begin = smallLesson.find("\"greater\"");
        const std::size_t end = smallLesson.find("}\n```", begin);
        for (const bool apart : {false, true}) {
            std::string text = smallLesson;
            text.replace(begin, end - begin, smaller + (apart ? ", \"apart\": true" : ""));
            const Lesson lesson = parseLesson("small", text);
            const ExperimentSurroundings around = surroundings();
            LessonTrial trial(lesson, 1, around);
            QCOMPARE(trial.tried(*lesson.claim("larger")).holds, apart);
        }
    }

    void tolerance_andMarginAreLimits() {
        LessonClaim number;
        number.value = 0.9;
        number.tolerance = 0.05;
        QVERIFY(holds(number, 0.95));
        QVERIFY(holds(number, 0.85));
        QVERIFY(!holds(number, 0.951));
        QVERIFY(!holds(number, 0.849));
        QVERIFY(!holds(number, std::nan("")));
        LessonClaim order;
        order.kind = LessonClaim::Kind::Order;
        QVERIFY(holds(order, 1e-9));
        QVERIFY(!holds(order, 0));
        QVERIFY(!holds(order, std::nan("")));
        order.margin = 0.1;
        QVERIFY(holds(order, 0.1));
        QVERIFY(!holds(order, 0.09));
    }

    void newNumbers_areADiffOfTheFile() {
        const std::string text = with(smallLesson, "\"value\": 1.0", "\"value\": 0.8");
        const Lesson lesson = parseLesson("small", text);
        const LessonClaim* const claim = lesson.claim("half");
        QCOMPARE(text.substr(claim->valueBegin, claim->valueEnd - claim->valueBegin),
                 std::string("0.8"));
        const auto measured = [&](double first, double second) {
            return newNumbers({{claim, 1, 0.8, first, true}, {claim, 2, 0.8, second, true}});
        };
        QVERIFY(measured(0.84, 0.76).empty()); // written, it is the same number
        const std::vector<NewNumber> numbers = measured(1.2, 1.4);
        QCOMPARE(numbers.size(), std::size_t(1));
        QCOMPARE(numbers.front().text, std::string("1.3"));
        const std::string difference = differenceOf(lesson, text, "a.md", numbers);
        QVERIFY(difference.starts_with("--- a/a.md\n+++ b/a.md\n@@ -38 +38 @@\n- \"value\": 0.8,"));
        QVERIFY(difference.find("\n+ \"value\": 1.3, \"tolerance\": 0.5") != std::string::npos);
        QCOMPARE(differenceOf(lesson, text, "a.md", {}), std::string());
    }

    void smallLesson_hasNoProblems() {
        const std::vector<LessonProblem> problems =
            problemsOf(parseLesson("small", smallLesson), {});
        QVERIFY2(problems.empty(),
                 problems.empty() ? "" : problems.front().sentence.english().c_str());
    }

    void whatNoEngineCouldDo_isSaid_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* from, const char* to, int line,
                            const char* says) {
            QTest::newRow(name) << from << to << line << says;
        };
        row("task", "\"after\": \"guess\", \"task\": \"copy\"",
            "\"after\": \"guess\", \"task\": \"coppy\"", 26, "task is \"coppy\"");
        row("task with a file", "\"after\": \"guess\", \"task\": \"copy\"",
            "\"after\": \"guess\", \"task\": \"text\"", 26, "task is \"text\"");
        row("key", "\"d_model\": 16, \"layers\": 1", "\"d_modell\": 16", 26, "d_modell");
        row("value", "\"values\": [2, 4]", "\"values\": [2, 4, 3]", 26, "heads");
        row("large", "\"d_model\": 16, \"layers\": 1", "\"d_model\": 1024", 26, "at most");
        row("vocabulary", "\"d_model\": 16, \"layers\": 1", "\"source_vocab\": 31", 26,
            "vocabularies are those of the task");
        row("training", "\"batch\": 4", "\"batches\": 4", 26, "batches");
        row("example", "\"values\": [2, 4]}, \"example\": {\"source\": \"ab\"}",
            "\"values\": [2, 4]}, \"example\": {\"source\": \"AB\"}", 36, "no answer to \"AB\"");
        row("scene", "\"step\": \"encoder.0.self_attn.weights\",\n \"head\": 1",
            "\"step\": \"encoder.7.self_attn.weights\",\n \"head\": 1", 9, "encoder.7");
        row("compared runs", "\"settings\"",
            "\"compare\": {\"key\": \"heads\", \"values\": [1, 2, 4]}, \"settings\"", 9,
            "cannot show 3 runs");
        row("comparison", "\"settings\"",
            "\"compare\": {\"key\": \"layers\", \"values\": [1, 2]}, \"settings\"", 9,
            "differ in layers");
        row("change of a compared run", "\"settings\"",
            "\"compare\": {\"key\": \"positional\", \"values\": [\"sinusoidal\", \"none\"]}, "
            "\"changes\": [{\"step\": \"source.position\", \"kind\": \"set\"}], \"settings\"",
            9, "source.position");
        row("file", "\"settings\"", "\"file\": \"none.safetensors\", \"settings\"", 9,
            "none.safetensors");
        row("hidden task", "[\"sort\"]", "[\"sorts\"]", 9, "no such task");
        row("step", "\"step\": \"source.embedded\", \"row\": \"b\"",
            "\"step\": \"source.embeded\", \"row\": \"b\"", 36, "source.embeded");
        row("word", "\"step\": \"source.embedded\", \"row\": \"b\"",
            "\"step\": \"source.embedded\", \"row\": \"q\"", 36, "no token \"q\"");
        row("place", "\"step\": \"source.embedded\", \"row\": 2",
            "\"step\": \"source.embedded\", \"row\": 9", 37, "no place 9");
        row("pointer", "\"find\": {\"what\": \"column\", \"step\": \"encoder.0.self_attn.weights\"",
            "\"find\": {\"what\": \"column\", \"step\": \"encoder.0.attn\"", 46, "encoder.0.attn");
    }
    void whatNoEngineCouldDo_isSaid() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(int, line);
        QFETCH(QString, says);
        QVERIFY(smallLesson.find(from.toStdString()) != std::string::npos);
        const Lesson lesson =
            parseLesson("small", with(smallLesson, from.toStdString(), to.toStdString()));
        const std::vector<LessonProblem> problems = problemsOf(lesson, {});
        QVERIFY(!problems.empty());
        const std::string sentence = problems.front().sentence.english();
        QVERIFY2(sentence.find(says.toStdString()) != std::string::npos, sentence.c_str());
        QCOMPARE(problems.front().line, line);
    }
};

} // namespace gf::tst_experiment

#include "tests/entry.h"
GF_GUILESS_TEST(tst_experiment, TestExperiment)
#include "tst_experiment.moc"
