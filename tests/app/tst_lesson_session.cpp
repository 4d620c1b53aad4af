// SPDX-License-Identifier: GPL-3.0-or-later
// What lessons ask, with the engine behind the window.
#include "app/session/session.h"
#include "core/experiment/lesson_trial.h"
#include "core/homework/exercise_folder.h"
#include "core/homework/exercise_table.h"
#include "core/io/atomic_file.h"
#include "core/lesson/read_lesson.h"
#include "core/platform/files.h"
#include "tests/app/heard.h"
#include "tests/core/small_lesson.h"
#include "ui/lesson/lesson_scene.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gf::tst_lesson_session {

namespace {

using test::patience;

std::shared_ptr<const Lesson> lessonOf(int steps) {
    return std::make_shared<const Lesson>(parseLesson(
        "small", test::with(test::smallLesson, "\"copy\", \"steps\": 2, \"model\"",
                            "\"copy\", \"steps\": " + std::to_string(steps) + ", \"model\"")));
}

constexpr Index endless = 10'000'000; ///< training steps: a test has seen one before they end

/// One whose experiment "tiny" does not end by itself.
std::shared_ptr<const Lesson> endlessLesson() {
    Lesson lesson = *lessonOf(2);
    for (LessonPage& page : lesson.pages)
        for (LessonItem& item : page.items)
            if (auto* experiment = std::get_if<LessonExperiment>(&item);
                experiment && experiment->id == "tiny")
                experiment->run->steps = endless;
    return std::make_shared<const Lesson>(std::move(lesson));
}

/// A session, and all that it has said of a lesson.
class Heard : public test::Heard {
public:
    std::vector<LessonNews> lesson;

    Heard() {
        test::hear<LessonNews>(session, this,
                               [this](const auto& newest) { lesson.push_back(newest); });
    }

    bool isOver() const { return !lesson.empty() && !lesson.back().isRunning; }
};

LessonModel smallModel(Index steps) {
    LessonModel model;
    model.run.task = "copy";
    model.run.model = {{"d_model", std::int64_t{16}}, {"layers", std::int64_t{1}}};
    model.run.training = {{"batch", std::int64_t{4}}};
    model.run.steps = steps;
    model.example = {"ab", {}, 1};
    return model;
}

void saveSmallRun(const std::string& file, Index steps) {
    TrainedModels models;
    const auto trained = models.get(planRun(smallModel(steps).run), 1, {}, {});
    saveRun(file, trained->description, *trained->parameters);
}

} // namespace

class TestLessonSession : public QObject {
    Q_OBJECT

private slots:
    void experiment_measuresItsClaims() {
        Heard heard;
        heard.intents.send(intent::TryLesson{lessonOf(2), {"tiny"}, {"half", "larger"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOver(), patience);
        const LessonNews& news = heard.lesson.back();
        QVERIFY(news.isDone);
        QCOMPARE(news.lesson, std::string("small"));
        QCOMPARE(news.outcomes.size(), 2U);
        QCOMPARE(news.outcomes[0].claim, std::string("half"));
        QVERIFY(news.outcomes[0].measured > 0);
        const LessonOutcome& order = news.outcomes[1]; // whose second measure is a lab's
        QCOMPARE(order.greater - order.less, order.measured);
        QVERIFY(heard.errors.isEmpty());
    }

    void stoppedExperiment_hasNoOutcome() {
        Heard heard;
        heard.intents.send(intent::TryLesson{endlessLesson(), {"tiny"}, {"half"}});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lesson.empty() && heard.lesson.back().step > 0, patience);
        heard.intents.send(intent::StopLesson{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOver(), patience);
        QVERIFY(!heard.lesson.back().isDone);
        QVERIFY(heard.lesson.back().outcomes.empty());
    }

    void newestRequest_isTheOneThatIsAnswered() {
        Heard heard;
        const auto quick = lessonOf(2);
        heard.intents.send(intent::TryLesson{endlessLesson(), {"tiny"}, {"half"}});
        heard.intents.send(intent::TryLesson{quick, {"draws"}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOver() && heard.lesson.back().isDone, patience);
        QCOMPARE(heard.lesson.back().experiments, (std::vector<std::string>{"draws"}));
        QVERIFY(std::ranges::none_of(heard.lesson, [](const LessonNews& news) {
            return news.isDone && news.experiments.front() == "tiny";
        }));
    }

    void impossibleExperiment_saysWhy() {
        Heard heard;
        Lesson lesson = *lessonOf(2);
        for (LessonPage& page : lesson.pages)
            for (LessonItem& item : page.items)
                if (auto* experiment = std::get_if<LessonExperiment>(&item); experiment)
                    experiment->lab = "no-such-lab";
        const auto shared = std::make_shared<const Lesson>(lesson);
        heard.intents.send(intent::TryLesson{shared, {"tiny"}, {"larger"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOver(), patience);
        QVERIFY(!QString(heard.lesson.back().failure).isEmpty());
    }

    void model_isShownAtRestAsItWasTrained() {
        Heard heard;
        LessonModel model = smallModel(3);
        model.changes = {{"encoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {}}}};
        heard.intents.send(intent::OpenLessonModel{lessonOf(2), model, true});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == 3, patience);
        QCOMPARE(heard.run.task, QStringLiteral("copy"));
        QVERIFY(!heard.status.running);
        QCOMPARE(heard.status.unsavedSteps, qint64{0});
        QCOMPARE(heard.trace->step, Index{3});
        QCOMPARE(heard.trace->sourceTokens, (Tokens{"a", "b", "<eos>", "<pad>"}));
        QCOMPARE(heard.last<InterventionState>().list.size(), 1);
        heard.intents.send(intent::Train{}); // it goes on from there
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        QVERIFY(heard.errors.isEmpty());
    }

    void comparedModels_areShownBesideEachOther() {
        Heard heard;
        ComparisonInfo compared;
        std::vector<ComparedRunState> others;
        std::vector<SharedMetrics> metrics;
        QVector<ComparisonGradient> gradients;
        test::hear<ComparisonInfo>(heard.session, &heard,
                                   [&](const ComparisonInfo& told) { compared = told; });
        test::hear<ComparisonNews>(heard.session, &heard, [&](const ComparisonNews& told) {
            others.assign(told.comparedRuns.begin(), told.comparedRuns.end());
            if (!told.gradients.isEmpty())
                gradients = told.gradients;
        });
        test::hear<news::RunMetrics>(heard.session, &heard,
                                     [&](const news::RunMetrics& told) { metrics = told.runs; });
        LessonModel model = smallModel(3);
        model.compare = {"heads", {std::int64_t{1}, std::int64_t{2}}};
        model.moment = 1;
        heard.intents.send(intent::OpenLessonModel{lessonOf(2), model, true});
        QTRY_VERIFY_WITH_TIMEOUT(!others.empty() && others[0].trace && heard.trace, patience);
        QCOMPARE(compared.change.key, QStringLiteral("heads"));
        QCOMPARE(compared.change.values, (QStringList{"1", "2"}));
        QCOMPARE(wholeIn(heard.run.configuration, "heads"), std::optional<std::int64_t>(1));
        QCOMPARE(others[0].trace->step, Index{3});
        QCOMPARE(others[0].trace->find("encoder.0.self_attn.weights")->shape()[0], Index{2});
        QCOMPARE(metrics.size(), 2U);
        for (const SharedMetrics& run : metrics)
            QCOMPARE(run->losses().size(), 3U);
        // Nobody has seen how they began.
        QCOMPARE(gradients[0].starts, std::vector<double>(2, 0.0));
        QVERIFY(gradients[0].now[0] > 0);
        // The moment is one of both.
        heard.intents.send(intent::LookAt{1});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step == 1 && others[0].trace->step == 1, patience);
        QVERIFY(heard.errors.isEmpty());
    }

    /// One step, looked back at, is what one step of training alone comes to.
    void moment_isWhatTheModelWasThen() {
        const auto weightsAfter = [](Index steps, std::optional<Index> moment) {
            Heard heard;
            LessonModel model = smallModel(steps);
            model.run.training["schedule"] = "constant";
            model.moment = moment;
            heard.intents.send(intent::OpenLessonModel{lessonOf(2), model, true});
            const auto isAt = [&](Index step) { return heard.trace && heard.trace->step == step; };
            [&] { QTRY_VERIFY_WITH_TIMEOUT(isAt(steps), patience); }();
            if (moment) {
                heard.intents.send(intent::LookAt{*moment});
                [&] { QTRY_VERIFY_WITH_TIMEOUT(isAt(*moment), patience); }();
            }
            return *heard.trace->find("encoder.0.self_attn.w_q");
        };
        const Tensor then = weightsAfter(5, 2);
        const Tensor alone = weightsAfter(2, std::nullopt);
        QVERIFY(std::ranges::equal(then.values(), alone.values()));
        QVERIFY(!std::ranges::equal(then.values(), weightsAfter(5, std::nullopt).values()));
    }

    void comparisonThatTheWindowHasNot_isRefusedByTheCheckToo_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("values");
        QTest::addColumn<bool>("isShown");
        QTest::newRow("heads") << "heads"
                               << "[1, 2]" << true;
        QTest::newRow("mixers") << "mixer"
                                << R"(["attention", "mean", "convolution"])" << true;
        QTest::newRow("three heads") << "heads"
                                     << "[1, 2, 4]" << false;
        QTest::newRow("four layers") << "layers"
                                     << "[1, 2, 3, 4]" << false;
        QTest::newRow("widths") << "d_ff"
                                << "[8, 16]" << false;
    }
    void comparisonThatTheWindowHasNot_isRefusedByTheCheckToo() {
        QFETCH(const QString, key);
        QFETCH(const QString, values);
        QFETCH(const bool, isShown);
        const std::string compare =
            QStringLiteral(R"("compare": {"key": "%1", "values": %2}, "settings")")
                .arg(key, values)
                .toStdString();
        const auto lesson = std::make_shared<const Lesson>(
            parseLesson("small", test::with(test::smallLesson, "\"settings\"", compare)));
        const auto problems = problemsOf(*lesson, {});
        QCOMPARE(problems.empty(), isShown);

        Heard heard;
        int trainings = 0;
        test::hear<news::Building>(heard.session, &heard, [&](const QString& what) {
            trainings += what.contains("Training") ? 1 : 0;
        });
        LessonModel model = modelOf(*blocksOf<LessonScene>(*lesson).front());
        model.run.steps = isShown ? 0 : endless; // what is refused is so before it is trained
        heard.intents.send(intent::OpenLessonModel{lesson, model, true});
        if (isShown) {
            QTRY_VERIFY_WITH_TIMEOUT(heard.trace != nullptr, patience);
            return;
        }
        QTRY_VERIFY_WITH_TIMEOUT(!heard.errors.isEmpty(), patience);
        QCOMPARE(heard.errors[0].toStdString(), problems.front().sentence.english());
        QCOMPARE(trainings, 0);
    }

    void preparedModel_isShownWithoutTraining() {
        Heard heard;
        int trainings = 0;
        LessonReady ready;
        test::hear<news::Building>(heard.session, &heard, [&](const QString& what) {
            trainings += what.contains("Training") ? 1 : 0;
        });
        test::hear<LessonReady>(heard.session, &heard,
                                [&](const LessonReady& told) { ready = told; });
        const auto lesson = lessonOf(2);
        const LessonModel model = smallModel(40);
        heard.intents.send(intent::PrepareLesson{lesson, {model, smallModel(3)}});
        QTRY_COMPARE_WITH_TIMEOUT(ready.ready, 2, patience);
        QCOMPARE(ready.all, 2);
        QCOMPARE(ready.lesson, std::string("small"));
        heard.intents.send(intent::OpenLessonModel{lesson, model, true});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == 40, patience);
        QCOMPARE(trainings, 0);
        // One that was not prepared.
        heard.intents.send(intent::OpenLessonModel{lesson, smallModel(endless), false});
        QTRY_VERIFY_WITH_TIMEOUT(trainings > 0, patience);
    }

    void preparing_givesWayToWhatIsAskedFor() {
        Heard heard;
        LessonReady ready;
        test::hear<LessonReady>(heard.session, &heard,
                                [&](const LessonReady& told) { ready = told; });
        const auto lesson = lessonOf(2);
        heard.intents.send(intent::PrepareLesson{lesson, {smallModel(2000), smallModel(3)}});
        heard.intents.send(intent::TryLesson{lesson, {"draws"}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOver() && heard.lesson.back().isDone, patience);
        QTRY_COMPARE_WITH_TIMEOUT(ready.ready, 2, patience); // and goes on afterwards
    }

    /// Two pages of one lecture show it, and somebody trains it on between them.
    void savedRunOfALesson_isShownAtRestAndStaysWhatItWas() {
        const QTemporaryDir folder;
        const std::string file = (pathOf(folder.path().toStdString()) / "own.safetensors").string();
        saveSmallRun(file, 3);
        const std::string before = readWholeFile(file, 10'000'000);
        Lesson own = *lessonOf(2);
        own.folder = folder.path().toStdString();
        const auto lesson = std::make_shared<const Lesson>(own);
        LessonModel model;
        model.run.task = "copy";
        model.file = "own.safetensors";
        model.example = {"ba", {}, 0};
        Heard heard;
        heard.intents.send(intent::OpenLessonModel{lesson, model, true});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == 3, patience);
        QVERIFY(!heard.status.running);
        QCOMPARE(heard.status.unsavedSteps, qint64{0});
        QCOMPARE(heard.trace->sourceTokens, (Tokens{"b", "a", "<eos>"}));
        QVERIFY(heard.run.file.isEmpty()); // to save it asks for another name
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        heard.intents.send(intent::OpenLessonModel{lesson, model, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step == 3 && !heard.status.running, patience);
        QCOMPARE(readWholeFile(file, 10'000'000), before);

        saveSmallRun(file, 4); // a newer one has its name now
        heard.intents.send(intent::OpenLessonModel{lesson, model, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step == 4, patience);
        QVERIFY(heard.errors.isEmpty());
        model.file = "gone.safetensors";
        heard.intents.send(intent::OpenLessonModel{lesson, model, false});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.errors.isEmpty(), patience);
        QVERIFY(heard.errors[0].contains("gone.safetensors"));
    }

    void lesson_isPackedAndShownWithoutTraining() {
        const QTemporaryDir folder;
        const std::string file = (pathOf(folder.path().toStdString()) / "small.lecture").string();
        std::string text = test::with(test::smallLesson, R"("task": "copy", "steps": 0,)",
                                      R"("task": "copy", "steps": 30,)");
        {
            Heard heard;
            QString packed;
            test::hear<news::LessonPacked>(heard.session, &heard,
                                           [&](const auto& told) { packed = told.path; });
            const auto lesson = std::make_shared<const Lesson>(parseLesson("small", text));
            heard.intents.send(
                intent::PrepareLesson{lesson, {modelOf(*blocksOf<LessonScene>(*lesson).front())}});
            heard.intents.send(intent::PackLesson{lesson, QString::fromStdString(file)});
            QTRY_COMPARE_WITH_TIMEOUT(packed, QString::fromStdString(file), patience);
            heard.intents.send(intent::PackLesson{lesson, folder.filePath("no/x.lecture")});
            QTRY_VERIFY_WITH_TIMEOUT(!heard.errors.isEmpty(), patience);
        }
        Heard heard;
        int trainings = 0;
        test::hear<news::Building>(heard.session, &heard, [&](const QString& what) {
            trainings += what.contains("Training") ? 1 : 0;
        });
        const auto lesson = std::make_shared<const Lesson>(readLessonFile(file));
        heard.intents.send(intent::OpenLessonModel{
            lesson, modelOf(*blocksOf<LessonScene>(*lesson).front()), true});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == 30, patience);
        QCOMPARE(trainings, 0);
        QVERIFY(heard.errors.isEmpty());
    }

    void homework_isMadeAndAFullFolderIsRefused() {
        const QTemporaryDir folder;
        const QString place = folder.filePath("softmax");
        Heard heard;
        QString made;
        test::hear<news::ExerciseMade>(heard.session, &heard,
                                       [&](const auto& told) { made = told.folder; });
        QVERIFY(heard.session.exercises().size() == exerciseTable().size());
        heard.intents.send(intent::MakeExercise{{.name = "softmax", .seed = 7}, place});
        QTRY_COMPARE_WITH_TIMEOUT(made, place, patience);
        QCOMPARE(exerciseIn(place.toStdString()).seed, std::uint64_t(7));
        heard.intents.send(intent::MakeExercise{{.name = "softmax"}, place});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.errors.isEmpty(), patience);
    }

    /// A lecture that is packed when the program ends is there at the next start.
    void packing_endsBeforeTheProgramDoes() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("small.lecture");
        const auto lesson = std::make_shared<const Lesson>(
            parseLesson("small", "```lesson\n{\"title\": \"T\", \"idea\": \"I\", \"minutes\": "
                                 "1}\n```\n## P\n\nWords.\n"));
        {
            Heard heard;
            heard.intents.send(intent::PackLesson{lesson, file});
        }
        QCOMPARE(readLessonFile(file.toStdString()).text, lesson->text);
    }

    /// What is prepared waits until the run of the window rests, and that rests while somebody
    /// waits for a page.
    void twoModels_areNeverTrainedAtOnce() {
        Heard heard;
        LessonReady ready;
        int trainings = 0;
        qint64 atFirst = -1, atLast = -1;
        test::hear<LessonReady>(heard.session, &heard,
                                [&](const LessonReady& told) { ready = told; });
        heard.intents.send(intent::OpenLessonModel{lessonOf(2), smallModel(1), false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.status.step == 1, patience);
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 2, patience);
        heard.intents.send(intent::PrepareLesson{lessonOf(3), {smallModel(3)}});
        const qint64 then = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > then + 200, patience);
        QCOMPARE(ready.all, 0);
        test::hear<news::Building>(heard.session, &heard, [&](const QString& what) {
            if (!what.contains("Training"))
                return;
            atLast = heard.status.step;
            if (++trainings == 2) // what was on its way has come
                atFirst = heard.status.step;
        });
        heard.intents.send(intent::OpenLessonModel{lessonOf(3), smallModel(endless), false});
        QTRY_VERIFY_WITH_TIMEOUT(trainings > 5, patience);
        QCOMPARE(atLast, atFirst);
        heard.intents.send(intent::StopLesson{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > atLast, patience); // it goes on
        heard.intents.send(intent::Pause{});
        QTRY_COMPARE_WITH_TIMEOUT(ready.ready, 1, patience);
    }

    void openRun_isAskedFor() {
        Heard heard;
        int ready = 0;
        IntentId answered = 0;
        QObject::connect(&heard.session, &Session::news, &heard, [&](const News& news) {
            ready += news.get<news::RunReady>() ? 1 : 0;
            if (news.get<RunInfo>())
                answered = news.answers;
        });
        heard.intents.send(intent::OpenLessonModel{lessonOf(2), smallModel(0), true});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace != nullptr, patience);
        QCOMPARE(ready, 0);
        const IntentId second =
            heard.intents.send(intent::OpenLessonModel{lessonOf(2), smallModel(2), true});
        QTRY_COMPARE_WITH_TIMEOUT(ready, 1, patience);
        heard.intents.send(intent::EnterRun{second});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step == 2, patience);
        QCOMPARE(answered, second); // not whoever let it in
    }
};

} // namespace gf::tst_lesson_session

#include "tests/entry.h"
GF_TEST(tst_lesson_session, TestLessonSession)
#include "tst_lesson_session.moc"
