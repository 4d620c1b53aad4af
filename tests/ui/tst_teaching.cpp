// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/course.h"
#include "core/lesson/packed_lesson.h"
#include "core/lesson/read_lesson.h"
#include "core/tensor/error.h"
#include "fresh_window.h"
#include "small_model.h"
#include "tests/core/small_lesson.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lecture_dialog.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/lesson_sitting.h"
#include "ui/lesson/poll_bars.h"
#include "ui/lesson/poll_dialog.h"
#include "ui/lesson/teacher_sheet.h"
#include "ui/window/banner.h"
#include "ui/window/dropped.h"
#include "ui/window/lesson_control.h"
#include "ui/window/teacher_control.h"
#include "warnings.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

#include <algorithm>
#include <numeric>

namespace gf::tst_teaching {

namespace {

constexpr const char* twoPages = R"(```lesson
{"title": "T", "idea": "I", "minutes": 5}
```

## One

Words.

---

## Two

More words.
)";

std::shared_ptr<const Lesson> smallLesson() {
    return std::make_shared<const Lesson>(parseLesson("small", test::smallLesson));
}

QString plain(const QString& html) {
    QTextDocument document;
    document.setHtml(html);
    return document.toPlainText();
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

/// What a teacher has beside the lesson itself.
class TestTeaching : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<test::Asked<intent::OpenLessonModel>> m_asked; ///< of the window

    LessonPanel* panel() const { return m_window->lesson()->panel(); }
    bool isSaid(const char* words) const {
        const QList<Banner*> banners = m_window->findChildren<Banner*>();
        return std::ranges::any_of(
            banners, [&](const Banner* banner) { return banner->text().contains(words); });
    }
    /// What the menu at the page has under a word.
    void edit(const char* word) const {
        for (QAction* action : panel()->findChild<QPushButton*>("editPage")->menu()->actions())
            if (action->text().remove('&').contains(word))
                action->trigger();
    }
    /// The run that the lesson asked for last is there.
    void showRun(const QString& task) {
        RunInfo run;
        run.name = run.task = task;
        run.backend = "cpu";
        m_window->showNews({run, m_asked->id});
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
    }

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTeachingTest"); }
    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_asked = std::make_unique<test::Asked<intent::OpenLessonModel>>(m_window->intents());
    }
    void cleanup() {
        m_asked.reset();
        m_window.reset();
    }

    /// In both languages: its minutes add up, and every answer of every question is on it.
    void sheet_hasPlanAnswersAndBoard() {
        for (const CourseText& text : courseTexts()) {
            const Lesson lesson = parseLesson(text.name, text.text);
            const std::vector<double> minutes = minutesOfPages(lesson);
            QCOMPARE(minutes.size(), lesson.pages.size());
            QCOMPARE(std::accumulate(minutes.begin(), minutes.end(), 0.0),
                     static_cast<double>(lesson.minutes));
            QVERIFY(std::ranges::min(minutes) > 0);
            const QString sheet = plain(teacherSheetHtml(lesson));
            QVERIFY2(sheet.contains("On the board"), text.name.data());
            QVERIFY2(!lesson.board.empty(), text.name.data());
            QVERIFY(!sheet.contains('{') && !sheet.contains('`') && !sheet.contains('$'));
            for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson))
                for (const LessonAnswer& answer : question->answers) {
                    const auto words = [&](const std::string& said) {
                        return plain(
                                   lessonHtml(lesson, {1, said},
                                              [](const LessonClaim& claim) { return claim.value; }))
                            .simplified();
                    };
                    const QString all = QString(sheet).simplified();
                    QVERIFY2(all.contains(words(answer.text)), answer.text.c_str());
                    QVERIFY2(all.contains(words(answer.shows)), answer.shows.c_str());
                }
        }
    }

    void sheet_isSavedAsPdf() {
        const QTemporaryDir folder;
        m_window->lesson()->open("masks");
        m_window->commands()[Command::TeacherSheet]->trigger();
        auto* dialog = m_window->findChild<SheetDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->isVisible());
        QVERIFY(dialog->savePdf(folder.filePath("sheet.pdf")));
        const QByteArray pdf = read(folder.filePath("sheet.pdf"));
        QVERIFY(pdf.startsWith("%PDF-") && pdf.size() > 10'000);
        QVERIFY(!dialog->savePdf(folder.filePath("none/sheet.pdf")));
    }

    void sheet_isThatOfTheLessonSelectedInTheContents() {
        m_window->commands()[Command::Course]->trigger();
        panel()->findChild<CourseList*>()->setCurrentRow(4);
        m_window->commands()[Command::TeacherSheet]->trigger();
        auto* dialog = m_window->findChild<SheetDialog*>();
        QVERIFY2(dialog->windowTitle().contains("√K") || dialog->windowTitle().contains("root"),
                 qPrintable(dialog->windowTitle()));
    }

    void room_countsHandsAndFiles() {
        const QTemporaryDir folder;
        const auto lesson = smallLesson();
        const auto room = std::make_shared<ClassPoll>(lesson);
        QCOMPARE(room->questions().size(), 1U);
        PollDialog dialog(room, {"small", {{"guess", 1}}});
        dialog.show();
        dialog.findChild<QSpinBox*>("before0")->setValue(7);
        dialog.findChild<QSpinBox*>("after1")->setValue(9);
        const LessonQuestion& asked = *room->questions()[0];
        QCOMPARE(room->count(asked, 0, ClassPoll::When::Before), 7);

        const QString good = folder.filePath("a.answers.json");
        write(good, QByteArray::fromStdString(toText({"small", {{"guess", 0}}}, *lesson)));
        const QString bad = folder.filePath("b.answers.json");
        write(bad, R"({"lesson": "small", "answers": {"guess": 9}})");
        dialog.openFiles({good, bad}, ClassPoll::When::Before);
        QCOMPARE(room->count(asked, 0, ClassPoll::When::Before), 8);
        QCOMPARE(dialog.findChild<QSpinBox*>("before0")->value(), 8);
        const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains("b.answers.json") && label->text().contains("guess is");
        }));

        dialog.findChild<QPushButton*>("mine")->click();
        QCOMPARE(room->count(asked, 1, ClassPoll::When::Before), 1);
        QVERIFY(!dialog.findChild<QPushButton*>("mine")->isEnabled());
        auto* bars = dialog.findChild<PollBars*>();
        QVERIFY2(bars->accessibleDescription().contains("8 before, 0 after"),
                 qPrintable(bars->accessibleDescription()));
        QVERIFY(!bars->accessibleDescription().contains("Right:"));
        dialog.findChild<QCheckBox*>()->setChecked(true);
        QVERIFY(bars->accessibleDescription().contains("Right:"));

        QVERIFY(dialog.saveCsv(folder.filePath("room.csv")));
        const QByteArray csv = read(folder.filePath("room.csv"));
        QVERIFY2(csv.startsWith("question,answer,right,before,after\n"), csv);
        QVERIFY2(csv.contains(",8,0\n") && csv.contains(",1,9\n"), csv);
    }

    void room_isLargeInAPresentation() {
        m_window->lesson()->open("masks");
        const double usual = panel()->font().pointSizeF();
        m_window->commands()[Command::Present]->trigger();
        m_window->commands()[Command::RoomPage]->trigger();
        auto* dialog = m_window->findChild<PollDialog*>();
        QVERIFY(dialog->isFullScreen());
        const double presented = panel()->font().pointSizeF();
        QVERIFY(presented > usual);
        QVERIFY(dialog->findChild<PollBars*>()->font().pointSizeF() > 1.1 * presented);
        dialog->showNormal();
        dialog->resize(1024, 640);
        QCOMPARE(dialog->size(), QSize(1024, 640)); // all of it has room there
        delete dialog;
        m_window->commands()[Command::Present]->trigger();
        m_window->commands()[Command::RoomPage]->trigger();
        QVERIFY(!m_window->findChild<PollDialog*>()->isFullScreen());
    }

    void hands_areTypedOneAfterTheOther() {
        PollDialog dialog(std::make_shared<ClassPoll>(smallLesson()), {});
        dialog.show();
        dialog.activateWindow();
        dialog.findChild<QCheckBox*>()->setFocus();
        for (const char* name : {"before0", "before1", "after0", "after1"}) {
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
            QCOMPARE(dialog.focusWidget(), dialog.findChild<QSpinBox*>(name));
        }
    }

    void room_isThereStillWhenItIsOpenedAgain() {
        m_window->lesson()->open("masks");
        const auto open = [&] {
            m_window->commands()[Command::RoomPage]->trigger();
            return m_window->findChild<PollDialog*>();
        };
        PollDialog* dialog = open();
        dialog->findChild<QSpinBox*>("before2")->setValue(5);
        delete dialog;
        dialog = open();
        QCOMPARE(dialog->findChild<QSpinBox*>("before2")->value(), 5);
        m_asked.reset();
        m_window = std::make_unique<MainWindow>(); // the next start
        m_window->restore();
        m_window->show();
        m_window->lesson()->open("masks");
        dialog = open();
        QCOMPARE(dialog->findChild<QSpinBox*>("before2")->value(), 5);
        dialog->findChild<QPushButton*>("anew")->click();
        auto* box = dialog->findChild<QMessageBox*>();
        QCOMPARE(dialog->findChild<QSpinBox*>("before2")->value(), 5);
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::DestructiveRole)
                button->click();
        QCOMPARE(dialog->findChild<QSpinBox*>("before2")->value(), 0);
        QCOMPARE(open()->findChild<QSpinBox*>("before2")->value(), 0);
    }

    void answers_areHandedInWithoutAName() {
        const QTemporaryDir folder;
        m_window->lesson()->open("masks");
        auto* teaching = m_window->findChild<TeacherControl*>();
        m_window->commands()[Command::HandIn]->trigger();
        QVERIFY(isSaid("not chosen any answer"));
        LessonSitting& sitting = *panel()->sitting();
        sitting.say(*sitting.lesson().question("peeking"), "1");
        const QString path = folder.filePath("mine.answers.json");
        teaching->saveAnswers(path);
        const LessonAnswers read = readAnswersFile(path.toStdString(), sitting.lesson());
        QCOMPARE(read, (LessonAnswers{"masks", {{"peeking", 1}}}));
    }

    /// Where a newer lesson has its answers in another order, what was said stays what it was.
    void answers_stayWithTheirWords() {
        const std::string these = R"({"text": "This", "right": true})";
        const std::string those = R"({"text": "That", "shows": "A thought."})";
        const auto lessonOf = [&](const std::string& first, const std::string& second) {
            return std::make_shared<const Lesson>(
                parseLesson("small", test::with(test::smallLesson, these + ", " + those,
                                                first + ", " + second)));
        };
        const QString key = "reordered";
        const auto lesson = lessonOf(these, those);
        const std::string file = toText({"small", {{"guess", 1}}}, *lesson);
        LessonSitting(lesson, key).say(*lesson->question("guess"), "1");
        const auto saidTo = [&](const std::shared_ptr<const Lesson>& other) {
            return LessonSitting(other, key).saidInWords(*other->question("guess"));
        };
        const auto reordered = lessonOf(those, these);
        QCOMPARE(saidTo(reordered), QStringLiteral("That"));
        QCOMPARE(parseAnswers(file, *reordered), (LessonAnswers{"small", {{"guess", 0}}}));
        // In another language the words are others, and the place is the same.
        const auto translated =
            lessonOf(R"({"text": "Dies", "right": true})", R"({"text": "Jenes", "shows": "X."})");
        QCOMPARE(saidTo(translated), QStringLiteral("Jenes"));
        QCOMPARE(parseAnswers(file, *translated), (LessonAnswers{"small", {{"guess", 1}}}));
        // Of what stands there now nobody has said anything.
        const auto others =
            lessonOf(R"({"text": "One", "shows": "X."})", R"({"text": "Two", "right": true})");
        QCOMPARE(saidTo(others), QString());
        QVERIFY(!LessonSitting::isFinished(*others, key));
        QVERIFY_THROWS_EXCEPTION(Error, parseAnswers(file, *others));
        // An old version kept places alone.
        QVERIFY_THROWS_EXCEPTION(
            Error, parseAnswers(R"({"lesson": "small", "answers": {"guess": 2}})", *lesson));
        QSettings().remove("lessons/" + key + "/words");
        QCOMPARE(saidTo(lesson), QString());
        LessonSitting::forget(key);
    }

    /// Hands are of the answers that they were raised for.
    void room_isAnotherOneForOtherAnswers() {
        const auto count = [](const ClassPoll& poll) {
            return poll.count(*poll.questions()[0], 0, ClassPoll::When::Before);
        };
        ClassPoll room(smallLesson());
        room.setCount(*room.questions()[0], 0, ClassPoll::When::Before, 4);
        QCOMPARE(count(ClassPoll(smallLesson())), 4);
        const ClassPoll other(std::make_shared<const Lesson>(
            parseLesson("small", test::with(test::smallLesson, "\"This\"", "\"Those\""))));
        QCOMPARE(count(other), 0);
        room.clear();
    }

    /// Whatever name they were given, they are listed where students' files are opened.
    void answers_haveTheirEnding() {
        const QTemporaryDir folder;
        m_window->lesson()->open("masks");
        LessonSitting& sitting = *panel()->sitting();
        sitting.say(*sitting.lesson().question("peeking"), "1");
        auto* teaching = m_window->findChild<TeacherControl*>();
        for (const char* name : {"anna.json", "berta", "carl.answers.json"})
            teaching->saveAnswers(folder.filePath(name));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"anna.answers.json", "berta.answers.json", "carl.answers.json"}));
        write(folder.filePath("anna.answers.json"), "mine");
        teaching->saveAnswers(folder.filePath("anna.json")); // nobody agreed to replace that
        QVERIFY(isSaid("is there already"));
        QCOMPARE(read(folder.filePath("anna.answers.json")), QByteArray("mine"));
    }

    void figures_ofAllPagesAreSavedWithCaptions_data() {
        QTest::addColumn<QString>("ending");
        QTest::newRow("svg") << "svg";
        QTest::newRow("pdf") << "pdf";
    }
    void figures_ofAllPagesAreSavedWithCaptions() {
        QFETCH(const QString, ending);
        const QTemporaryDir folder;
        m_window->lesson()->open("masks");
        showRun("date");
        const auto sights = m_window->lesson()->sights();
        QCOMPARE(sights.size(), 3U); // two scenes, and the place that a question asks for
        auto* teaching = m_window->findChild<TeacherControl*>();
        QCOMPARE(m_asked->count(), 1);
        teaching->saveFigures(folder.filePath("masks." + ending));
        QTRY_COMPARE(m_asked->count(), 2); // the first is there already
        showRun("date");
        QTRY_COMPARE(m_asked->count(), 3);
        showRun("date");
        QTRY_VERIFY(isSaid("3 figures were saved"));
        const QStringList files = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files.size(), 3);
        QVERIFY2(files[0].startsWith("masks-01-decoder.0.self_attn"), qPrintable(files[0]));
        for (const QString& file : files) {
            const QByteArray bytes = read(folder.filePath(file));
            if (ending == "pdf")
                QVERIFY(bytes.startsWith("%PDF-"));
            else
                QVERIFY2(bytes.contains("Masks, page "), qPrintable(file));
        }
        // None is replaced.
        teaching->saveFigures(folder.filePath("masks." + ending));
        QTRY_COMPARE(m_asked->count(), 4);
        showRun("date");
        QTRY_VERIFY(isSaid("is there already"));
    }

    void figureOfComparedRuns_hasAllOfThem_data() {
        QTest::addColumn<QString>("view");
        QTest::newRow("matrices") << "matrices";
        QTest::newRow("drawing") << "heads";
    }
    void figureOfComparedRuns_hasAllOfThem() {
        QFETCH(const QString, view);
        const QTemporaryDir folder;
        const std::string text =
            "```lesson\n{\"title\": \"Two\", \"idea\": \"I.\", \"minutes\": 1}\n```\n\n## P\n\n"
            "```scene\n{\"id\": \"two\", \"task\": \"copy\", \"steps\": 0, \"step\": "
            "\"encoder.0.self_attn.weights\", \"station\": \"" +
            view.toStdString() +
            "\",\n\"compare\": {\"key\": \"norm\", \"values\": [\"pre\", \"post\"]}}\n```\n";
        m_window->lesson()->panel()->open(std::make_shared<const Lesson>(parseLesson("two", text)),
                                          "two");
        m_window->findChild<TeacherControl*>()->saveFigures(folder.filePath("two.svg"));
        RunInfo run;
        run.name = run.task = "copy";
        run.backend = "cpu";
        m_window->showNews({run, m_asked->id});
        ComparisonInfo info;
        info.change = {"norm", {"pre", "post"}, true};
        m_window->showNews(info);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        ComparisonNews compared;
        compared.comparedRuns = {{traceOf(Architecture::Encoder), {}}};
        m_window->showNews(compared);
        QTRY_VERIFY(isSaid("1 figures were saved") || isSaid("Not all"));
        const QStringList files = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files.size(), 1);
        const QByteArray svg = read(folder.filePath(files[0]));
        QVERIFY(svg.contains("(a) Pre-LN"));
        QVERIFY(svg.contains("(b) Post-LN"));
    }

    void figuresOfALessonWhoseModelFails_areNotSaved() {
        const QTemporaryDir folder;
        m_window->lesson()->open("masks");
        showRun("date");
        test::Asked<intent::OpenLessonModel> asked(m_window->intents());
        m_window->findChild<TeacherControl*>()->saveFigures(folder.filePath("masks.svg"));
        QTRY_COMPARE(asked.count(), 1);
        m_window->intents()->send(intent::CancelBuilding{});
        QTRY_VERIFY(isSaid("could not be shown"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }

    void lecture_isPutIntoAnotherOrderAndNamed() {
        const QString before = QString::fromStdString(test::smallLesson);
        QCOMPARE(LectureText::of(before).text().simplified(), before.simplified());
        LectureDialog dialog(LectureText::of(before));
        auto* list = dialog.findChild<QListWidget*>("pages");
        QCOMPARE(list->count(), 2);
        dialog.findChild<QPushButton*>("down")->click();
        list->item(0)->setText("  The <b>second\n$page");
        const QString after = dialog.lecture().text();
        const Lesson lesson = parseLesson("small", after.toStdString());
        QCOMPARE(lesson.pages[0].title, std::string("The bsecond page"));
        QCOMPARE(lesson.pages[1].title, std::string("First"));
        QCOMPARE(lesson.pages[0].items.size(), std::size_t{6});
        dialog.findChild<QPushButton*>("remove")->click();
        dialog.findChild<QPushButton*>("remove")->click(); // one page stays
        QCOMPARE(dialog.lecture().pages.size(), 1U);
    }

    /// What looks like the end of a page, or like a title, within a block is neither.
    void lecture_keepsItsBlocks() {
        const QString text = "```lesson\n{\"title\": \"A\"}\n```\n\n## One\n\n```scene\n---\n## X\n"
                             "```\n\n---\n\n## Two\n\nWords.\n";
        const LectureText lecture = LectureText::of(text);
        QCOMPARE(lecture.pages.size(), 2U);
        QVERIFY(lecture.pages[0].rest.contains("---\n## X"));
        QCOMPARE(lecture.text(), text);
    }

    void pagesOfTheCourse_areNotArranged() {
        m_window->lesson()->open("masks");
        m_window->commands()[Command::ArrangePages]->trigger();
        QVERIFY(isSaid("file of yours"));
        QVERIFY(!m_window->findChild<LectureDialog*>());
    }

    /// One question of files a lecture, also at the next start.
    void views_areAddedToTheLastLectureUnasked() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("talk.lesson.md");
        const auto pages = [&] { return readLessonFile(path.toStdString()).pages.size(); };
        const auto add = [this](Command command) { m_window->commands()[command]->trigger(); };
        const auto answer = [&](const QString& file) {
            auto* question = m_window->findChild<QFileDialog*>();
            QVERIFY(question);
            question->selectFile(file);
            static_cast<QDialog*>(question)->accept();
            delete question;
        };
        QSettings().remove("lessons/lecture");
        showRun("date");
        add(Command::AddView);
        answer(path);
        QCOMPARE(pages(), 1U);
        add(Command::AddView);
        QVERIFY(!m_window->findChild<QFileDialog*>());
        QCOMPARE(pages(), 2U);
        QVERIFY(isSaid("Page 2 of"));
        m_asked.reset();
        m_window = std::make_unique<MainWindow>(); // the next start
        m_window->restore();
        m_window->show();
        m_asked = std::make_unique<test::Asked<intent::OpenLessonModel>>(m_window->intents());
        showRun("date");
        add(Command::AddView);
        QCOMPARE(pages(), 3U);
        const QString other = folder.filePath("other.lesson.md");
        add(Command::BeginLecture);
        answer(other);
        add(Command::AddView);
        QCOMPARE(pages(), 3U);
        QCOMPARE(readLessonFile(other.toStdString()).pages.size(), 2U);
        QVERIFY(QFile::remove(other)); // then it is asked for again
        add(Command::AddView);
        QVERIFY(m_window->findChild<QFileDialog*>());
        QSettings().remove("lessons/lecture");
    }

    /// Also one that was left open the last time.
    void lectureThatIsBegun_takesThePlaceOfTheOneThatIsOpen() {
        const QTemporaryDir folder;
        const QString open = folder.filePath("open.lesson.md");
        write(open, QByteArray::fromStdString(test::smallLesson));
        Scene last;
        last.lesson = open;
        m_window->showScene(last);
        QCOMPARE(m_window->lesson()->file(), open);
        showRun("date");
        m_window->commands()[Command::BeginLecture]->trigger();
        const QString begun = folder.filePath("begun.lesson.md");
        auto* question = m_window->findChild<QFileDialog*>();
        QVERIFY(question);
        question->selectFile(begun);
        static_cast<QDialog*>(question)->accept();
        const int asked = m_asked->count();
        m_window->commands()[Command::AddView]->trigger();
        QCOMPARE(readLessonFile(open.toStdString()).pages.size(), 2U);
        QCOMPARE(readLessonFile(begun.toStdString()).pages.size(), 2U);
        QCOMPARE(m_window->lesson()->file(), begun);
        QCOMPARE(m_asked->count(), asked); // the window stays at what it shows
        QSettings().remove("lessons/lecture");
    }

    /// A trained model lies beside the lecture, so that nobody waits for its pages.
    void viewOfATrainedModel_takesItAlong() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("my:talk.lesson.md");
        const auto add = [this] { m_window->commands()[Command::AddView]->trigger(); };
        const auto files = [&] {
            QStringList names;
            const Lesson lesson = readLessonFile(path.toStdString());
            for (const LessonScene* scene : blocksOf<LessonScene>(lesson))
                names += QString::fromStdString(scene->file);
            return names;
        };
        test::Asked<intent::SaveCopy> saving(m_window->intents());
        showRun("date");
        TrainingStatus status;
        status.step = 5000; // more than a lesson trains
        m_window->showNews(status);
        QSettings().setValue("lessons/lecture", path);
        write(path, QByteArray::fromStdString(test::smallLesson));
        add();
        QCOMPARE(saving.count(), 1);
        const QString model = folder.filePath("mytalk.1.safetensors");
        QCOMPARE(saving.last().path, model);
        add();
        QVERIFY(isSaid("still being saved"));
        write(model, "saved");
        m_window->showNews({news::CopySaved{model, 5000}, saving.id});
        QCOMPARE(files(), (QStringList{"", "mytalk.1.safetensors"}));
        add(); // of the same model
        QCOMPARE(saving.count(), 1);
        QCOMPARE(files().size(), 3);
        status.step = 5001;
        m_window->showNews(status);
        add();
        QCOMPARE(saving.last().path, folder.filePath("mytalk.2.safetensors"));
        m_window->showNews({news::Failure{QStringLiteral("The disk is full.")}, saving.id});
        QCOMPARE(files().size(), 3);
        add();
        QCOMPARE(saving.count(), 3);
        showRun("date");
        QVERIFY(isSaid("was not added"));
        QCOMPARE(files().size(), 3);
        QSettings().remove("lessons/lecture");
    }

    /// Who has begun a lecture need not open it to put its pages in order.
    void pagesOfALecture_areArrangedOnceAViewWasAdded() {
        const QTemporaryDir folder;
        showRun("date");
        QSettings().remove("lessons/lecture");
        m_window->commands()[Command::AddView]->trigger();
        auto* file = m_window->findChild<QFileDialog*>();
        QVERIFY(file);
        file->selectFile(folder.filePath("talk.lesson.md"));
        static_cast<QDialog*>(file)->accept();
        m_window->commands()[Command::ArrangePages]->trigger();
        QVERIFY(m_window->findChild<LectureDialog*>());
    }

    void pagesOfAFile_areArrangedInIt() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        write(path, QByteArray::fromStdString(test::smallLesson));
        m_window->lesson()->openFile(path);
        m_window->commands()[Command::ArrangePages]->trigger();
        auto* dialog = m_window->findChild<LectureDialog*>();
        dialog->findChild<QPushButton*>("down")->click();
        dialog->accept();
        const Lesson lesson = readLessonFile(path.toStdString());
        QCOMPARE(lesson.pages[0].title, std::string("Second"));
        QTRY_COMPARE(panel()->findChild<QLabel*>("lessonTitle")->text(), QStringLiteral("Second"));
    }

    void pageOfAFile_isEditedInPlace() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        write(path, QByteArray::fromStdString(test::smallLesson));
        m_window->lesson()->open("masks");
        QVERIFY(panel()->findChild<QPushButton*>("editPage")->isHidden()); // it is nobody's own
        m_window->lesson()->openFile(path);
        const auto titles = [&] {
            QStringList all;
            for (const LessonPage& page : readLessonFile(path.toStdString()).pages)
                all += QString::fromStdString(page.title);
            return all;
        };
        const auto shown = [this] { return panel()->findChild<QLabel*>("lessonTitle")->text(); };
        edit("down");
        QCOMPARE(titles(), (QStringList{"Second", "First"}));
        QTRY_COMPARE(panel()->sitting()->page(), 1); // the page that was moved
        QCOMPARE(shown(), QStringLiteral("First"));
        edit("up");
        QTRY_COMPARE(panel()->sitting()->page(), 0);
        QCOMPARE(titles(), (QStringList{"First", "Second"}));
        edit("anew");
        auto* question = m_window->findChild<QInputDialog*>();
        QVERIFY(question);
        QCOMPARE(question->textValue(), QStringLiteral("First"));
        question->setTextValue("A `new` name");
        question->accept();
        QCOMPARE(titles(), (QStringList{"A new name", "Second"}));
        QTRY_COMPARE(shown(), QStringLiteral("A new name"));
        edit("Undo");
        QCOMPARE(titles(), (QStringList{"First", "Second"}));
        QTRY_COMPARE(shown(), QStringLiteral("First"));
        for (int changes = 0; changes < 2; ++changes)
            edit("Undo");
        QCOMPARE(readLessonFile(path.toStdString()).text, test::smallLesson);
        edit("Undo");
        QVERIFY(isSaid("Nothing was changed"));
    }

    void pageOfALecture_isRemovedAndBroughtBack() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("talk.lesson.md");
        showRun("date");
        QSettings().setValue("lessons/lecture", path);
        write(path, twoPages);
        m_window->lesson()->openFile(path);
        const auto text = [&] { return readLessonFile(path.toStdString()).text; };
        const std::string before = text();
        edit("Remove");
        QCOMPARE(readLessonFile(path.toStdString()).pages.size(), 1U);
        QVERIFY(text().find("Words.") == std::string::npos);
        QTRY_COMPARE(panel()->pageCount(), 1);
        edit("Remove"); // one stays
        QCOMPARE(readLessonFile(path.toStdString()).pages.size(), 1U);
        edit("Undo");
        QCOMPARE(text(), before);
        QSettings().remove("lessons/lecture");
    }

    /// What stands around the scene stays, and so do its id and what it hides.
    void pageOfALecture_showsThisViewInstead() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.lesson.md");
        write(path, QByteArray::fromStdString(test::smallLesson));
        m_window->lesson()->openFile(path);
        showRun("sort");
        edit("instead");
        const Lesson lesson = readLessonFile(path.toStdString());
        QCOMPARE(lesson.pages.size(), 2U);
        QCOMPARE(lesson.pages[0].title, std::string("First"));
        QVERIFY(lesson.question("guess"));
        const std::vector<const LessonScene*> scenes = blocksOf<LessonScene>(lesson);
        QCOMPARE(scenes.size(), 1U);
        QCOMPARE(scenes[0]->run.task, std::string("sort"));
        QCOMPARE(scenes[0]->id, std::string("start"));
        QCOMPARE(scenes[0]->docks, (std::vector<std::string>{"map"}));
        panel()->goTo(1); // which has none
        edit("instead");
        const Lesson again = readLessonFile(path.toStdString());
        QCOMPARE(blocksOf<LessonScene>(again).size(), 2U);
        QVERIFY(again.claim("half"));
        QCOMPARE(again.pages[1].title, std::string("Second"));
    }

    void lecture_isPackedIntoOneFile() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("talk.lesson.md");
        write(path, QByteArray::fromStdString(test::smallLesson));
        QSettings().remove("lessons/lecture");
        m_window->commands()[Command::PackLecture]->trigger();
        QVERIFY(isSaid("There is no lecture yet"));
        m_window->lesson()->openFile(path);
        test::Asked<intent::PackLesson> packing(m_window->intents());
        m_window->commands()[Command::PackLecture]->trigger();
        auto* file = m_window->findChild<QFileDialog*>();
        QVERIFY(file);
        file->selectFile(folder.filePath("talk"));
        static_cast<QDialog*>(file)->accept();
        QCOMPARE(packing.count(), 1);
        QCOMPARE(packing.last().path, folder.filePath("talk.lecture"));
        QCOMPARE(packing.last().lesson->folder, folder.path().toStdString());
        m_window->showNews({news::LessonPacked{packing.last().path}, packing.id});
        QVERIFY(isSaid("opens anywhere"));
    }

    /// Its file is written by the engine, which has the models: what is changed meanwhile begins
    /// with what was asked for last.
    void packedLecture_isEditedLikeAnother() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("talk.lecture");
        {
            const TemporaryFolder files;
            write(QString::fromStdString((files.path() / packedText).string()), twoPages);
            packFolder(files.path(), path.toStdString());
        }
        QCOMPARE(lookAtFile(path).kind, Dropped::Kind::Lesson);
        m_window->lesson()->openFile(path);
        QCOMPARE(panel()->pageCount(), 2);
        test::Asked<intent::PackLesson> packing(m_window->intents());
        edit("down");
        QCOMPARE(packing.count(), 1);
        QCOMPARE(packing.last().path, path);
        QCOMPARE(packing.last().lesson->pages[0].title, std::string("Two"));
        const std::string unpacked = packing.last().lesson->folder;
        QVERIFY(packing.last().lesson->unpacked);
        QCOMPARE(readLessonFile(path.toStdString()).pages[0].title, std::string("One"));
        panel()->goTo(0);
        edit("Remove");
        QCOMPARE(packing.count(), 2);
        QCOMPARE(packing.last().lesson->pages.size(), 1U);
        QCOMPARE(packing.last().lesson->pages[0].title, std::string("One"));
        m_window->showNews({news::LessonPacked{path}, packing.id});
        QVERIFY(isSaid("was removed"));

        test::Asked<intent::SaveCopy> saving(m_window->intents());
        showRun("date");
        TrainingStatus status;
        status.step = 30;
        m_window->showNews(status);
        m_window->commands()[Command::AddView]->trigger(); // its model goes to the others
        QCOMPARE(QFileInfo(saving.last().path).fileName(), QStringLiteral("talk.1.safetensors"));
        QVERIFY(!QFileInfo(saving.last().path).path().startsWith(folder.path()));
        write(saving.last().path, "saved");
        m_window->showNews({news::CopySaved{saving.last().path, 30}, saving.id});
        QCOMPARE(packing.count(), 3);
        QCOMPARE(blocksOf<LessonScene>(*packing.last().lesson).back()->file,
                 std::string("talk.1.safetensors"));
        QCOMPARE(packing.last().lesson->folder, QFileInfo(saving.last().path).path().toStdString());
        m_window->showNews({news::Failure{QStringLiteral("The disk is full.")}, packing.id});
        edit("Undo"); // nothing waits for the file any more
        QCOMPARE(packing.count(), 4);
        QSettings().remove("lessons/lecture");
    }

    void readiness_isSaidWhileSomethingIsNotReady() {
        m_window->lesson()->open("masks");
        const auto says = [&](const char* words) {
            const QList<QLabel*> labels = panel()->findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](const QLabel* label) { return label->text().contains(words); });
        };
        m_window->showNews(LessonReady{"masks", 1, 2});
        QVERIFY(says("1 of 2 ready"));
        m_window->showNews(LessonReady{"masks", 2, 2});
        QVERIFY(!says("ready"));
    }
};

} // namespace gf::tst_teaching

#include "tests/entry.h"
GF_TEST(tst_teaching, TestTeaching)
#include "tst_teaching.moc"
