// SPDX-License-Identifier: GPL-3.0-or-later
// A presentation in the hand of a lecturer: its remote, its lecture, and what stays away from it.
#include "core/lesson/read_lesson.h"
#include "tests/core/small_lesson.h"
#include "ui/controls/commands.h"
#include "ui/explain/formula_view.h"
#include "ui/labs/labs.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/lesson_sitting.h"
#include "ui/present/place_bar.h"
#include "ui/window/lesson_control.h"
#include "window_fixture.h"

#include <QAction>
#include <QCursor>
#include <QDockWidget>
#include <QLabel>
#include <QTextDocument>
#include <QToolButton>

namespace gf::tst_presentation {

class TestPresentation : public test::WindowFixture {
    Q_OBJECT

private:
    LessonPanel* panel() const { return m_window->lesson()->panel(); }
    int page() const { return panel()->sitting()->page(); }
    void present() { m_window->commands()[Command::Present]->trigger(); }
    QDockWidget* dock() const { return child<QDockWidget>("lesson"); }
    QWidget* blank() const { return child<QWidget>("blankScreen"); }
    /// As a room reads it.
    QString line() const {
        QTextDocument document;
        document.setHtml(child<QLabel>("lectureLine")->text());
        return document.toPlainText().replace(QChar(0xA0), QLatin1Char(' '));
    }
    /// Of two pages.
    void openLecture() {
        dock()->show();
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", test::smallLesson)),
                      "small");
        panel()->goTo(0);
    }
    /// As a key that is held down sends it.
    void hold(Qt::Key key) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, QString(), true);
        QCoreApplication::sendEvent(m_window->focusWidget(), &event);
    }

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void remote_staysAtBothEnds() {
        openLecture();
        present();
        for (const int wanted : {1, 1, 1}) {
            key(Qt::Key_PageDown);
            QCOMPARE(page(), wanted);
        }
        QVERIFY(panel()->presented().count == 2); // not the contents
        for (const int wanted : {0, 0}) {
            key(Qt::Key_PageUp);
            QCOMPARE(page(), wanted);
        }
    }

    void remote_goesToTheFirstPage() {
        openLecture();
        present();
        key(Qt::Key_PageDown);
        key(Qt::Key_Home);
        QCOMPARE(page(), 0);
        hold(Qt::Key_PageDown); // rushes through nothing
        QCOMPARE(page(), 0);
        key(Qt::Key_PageDown);
        hold(Qt::Key_PageUp);
        QCOMPARE(page(), 0);
    }

    void screen_isBlackOrWhiteUntilTheNextKey() {
        openLecture();
        present();
        const Focus before = m_window->focus()->focus();
        for (const auto& [blanks, back, colour] : {std::tuple{Qt::Key_B, Qt::Key_B, Qt::black},
                                                   {Qt::Key_Period, Qt::Key_PageDown, Qt::black},
                                                   {Qt::Key_W, Qt::Key_Escape, Qt::white}}) {
            key(blanks);
            QVERIFY(blank()->isVisible());
            QCOMPARE(blank()->geometry(), m_window->rect());
            QCOMPARE(blank()->grab().toImage().pixelColor(5, 5), QColor(colour));
            key(back);
            QVERIFY(!blank()->isVisible());
        }
        QCOMPARE(page(), 0);
        QVERIFY(m_window->commands()[Command::Present]->isChecked());
        QCOMPARE(m_window->focus()->focus(), before);
        key(Qt::Key_B);
        QTest::mouseClick(blank(), Qt::LeftButton);
        QVERIFY(!blank()->isVisible());
    }

    void keys_areTheWindowsAgainAfterwards() {
        present();
        key(Qt::Key_B);
        key(Qt::Key_B);
        present();
        Focus head = m_window->focus()->focus();
        head.step = "encoder.0.self_attn.weights";
        m_window->focus()->set(head);
        key(Qt::Key_Period);
        QVERIFY(!blank()->isVisible());
        QCOMPARE(m_window->focus()->focus().head, head.head + 1);
    }

    void line_saysWhatThePageSays() {
        openLecture();
        QVERIFY(!child<QLabel>("lectureLine")->isVisible());
        present();
        QVERIFY(child<QLabel>("lectureLine")->isVisible());
        QVERIFY2(line().startsWith("First") && line().contains("Words, 2 steps, ab, 2K"),
                 qPrintable(line()));
        QVERIFY(!child<QLabel>("block")->isVisible());
        key(Qt::Key_P);
        QCOMPARE(line(), QString("Next: Second"));
        key(Qt::Key_P);
        QVERIFY(line().startsWith("First"));
        key(Qt::Key_P);
        key(Qt::Key_PageDown);
        QVERIFY2(line().startsWith("Second") && line().contains("It is 1.0"), qPrintable(line()));
        key(Qt::Key_P);
        QCOMPARE(line(), QString("This is the last page."));
        present();
        QVERIFY(!child<QLabel>("lectureLine")->isVisible());
    }

    /// A page that a view made has the title of what it shows.
    void line_saysNoTitleTwice() {
        dock()->show();
        const QString title = titleOf(*findLabPage("variance"));
        const std::string text = test::with(test::smallLesson,
                                            "## First\n\nWords, {set:tiny.steps} steps, `ab`, "
                                            "$2K$, and a source (Someone 2017, section 3).",
                                            "## " + title.toStdString());
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", text)), "small");
        panel()->goTo(0);
        present();
        QVERIFY2(line().startsWith(title), qPrintable(line()));
        Focus focus = m_window->focus()->focus();
        focus.lab = "variance";
        m_window->focus()->set(focus);
        QVERIFY2(!line().contains(title), qPrintable(line()));
        for (const auto* button : m_window->findChildren<QToolButton*>())
            QVERIFY(!button->isVisible() || !button->text().startsWith("Back"));
    }

    void line_isOfTheLessonThatIsOpenOnly() {
        openLecture();
        dock()->close();
        QCoreApplication::processEvents(); // what Docks hears later
        present();
        QVERIFY(!child<QLabel>("lectureLine")->isVisible());
        QVERIFY(child<QLabel>("block")->isVisible());
        const QString before = step();
        key(Qt::Key_PageDown);
        QVERIFY(step() != before);
    }

    void docks_stayAwayAndComeBack() {
        openLecture();
        present();
        const auto isBare = [this] {
            return std::ranges::none_of(m_window->findChildren<QDockWidget*>(),
                                        [](const QDockWidget* each) { return each->isVisible(); });
        };
        QVERIFY(isBare());
        key(Qt::Key_F4);
        for (const char* name : {"map", "explain", "train", "lesson", "what-if"})
            child<QDockWidget>(name)->toggleViewAction()->trigger();
        QVERIFY(isBare());
        QCoreApplication::processEvents();
        QVERIFY(panel()->sitting());
        present();
        QVERIFY(dock()->isVisible());
        QVERIFY(child<QDockWidget>("train")->isVisible());
        QVERIFY(!child<QDockWidget>("what-if")->isVisible());
    }

    /// Its room is made once the docks are back.
    void comparisonBegunWhilePresented_bringsNoDock() {
        m_window->resize(1440, 900);
        present();
        ComparisonInfo info;
        info.change = {"norm", {"pre", "post"}, true};
        m_window->showNews(info);
        ComparisonNews compared;
        compared.comparedRuns = {{traceOf(Architecture::EncoderDecoder), {}}};
        m_window->showNews(compared);
        QCoreApplication::processEvents();
        for (const QDockWidget* each : m_window->findChildren<QDockWidget*>())
            QVERIFY2(!each->isVisible(), qPrintable(each->objectName()));
        QVERIFY(child<PlaceBar>()->formula()->isVisible()); // it is that of both
        present();
        QVERIFY(child<QDockWidget>("train")->isVisible());
        QVERIFY(!child<QDockWidget>("explain")->isVisible());
        present();
        m_window->showNews(news::ComparisonEnded{});
        present();
        QVERIFY(child<QDockWidget>("explain")->isVisible());
    }

    void lessonOpenedWhilePresented_isSaidAndComesAfterwards() {
        QVERIFY(dock()->isHidden());
        present();
        m_window->lesson()->open("masks");
        QVERIFY(dock()->isHidden());
        QVERIFY(child<QLabel>("lectureLine")->isVisible());
        key(Qt::Key_PageDown);
        QCOMPARE(page(), 1);
        present();
        QVERIFY(dock()->isVisible());
    }

    void mouse_isAPointOfLightWithCtrl() {
        auto* light = child<QWidget>("pointOfLight");
        present();
        QCursor::setPos(m_window->mapToGlobal(m_window->rect().center()));
        QTest::keyPress(m_window->focusWidget(), Qt::Key_Control);
        QTRY_VERIFY(light->isVisible());
        const auto mouse = [this] { return m_window->mapFromGlobal(QCursor::pos()); };
        QTRY_COMPARE(light->geometry().center(), mouse());
        QTest::keyRelease(m_window->focusWidget(), Qt::Key_Control);
        QVERIFY(!light->isVisible());
        present();
        QTest::keyPress(m_window->focusWidget(), Qt::Key_Control);
        QVERIFY(!light->isVisible());
        QTest::keyRelease(m_window->focusWidget(), Qt::Key_Control);
    }
};

} // namespace gf::tst_presentation

#include "tests/entry.h"
GF_TEST(tst_presentation, TestPresentation)
#include "tst_presentation.moc"
