// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window that is small for its texts: what stands around the stage gives way to the matrix, and
// comes back as the person had it.
#include "fresh_window.h"
#include "small_model.h"
#include "ui/controls/command_table.h"
#include "ui/controls/commands.h"
#include "ui/figure/heatmap_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/train/loss_chart.h"
#include "ui/train/run_state_label.h"
#include "ui/train/train_dock.h"
#include "ui/window/docks.h"
#include "ui/window/lesson_control.h"
#include "warnings.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <memory>

namespace gf::tst_small_window {

namespace {

/// A model of the showcase's size that reads a date of 13 characters.
std::shared_ptr<const Trace> dateTrace() {
    const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789 -";
    std::vector<std::string> signs;
    for (const char letter : letters)
        signs.emplace_back(1, letter);
    const auto words = std::make_shared<const Vocabulary>(signs, Tokenization::Characters);
    ModelConfig config;
    config.dModel = 64;
    config.heads = 4;
    config.dFf = 128;
    config.maxLength = 24;
    config.sourceVocab = config.targetVocab = words->size();
    ProbeExample example;
    example.source = words->encode("3 march 1997");
    example.target = words->encode("1997-03-03");
    return traceOf(config, example, {}, {words, words});
}

} // namespace

class SmallWindowTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    std::shared_ptr<const Trace> m_trace;

    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }

    QDockWidget* dock(const char* name) const { return child<QDockWidget>(name); }
    QWidget* curves() const { return child<LossChart>(); }
    QToolButton* unfold() const { return child<QToolButton>("curves"); }
    /// Whether map and Explain are tabs of one place.
    bool isShared() const {
        return m_window->tabifiedDockWidgets(dock("explain")).contains(dock("map"));
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerSmallTest");
        m_trace = dateTrace();
    }
    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(news::Traced{m_trace});
    }
    void cleanup() { m_window.reset(); }

    /// Neither at once when the window is a little larger, nor while it is pulled to and fro.
    void docks_comeBackInAClearlyLargerWindow() {
        QVERIFY(isShared());
        QVERIFY(!curves()->isVisible());
        const auto widen = [this](int width, int height) {
            m_window->resize(width, height);
            QCoreApplication::processEvents();
        };
        widen(1200, 710);
        QVERIFY(isShared());
        QVERIFY(!curves()->isVisible());
        widen(1440, 900);
        QVERIFY(!isShared());
        QVERIFY(curves()->isVisible());
        QVERIFY(dock("map")->geometry().right() <
                child<StageWidget>()->mapTo(m_window.get(), QPoint()).x());
        const int height = curves()->height();
        widen(1200, 710);
        QVERIFY(!isShared());
        QVERIFY(curves()->isVisible());
        widen(1024, 640);
        QVERIFY(isShared());
        QVERIFY(!curves()->isVisible());
        widen(1440, 900);
        QCOMPARE(curves()->height(), height);
    }

    /// The fields become wider with the lists of a run, after the window has its size.
    void state_keepsItsTrainingStepsWhenFieldsBecomeWider() {
        TrainingStatus status;
        status.step = 88000;
        status.idleReason = IdleReason::NotStarted;
        for (int width = 900; width <= 1200; width += 20) {
            RunInfo run;
            run.task = "copy";
            run.tasks = {{"copy", "copies"}};
            run.backend = "cpu";
            m_window->showNews(run);
            m_window->resize(width, 640);
            QCoreApplication::processEvents();
            run.tasks.push_back({"pairs of a file of one's own", "pairs"});
            m_window->showNews(run);
            m_window->showNews(status);
            QCoreApplication::processEvents();
            const QString state = child<QLabel>("state")->text();
            QVERIFY2(state.contains("88,000"), qPrintable(state));
            QVERIFY2(state.contains("ready to train"), qPrintable(state));
        }
    }

    /// The name of the task gives way: what it is can be seen elsewhere, too.
    void state_isNotCutBesideTheCourse() {
        RunInfo run;
        run.task = "copy";
        run.tasks = {{"copy", "copies"}, {"pairs of a file of one's own", "pairs"}};
        run.backend = "cpu";
        m_window->showNews(run);
        m_window->lesson()->open("masks");
        TrainingStatus status;
        status.step = 88000;
        status.running = true;
        status.stepsPerSecond = 240;
        m_window->showNews(status);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->width(), 1024);
        const auto* state = child<QLabel>("state");
        QVERIFY2(state->text().contains("88,000"), qPrintable(state->text()));
        QVERIFY(state->fontMetrics().horizontalAdvance(state->text()) <= state->width());
    }

    void openedDock_staysOpenInASmallWindow() {
        unfold()->click();
        QVERIFY(curves()->isVisible());
        m_window->addDockWidget(Qt::LeftDockWidgetArea, dock("map"));
        for (const QSize size : {QSize(1440, 900), QSize(1024, 640)}) {
            m_window->resize(size);
            QCoreApplication::processEvents();
            QVERIFY(curves()->isVisible());
            QVERIFY(!isShared());
        }
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->setWindowState(Qt::WindowNoState);
        m_window->resize(1024, 640);
        m_window->show();
        QCoreApplication::processEvents();
        QVERIFY(!isShared());
        QVERIFY(curves()->isVisible());
        unfold()->click();
        QVERIFY(!curves()->isVisible());
        m_window->perform(Command::RestoreLayout, false);
        QCoreApplication::processEvents();
        QVERIFY(isShared());
        QVERIFY(!curves()->isVisible());
    }

    void hiddenDock_staysHiddenInEveryWidth() {
        dock("map")->hide();
        m_window->resize(1440, 900);
        QCoreApplication::processEvents();
        QVERIFY(dock("map")->isHidden());
        dock("map")->show();
        m_window->resize(1024, 640);
        QCoreApplication::processEvents();
        QVERIFY(!dock("map")->isHidden());
    }

    /// A switch says what is seen: what lies behind another one comes to the front.
    void dockSwitch_bringsAHiddenTabToTheFront() {
        QCoreApplication::processEvents();
        QAction* map = dock("map")->toggleViewAction();
        QVERIFY(!map->isChecked());
        QVERIFY(dock("explain")->toggleViewAction()->isChecked());
        map->trigger();
        QTRY_VERIFY(map->isChecked());
        QVERIFY(!dock("explain")->toggleViewAction()->isChecked());
        QVERIFY(m_window->rect().contains(dock("map")->geometry()));
        map->trigger();
        QVERIFY(dock("map")->isHidden());
    }

    /// Docks that come back are laid out one after another, and a window that became larger for
    /// some of them meanwhile would arrange them anew.
    void docks_comeBackBeforeTheWindowIsFitted() {
        QRandomGenerator random(1);
        const std::array docks{"map", "explain", "what-if", "train", "lesson"};
        for (int i = 0; i < 60; ++i) {
            QDockWidget* any = dock(docks[random.bounded(quint32(docks.size()))]);
            const int what = random.bounded(6);
            if (what == 0)
                any->setVisible(!any->isVisible());
            if (what == 1)
                any->setFloating(!any->isFloating());
            if (what == 2)
                m_window->lesson()->open("masks");
            m_window->resize(random.bounded(640, 1500), random.bounded(480, 950));
            if (random.bounded(3) == 0)
                QCoreApplication::processEvents();
        }
    }

    /// Leaving a lesson gives back docks that it has hidden.
    void resetOfTheArrangement_isThroughBeforeTheLessonIsLeft() {
        m_window->lesson()->open("masks");
        QCoreApplication::processEvents();
        QSignalSpy closed(m_window->findChild<Docks*>(), &Docks::lessonClosed);
        m_window->perform(Command::RestoreLayout, false);
        QCOMPARE(closed.count(), 0);
        QTRY_VERIFY(closed.count() > 0);
    }

    void numbersCommand_isEnabledWhereThereAreCells() {
        const QAction* numbers = m_window->commands()[Command::Numbers];
        m_window->focus()->setStep(QStringLiteral("encoder.0.self_attn.scores"));
        m_window->focus()->setView(QStringLiteral("matrices"));
        QVERIFY(numbers->isEnabled());
        const QString name = numbers->text();
        m_window->focus()->setView(QStringLiteral("form"));
        QVERIFY(!numbers->isEnabled());
        QVERIFY2(numbers->text() != name, qPrintable(numbers->text()));
        m_window->focus()->setView(QStringLiteral("matrices"));
        QVERIFY(numbers->isEnabled());
        QCOMPARE(numbers->text(), name);
    }

    /// The counter of steps is what is left of the curves.
    void state_saysTheTrainingStep() {
        TrainingStatus status;
        status.step = 12345;
        status.idleReason = IdleReason::Person;
        m_window->showNews(status);
        QCoreApplication::processEvents();
        QVERIFY2(child<QLabel>("state")->text().contains("12,345"),
                 qPrintable(child<QLabel>("state")->text()));
    }

    void largeFonts_countAsASmallWindow() {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 1.5);
        QApplication::setFont(large);
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        m_window->setWindowState(Qt::WindowNoState);
        m_window->resize(1440, 900);
        m_window->show();
        m_window->showNews(news::Traced{m_trace});
        QCoreApplication::processEvents();
        QVERIFY(isShared());
        QVERIFY(!curves()->isVisible());
    }

    void matrix_hasCellsOfTheWantedSize_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<bool>("gradients");
        QTest::addColumn<double>("cell");
        const auto row = [](const char* step, double cell, bool gradients = false) {
            QTest::addRow("%s%s", gradients ? "gradient of " : "", step)
                << QString::fromLatin1(step) << gradients << cell;
        };
        row("encoder.0.self_attn.q", 11);
        row("encoder.0.self_attn.scores", 17);
        row("encoder.0.self_attn.weights", 21);
        row("encoder.0.self_attn.heads", 12);
        row("encoder.0.self_attn.concat", 8);
        row("encoder.0.self_attn.output", 8);
        row("encoder.0.norm1.output", 7);
        row("encoder.0.residual1", 7);
        row("encoder.0.ffn.hidden", 5);
        row("encoder.0.ffn.output", 6);
        row("source.embedded", 6);
        row("source.input", 7);
        row("logits", 10);
        row("encoder.0.self_attn.w_q", 3, true);
    }
    void matrix_hasCellsOfTheWantedSize() {
        QFETCH(QString, step);
        QFETCH(bool, gradients);
        QFETCH(double, cell);
        m_window->arrange();
        Focus focus;
        focus.step = step;
        focus.gradients = gradients;
        focus.view = QStringLiteral("matrices");
        m_window->focus()->set(focus);
        QCoreApplication::processEvents();
        const auto* stage = child<StageWidget>();
        const double is = subjectCell(*stage);
        qInfo("%.1f on %d × %d", is, stage->width(), stage->height());
        QVERIFY2(is >= cell, qPrintable(QString::number(is)));
    }

    void runState_isNeverCut() {
        auto* state = m_window->findChild<RunStateLabel*>();
        TrainingStatus status;
        status.step = 1600;
        for (const IdleReason reason :
             {IdleReason::StepsDone, IdleReason::None, IdleReason::GuidedTour}) {
            status.idleReason = reason;
            m_window->showNews(status);
            for (int width = 40; width < 400; width += 20) {
                state->resize(width, state->height());
                QVERIFY2(state->fontMetrics().horizontalAdvance(state->text()) <= state->width(),
                         qPrintable(state->text()));
            }
        }
    }

    /// Showing one lays out the window, and whatever that resizes must not begin anew for ever.
    /// Last, for the theme that it chooses stays.
    void namesOfTheTrainingFields_areAllShownOrNoneInEveryWidth() {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 1.6);
        QApplication::setFont(large);
        m_window = freshWindow();
        QVERIFY(m_window);
        QList<QLabel*> names = m_window->findChild<TrainDock*>()->findChildren<QLabel*>();
        names.removeIf([](const QLabel* label) { return !label->buddy(); });
        int shown = 0;
        int hidden = 0;
        for (int width = 640; width < 1900; width += 31) {
            m_window->resize(width, 700);
            m_window->perform(Command::HighContrast, width % 2 == 0);
            const auto count =
                std::ranges::count_if(names, [](const QLabel* name) { return name->isVisible(); });
            QVERIFY2(count == 0 || count == names.size(), qPrintable(QString::number(width)));
            ++(count == 0 ? hidden : shown);
        }
        QVERIFY(shown > 0);
        QVERIFY(hidden > 0);
    }
};

} // namespace gf::tst_small_window

#include "tests/entry.h"
GF_TEST(tst_small_window, SmallWindowTest)
#include "tst_small_window.moc"
