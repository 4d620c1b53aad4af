// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/command_names.h"
#include "core/lesson/course.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/spans.h"
#include "core/tensor/error.h"
#include "fresh_window.h"
#include "small_model.h"
#include "tests/core/small_lesson.h"
#include "tests/core/whole_lists.h"
#include "tests/ui/asked.h"
#include "ui/controls/command_table.h"
#include "ui/controls/commands.h"
#include "ui/explain/text_block.h"
#include "ui/labs/labs.h"
#include "ui/lesson/answer_list.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/experiment_card.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/lesson_scene.h"
#include "ui/lesson/shared_view.h"
#include "ui/tour/tour.h"
#include "ui/window/banner.h"
#include "ui/window/dropped.h"
#include "ui/window/key_guard.h"
#include "ui/window/lesson_control.h"
#include "warnings.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace gf::tst_lesson_dock {

namespace {

RunInfo runOf(const QString& task) {
    RunInfo run;
    run.name = run.task = task;
    run.backend = "cpu";
    return run;
}

std::shared_ptr<const Lesson> smallLesson() {
    return std::make_shared<const Lesson>(parseLesson("small", test::smallLesson));
}

/// Wrongly where it can be, with all experiments done; on pages after the last one only what an
/// experiment waits for.
void answerAll(LessonSitting& sitting, int last = 1000) {
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(sitting.lesson())) {
        if (question->kind == LessonQuestion::Kind::Point &&
            pageOf(sitting.lesson(), question) > last)
            continue;
        const auto wrong = std::ranges::find(question->answers, false, &LessonAnswer::right);
        sitting.say(*question, QString::number(wrong - question->answers.begin()), false);
    }
    LessonNews news;
    news.isDone = true;
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(sitting.lesson()))
        news.experiments.push_back(experiment->id);
    for (const LessonClaim* claim : blocksOf<LessonClaim>(sitting.lesson()))
        news.outcomes.push_back({claim->id, claim->value, 0.98765, 0.12345, true});
    sitting.take(news);
}

/// All models that a page speaks of: of its scene, of its experiments and those that it names
/// numbers of, and of its question for a place.
std::vector<LessonModel> modelsOn(const Lesson& lesson, int page) {
    std::vector<LessonModel> models;
    const auto add = [&](const std::string& id) {
        const LessonExperiment& experiment = *lesson.experiment(id);
        if (!experiment.run || experiment.nudge) // no window shows that
            return;
        if (!experiment.compare)
            models.push_back(modelOf(experiment, {}));
        else
            for (const FieldValue& value : experiment.compare->values)
                models.push_back(modelOf(experiment, textOf(value)));
    };
    const auto addClaim = [&](const LessonClaim& claim) {
        if (claim.measure.what == LessonMeasure::What::GuessLoss) // which knows no model
            return;
        for (const std::string& id : experimentsOf(claim))
            add(id);
    };
    for (const LessonItem& item : lesson.pages[page].items) {
        if (const auto* scene = std::get_if<LessonScene>(&item))
            models.push_back(modelOf(*scene));
        else if (const auto* experiment = std::get_if<LessonExperiment>(&item))
            add(experiment->id);
        else if (const auto* claim = std::get_if<LessonClaim>(&item))
            addClaim(*claim);
        else if (const auto* question = std::get_if<LessonQuestion>(&item);
                 question && question->kind == LessonQuestion::Kind::Point)
            add(question->pointer.experiment);
        else if (const auto* text = std::get_if<LessonText>(&item))
            for (const LessonSpan& span : spansOf(text->words, text->line))
                if (span.kind == LessonSpan::Kind::Claim)
                    addClaim(*lesson.claim(span.text));
    }
    return models;
}

LessonNews doneNews(const std::vector<std::string>& experiments) {
    LessonNews news;
    news.lesson = "small";
    news.experiments = experiments;
    news.isDone = true;
    news.outcomes = {{"half", 0.9, 0, 0, true}, {"larger", 2, 5, 3, true}};
    return news;
}

/// As an editor does: another file in its place.
void save(const QString& path, const std::string& text) {
    QSaveFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
    QVERIFY(file.commit());
}

} // namespace

/// The course in the window, without an engine behind it.
class TestLessonDock : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<test::Asked<intent::OpenLessonModel>> m_asked; ///< of the window
    KeyGuard m_guard;

    LessonPanel* panel() const { return m_window->lesson()->panel(); }
    QDockWidget* dock() const { return m_window->findChild<QDockWidget*>("lesson"); }
    template <class Type> Type* child(const QString& name = {}) const {
        return panel()->findChild<Type*>(name);
    }
    QString title() const { return child<QLabel>("lessonTitle")->text(); }
    void click(const char* button) {
        QTest::mouseClick(child<QPushButton>(QLatin1String(button)), Qt::LeftButton);
    }
    void startWindow() {
        m_window = freshWindow();
        QVERIFY(m_window);
        m_asked = std::make_unique<test::Asked<intent::OpenLessonModel>>(m_window->intents());
    }
    /// The run that the lesson asked for last is there, with its first picture.
    void showAskedRun(const RunInfo& run) {
        m_window->showNews({run, m_asked->id});
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
    }
    void openSmall() {
        dock()->show();
        panel()->open(smallLesson(), "small");
    }
    /// With the trace that is shown, on the page whose question asks for this place.
    std::shared_ptr<const Trace> askFor(const LessonPointer& pointer) {
        Lesson lesson = parseLesson("small", test::smallLesson);
        for (LessonPage& page : lesson.pages)
            for (LessonItem& item : page.items)
                if (auto* question = std::get_if<LessonQuestion>(&item);
                    question && question->id == "place")
                    question->pointer = pointer;
        dock()->show();
        panel()->open(std::make_shared<const Lesson>(lesson), "small");
        const auto trace = traceOf(Architecture::EncoderDecoder);
        m_window->showNews({runOf("copy"), m_asked->id});
        m_window->showNews(news::Traced{trace});
        m_window->showNews(doneNews({"tiny"}));
        panel()->sitting()->say(*lesson.question("guess"), "0");
        panel()->goTo(1);
        m_window->showNews(doneNews({"tiny"}));
        return trace;
    }
    QPushButton* inCard(const char* card, const char* button) const {
        return panel()
            ->findChild<QWidget*>(QLatin1String(card))
            ->findChild<QPushButton*>(QLatin1String(button));
    }
    bool isInFront(const char* name) const {
        return m_window->rect().contains(m_window->findChild<QDockWidget*>(name)->geometry());
    }
    void clickTab(const QString& name) const {
        for (QTabBar* tabs : m_window->findChildren<QTabBar*>())
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->tabText(i) == name)
                    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(i).center());
    }
    bool isSaid(const char* words) const {
        const QList<Banner*> banners = m_window->findChildren<Banner*>();
        return std::ranges::any_of(
            banners, [&](const Banner* banner) { return banner->text().contains(words); });
    }
    static bool holdsText(const QWidget* in, const QString& words) {
        const QList<TextBlock*> texts = in->findChildren<TextBlock*>();
        return std::ranges::any_of(texts, [&](const TextBlock* text) {
            return text->isVisible() && text->toPlainText().contains(words);
        });
    }
    void answer(int place) {
        auto* list = panel()->findChild<AnswerList*>();
        list->choose(place);
        QTest::mouseClick(inCard("question-guess", "commit"), Qt::LeftButton);
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerLessonTest");
        qApp->installEventFilter(&m_guard);
    }

    void init() {
        failOnQtWarnings();
        startWindow();
    }

    void cleanup() {
        m_asked.reset();
        m_window.reset();
    }

    /// A tab that is clicked raises nothing, and what was raised last is not raised again.
    void course_comesToTheFrontEachTimeItIsAskedFor() {
        m_window->resize(1440, 900);
        for (int time = 0; time < 3; ++time) {
            m_window->commands()[Command::Course]->trigger();
            QVERIFY(isInFront("lesson"));
            QVERIFY(!isInFront("map"));
            clickTab(QStringLiteral("Map"));
            QVERIFY(isInFront("map"));
            QVERIFY(!isInFront("lesson"));
        }
    }

    void course_isOpenedByItsCommandAndListsAllLessons() {
        QVERIFY(dock()->isHidden());
        m_window->commands()[Command::Course]->trigger();
        QVERIFY(!dock()->isHidden());
        auto* list = child<CourseList>();
        QCOMPARE(list->count(), 23);
        QVERIFY(list->hasFocus());
        QCOMPARE(list->item(7)->text(), QStringLiteral("8. Several heads"));
        test::Asked<intent::OpenLessonModel> asked(m_window->intents());
        list->setCurrentRow(7);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(title(), QStringLiteral("One wide head or four narrow ones"));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.last().model.run.task, std::string("sort"));
        QCOMPARE(asked.last().model.run.steps, Index{0});
    }

    void firstCard_offersTheCourseToo() {
        m_window->tour()->offer();
        RunInfo run = runOf("date");
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        TrainingStatus status;
        status.idleReason = IdleReason::StepsDone;
        m_window->showNews(status);
        auto* course = m_window->findChild<QPushButton*>("tourCourse");
        QVERIFY(course->isVisible());
        m_window->tour()->next();
        QVERIFY(!course->isVisible());
        m_window->tour()->back();
        m_window->commands()[Command::Course]->trigger(); // the key does the same
        QVERIFY(!m_window->tour()->isOn());
        m_window->commands()[Command::Tour]->trigger();
        QTest::mouseClick(course, Qt::LeftButton);
        QVERIFY(!m_window->tour()->isOn());
        QVERIFY(child<CourseList>()->isVisible());
    }

    void unknownLesson_isRefused() {
        QVERIFY(!m_window->lesson()->open("nothing"));
        QVERIFY(dock()->isHidden());
        QVERIFY(m_window->lesson()->open("heads"));
        QVERIFY(!dock()->isHidden());
    }

    void pages_areTurnedByButtonsAndKeysAndKept() {
        m_window->lesson()->open("root");
        const QString first = title();
        QVERIFY(!child<QPushButton>("lessonBack")->isEnabled());
        click("lessonNext");
        const QString second = title();
        QVERIFY(second != first);
        m_window->commands()[Command::PreviousPage]->trigger();
        QCOMPARE(title(), first);
        m_window->commands()[Command::NextPage]->trigger();
        m_window->lesson()->open("heads");
        m_window->lesson()->open("root");
        QCOMPARE(title(), second);
        while (panel()->sitting()->page() + 1 < panel()->pageCount())
            click("lessonNext");
        click("lessonNext"); // done
        QVERIFY(child<CourseList>()->isVisible());
    }

    void everyPage_showsAModelThatItSpeaksOf_data() {
        QTest::addColumn<bool>("answered"); // the page's own questions, too
        QTest::newRow("at the question") << false;
        QTest::newRow("after it") << true;
    }
    /// Of what was trained: an untrained one where the page speaks of no other.
    void everyPage_showsAModelThatItSpeaksOf() {
        QFETCH(const bool, answered);
        std::size_t number = 0;
        for (const CourseText& text : courseTexts()) {
            if (!test::isTried(number++, 5))
                continue;
            const auto lesson = std::make_shared<const Lesson>(parseLesson(text.name, text.text));
            for (int page = 0; page < static_cast<int>(lesson->pages.size()); ++page) {
                LessonSitting::forget("measured");
                LessonSitting sitting(lesson, "measured");
                answerAll(sitting, answered ? page : page - 1);
                const std::vector<LessonModel> models = modelsOn(*lesson, page);
                const LessonModel shown = modelOf(subjectOf(sitting, page));
                const bool isTrained = std::ranges::any_of(
                    models, [](const LessonModel& model) { return model.run.steps > 0; });
                const bool isSpokenOf = std::ranges::any_of(models, [&](const LessonModel& model) {
                    return model.run == shown.run && model.held == shown.held &&
                           model.changes == shown.changes;
                });
                QVERIFY2(!isTrained || (shown.run.steps > 0 && isSpokenOf),
                         qPrintable(QStringLiteral("%1/%2, page %3 shows %4 after %5 steps")
                                        .arg(QString::fromUtf8(text.language.data()).left(2),
                                             fromText(lesson->name))
                                        .arg(page + 1)
                                        .arg(fromText(shown.run.task))
                                        .arg(shown.run.steps)));
            }
        }
    }

    /// The window goes to the trained model when the experiment is done, and back with the page.
    void stage_showsTheModelOfTheExperimentThatIsDone() {
        const auto lesson = smallLesson();
        openSmall();
        showAskedRun(runOf("copy"));
        QCOMPARE(m_asked->last().model, modelOf(*blocksOf<LessonScene>(*lesson).front()));
        panel()->sitting()->say(*lesson->question("guess"), "0");
        click("lessonNext");
        QCOMPARE(m_asked->count(), 1); // the scene's model is there
        m_window->showNews(doneNews({"tiny"}));
        QCOMPARE(m_asked->count(), 2);
        const LessonModel trained = modelOf(*lesson->experiment("tiny"), "4"); // as the claim says
        QCOMPARE(m_asked->last().model, trained);
        showAskedRun(runOf("copy"));
        click("lessonBack");
        QCOMPARE(m_asked->last().model.run.steps, Index{0});
        showAskedRun(runOf("copy"));
        click("lessonNext");
        QCOMPARE(m_asked->last().model, trained);
        click("takeMeThere");
        QCOMPARE(m_asked->last().model, trained);
    }

    void wrongPlace_hasAWayToTheRightOne() {
        for (const CourseText& text : courseTexts()) {
            const auto lesson = std::make_shared<const Lesson>(parseLesson(text.name, text.text));
            LessonSitting::forget("measured");
            LessonSitting sitting(lesson, "measured");
            answerAll(sitting);
            for (int page = 0; page < static_cast<int>(lesson->pages.size()); ++page) {
                LessonPageView view(&sitting, page);
                view.show();
                for (const QuestionCard* card : view.findChildren<QuestionCard*>()) {
                    const LessonQuestion& asked = card->question();
                    QVERIFY2(card->isVisible(), asked.id.c_str());
                    const auto* place = card->findChild<QPushButton*>("showPlace");
                    QVERIFY(!place || place->text() == "Show me the place");
                    const auto right = std::ranges::find(asked.answers, true, &LessonAnswer::right);
                    if (right == asked.answers.end())
                        continue;
                    const QString words =
                        QTextDocumentFragment::fromHtml(sitting.html(right->text)).toPlainText();
                    QVERIFY2(holdsText(card, words), qPrintable(words));
                }
            }
        }
    }

    void everyLesson_readsInBothLanguages() {
        for (const CourseText& text : courseTexts()) {
            const Lesson lesson = parseLesson(text.name, text.text);
            for (const LessonText& words : wordsOf(lesson)) {
                const QString html =
                    lessonHtml(lesson, words, [](const LessonClaim& claim) { return claim.value; });
                QVERIFY2(!html.contains('{') && !html.contains('$') && !html.contains('`'),
                         qPrintable(html));
            }
        }
    }

    /// A lesson may hide each command of the window, and is read without one.
    void commandNames_areThoseOfTheWindowInTheirOrder() {
        std::vector<std::string_view> names;
        for (const CommandInfo& info : commandTable())
            names.emplace_back(info.name());
        QVERIFY(std::ranges::equal(names, commandNames));
    }

    void words_areNoTags() {
        Lesson lesson;
        const auto html = [&](const std::string& words) {
            return lessonHtml(lesson, {1, words}, [](const LessonClaim&) { return 0.0; });
        };
        QCOMPARE(html("a < b & c"), QStringLiteral("<p>a &lt; b &amp; c</p>"));
        QCOMPARE(html("**bold** and *so*"), QStringLiteral("<p><b>bold</b> and <i>so</i></p>"));
        QCOMPARE(html("`a*b*`"), QStringLiteral("<p><code>a&#42;b&#42;</code></p>"));
        QCOMPARE(html("- one\n- two\n\nend"),
                 QStringLiteral("<ul><li>one</li><li>two</li></ul><p>end</p>"));
        QCOMPARE(html("$W_O$"), QStringLiteral("<p><i>W</i><sub><i>O</i></sub></p>"));
        QCOMPARE(html("$\\mathrm{softmax}(x)_{ij}$"),
                 QStringLiteral("<p>softmax(<i>x</i>)<sub><i>ij</i></sub></p>"));
    }

    void scene_bringsTheWindowToItsStep() {
        m_window->lesson()->open("heads");
        QCOMPARE(m_asked->count(), 1);
        showAskedRun(runOf("sort"));
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.0.cross_attn.weights"));

        m_window->focus()->setStep("logits");
        click("takeMeThere"); // the model is still there
        QCOMPARE(m_asked->count(), 1);
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.0.cross_attn.weights"));

        TrainingStatus trained;
        trained.step = 5;
        m_window->showNews(trained);
        click("takeMeThere"); // it is another one by now
        QCOMPARE(m_asked->count(), 2);
    }

    void scene_bringsALabToTheRowThatItNames() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        LessonScene scene;
        scene.step = "logits";
        scene.lab = "attribution";
        QCOMPARE(focusOf(*trace, scene, {}).row, Index{-1});
        scene.row = LessonPlace{.number = 2, .word = {}};
        const Focus there = focusOf(*trace, scene, {});
        QCOMPARE(there.lab, QStringLiteral("attribution"));
        QCOMPARE(there.row, Index{1}); // lessons count from one
    }

    /// A person turns the page, and the model of the page before comes all the same.
    void scene_waitsForItsOwnModel() {
        m_window->lesson()->open("masks");
        const IntentId before = m_asked->id;
        const auto sights = m_window->lesson()->sights();
        const auto sight = std::find_if(sights.begin() + 1, sights.end(),
                                        [](const auto& each) { return each.scene; });
        QVERIFY(sight != sights.end());
        panel()->goTo(sight->page);
        QCOMPARE(m_asked->count(), 2);
        const auto step = [&] { return m_window->focus()->focus().step.toStdString(); };
        m_window->showNews({runOf("date"), before});
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QVERIFY(step() != sight->scene->step);
        showAskedRun(runOf("date"));
        QCOMPARE(step(), sight->scene->step);
    }

    void scene_comesToTheWindowInAnotherLanguage() {
        m_window->lesson()->open("heads");
        const std::unique_ptr<MainWindow> before = std::move(m_window);
        m_window = freshWindow();
        m_window->takeOver(*before);
        showAskedRun(runOf("sort"));
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.0.cross_attn.weights"));
    }

    void sceneHidesAndSets_untilItsLessonIsLeft() {
        const auto lesson = std::make_shared<const Lesson>(parseLesson(
            "small", test::with(test::smallLesson, "\"docks\": [\"map\"]",
                                "\"docks\": [\"map\"], \"buttons\": [\"compare\", \"train\"]")));
        RunInfo run = runOf("copy");
        run.tasks = {{"copy", {}}, {"sort", {}}, {"date", {}}};
        showAskedRun(run);
        dock()->show();
        panel()->open(lesson, "small");
        showAskedRun(run);
        const auto isHidden = [&](const char* name) {
            return m_window->findChild<QDockWidget*>(QLatin1String(name))->isHidden();
        };
        const QAction* compare = m_window->commands()[Command::Compare];
        const auto* play = m_window->findChild<QToolButton*>("play");
        const auto* task = m_window->findChild<QComboBox*>("task");
        const auto setting = [&] { return m_window->scene().stage.stations.value("zoom", 0); };
        QVERIFY(isHidden("map"));
        QVERIFY(!compare->isVisible());
        QVERIFY(play->isHidden());
        QVERIFY(task->findData("sort") < 0);
        QVERIFY(task->currentData() == "copy");
        QCOMPARE(setting(), 2.0);

        panel()->showContents();
        QVERIFY(!isHidden("map"));
        QVERIFY(compare->isVisible());
        QVERIFY(!play->isHidden());
        QVERIFY(task->findData("sort") >= 0);
        QVERIFY(task->currentData() == "copy");
        QCOMPARE(setting(), 0.0);

        panel()->open(lesson, "small");
        QVERIFY(isHidden("map"));
        m_window->findChild<QDockWidget*>("explain")->hide(); // the person's own
        dock()->close();
        QTRY_VERIFY(compare->isVisible());
        QVERIFY(isHidden("map"));
        QVERIFY(isHidden("explain"));
    }

    void hiddenButtonThatThereIsNot_isNamedWithItsLine() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        save(path,
             test::with(test::smallLesson, "\"docks\": [\"map\"]", "\"buttons\": [\"bake\"]"));
        m_window->lesson()->openFile(path);
        const QString problem = child<QLabel>("lessonProblem")->text();
        QVERIFY2(problem.contains("line 11") && problem.contains("bake"), qPrintable(problem));
    }

    void moment_isLookedAtAndLeftAgain() {
        dock()->show();
        panel()->open(std::make_shared<const Lesson>(
                          parseLesson("small", test::with(test::smallLesson, "\"steps\": 0",
                                                          "\"steps\": 9, \"moment\": 4"))),
                      "small");
        test::Asked<intent::LookAt> asked(m_window->intents());
        m_window->showNews({runOf("copy"), m_asked->id});
        TimeStatus time;
        time.checkpoints = {4, 9};
        time.present = 9;
        m_window->showNews(time);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.last().step, qint64{4});

        // It is one of this run: it is not waited for in another one.
        QSignalSpy arrived(m_window->lesson(), &LessonControl::arrived);
        QSignalSpy missed(m_window->lesson(), &LessonControl::missed);
        m_window->showNews(runOf("date"));
        QCOMPARE(missed.count(), 1);
        auto trace = std::make_shared<Trace>(*traceOf(Architecture::EncoderDecoder));
        trace->step = 4;
        m_window->showNews(news::Traced{trace});
        QCOMPARE(arrived.count(), 0);
    }

    void anotherRun_isNoneOfTheLesson() {
        m_window->lesson()->open("heads");
        m_window->intents()->send(intent::ChooseTask{"date", {}, true});
        m_window->showNews(runOf("date"));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QVERIFY(m_window->focus()->focus().step != QStringLiteral("decoder.0.cross_attn.weights"));
    }

    void experiment_opensWithTheAnswerAndStandsBesideIt() {
        openSmall();
        QVERIFY(!inCard("question-guess", "commit")->isEnabled());
        answer(1);
        QVERIFY(panel()->sitting()->isAnswered("guess"));
        QVERIFY(!panel()->sitting()->isRevealed(*panel()->sitting()->lesson().question("guess")));
        click("lessonNext");
        auto* start = inCard("experiment-tiny", "tryIt");
        QVERIFY(start->isEnabled());
        test::Asked<intent::TryLesson> asked(m_window->intents());
        QTest::mouseClick(start, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.last().experiments, (std::vector<std::string>{"tiny"}));
        m_window->showNews(doneNews({"tiny"}));
        const auto* card = panel()->findChild<QWidget*>("experiment-tiny");
        const QString heard = card->accessibleDescription();
        QVERIFY2(heard.contains("You said: That"), qPrintable(heard));
        QVERIFY2(heard.contains("More (5.00 against 3.00)."), qPrintable(heard));
        QVERIFY2(heard.contains("A thought."), qPrintable(heard));
    }

    void comparedRuns_areCalledWhatTheLessonCallsThem() {
        dock()->show();
        const std::string text =
            test::with(test::smallLesson, "\"values\": [2, 4]}",
                       "\"values\": [2, 4], \"names\": [\"two heads\", \"four heads\"]}");
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", text)), "small");
        answer(0);
        click("lessonNext");
        m_window->showNews(doneNews({"tiny"}));
        QStringList buttons;
        for (const QPushButton* button :
             panel()->findChild<QWidget*>("experiment-tiny")->findChildren<QPushButton*>())
            buttons += button->text();
        QVERIFY2(buttons.contains("four heads"), qPrintable(buttons.join(", ")));
    }

    /// In what came out as in the text above it: a half is rounded to the even number.
    void shares_areRoundedAsTheTextRoundsThem() {
        dock()->show();
        const std::string text =
            test::with(test::smallLesson, "\"run\": \"4\", \"what\": \"parameters\"",
                       "\"run\": \"4\", \"what\": \"exact_match\"");
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", text)), "small");
        answer(0);
        click("lessonNext");
        LessonNews news = doneNews({"tiny"});
        for (LessonOutcome& outcome : news.outcomes)
            outcome.greater = 0.985;
        m_window->showNews(news);
        const QString heard =
            panel()->findChild<QWidget*>("experiment-tiny")->accessibleDescription();
        QVERIFY2(heard.contains("More (98 % against"), qPrintable(heard));
    }

    void rightAnswer_isToldWhatIsLeftToSayOfIt() {
        dock()->show();
        const std::string text =
            test::with(test::smallLesson, "\"This\", \"right\": true",
                       "\"This\", \"right\": true, \"shows\": \"One thing more.\"");
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", text)), "small");
        answer(0);
        click("lessonNext");
        m_window->showNews(doneNews({"tiny"}));
        const QString heard =
            panel()->findChild<QWidget*>("experiment-tiny")->accessibleDescription();
        QVERIFY2(heard.contains("Right."), qPrintable(heard));
        QVERIFY2(heard.contains("One thing more."), qPrintable(heard));
    }

    void experiment_waitsForTheAnswerAndSaysWhere() {
        openSmall();
        click("lessonNext");
        QVERIFY(!inCard("experiment-tiny", "tryIt")->isEnabled());
        const QString state = panel()->findChild<QWidget*>("experiment-tiny")->accessibleName();
        QVERIFY2(state.contains("the question on page 1"), qPrintable(state));
        click("lessonBack");
        answer(0);
        const auto* card = panel()->findChild<QWidget*>("question-guess");
        QVERIFY(holdsText(card, "The experiment on page 2 is open now."));
    }

    /// Who was told on an earlier page would have nothing left to predict.
    void claimOfALaterPage_isNotToldByTheExperiment() {
        const std::string claim =
            "```claim\n{\"id\": \"later\", \"says\": \"Told.\", \"margin\": 0, \"greater\": "
            "{\"experiment\": \"tiny\", \"run\": \"4\", \"what\": \"parameters\"}, \"less\": "
            "{\"experiment\": \"tiny\", \"run\": \"2\", \"what\": \"parameters\"}}\n```\n";
        dock()->show();
        panel()->open(std::make_shared<const Lesson>(parseLesson(
                          "small", test::smallLesson + "\n---\n\n## Third\n\nEnd.\n\n" + claim)),
                      "small");
        answer(1);
        click("lessonNext");
        LessonNews news = doneNews({"tiny"});
        news.outcomes.push_back({"later", 2, 5, 3, true});
        m_window->showNews(news);
        const auto* card = panel()->findChild<QWidget*>("experiment-tiny");
        QVERIFY(holdsText(card, "More (5.00 against 3.00)."));
        QVERIFY(!holdsText(card, "Told"));
    }

    /// Its experiment was done before: what follows would tell.
    void textAfterAMeasuredQuestion_waitsForTheAnswer() {
        dock()->show();
        panel()->open(std::make_shared<const Lesson>(parseLesson(
                          "small", test::smallLesson + "\n---\n\n## Third\n\n```question\n" +
                                       R"({"id": "again",
 "ask": "And?", "claim": "larger", "answers": [{"text": "Yes", "right": true},
 {"text": "No", "shows": "A thought."}], "hints": ["A.", "B.", "C."]})" +
                                       "\n```\n\nGiven away.\n")),
                      "small");
        panel()->goTo(2);
        const auto isTold = [&] { return holdsText(panel()->page(), "Given away."); };
        QVERIFY(!isTold());
        QVERIFY(holdsText(panel()->page(), "comes with your answer"));
        panel()->findChild<AnswerList*>()->choose(0);
        QTest::mouseClick(inCard("question-again", "commit"), Qt::LeftButton);
        QVERIFY(isTold());
        QVERIFY(!holdsText(panel()->page(), "comes with your answer"));
    }

    void title_isBoldInAPresentationToo() {
        m_window->lesson()->open("root");
        for (int times = 0; times < 2; ++times) {
            m_window->commands()[Command::Present]->trigger();
            QVERIFY(panel()->findChild<QLabel*>("lessonTitle")->font().bold());
        }
    }

    /// Two that try the same lab are not said in the same words.
    void experiments_ofOneLabAreToldApart() {
        m_window->lesson()->open("root");
        panel()->goTo(2);
        QWidget* card = child<QWidget>("experiment-wide-draws");
        QVERIFY(card);
        QVERIFY(holdsText(card, "d = 64") && holdsText(card, "d = 16"));
        QVERIFY(!holdsText(card, "pairs"));
    }

    void experimentsOfALesson_haveDifferentNames() {
        for (const auto& lesson : courseLessons()) {
            QStringList names;
            for (const auto* experiment : blocksOf<LessonExperiment>(*lesson))
                names += experimentHtml(*experiment, *lesson);
            QVERIFY2(names.removeDuplicates() == 0, qPrintable(names.join('\n')));
        }
    }

    void lessonThatIsDone_leadsToTheNextOne() {
        m_window->lesson()->open("tokens");
        panel()->goTo(panel()->pageCount() - 1);
        click("lessonNext");
        const auto* list = child<CourseList>();
        QVERIFY(list->isVisible());
        QCOMPARE(list->chosenLesson()->name, std::string("mixing"));
        QCOMPARE(m_window->focusWidget(), list);
    }

    /// The first click opens the lesson; the second one falls on its page.
    void doubleClick_inTheContentsOnlyOpensTheLesson() {
        m_window->commands()[Command::Course]->trigger();
        auto* list = child<CourseList>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                          list->visualItemRect(list->item(3)).center());
        QVERIFY(panel()->page());
        const auto isUnderMouse = [&] {
            const QPoint middle = panel()->page()->mapTo(m_window.get(), QPoint(80, 40));
            QWidget* const under = m_window->childAt(middle);
            return under && (under == panel()->page() || panel()->page()->isAncestorOf(under));
        };
        QVERIFY(!isUnderMouse());
        QTRY_VERIFY(isUnderMouse());
    }

    /// Space turns the page where nothing else is left to do on it.
    void keyboard_isAtTheNextPageOnceAllIsAnswered() {
        openSmall();
        panel()->findChild<AnswerList*>()->choose(0);
        inCard("question-guess", "commit")->setFocus();
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        QVERIFY(panel()->sitting()->isAnswered("guess"));
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        QCOMPARE(title(), QStringLiteral("Second"));
    }

    void answers_areKeptUntilTheLessonBeginsAgain() {
        openSmall();
        answer(0);
        openSmall();
        QVERIFY(panel()->sitting()->isAnswered("guess"));
        QVERIFY(!panel()->findChild<QRadioButton*>()->isEnabled());
        click("restart");
        QVERIFY(!panel()->sitting()->isAnswered("guess"));
        QVERIFY(panel()->findChild<QRadioButton*>()->isEnabled());
    }

    void page_isGoneThroughWithTheKeyboard() {
        m_window->lesson()->open("heads");
        const auto key = [&](Qt::Key code) { QTest::keyClick(m_window->focusWidget(), code); };
        QCOMPARE(m_window->focusWidget(), child<QScrollArea>());
        key(Qt::Key_Tab);
        auto* first = panel()->findChild<QRadioButton*>();
        QCOMPARE(m_window->focusWidget(), first);
        key(Qt::Key_Space);
        key(Qt::Key_Down);
        QCOMPARE(panel()->findChild<AnswerList*>()->chosen(), 1);
        key(Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), inCard("question-which", "commit"));
        key(Qt::Key_Space);
        QVERIFY(panel()->sitting()->isAnswered("which"));
        m_window->commands()[Command::NextPage]->trigger();
        panel()->takeKeyboard();
        key(Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), inCard("experiment-sorting", "tryIt"));
    }

    void hints_comeOneByOne() {
        openSmall();
        auto* hint = inCard("question-guess", "hint");
        for (const char* expected : {"A nudge.", "A place.", "This."}) {
            QTest::mouseClick(hint, Qt::LeftButton);
            QCOMPARE(panel()->findChild<QWidget*>("question-guess")->accessibleDescription(),
                     QString(expected));
        }
        QVERIFY(!hint->isEnabled());
    }

    void lessonFile_isReadAgainWhenItIsSaved() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        const auto write = [&](const std::string& text) { save(path, text); };
        QCOMPARE(lookAtFile(path).kind, Dropped::Kind::Unknown);
        write(test::smallLesson);
        QCOMPARE(lookAtFile(path).kind, Dropped::Kind::Lesson);
        m_window->lesson()->openFile(path);
        QVERIFY(!dock()->isHidden());
        QCOMPARE(title(), QStringLiteral("First"));
        click("lessonNext");
        auto* problem = child<QLabel>("lessonProblem");
        QVERIFY(problem->isHidden());

        write(test::with(test::smallLesson, "## Second", "## Another"));
        QTRY_COMPARE(title(), QStringLiteral("Another"));
        write(test::with(test::smallLesson, "## Second", "<b>"));
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("line"), qPrintable(problem->text()));
        QCOMPARE(title(), QStringLiteral("Another")); // the last one that could be read
        write(test::smallLesson);
        QTRY_VERIFY(problem->isHidden());
        QCOMPARE(title(), QStringLiteral("Second"));
    }

    /// As the program does at its end and its next start.
    void lesson_isOpenAgainAtTheNextStart_data() {
        QTest::addColumn<bool>("isFile");
        QTest::newRow("of the course") << false;
        QTest::newRow("of a file") << true;
    }
    void lesson_isOpenAgainAtTheNextStart() {
        QFETCH(const bool, isFile);
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        save(path, test::smallLesson);
        if (isFile)
            m_window->lesson()->openFile(path);
        else
            m_window->lesson()->open("heads");
        showAskedRun(runOf("copy"));
        click("lessonNext");
        const QString page = title();
        m_window->close();
        m_asked.reset();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->show();
        test::Asked<intent::OpenLessonModel> asked(m_window->intents());
        m_window->showNews(runOf("copy"));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QVERIFY(!dock()->isHidden());
        QCOMPARE(title(), page);
        QCOMPARE(m_window->lesson()->file(), isFile ? path : QString());
        QVERIFY(asked.isEmpty()); // what is shown is what was shown then
        if (!isFile)
            return;
        save(path, test::with(test::smallLesson, "## Second", "## Another"));
        QTRY_COMPARE(title(), QStringLiteral("Another"));
    }

    void longLesson_isReadOrRefused_data() {
        QTest::addColumn<QString>("piece");
        for (const char* piece :
             {"[a", "&a", "(a", "$_{", "$_^", "*a **b ", "{set:tiny.steps}", "a"})
            QTest::newRow(piece) << piece;
    }
    /// From the clipboard and from a file that is watched; the window is still there.
    void longLesson_isReadOrRefused() {
        QFETCH(const QString, piece);
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        save(path, test::smallLesson);
        m_window->lesson()->openFile(path);
        panel()->goTo(1);
        for (const int bytes : {4'900, 180'000}) {
            const std::string words = piece.repeated(bytes / piece.size()).toStdString();
            const std::string text = test::with(test::smallLesson, "It is {claim:half}.", words);
            save(path, text);
            QTRY_VERIFY(
                child<QLabel>("lessonProblem")->isVisible() ||
                std::get<LessonText>(panel()->sitting()->lesson().pages[1].items[0]).words ==
                    words);
            if (bytes < 100'000)
                continue;
            QGuiApplication::clipboard()->setText(QString::fromStdString(text));
            m_window->commands()[Command::OpenShared]->trigger();
            QVERIFY(isSaid("line 24"));
        }
    }

    void copiedView_showsTheSameInAnotherWindow() {
        RunInfo run = runOf("sort");
        run.configuration = {{"layers", 1}, {"heads", 4}, {"norm", "pre"}, {"dropout", 0.0}};
        run.training = {{"batch", 16}, {"learning_rate", 0.002}, {"seed", 7}, {"steps", 900}};
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        m_window->showNews(news::ShownExample{"banana", "aaabnn", 2});
        Focus focus = m_window->focus()->focus();
        focus.step = "decoder.0.cross_attn.weights";
        focus.head = 1;
        focus.row = 2;
        focus.column = 1;
        focus.pinned = true;
        m_window->focus()->set(focus);
        m_window->commands()[Command::ShareView]->trigger();
        const Lesson copied =
            parseLesson("copied", QGuiApplication::clipboard()->text().toStdString());
        const LessonScene& scene = *blocksOf<LessonScene>(copied).front();
        QCOMPARE(scene.seed, 7U);
        QCOMPARE(scene.example, (LessonExample{"banana", "aaabnn", 2}));

        startWindow();
        m_window->commands()[Command::OpenShared]->trigger();
        QCOMPARE(m_asked->count(), 1);
        QCOMPARE(m_asked->last().model, modelOf(scene));
        QCOMPARE(m_asked->last().model.run.model.at("heads"), FieldValue(std::int64_t{4}));
        showAskedRun(runOf("sort"));
        const Focus& now = m_window->focus()->focus();
        QCOMPARE(now.step, focus.step);
        QCOMPARE(now.head, 1);
        QCOMPARE(now.row, Index{2});
        QCOMPARE(now.column, Index{1});
    }

    void copiedLab_isOpenWithItsKnobs() {
        m_window->showNews(runOf("sort"));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        Scene scene = m_window->scene();
        scene.focus.step = "encoder.0.self_attn.weights";
        scene.focus.lab = "variance";
        scene.stage.stations["variance.mu"] = 3;
        m_window->showScene(scene);
        m_window->commands()[Command::ShareView]->trigger();
        const Lesson copied =
            parseLesson("copied", QGuiApplication::clipboard()->text().toStdString());
        QCOMPARE(copied.pages[0].title, titleOf(*findLabPage("variance")).toStdString());
        startWindow();
        m_window->commands()[Command::OpenShared]->trigger();
        showAskedRun(runOf("sort"));
        QCOMPARE(m_window->focus()->focus().lab, QString("variance"));
        QCOMPARE(m_window->scene().stage.stations.value("variance.mu"), 3.0);
    }

    void copiedChartsAndGeneration_standInThePlaceOfTheStepAgain() {
        for (const bool charts : {true, false}) {
            m_window->showNews(runOf("sort"));
            m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
            Scene scene = m_window->scene();
            scene.focus.step = "encoder.0.self_attn.weights";
            scene.charts = charts;
            if (!charts)
                scene.generation = GenerationSettings();
            m_window->showScene(scene);
            m_window->commands()[Command::ShareView]->trigger();
            const QString text = QGuiApplication::clipboard()->text();
            const Lesson copied = parseLesson("copied", text.toStdString());
            QCOMPARE(blocksOf<LessonScene>(copied).front()->view,
                     std::string(charts ? "charts" : "generation"));
            startWindow();
            m_window->commands()[Command::OpenShared]->trigger();
            showAskedRun(runOf("sort"));
            QCOMPARE(m_window->scene().charts, charts);
            QCOMPARE(m_window->scene().generation.has_value(), !charts);
            QCOMPARE(m_window->focus()->focus().step, scene.focus.step);
        }
    }

    void copiedMomentAndHeads_areShownAgain() {
        Scene scene;
        scene.focus.step = "encoder.0.self_attn.weights";
        scene.focus.allHeads = true;
        scene.time.checkpoint = 4;
        SeenView view{"Past", runOf("sort"), 9, scene, {}};
        const Lesson lesson = parseLesson("past", sharedView(view).toStdString());
        const LessonScene& past = *blocksOf<LessonScene>(lesson).front();
        QCOMPARE(past.moment, std::optional<Index>(4));
        QVERIFY(past.allHeads);
    }

    void comparedRuns_areAPageToo() {
        RunInfo run = runOf("sort");
        run.configuration = {{"norm", "pre"}, {"scaled", true}, {"heads", std::int64_t{4}}};
        SeenView view{"Two", run, 0, {}, ComparisonChoice{"norm", {"pre", "post"}, true, "norm"}};
        const auto comparison = [&view] {
            const Lesson lesson = parseLesson("two", sharedView(view).toStdString());
            return *blocksOf<LessonScene>(lesson).front()->compare;
        };
        QCOMPARE(comparison().values, (std::vector<FieldValue>{"pre", "post"}));
        view.compared = {"scaled", {"on", "off"}, true, "scaled"};
        QCOMPARE(comparison().values, (std::vector<FieldValue>{true, false}));
        view.compared = {"heads", {"4", "1"}, true, "heads"};
        QCOMPARE(comparison().key, std::string("heads"));
        QCOMPARE(comparison().values, (std::vector<FieldValue>{std::int64_t{4}, std::int64_t{1}}));
        view.compared = {"mechanisms", {"cross", "bahdanau", "luong"}, true, ""};
        QVERIFY_EXCEPTION_THROWN(sharedView(view), Error);
        view.file = "two.1.safetensors"; // which has the runs
        const Lesson lesson = parseLesson("two", sharedView(view).toStdString());
        QCOMPARE(blocksOf<LessonScene>(lesson).front()->file, std::string("two.1.safetensors"));
    }

    void whatIsNoView_isSaid() {
        QGuiApplication::clipboard()->setText("<b>something</b>");
        m_window->commands()[Command::OpenShared]->trigger();
        QVERIFY(dock()->isHidden());
        QVERIFY(isSaid("no view"));
        RunInfo own = runOf("text");
        own.dataFile = "mine.txt";
        m_window->showNews(own);
        m_window->commands()[Command::ShareView]->trigger();
        QVERIFY(isSaid("a file of yours"));
    }

    void lecture_hasAPageForEachView() {
        RunInfo run = runOf("sort");
        Scene scene;
        scene.focus.step = "logits";
        QString lecture = sharedView({"Logits <b>", run, 0, scene, {}});
        scene.focus.step = "source.embedded";
        scene.whatIf.changes = {
            {"encoder.0.self_attn.heads", {Edit::Kind::Multiply, 0, {only(1)}}}};
        lecture = withPage(lecture, sharedPage({"Rows", run, 12, scene, {}}));
        const Lesson lesson = parseLesson("lecture", lecture.toStdString());
        QCOMPARE(lesson.pages.size(), 2U);
        QCOMPARE(lesson.pages[0].title, std::string("Logits b"));
        const LessonScene& second = *blocksOf<LessonScene>(lesson).back();
        QCOMPARE(second.step, std::string("source.embedded"));
        QCOMPARE(second.run.steps, Index{12});
        QCOMPARE(second.changes.size(), 1U);
        QCOMPARE(second.changes[0], scene.whatIf.changes[0]);
    }

    /// Before anything is answered, and with all that came out; at the size that most screens have.
    void pages_needNoScrolling_data() {
        QTest::addColumn<bool>("answered");
        QTest::newRow("at first") << false;
        QTest::newRow("answered") << true;
    }
    void pages_needNoScrolling() {
        QFETCH(bool, answered);
        m_window->resize(1440, 900);
        m_window->lesson()->open("heads");
        QCoreApplication::processEvents();
        const QSize room = child<QScrollArea>()->viewport()->size();
        QStringList tooLong;
        for (const CourseText& text : courseTexts()) {
            const auto lesson = std::make_shared<const Lesson>(parseLesson(text.name, text.text));
            LessonSitting::forget("measured");
            LessonSitting sitting(lesson, "measured");
            if (answered)
                answerAll(sitting);
            for (int page = 0; page < static_cast<int>(lesson->pages.size()); ++page) {
                LessonPageView view(&sitting, page, panel());
                if (view.layout()->totalMinimumSize().width() > room.width())
                    tooLong += QStringLiteral("too wide: ") + fromText(lesson->name);
                const int height = view.layout()->totalHeightForWidth(room.width());
                if (height > room.height())
                    tooLong += QStringLiteral("%1/%2 page %3: %4 of %5")
                                   .arg(QString::fromUtf8(text.language.data()).left(2),
                                        QString::fromStdString(lesson->name))
                                   .arg(page + 1)
                                   .arg(height)
                                   .arg(room.height());
            }
        }
        QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join('\n')));
    }

    void headOrStepThatIsInFocusAtFirst_isNoAnswer() {
        LessonPointer pointer;
        pointer.find = LessonPointer::Find::Head;
        pointer.among = {"encoder.0.self_attn.weights", {}, LessonPlace{1, {}}, LessonPlace{2, {}}};
        pointer.experiment = "tiny";
        askFor(pointer);
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        QVERIFY(!inCard("question-place", "commit")->isEnabled());
        m_window->focus()->pin(0, 0);
        QVERIFY(inCard("question-place", "commit")->isEnabled());
        pointer.find = LessonPointer::Find::Step;
        askFor(pointer);
        QVERIFY(!inCard("question-place", "commit")->isEnabled());
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        QVERIFY(inCard("question-place", "commit")->isEnabled());
    }

    void place_isJudgedInTheTraceThatIsShown() {
        LessonPointer pointer;
        pointer.find = LessonPointer::Find::Column;
        pointer.experiment = "tiny";
        // A row in which one column can be told from the others.
        const auto isTold = [&pointer, trace = traceOf(Architecture::EncoderDecoder)](int row) {
            pointer.among = {
                "encoder.0.self_attn.scores", LessonPlace{1, {}}, LessonPlace{row, {}}, {}};
            try {
                findPlace(*trace, pointer);
                return true;
            } catch (const Error&) {
                return false;
            }
        };
        constexpr std::array rows{1, 2, 3, 4};
        QVERIFY(std::ranges::any_of(rows, isTold));
        const FoundPlace right = findPlace(*askFor(pointer), pointer);
        auto* commit = inCard("question-place", "commit");
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        QVERIFY(!commit->isEnabled());
        m_window->focus()->pin(right.row, right.column);
        QVERIFY(commit->isEnabled());
        QTest::mouseClick(commit, Qt::LeftButton);
        const LessonSitting& sitting = *panel()->sitting();
        QCOMPARE(sitting.isRight(*sitting.lesson().question("place")), std::optional(true));
    }
};

} // namespace gf::tst_lesson_dock

#include "tests/entry.h"
GF_TEST(tst_lesson_dock, TestLessonDock)
#include "tst_lesson_dock.moc"
