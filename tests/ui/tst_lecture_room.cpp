// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lecture as a room sees it: how large its letters are, and what a second screen has of it.
#include "compare_fixture.h"
#include "core/lesson/read_lesson.h"
#include "core/measure/gradient_norms.h"
#include "screens.h"
#include "some_metrics.h"
#include "tests/core/small_lesson.h"
#include "tests/pictures/words.h"
#include "translated_sentence.h"
#include "ui/compare/gradient_chart.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/labs/labs.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/lesson_sitting.h"
#include "ui/lesson/poll_dialog.h"
#include "ui/present/presenter_window.h"
#include "ui/stations/stations.h"
#include "ui/time/time_panel.h"
#include "ui/train/loss_chart.h"
#include "ui/window/lesson_control.h"
#include "window_fixture.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <functional>

namespace gf::tst_lecture_room {

namespace {

constexpr QSize large(1920, 1080);
constexpr QSize small(1280, 720);
const QString weights = QStringLiteral("decoder.1.cross_attn.weights");

/// The smallest letters on a widget.
PaintedText smallestOn(QWidget& widget) {
    PaintedText smallest{{}, {}, 1e9};
    for (const PaintedText& text : paintedTexts(widget))
        if (!text.text.trimmed().isEmpty() && text.pixels < smallest.pixels)
            smallest = text;
    return smallest;
}

GenerationReport reportOf(GenerationSettings::Way way, std::shared_ptr<const Trace> trace) {
    GenerationReport report;
    report.settings.way = way;
    report.trace = std::move(trace);
    report.tokens = {"le", "<eos>"};
    for (int i = 0; i < 2; ++i)
        report.moments.append({{{{0.7, 0.7}, "le"}, {{0.3, 0.3}, "<eos>"}}, i, 0.5});
    report.branches = {{{-1, 0, 0.7, -0.4, true}, "le", false, true},
                       {{-1, 0, 0.3, -1.2, true}, "<eos>", true, false},
                       {{0, 1, 0.9, -0.5, true}, "<eos>", true, true}};
    report.found = {{{-0.5, -0.5, true}, "le"}};
    return report;
}

} // namespace

class TestLectureRoom : public test::WindowFixture {
    Q_OBJECT

private:
    LessonPanel* panel() const { return m_window->lesson()->panel(); }
    int page() const { return panel()->sitting()->page(); }
    void present(bool on = true) {
        m_window->perform(Command::Present, on);
        QCoreApplication::processEvents();
    }
    void moveTo(QScreen* screen) {
        m_window->setScreen(screen);
        m_window->move(screen->geometry().topLeft());
        QCOMPARE(m_window->screen(), screen);
    }
    void presentOn(const QSize& size) {
        moveTo(test::projectorOf(size));
        present();
        QTRY_COMPARE(m_window->size(), size);
    }
    /// Of two pages.
    void openLecture() {
        child<QDockWidget>("lesson")->show();
        panel()->open(std::make_shared<const Lesson>(parseLesson("small", test::smallLesson)),
                      "small");
        panel()->goTo(0);
    }
    void goTo(const QString& step, const QString& view, int row = -1, int column = -1) {
        Focus focus;
        focus.step = step;
        focus.view = view;
        focus.row = row;
        focus.column = column;
        focus.pinned = row >= 0;
        m_window->focus()->set(focus);
    }
    void compare() {
        ModelConfig bahdanau;
        bahdanau.family = Family::Recurrent;
        m_window->showNews(
            ComparisonInfo{test::difference("mechanisms", "transformer", "bahdanau"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{test::translation(bahdanau, 9, 9), {}, 0}};
        m_window->showNews(news);
    }
    QWidget* notes() const { return child<QWidget>("presenterWindow"); }
    QString said(const char* part) const {
        return notes()->findChild<QLabel*>(QString::fromLatin1(part))->text();
    }
    void keyInNotes(Qt::Key key) { QTest::keyClick(notes(), key); }

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() {
        openWindow();
        m_window->showNews(news::Traced{test::translation({}, 13, 11)});
    }
    void cleanup() { m_window.reset(); }

    /// Seen at a third of its size, a page still says what it is.
    void letters_areReadFromTheLastRow_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("least");
        QTest::newRow("1920 × 1080") << large << 22.0;
        QTest::newRow("1280 × 720") << small << 14.5; // 14.67, in whole pixels of a font
    }
    void letters_areReadFromTheLastRow() {
        QFETCH(QSize, size);
        QFETCH(double, least);
        openLecture();
        presentOn(size);
        std::vector<std::pair<QString, std::function<void()>>> pages{
            {"matrices", [this] { goTo(weights, "matrices"); }},
            {"one cell", [this] { goTo(weights, "matrices", 3, 5); }},
            {"all heads",
             [this] {
                 goTo(weights, "matrices");
                 m_window->focus()->setAllHeads(true);
             }},
            {"question", [this] { panel()->goTo(0); }},
        };
        const Graph& graph = *child<StageWidget>()->trace()->graph;
        for (const char* step : {"decoder.1.cross_attn.weights", "encoder.0.self_attn.scores",
                                 "encoder.0.ffn.hidden", "decoder.0.residual1", "probabilities",
                                 "source.embedded", "encoder.0.norm1.output"}) {
            const NodeId node = graph.find(step);
            for (const Station* station :
                 node == noNode ? std::vector<const Station*>() : stationsFor(graph, graph[node]))
                pages.emplace_back(QString(step) + ' ' + station->id,
                                   [=, this] { goTo(step, station->id, 3); });
        }
        for (const LabPage& lab : labPages())
            pages.emplace_back(QStringLiteral("lab ") + lab.drawing.id, [&lab, this] {
                m_window->openLab(QString::fromLatin1(lab.drawing.id));
            });
        pages.emplace_back("comparison", [this] {
            goTo(weights, "matrices");
            compare();
        });
        for (const auto way : {GenerationSettings::Way::Greedy, GenerationSettings::Way::Beam})
            pages.emplace_back("generation", [=, this] {
                goTo(weights, "matrices"); // leaves the other one
                m_window->perform(Command::Generate, false);
                m_window->showNews(reportOf(way, child<StageWidget>()->trace()));
            });
        pages.emplace_back("charts", [this] {
            m_window->perform(Command::Charts, false);
            m_window->showNews(news::RunMetrics{
                {test::metricsOf({{1, 2.5F}, {1000, 1.2345F}}, {{1000, 1, 0.125F}})}});
        });
        QStringList small;
        for (const auto& [name, go] : pages) {
            go();
            QCoreApplication::processEvents();
            const PaintedText text = smallestOn(*m_window);
            qInfo("%-50s %.1f “%s”", qPrintable(name), text.pixels, qPrintable(text.text));
            QVERIFY2(text.pixels < 1e9, qPrintable(name));
            if (text.pixels < least)
                small += QStringLiteral("%1: %2 px “%3”").arg(name).arg(text.pixels).arg(text.text);
        }
        QVERIFY2(small.isEmpty(), qPrintable('\n' + small.join('\n')));
        m_window->showNews(news::ComparisonEnded{});
    }

    /// One place decides.
    void whateverOpens_isAsLargeAndSoIsWhatStaysSmallAfterwards() {
        openLecture();
        const double usual = m_window->font().pointSizeF();
        presentOn(large);
        const double text = large.height() / 45.0 * 72 / m_window->logicalDpiY();
        for (const Command command : {Command::RoomPage, Command::ExportView, Command::Help,
                                      Command::Shortcuts, Command::OwnBatch, Command::Compare}) {
            m_window->perform(command, true);
            QCoreApplication::processEvents();
            QWidget* dialog = QApplication::activeModalWidget();
            for (auto* each : m_window->findChildren<QDialog*>())
                if (each->isVisible())
                    dialog = each;
            const int number = static_cast<int>(command);
            QVERIFY2(dialog, qPrintable(QString::number(number)));
            for (const auto* part : dialog->findChildren<QWidget*>())
                QVERIFY2(part->font().pointSizeF() >= text - 1e-6, part->metaObject()->className());
            delete dialog;
        }
        m_window->perform(Command::Shortcuts, true); // is still open when nobody presents any more
        present(false);
        QCOMPARE(m_window->font().pointSizeF(), usual);
        QCOMPARE(QApplication::font().pointSizeF(), usual);
        for (const auto* each : m_window->findChildren<QWidget*>())
            QVERIFY2(each->font().pointSizeF() < 1.6 * usual, each->metaObject()->className());
        QDialog later(m_window.get());
        QCOMPARE(later.font().pointSizeF(), usual);
    }

    /// The curves are the dock's, which has them back afterwards.
    void charts_standInThePlaceOfTheStageAsTheRunTrains() {
        moveTo(QGuiApplication::primaryScreen());
        m_window->resize(1440, 900);
        m_window->showNews(test::smallRun()); // forgets how the run before began
        m_window->showNews(news::Traced{test::translation({}, 13, 11)});
        auto* curves = child<LossChart>();
        auto* fold = child<QToolButton>("curves");
        const auto isInDock = [&] { return child<QDockWidget>("train")->isAncestorOf(curves); };
        QVERIFY(isInDock() && curves->isVisible());
        const int before = curves->height();
        m_window->commands()[Command::Charts]->trigger();
        QVERIFY(!isInDock());
        key(Qt::Key_Escape);
        QVERIFY(isInDock());
        m_window->commands()[Command::Charts]->trigger();
        QTRY_VERIFY(curves->height() > 1.5 * before);
        QVERIFY(!isInDock() && !fold->isEnabled() && !child<StageWidget>()->isVisible());
        const GradientChart* gradients = nullptr;
        for (const auto* each : m_window->findChildren<GradientChart*>())
            if (each->isVisible())
                gradients = each;
        QVERIFY(gradients);
        QCOMPARE(gradients->gradients().size(), qsizetype{4}); // two stacks of two layers
        const double start = gradients->gradients()[0].starts[0];
        QVERIFY(start > 0 && gradients->gradients()[0].now[0] == start);
        auto later = std::make_shared<Trace>(*child<StageWidget>()->trace());
        for (const BlockGradient& block : blockGradients(*later))
            for (float& number : later->values[block.largest].values())
                number *= 10;
        m_window->showNews(news::Traced{later});
        QCOMPARE(gradients->gradients()[0].starts[0], start);
        QVERIFY(gradients->gradients()[0].now[0] > 2 * start);
        m_window->commands()[Command::ExportView]->trigger();
        const auto fields = child<ExportDialog>()->findChildren<QComboBox*>();
        QVERIFY(std::ranges::any_of(fields, [&](const QComboBox* figures) {
            return figures->currentText() == curves->accessibleName() &&
                   figures->findText(gradients->accessibleName()) >= 0;
        }));
        delete child<ExportDialog>();
        // A room has no use for the slider.
        QVERIFY(child<TimePanel>()->isVisible());
        presentOn(large);
        QVERIFY(curves->isVisible() && !child<TimePanel>()->isVisible());
        QVERIFY(child<QLabel>("path")->text().contains("Charts of the run"));
        present(false);
        QVERIFY(!isInDock());
        m_window->commands()[Command::Charts]->trigger();
        QVERIFY(isInDock());
        QVERIFY(fold->isEnabled());
        QTRY_COMPARE(m_window->height(), 900);
        QTRY_VERIFY(curves->isVisible());
        QVERIFY(child<TimePanel>()->isVisible());
        QTRY_COMPARE(curves->height(), before);
        QVERIFY(child<StageWidget>()->isVisible());
    }

    void notes_areOnTheOtherScreenAlone() {
        openLecture();
        moveTo(QGuiApplication::primaryScreen());
        m_window->resize(1024, 640);
        const QRect before = m_window->geometry();
        QVERIFY(!notes());
        present();
        // The primary screen is the lecturer's.
        QVERIFY(m_window->screen() != QGuiApplication::primaryScreen());
        QVERIFY(m_window->isFullScreen());
        QVERIFY(notes()->isVisible());
        QCOMPARE(notes()->screen(), QGuiApplication::primaryScreen());
        QVERIFY(!notes()->geometry().intersects(m_window->geometry()));
        QVERIFY(notes()->isWindow());
        QCOMPARE(said("presentedPlace"), QString("page 1 of 2"));
        QCOMPARE(said("presentedTitle"), QString("First"));
        QCOMPARE(said("presentedNext"), QString("Next: Second"));
        QVERIFY2(said("presentedClock").contains("0:00:0"), qPrintable(said("presentedClock")));
        const QString text = notes()->findChild<QTextBrowser*>()->toPlainText();
        QVERIFY2(text.contains("a source (Someone 2017") && text.contains("Which?") &&
                     text.contains("✓ This") && text.contains("A thought."),
                 qPrintable(text));
        // Of these nothing is on the projector.
        for (const PaintedText& painted : paintedTexts(*m_window))
            QVERIFY2(!painted.text.contains("A thought") && !painted.text.contains("beginning"),
                     qPrintable(painted.text));
        present(false);
        QVERIFY(!notes()->isVisible());
        QTRY_COMPARE(m_window->geometry(), before);
        QCOMPARE(m_window->screen(), QGuiApplication::primaryScreen());
    }

    void notes_driveTheLecture() {
        openLecture();
        presentOn(large); // where it is already, and stays
        QCOMPARE(notes()->screen(), QGuiApplication::primaryScreen());
        keyInNotes(Qt::Key_PageDown);
        QCOMPARE(page(), 1);
        QCOMPARE(said("presentedTitle"), QString("Second"));
        QCOMPARE(said("presentedNext"), QString("This is the last page."));
        keyInNotes(Qt::Key_PageDown);
        QCOMPARE(page(), 1);
        keyInNotes(Qt::Key_Home);
        QCOMPARE(page(), 0);
        keyInNotes(Qt::Key_B);
        QVERIFY(child<QWidget>("blankScreen")->isVisible());
        QVERIFY(notes()->isVisible());
        keyInNotes(Qt::Key_PageDown); // only the light comes back
        QVERIFY(!child<QWidget>("blankScreen")->isVisible());
        QCOMPARE(page(), 0);
        notes()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(notes()));
        keyInNotes(Qt::Key_Escape);
        QVERIFY(!m_window->isFullScreen());
        QVERIFY(!notes()->isVisible());
    }

    void screens_areSwapped() {
        moveTo(test::projectorOf(large));
        present();
        notes()->findChild<QPushButton*>()->click();
        QTRY_COMPARE(m_window->screen(), QGuiApplication::primaryScreen());
        QVERIFY(m_window->isFullScreen());
        QVERIFY(notes()->screen() != m_window->screen());
        QVERIFY(!notes()->geometry().intersects(m_window->geometry()));
        notes()->findChild<QPushButton*>()->click();
        QVERIFY(m_window->screen() != QGuiApplication::primaryScreen());
        QCOMPARE(notes()->screen(), QGuiApplication::primaryScreen());
    }

    /// Without a lecture they say where the walk is.
    void notes_haveTheStepWhereNoLectureIsOpen() {
        moveTo(test::projectorOf(large));
        present();
        QVERIFY(said("presentedPlace").isEmpty());
        QVERIFY2(!said("presentedTitle").isEmpty(), qPrintable(said("presentedTitle")));
        const QString before = said("presentedTitle");
        keyInNotes(Qt::Key_PageDown);
        QVERIFY(said("presentedTitle") != before);
    }
};

} // namespace gf::tst_lecture_room

#include "tests/entry.h"
GF_TEST_ENTRY(tst_lecture_room, TestLectureRoom, gf::test::haveScreens(); QTEST_MAIN_SETUP())
#include "tst_lecture_room.moc"
