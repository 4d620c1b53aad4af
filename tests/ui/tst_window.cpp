// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a whole: how it begins, its room, its themes, a presentation, and messages.
#include "small_model.h"
#include "small_stage.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/example/task_line.h"
#include "ui/example/token_bars.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/formula_view.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_view.h"
#include "ui/map/map_view.h"
#include "ui/present/place_bar.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_view.h"
#include "ui/steps/matrix.h"
#include "ui/theme/motion.h"
#include "ui/time/time_control.h"
#include "ui/train/train_dock.h"
#include "ui/window/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include <tuple>

namespace gf::tst_window {

class TestWindow : public test::WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void window_beginsWithCrossAttentionOfTheLastLayer() {
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QVERIFY(!m_window->focus()->focus().allHeads);
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – copy"));
    }

    void showcase_beginsWithItsOwnStepAndExample() {
        Focus focus;
        focus.step = "encoder.0.ffn.hidden";
        m_window->focus()->set(focus);
        child<QLineEdit>("source")->setText("7 may 2003");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        RunInfo run = test::smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QCOMPARE(child<QLineEdit>("source")->text(), run.exampleSource);
    }

    void taskLine_isAlwaysInView() {
        RunInfo run = test::smallRun();
        run.learns = "Learns to repeat letters: glass → glass";
        m_window->showNews(run);
        QCoreApplication::processEvents();
        const auto isSaid = [&] {
            for (const auto* line : m_window->findChildren<TaskLine*>())
                if (line->isVisible() && line->text().startsWith("Learns to repeat letters"))
                    return true;
            return false;
        };
        QVERIFY(isSaid());
        m_window->perform(Command::Present, true);
        QTRY_VERIFY(isSaid());
        m_window->perform(Command::Present, false);
        WalkedStep walk;
        walk.active = true;
        walk.examples.resize(2);
        m_window->showNews(walk);
        QTRY_VERIFY(isSaid());
    }

    void toolBarIcons_haveWordsWhereThereIsRoom() {
        const auto style = [&](const char* name) {
            return child<QToolButton>(name)->toolButtonStyle();
        };
        m_window->resize(760, 640);
        QTRY_COMPARE(style("play"), Qt::ToolButtonIconOnly);
        m_window->resize(1600, 900);
        QTRY_COMPARE(style("play"), Qt::ToolButtonTextBesideIcon);
        QCoreApplication::processEvents();
        const int width = child<QToolButton>("play")->width();
        m_window->showNews(test::statusAt(3, true));
        QCoreApplication::processEvents();
        QCOMPARE(child<QToolButton>("play")->width(), width); // what is beside it stays
        const auto* bar = child<ToolBar>("toolbar");
        const auto* next = qobject_cast<QToolButton*>(
            bar->widgetForAction(m_window->commands()[Command::NextStep]));
        QCOMPARE(next->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        m_window->resize(760, 640);
        QTRY_COMPARE(style("play"), Qt::ToolButtonIconOnly);
        QCOMPARE(next->toolButtonStyle(), Qt::ToolButtonIconOnly);
    }

    void window_fitsASmallScreen() {
        m_window->restore();
        const QRect room = m_window->screen()->availableGeometry();
        QVERIFY(m_window->width() <= room.width());
        QVERIFY(m_window->height() <= room.height());
    }

    void docks_haveRoomIn1024By640() {
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 1024 && least.height() <= 640,
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        m_window->arrange();
        QCoreApplication::processEvents();
        QCOMPARE(m_window->size(), QSize(1024, 640));
        for (const char* name : {"explain", "example", "train"}) {
            const auto* dock = child<QDockWidget>(name);
            QVERIFY2(m_window->rect().contains(dock->geometry()), name);
        }
        auto* map = child<QDockWidget>("map");
        map->raise();
        QTRY_VERIFY(m_window->rect().contains(map->geometry())); // where Explain was
        QVERIFY(map->width() >= 240);
        QVERIFY(child<StageWidget>()->width() >= 770);
        QVERIFY(child<StageWidget>()->height() >= 475);
    }

    /// tst_station_rooms holds which drawings are seen whole there.
    void stationView_hasRoomIn1024By640() {
        m_window->arrange();
        const auto* view = child<StationView>();
        for (const auto& [step, name, least] :
             {std::tuple("decoder.1.cross_attn.weights", "lines", test::smallStage),
              std::tuple("encoder.0.self_attn.weights", "readers",
                         test::smallStageUnderSettings)}) {
            m_window->focus()->setStep(QLatin1String(step));
            m_window->focus()->setView(QLatin1String(name));
            QTRY_VERIFY(view->station() && QLatin1String(view->station()->id) == name);
            const auto hasRoom = [&, wanted = least] {
                const QSizeF room = view->parentWidget()->size();
                return room.width() >= wanted.width() && room.height() >= wanted.height();
            };
            QTRY_VERIFY2(hasRoom(), qPrintable(QStringLiteral("%1 × %2")
                                                   .arg(view->parentWidget()->width())
                                                   .arg(view->parentWidget()->height())));
        }
    }

    void toolBar_hasRoomInGerman() {
        applyLanguage(*qApp, Language::German);
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        MainWindow german;
        german.restore();
        german.setWindowState(Qt::WindowNoState);
        german.resize(1024, 640);
        german.show();
        QVERIFY(QTest::qWaitForWindowActive(&german));
        const auto* search = german.findChild<StepSearch*>();
        QVERIFY(search->isVisible());
        QVERIFY(search->mapTo(&german, QPoint(search->width(), 0)).x() <= 1024);
        QVERIFY(search->width() >= 84);
    }

    void search_worksInAWindowOf720By480() {
        // 1440 × 900 at a scale of 200 %.
        applyLanguage(*qApp, Language::German);
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        MainWindow german;
        german.restore();
        german.setWindowState(Qt::WindowNoState);
        german.resize(720, 480);
        german.show();
        QVERIFY(QTest::qWaitForWindowActive(&german));
        QCOMPARE(german.width(), 720);
        auto* search = german.findChild<StepSearch*>();
        QVERIFY(!search->isVisible());
        german.perform(Command::Search, false);
        QTRY_VERIFY(search->isVisible() && search->hasFocus());
        QVERIFY(german.rect().contains(search->mapTo(&german, search->rect().center())));
    }

    void theme_changesAtOnceAndIsRemembered() {
        key(Qt::Key_F8);
        QVERIFY(Theme::of(child<StageWidget>()->palette()).isDark);
        QVERIFY(Theme::of(child<TokenBars>()->palette()).isDark);
        QVERIFY(m_window->commands()[Command::ThemeDark]->isChecked());
        QCOMPARE(QSettings().value("window/theme").toString(), QStringLiteral("dark"));
        key(Qt::Key_F7);
        QVERIFY(!Theme::of(child<StageWidget>()->palette()).isDark);
        QVERIFY(!m_window->commands()[Command::ThemeDark]->isChecked());
        QCOMPARE(QSettings().value("window/theme").toString(), QStringLiteral("light"));
        QCOMPARE(themeNamed(themeName(ThemeChoice::Dark)), ThemeChoice::Dark);
        QCOMPARE(themeNamed("plaid"), ThemeChoice::System);
    }

    /// What the colours of a row cannot say, in the line of the hatches' legend.
    void presentation_saysWhichWeightsAreNearlyUniform() {
        auto* stage = child<StageWidget>();
        auto* facts = stage->findChild<QLabel*>("stageFacts");
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        auto even = std::make_shared<Trace>(*stage->trace());
        const NodeId node = even->graph->find("encoder.0.self_attn.weights");
        Tensor& weights = even->values[node];
        for (float& weight : weights.values())
            weight = 1.0F / static_cast<float>(weights.shape()[-1]);
        m_window->showNews(news::Traced{even});
        key(Qt::Key_F11);
        const Trace& trace = *stage->trace();
        const QString words = uniformWords(trace, trace.graph->find("encoder.0.self_attn.weights"),
                                           m_window->focus()->focus());
        QVERIFY(words.contains("nearly uniform"));
        QVERIFY(facts->isVisible());
        QVERIFY2(facts->text().contains(words), qPrintable(facts->text()));
        QVERIFY(!facts->text().contains("<code>"));
        QVERIFY(!child<QLabel>("stageTitle")->isVisible());
        m_window->focus()->setStep("encoder.0.self_attn.scaled");
        QVERIFY(!facts->isVisible());
    }

    void presentation_showsOnlyPlaceStageAndFormula() {
        Focus focus;
        focus.step = "encoder.0.self_attn.scaled";
        m_window->focus()->set(focus);
        auto* train = child<QDockWidget>("train");
        QVERIFY(train->isVisible());
        const double usual = m_window->font().pointSizeF();
        key(Qt::Key_F11);
        QVERIFY(m_window->isFullScreen());
        QVERIFY(m_window->commands()[Command::Present]->isChecked());
        for (const auto* dock : m_window->findChildren<QDockWidget*>())
            QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(child<PlaceBar>()->isVisible());
        const auto top = [&](const QWidget* part) { return part->mapToGlobal(QPoint()).y(); };
        QTRY_VERIFY(top(child<PlaceBar>()) < top(child<StageWidget>()));
        QVERIFY(child<QLabel>("path")->text().contains("<b>scaled</b>"));
        QVERIFY(child<QLabel>("block")->text().contains("masked"));
        auto* formula = child<PlaceBar>()->formula();
        QVERIFY(formula->isVisible());
        QVERIFY(formula->plain().startsWith("scaled"));
        QVERIFY(!child<QLabel>("stageTitle")->isVisible());
        QVERIFY(child<QLabel>("block")->font().pointSizeF() > 1.1 * usual);
        for (const auto* stage : m_window->findChildren<StageWidget*>()) // of a compared run too
            QVERIFY(stage->font().pointSizeF() > 1.1 * usual);
        for (const HeatmapView* map : child<StageWidget>()->findChildren<HeatmapView*>())
            QVERIFY(map->font().pointSizeF() > 1.1 * usual);

        // What the header without its title leaves is the matrices'.
        const auto* bar = child<StationBar>();
        QTRY_VERIFY2(bar->height() <= bar->layout()->heightForWidth(bar->width()),
                     qPrintable(QString::number(bar->height())));

        // What a presenter's remote sends.
        key(Qt::Key_PageDown);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.masked"));
        QVERIFY(formula->plain().startsWith("masked"));
        key(Qt::Key_PageUp);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.scaled"));

        key(Qt::Key_Escape);
        QVERIFY(!m_window->isFullScreen());
        QVERIFY(!m_window->commands()[Command::Present]->isChecked());
        QCOMPARE(child<QLabel>("block")->font().pointSizeF(), usual);
        QVERIFY(train->isVisible());
        QVERIFY(m_window->menuBar()->isVisible());
        QVERIFY(!formula->isVisible());
        QVERIFY(child<QLabel>("stageTitle")->isVisible());
        key(Qt::Key_PageDown);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.scaled"));
    }

    void step_fadesInUnlessMotionIsReduced() {
        auto* stage = child<StageWidget>();
        QVERIFY(!isMotionReduced());
        key(Qt::Key_Space);
        QVERIFY(stage->findChild<Fade*>());
        QTRY_VERIFY(!stage->findChild<Fade*>());
        m_window->perform(Command::LessMotion, true);
        key(Qt::Key_Space);
        QVERIFY(!stage->findChild<Fade*>());
        QVERIFY(isMotionReduced());
    }

    void restore_returnsToTheLastFocusAndExample() {
        Focus focus;
        focus.step = "decoder.1.cross_attn.weights";
        focus.head = 1;
        m_window->focus()->set(focus);
        child<QLineEdit>("source")->setText("cab");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        test::Asked<intent::SetExample> example(m_window->intents());
        m_window->restore();
        m_window->showNews(test::smallRun());
        QCOMPARE(example.count(), 1);
        QCOMPARE(example[0].source, QStringLiteral("cab"));
        QCOMPARE(child<QLineEdit>("source")->text(), QStringLiteral("cab"));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QCOMPARE(m_window->focus()->focus().head, 1);
        // Another run has an example of its own.
        m_window->showNews(test::smallRun());
        QCOMPARE(example.count(), 1);
    }

    /// Neither a long one nor a word without an end; what is higher than the stage scrolls.
    void banner_cutsNoLongMessage() {
        auto* banner = child<Banner>("banner");
        const QString path = "/" + QString("folder_without_a_space").repeated(30);
        const QString sentence = QString("Something went wrong. ").repeated(90) + path + " end";
        for (const QSize size : {QSize(1440, 900), QSize(1024, 640)}) {
            m_window->resize(size);
            banner->say(Banner::Tone::Error, sentence);
            QCoreApplication::processEvents();
            QCOMPARE(banner->text(), sentence);
            QVERIFY(banner->parentWidget()->rect().contains(banner->geometry()));
            auto* area = banner->findChild<QScrollArea*>();
            auto* text = banner->findChild<TextBlock*>();
            QVERIFY(text->document()->size().height() <= text->height() + 1);
            QVERIFY(text->document()->idealWidth() <= area->viewport()->width() + 1);
            QVERIFY(area->viewport()->height() + area->verticalScrollBar()->maximum() >=
                    text->height());
        }
        banner->say(Banner::Tone::Error, "Short.");
        QCoreApplication::processEvents();
        QVERIFY(banner->height() < 60);
        // Amid the buttons beside it.
        const QWidget* area = banner->findChild<QScrollArea*>();
        QVERIFY(std::abs(area->geometry().center().y() - banner->rect().center().y()) <= 1);
        QVERIFY(area->height() < banner->height() - 8);
        QVERIFY(banner->findChild<TextBlock*>()->height() >= QFontMetrics(banner->font()).height());
    }

    void lightOrDark_leavesHighContrast() {
        const auto restore = qScopeGuard([this] {
            QSettings().clear();
            m_window->setTheme(ThemeChoice::Light);
        });
        QAction* high = m_window->commands()[Command::HighContrast];
        for (const Command theme : {Command::ThemeLight, Command::ThemeDark}) {
            high->trigger();
            QVERIFY(Theme::of(QApplication::palette()).isHighContrast);
            QVERIFY(high->isChecked());
            m_window->commands()[theme]->trigger();
            QVERIFY(!Theme::of(QApplication::palette()).isHighContrast);
            QVERIFY(!high->isChecked());
            QCOMPARE(Theme::of(QApplication::palette()).isDark, theme == Command::ThemeDark);
        }
    }

    void takeOver_keepsThePanelsEqual() {
        m_window->perform(Command::EqualPanels, true);
        m_window->commands()[Command::EqualPanels]->setChecked(true);
        MainWindow other;
        other.takeOver(*m_window);
        QVERIFY(other.commands()[Command::EqualPanels]->isChecked());
    }

    void numbersCommand_isRemembered() {
        const auto* action = m_window->commands()[Command::Numbers];
        QVERIFY(!action->isChecked());
        QTest::keyClick(child<StageWidget>(), Qt::Key_N);
        QVERIFY(action->isChecked());
        QTRY_VERIFY(child<StageWidget>()->canvas().mainView()->heatmapLayout().valueSize > 0);
        MainWindow next;
        QVERIFY(next.commands()[Command::Numbers]->isChecked());
        QTest::keyClick(child<StageWidget>(), Qt::Key_N);
        QVERIFY(!QSettings().value("stage/numbers").toBool());
    }

    void floatingDock_canBeClosed() {
        m_window->perform(Command::ThemeLight, true);
        auto* map = child<QDockWidget>("map");
        const auto* close = map->findChild<QAbstractButton*>("qt_dockwidget_closebutton");
        QVERIFY(close);
        QVERIFY(close->sizeHint().width() < 8); // docked, it would only be in the way
        map->setFloating(true);
        QTRY_VERIFY(close->sizeHint().width() >= 8);
        map->setFloating(false);
        QTRY_VERIFY(close->sizeHint().width() < 8);
    }

    void restoreLayout_putsTheDocksBack() {
        m_window->resize(1024, 640);
        m_window->arrange();
        QCoreApplication::processEvents();
        auto* map = child<QDockWidget>("map");
        auto* explain = child<QDockWidget>("explain");
        auto* train = child<QDockWidget>("train");
        const int width = explain->width();
        map->hide();
        train->setFloating(true);
        child<QDockWidget>("what-if")->show();
        m_window->perform(Command::RestoreLayout, false);
        QVERIFY(!train->isFloating());
        QVERIFY(!child<QDockWidget>("what-if")->isVisible());
        QTRY_COMPARE(explain->width(), width);
        QVERIFY(map->isVisible());
    }

    void hiddenDock_staysHiddenAtTheNextStart() {
        auto* map = child<QDockWidget>("map");
        map->raise(); // over Explain
        QTRY_VERIFY(map->toggleViewAction()->isChecked());
        map->toggleViewAction()->trigger();
        QVERIFY(!map->isVisible());
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(!child<QDockWidget>("map")->isVisible());
        QVERIFY(child<QDockWidget>("explain")->isVisible());
    }

    void stageAndDocks_fitIntoASmallWindow() {
        QCOMPARE(m_window->size(), QSize(1024, 640));
        for (const char* name : {"explain", "train", "example"}) {
            const auto* dock = child<QDockWidget>(name);
            QVERIFY2(dock->isVisible(), name);
            QVERIFY2(m_window->rect().contains(dock->geometry()), name);
        }
        QVERIFY(child<StageWidget>()->height() > 150);
        QVERIFY(child<StageWidget>()->width() > 350);
    }

    void viewButtons_areNotForARoom() {
        Focus focus;
        focus.step = "encoder.0.self_attn.weights";
        m_window->focus()->set(focus);
        m_window->perform(Command::ThemeLight, true); // its style sheet keeps fonts from children
        QCoreApplication::processEvents();
        m_window->perform(Command::Present, true);
        for (const char* next : {"encoder.0.self_attn.weights", "encoder.0.self_attn.heads",
                                 "encoder.0.norm1.output"}) {
            m_window->focus()->setStep(QLatin1String(next));
            QCoreApplication::processEvents(); // layouts show what is new in them from there
            for (const auto* button : m_window->findChildren<QToolButton*>())
                QVERIFY2(!button->objectName().startsWith("view-") || !button->isVisible(), next);
        }
        m_window->perform(Command::Present, false);
        QTRY_VERIFY(child<QToolButton>("view-matrices")->isVisible());
    }

    void banner_isAsHighAsItsLines() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(news::Failure{QStringLiteral("seven letters and more ").repeated(8)});
        QVERIFY(banner->width() > 300);
        const auto* words = banner->findChild<TextBlock*>();
        const int lines = words->heightForWidth(words->width()) / words->fontMetrics().height();
        QVERIFY2(banner->height() <= (lines + 2) * words->fontMetrics().height(),
                 qPrintable(QString::number(banner->height())));
    }

    void banner_floatsAndMovesNothing() {
        auto* stage = child<StageWidget>();
        const QRect place = stage->geometry();
        m_window->showNews(news::Notice{"Saved as a.gf"});
        QCoreApplication::processEvents();
        auto* banner = child<Banner>("banner");
        QVERIFY(banner->isVisible());
        QCOMPARE(stage->geometry(), place);
        QVERIFY(banner->parentWidget()->rect().contains(banner->geometry()));
        m_window->resize(m_window->size() + QSize(60, 40));
        QCoreApplication::processEvents();
        QVERIFY(banner->parentWidget()->rect().contains(banner->geometry()));
    }

    void stage_hasMostOfTheWindowAtFirst() {
        m_window->resize(1440, 900);
        m_window->arrange();
        QCoreApplication::processEvents();
        const QSize stage = child<StageWidget>()->size();
        QVERIFY2(stage.width() >= 0.55 * 1440, qPrintable(QString::number(stage.width())));
        QVERIFY2(stage.height() >= 0.6 * 900, qPrintable(QString::number(stage.height())));
    }
};

} // namespace gf::tst_window

#include "tests/entry.h"
GF_TEST(tst_window, TestWindow)
#include "tst_window.moc"
