// SPDX-License-Identifier: GPL-3.0-or-later
#include "fresh_window.h"
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
#include "ui/scene/scene_json.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_view.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/theme/fade.h"
#include "ui/theme/motion.h"
#include "ui/time/time_control.h"
#include "ui/train/idle_text.h"
#include "ui/train/train_dock.h"
#include "ui/window/banner.h"
#include "ui/window/key_guard.h"
#include "ui/window/last_session.h"
#include "ui/window/main_window.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "ui/window/walk.h"
#include "ui/window/wheel_guard.h"
#include "warnings.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextCursor>
#include <QTextDocument>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <optional>
#include <set>
#include <tuple>

namespace gf::tst_window {

namespace {

RunInfo smallRun() {
    RunInfo run;
    run.title = "copy";
    run.task = "copy";
    run.backend = "cpu";
    run.tasks = {{"copy", "copies", false},
                 {"sort", "sorts", false},
                 {"text", "a file", true, FileContent::Text}};
    run.learningRate = 0.001;
    run.batch = 32;
    run.randomLoss = 2.5;
    run.exampleSource = "abc";
    run.exampleTarget = "abc";
    return run;
}

TrainingStatus statusAt(qint64 step, bool running) {
    TrainingStatus status;
    status.step = step;
    status.unsavedSteps = step;
    status.running = running;
    return status;
}

} // namespace

/// The whole window, driven as a person does, without an engine behind it.
class TestWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    KeyGuard m_guard;
    WheelGuard m_wheel;

    QString step() const { return m_window->focus()->focus().step; }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* target = m_window->focusWidget();
        QTest::keyClick(target ? target : m_window.get(), key, modifiers);
    }
    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }
    /// Of one model for all examples.
    static std::shared_ptr<const Trace>
    pictureOf(std::vector<TokenId> source, std::vector<TokenId> target, bool answered = false) {
        ProbeExample example;
        example.source = std::move(source);
        example.target = std::move(target);
        example.answered = answered;
        return traceOf(smallConfig(), example);
    }
    /// Ends the session; the number of the intent to save that was sent, 0 where there was none.
    IntentId savingAtEnd() {
        IntentId saving = 0;
        const auto heard =
            connect(m_window->intents(), &Intents::sent, this, [&saving](const Intent& intent) {
                if (intent.get<intent::SaveAtEnd>())
                    saving = intent.id;
            });
        m_window->closeUnasked();
        disconnect(heard);
        return saving;
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        qApp->installEventFilter(&m_guard);
        qApp->installEventFilter(&m_wheel);
    }

    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(smallRun());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        child<StageWidget>()->setFocus();
    }

    void cleanup() { m_window.reset(); }

    void itBeginsWithWhatTheLastLayerLooksAtInTheSource() {
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QVERIFY(!m_window->focus()->focus().allHeads);
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – copy"));
    }

    void theShowcaseBeginsWithItsOwnPictureAndExample() {
        Focus focus;
        focus.step = "encoder.0.ffn.hidden";
        m_window->focus()->set(focus);
        child<QLineEdit>("source")->setText("7 may 2003");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        m_window->restore();
        RunInfo run = smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QCOMPARE(child<QLineEdit>("source")->text(), run.exampleSource);
    }

    void whatItLearnsIsAlwaysInView() {
        RunInfo run = smallRun();
        run.learns = "Learns to repeat letters: glass → glass";
        m_window->showNews(run);
        QCoreApplication::processEvents();
        const auto isSaid = [&] {
            for (const auto* line : m_window->findChildren<TaskLine*>())
                if (line->isVisible() && line->text() == run.learns)
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

    void aRunThatHasHardlyLearntSaysSoWhereItIsDrawn() {
        using enum Learning::State;
        const auto facts = [&] { return child<QLabel>("stageFacts")->text(); };
        TrainingStatus status;
        m_window->showNews(status);
        const int height = child<QLabel>("stageFacts")->height();
        QVERIFY(facts().contains("hardly trained yet"));
        QVERIFY(!facts().contains("clearer")); // nobody knows
        status.learning = {Learnt};
        m_window->showNews(status);
        QVERIFY(!facts().contains("hardly trained"));
        QVERIFY(facts().contains("operation"));
        QCoreApplication::processEvents();
        QCOMPARE(child<QLabel>("stageFacts")->height(), height); // nothing has moved
        status.learning = {Guessing, 400};
        m_window->showNews(status);
        QVERIFY(facts().contains("no better than a guess for 400 training steps"));
        status.learning = {Stuck, 1250};
        m_window->showNews(status);
        QVERIFY(facts().contains("loss unchanged for 1,250 training steps"));
        QCoreApplication::processEvents();
        QCOMPARE(child<QLabel>("stageFacts")->height(), height);
    }

    void aPlateauIsSaidOnceWithItsCausesAndWhatToTry() {
        auto* banner = child<Banner>("banner");
        RunInfo run = smallRun();
        run.learningRate = 0.05;
        run.configuration = {{"norm", "post"}};
        run.training = {{"schedule", "constant"}, {"warmup", 400}};
        run.dataFile = "pairs.tsv";
        run.keptAside = 2;
        m_window->showNews(run);
        TrainingStatus status = statusAt(500, true);
        status.learning = {Learning::State::Stuck, 400};
        m_window->showNews(status);
        QVERIFY(banner->isVisible());
        for (const char* part : {"has not changed for 400 training steps", "at most 0.05",
                                 "Post-LN without a warm-up", "2 are kept aside"})
            QVERIFY2(banner->text().contains(part), part);
        // Who closed it is told again when something was tried.
        banner->settle(Banner::Topic::Plateau);
        m_window->showNews(status);
        status.learning = {Learning::State::Begun};
        m_window->showNews(status);
        status.learning = {Learning::State::Guessing, 400};
        m_window->showNews(status);
        QVERIFY(banner->isHidden());
        m_window->showNews(RunSettings{0.005, 32, "cpu", run.training});
        m_window->showNews(status);
        QVERIFY(banner->isVisible());
        QVERIFY(banner->text().contains("at most 0.005"));
        // It is over when the loss falls.
        status.learning = {Learning::State::Learnt};
        m_window->showNews(status);
        QVERIFY(banner->isHidden());
        // Only causes of this run, and nothing while it rests.
        run.configuration = {{"norm", "pre"}};
        run.training = {{"schedule", "noam"}, {"warmup", 100}};
        run.dataFile.clear();
        m_window->showNews(run);
        status.running = false;
        status.learning = {Learning::State::Stuck, 400};
        m_window->showNews(status);
        QVERIFY(banner->isHidden());
        status.running = true;
        m_window->showNews(status);
        QVERIFY(banner->isVisible());
        for (const char* part : {"Post-LN", "no warm-up", "kept aside"})
            QVERIFY2(!banner->text().contains(part), part);
    }

    void whatIsSaidOfTheRunIsOfTheMomentShown() {
        const auto state = [&] { return child<QLabel>("state")->text(); };
        m_window->resize(2400, 640); // for all of it
        QCoreApplication::processEvents();
        RunInfo run = smallRun();
        run.keptAside = 256;
        m_window->showNews(run);
        m_window->showNews(
            news::Losses{{{.step = 100, .training = {}, .validation = 2.0, .accuracy = 0.125},
                          {.step = 600, .training = {}, .validation = 0.1, .accuracy = 1.0}}});
        TrainingStatus status = statusAt(640, false);
        status.loss = 0.0625;
        status.idleReason = IdleReason::Person;
        TimeStatus time;
        time.checkpoints = {0, 133, 640};
        time.present = 640;
        m_window->showNews(time);
        m_window->showNews(status);
        for (const char* part : {"training step 640", "loss 0.0625", "100.0 % of 256"})
            QVERIFY2(state().contains(part), qPrintable(state()));
        const auto lookAt = [&](std::optional<qint64> step, std::optional<double> loss) {
            time.shown = step;
            time.shownLoss = loss;
            status.idleReason = step ? IdleReason::Past : IdleReason::Person;
            m_window->showNews(time);
            m_window->showNews(status);
        };
        lookAt(133, 1.75);
        for (const char* part : {"training step 133 of 640", "loss 1.7500", "12.5 % of 256"})
            QVERIFY2(state().contains(part), qPrintable(state()));
        const QString tip = child<QLabel>("state")->toolTip().replace('\n', ' ');
        QVERIFY2(tip.contains("after training step 100"), qPrintable(tip));
        QVERIFY(!tip.contains("Learning rate"));
        lookAt(0, {}); // before anything was measured
        QVERIFY2(!state().contains("loss") && !state().contains("exact"), qPrintable(state()));
        // What is measured meanwhile is of another checkpoint.
        m_window->showNews(
            news::Losses{{{.step = 640, .training = {}, .validation = 0.1, .accuracy = 0.5}}});
        QVERIFY(!state().contains("exact"));
        time.difference = true;
        lookAt({}, {});
        QVERIFY2(!state().contains("loss") && !state().contains("exact"), qPrintable(state()));
        time.difference = false;
        lookAt({}, {});
        for (const char* part : {"training step 640", "loss 0.0625", "50.0 % of 256"})
            QVERIFY2(state().contains(part), qPrintable(state()));
        // What is measured of a later step waits until that is named.
        m_window->showNews(
            news::Losses{{{.step = 650, .training = {}, .validation = 0.1, .accuracy = 0.75}}});
        QVERIFY2(state().contains("50.0 % of 256"), qPrintable(state()));
        status.step = 650;
        m_window->showNews(status);
        QVERIFY2(state().contains("75.0 % of 256"), qPrintable(state()));
    }

    void aShareSaysOfHowManyExamplesItIs() {
        RunInfo run = smallRun();
        run.keptAside = 2;
        m_window->showNews(run);
        m_window->showNews(statusAt(100, true));
        m_window->showNews(
            news::Losses{{{.step = 100, .training = {}, .validation = 2.0, .accuracy = 0.0}}});
        auto* state = child<QLabel>("state");
        m_window->resize(1600, 640);
        QTRY_VERIFY2(state->text().contains("0.0 % of 2 kept aside exact"),
                     qPrintable(state->text()));
        QVERIFY(state->toolTip().replace('\n', ' ').contains("2 examples that are kept aside"));
        m_window->resize(1024, 640);
        QTRY_VERIFY2(state->text().contains("0.0 % of 2 exact"), qPrintable(state->text()));
    }

    void theNumberBesideTheRateIsNamedAfterItsSchedule() {
        RunInfo run = smallRun();
        run.training = {{"schedule", "noam"}, {"warmup", 100}};
        m_window->showNews(run);
        auto* field = child<QLineEdit>("rate");
        QCOMPARE(field->accessibleName(), QStringLiteral("peak rate"));
        QVERIFY(field->toolTip().contains("noam"));
        QVERIFY(field->toolTip().contains("100"));
        m_window->showNews(
            RunSettings{0.02, 32, "cpu", {{"schedule", "constant"}, {"warmup", 100}}});
        QCOMPARE(field->accessibleName(), QStringLiteral("rate"));
        QVERIFY(!field->toolTip().contains("noam"));
    }

    void whyTrainingStoppedStandsBesideItsSteps() {
        auto* state = child<QLabel>("state");
        for (int i = 1; i <= static_cast<int>(IdleReason::Untrainable); ++i) {
            TrainingStatus status = statusAt(1240, false);
            status.idleReason = static_cast<IdleReason>(i);
            status.idleStep = 1241;
            m_window->showNews(status);
            QVERIFY(!idleText(status).isEmpty());
            QVERIFY2(state->text().contains(idleText(status)), qPrintable(state->text()));
            QVERIFY(state->toolTip().contains(idleSentence(status.idleReason)));
        }
        TrainingStatus status = statusAt(1240, false);
        status.idleReason = IdleReason::Diverged;
        status.idleStep = 1241;
        QCOMPARE(idleText(status), QStringLiteral("diverged at training step 1,241"));
        m_window->showNews(statusAt(1240, true));
        QVERIFY(idleText(statusAt(1240, true)).isEmpty());
        QVERIFY(child<QLabel>("state")->text().contains("training step 1,240"));
    }

    void aTextModelSaysHowMuchOfTheTextItForetells() {
        Prediction prediction;
        prediction.text = "on";
        prediction.nextRight = 31;
        prediction.nextTotal = 42;
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->isVisible());
        QCOMPARE(child<QLabel>("verdict")->text(),
                 QStringLiteral("31 of 42 next characters right"));
        prediction.nextRight = prediction.nextTotal = 1;
        prediction.nextAreWords = true;
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->text().startsWith("1 of 1 next word"));
    }

    void iconsHaveWordsWhereThereIsRoom() {
        const auto style = [&](const char* name) {
            return child<QToolButton>(name)->toolButtonStyle();
        };
        m_window->resize(760, 640);
        QTRY_COMPARE(style("play"), Qt::ToolButtonIconOnly);
        m_window->resize(1600, 900);
        QTRY_COMPARE(style("play"), Qt::ToolButtonTextBesideIcon);
        QCoreApplication::processEvents();
        const int width = child<QToolButton>("play")->width();
        m_window->showNews(statusAt(3, true));
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

    void spaceWalksThroughEveryStepAndIntoTheGradients() {
        Focus first;
        first.step = m_window->steps().walk(false).front().step;
        m_window->focus()->set(first);
        for (const Step& expected : m_window->steps().walk(false)) {
            QCOMPARE(step(), expected.step);
            key(Qt::Key_Space);
        }
        QVERIFY(m_window->focus()->focus().gradients);
        QCOMPARE(step(), m_window->steps().walk(true).front().step);
        key(Qt::Key_Space, Qt::ShiftModifier);
        QVERIFY(!m_window->focus()->focus().gradients);
        QCOMPARE(step(), m_window->steps().walk(false).back().step);
    }

    void bracketsChangeTheLayerAndCommasTheHead() {
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        key(Qt::Key_BracketRight);
        QCOMPARE(step(), QStringLiteral("encoder.1.self_attn.weights"));
        key(Qt::Key_BracketRight); // there is no third layer
        QCOMPARE(step(), QStringLiteral("encoder.1.self_attn.weights"));
        key(Qt::Key_BracketLeft);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.weights"));
        key(Qt::Key_Period);
        QCOMPARE(m_window->focus()->focus().head, 1);
        key(Qt::Key_Period); // around the end
        QCOMPARE(m_window->focus()->focus().head, 0);
        key(Qt::Key_Comma);
        QCOMPARE(m_window->focus()->focus().head, 1);
    }

    void arrowsMoveThePinnedCellAndEscLetsGo() {
        key(Qt::Key_Down);
        QCOMPARE(m_window->focus()->focus().row, 0);
        key(Qt::Key_Down);
        key(Qt::Key_Right);
        QCOMPARE(m_window->focus()->focus().row, 1);
        QCOMPARE(m_window->focus()->focus().column, 1);
        QVERIFY(m_window->focus()->focus().pinned);
        for (int i = 0; i < 20; ++i)
            key(Qt::Key_Right);
        QCOMPARE(m_window->focus()->focus().column, 4); // x <eos> has five tokens
        key(Qt::Key_Escape);
        QVERIFY(!m_window->focus()->focus().pinned);
    }

    void gShowsGradientsAndBack() {
        key(Qt::Key_G);
        QVERIFY(m_window->focus()->focus().gradients);
        key(Qt::Key_G);
        QVERIFY(!m_window->focus()->focus().gradients);
    }

    void keysInATextFieldStayThere() {
        auto* source = child<QLineEdit>("source");
        source->setFocus();
        source->clear();
        const QString before = step();
        QTest::keyClicks(source, "a g, [x] .");
        QTest::keyClick(source, Qt::Key_Left);
        QCOMPARE(source->text(), QStringLiteral("a g, [x] ."));
        QCOMPARE(step(), before);
        QCOMPARE(m_window->focus()->focus().row, -1);
        QVERIFY(!m_window->focus()->focus().gradients);
        // Esc gives the keyboard back.
        QTest::keyClick(source, Qt::Key_Escape);
        QVERIFY(!source->hasFocus());
        key(Qt::Key_Space);
        QVERIFY(step() != before);
    }

    /// X11 gives text fields the keys of Emacs, in which Ctrl+E goes to the end of the line.
    void controlEInTheTargetGoesToTheSource() {
        auto* target = child<QLineEdit>("target");
        target->setFocus();
        QTest::keyClick(target, Qt::Key_E, Qt::ControlModifier);
        QVERIFY(child<QLineEdit>("source")->hasFocus());
        QCOMPARE(child<QLineEdit>("source")->selectedText(), child<QLineEdit>("source")->text());
        QTest::keyClick(child<QLineEdit>("source"), Qt::Key_E,
                        Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(target->hasFocus());
        target->setText("abc");
        QTest::keyClick(target, Qt::Key_Backspace, Qt::ControlModifier); // is the field's own
        QVERIFY(target->text().isEmpty());
    }

    /// A scene shows another example than the window does, whose picture may come before its own.
    void restoredFocus_waitsForTheTraceOfItsExample() {
        const auto before = pictureOf({5, 6, 7, 8}, {9, 10});
        const auto own = pictureOf({6, 5, 9}, {9, 10});
        m_window->showNews(news::Traced{before});
        IntentId asked = 0;
        connect(m_window->intents(), &Intents::sent, this, [&asked](const Intent& intent) {
            if (intent.get<intent::SetExample>())
                asked = intent.id;
        });
        Scene scene = m_window->scene();
        scene.example = {"bac", "ab", 0};
        scene.focus = {"encoder.0.self_attn.weights", 1, false, 2, 1, true, false, "matrices", ""};
        scene.stage.enlarged = scene.focus.step;
        scene.stage.enlargedHead = 1;
        m_window->showScene(scene);
        QVERIFY(asked > 0);
        // Another sentence has no cell in focus, and what is left is still what was asked for.
        m_window->showNews(news::Traced{pictureOf({7, 7, 7}, {9, 10}), asked - 1});
        QCOMPARE(m_window->focus()->focus(), withoutCell(scene.focus));
        QCOMPARE(m_window->scene().focus, scene.focus);
        m_window->showNews(news::Traced{own, asked});
        QCOMPARE(m_window->focus()->focus(), scene.focus);
        QCOMPARE(m_window->scene().stage.enlarged, scene.focus.step);
        // Without one between them.
        m_window->showNews(news::Traced{before, asked});
        scene.example.source = "bad";
        m_window->showScene(scene);
        m_window->showNews(news::Traced{own, asked});
        QCOMPARE(m_window->focus()->focus(), scene.focus);
    }

    void restoredFocus_givesWayToThePersons() {
        m_window->showNews(news::Traced{pictureOf({5, 6, 7, 8}, {9, 10})});
        IntentId asked = 0;
        connect(m_window->intents(), &Intents::sent, this,
                [&asked](const Intent& intent) { asked = intent.id; });
        Scene scene = m_window->scene();
        scene.example = {"bac", "ab", 0};
        scene.focus = {"encoder.0.self_attn.weights", 1, false, 2, 1, true, false, "matrices", ""};
        m_window->showScene(scene);
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        const Focus persons = m_window->focus()->focus();
        m_window->showNews(news::Traced{pictureOf({6, 5, 9}, {9, 10}), asked});
        QCOMPARE(m_window->focus()->focus(), persons);
        QCOMPARE(m_window->scene().focus, persons);
    }

    void theRowInFocusBelongsToItsSentence() {
        const auto show = [&](std::vector<TokenId> source, std::vector<TokenId> target,
                              bool answered = false) {
            m_window->showNews(
                news::Traced{pictureOf(std::move(source), std::move(target), answered)});
        };
        show({5, 6, 7, 8}, {9, 10});
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        m_window->focus()->pin(1, 1);
        show({5, 6, 9, 8}, {9, 10}); // the sentence is the same up to there
        QCOMPARE(m_window->focus()->focus().row, 1);
        QVERIFY(m_window->focus()->focus().pinned);
        m_window->focus()->pin(3, 1);
        show({5, 6, 7, 8}, {9, 10}); // the same token after others
        QCOMPARE(m_window->focus()->focus().row, -1);
        QVERIFY(!m_window->focus()->focus().pinned);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.weights"));
        // A key is a token too, and a feature is none.
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        m_window->focus()->pin(1, 2);
        show({5, 6, 9, 8}, {9, 10});
        QCOMPARE(m_window->focus()->focus().row, -1);
        m_window->focus()->setStep("encoder.0.ffn.hidden");
        m_window->focus()->pin(0, 9);
        show({5, 9, 9, 8}, {9, 10});
        QCOMPARE(m_window->focus()->focus().column, 9);
        // The model's own answer changes while it trains.
        m_window->focus()->setStep("decoder.0.self_attn.weights");
        show({5, 6, 7}, {9, 10}, true);
        m_window->focus()->pin(2, 1);
        show({5, 6, 7}, {11, 11}, true);
        QCOMPARE(m_window->focus()->focus().row, 2);
        show({5, 6, 8}, {11, 10}, true);
        QCOMPARE(m_window->focus()->focus().row, -1);
    }

    void itFitsAScreenThatIsTooSmallForItsFirstSize() {
        m_window->restore();
        const QRect room = m_window->screen()->availableGeometry();
        QVERIFY(m_window->width() <= room.width());
        QVERIFY(m_window->height() <= room.height());
    }

    void everythingHasRoomIn1024By640() {
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
    void aDrawingHasRoomIn1024By640() {
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

    void theToolBarHasRoomInGermanToo() {
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

    void noTwoEntriesOfAMenuHaveTheSameLetter() {
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            const MainWindow window;
            QList<const QWidget*> menus{window.menuBar()};
            for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>())
                menus << menu;
            QVERIFY(menus.size() > 6);
            for (const QWidget* menu : std::as_const(menus)) {
                QHash<QString, QString> taken;
                for (const QAction* action : menu->actions()) {
                    const QString letter = QKeySequence::mnemonic(action->text()).toString();
                    if (letter.isEmpty())
                        continue;
                    QVERIFY2(!taken.contains(letter),
                             qPrintable(taken.value(letter) + " / " + action->text()));
                    taken.insert(letter, action->text());
                }
            }
        }
    }

    void aScreenOfHalfThatWidthCutsNothingAndStillFindsSteps() {
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

    void theThemeChangesAtOnceAndIsRemembered() {
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
        Tensor& weights = even->values[static_cast<std::size_t>(node)];
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

    void presentModeShowsOnlyThePlaceTheStageAndTheFormula() {
        Focus focus;
        focus.step = "encoder.0.self_attn.scaled";
        m_window->focus()->set(focus);
        auto* train = child<QDockWidget>("train");
        QVERIFY(train->isVisible());
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
        auto* formula = m_window->centralWidget()->findChild<FormulaView*>();
        QVERIFY(formula->isVisible());
        QVERIFY(formula->plain().startsWith("scaled"));
        QVERIFY(!child<QLabel>("stageTitle")->isVisible());
        const double usual = m_window->font().pointSizeF();
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

    void aStepFadesInUnlessMotionIsReduced() {
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

    void theNextStartGoesOnWhereTheLastOneEnded() {
        Focus focus;
        focus.step = "decoder.1.cross_attn.weights";
        focus.head = 1;
        m_window->focus()->set(focus);
        child<QLineEdit>("source")->setText("cab");
        m_window->close();
        m_window = std::make_unique<MainWindow>();
        test::Asked<intent::SetExample> example(m_window->intents());
        m_window->restore();
        m_window->showNews(smallRun());
        QCOMPARE(example.count(), 1);
        QCOMPARE(example[0].source, QStringLiteral("cab"));
        QCOMPARE(child<QLineEdit>("source")->text(), QStringLiteral("cab"));
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.weights"));
        QCOMPARE(m_window->focus()->focus().head, 1);
        // Another run has an example of its own.
        m_window->showNews(smallRun());
        QCOMPARE(example.count(), 1);
    }

    void everyCommandHasAKeyOfItsOwnAndSaysIt() {
        std::set<QString> seen;
        for (const CommandInfo& info : commandTable()) {
            QVERIFY2(!info.defaultKeys.isEmpty(), qPrintable(info.text));
            const QAction* action = m_window->commands()[info.command];
            for (const QKeySequence& keys : info.defaultKeys) {
                const QString words = keys.toString(QKeySequence::NativeText);
                QVERIFY2(seen.insert(words).second, qPrintable(words));
                QVERIFY2(action->toolTip().contains(words), qPrintable(action->toolTip()));
            }
        }
    }

    void tipsCallAKeyAsTheMenusDo() {
        applyLanguage(*qApp, Language::German);
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        if (QKeySequence(Qt::CTRL | Qt::Key_T).toString(QKeySequence::NativeText) == "Ctrl+T")
            QSKIP("Qt's own German texts are not installed");
        const MainWindow german;
        for (const QWidget* widget : german.findChildren<QWidget*>())
            QVERIFY2(!widget->toolTip().contains("Ctrl"), qPrintable(widget->toolTip()));
    }

    void theSearchFieldGoesToAnyStep() {
        key(Qt::Key_F, Qt::ControlModifier);
        auto* search = m_window->findChild<StepSearch*>();
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, "decoder.1.cross_attn.scores");
        QTRY_VERIFY(search->completer()->popup()->isVisible());
        QTRY_VERIFY(search->completer()->popup()->currentIndex().isValid());
        QTest::keyClick(search->completer()->popup(), Qt::Key_Return);
        QCOMPARE(step(), QStringLiteral("decoder.1.cross_attn.scores"));
        QTRY_VERIFY(search->text().isEmpty());
    }

    void whatIsBuiltForLongIsSaidAndCanBeGivenUp() {
        auto* banner = child<Banner>("banner");
        test::Asked<intent::CancelBuilding> cancelled(m_window->intents());
        m_window->showNews(news::Building{"Building the model…"});
        QVERIFY(!banner->isVisible()); // most are there at once
        m_window->showNews(news::Building{{}});
        m_window->showNews(news::Building{"Building the model…"});
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(banner->text(), QStringLiteral("Building the model…"));
        m_window->showNews(news::Building{"Computing the first picture…"});
        QCOMPARE(banner->text(), QStringLiteral("Computing the first picture…"));
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(banner->isVisible()); // until it is given up
        m_window->showNews(news::Building{{}});
        QVERIFY(!banner->isVisible());
    }

    void aFileThatIsDroppedIsOpenedAsWhatItIs() {
        const QTemporaryDir folder;
        const auto file = [&](const QString& name, const QByteArray& text) {
            QFile made(folder.filePath(name));
            return made.open(QIODevice::WriteOnly) && made.write(text) == text.size()
                       ? made.fileName()
                       : QString();
        };
        auto* banner = child<Banner>("banner");
        const auto drop = [&](const QStringList& paths) {
            QMimeData data;
            QList<QUrl> urls;
            for (const QString& path : paths)
                urls += QUrl::fromLocalFile(path);
            data.setUrls(urls);
            QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
            enter.ignore();
            QCoreApplication::sendEvent(m_window.get(), &enter);
            if (!enter.isAccepted())
                return false;
            if (!child<Banner>("dropHint")->isVisible())
                return false; // it is seen that it would be taken
            QDropEvent dropped(QPointF(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
            QCoreApplication::sendEvent(m_window.get(), &dropped);
            return true;
        };
        test::Asked<intent::OpenModel> opened(m_window->intents());
        const QString model = file("run.safetensors", "x");
        QVERIFY(drop({model}));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0].path, model);
        QVERIFY(opened[0].asks); // as Open, before training is lost

        ModelForm form;
        form.tasks = {{"copy", "", false},
                      {"text", "", true, FileContent::Text},
                      {"pairs", "", true, FileContent::Pairs},
                      {"series", "", false, FileContent::Table}};
        form.task = "copy";
        m_window->setModelForm(form);
        for (const auto& [name, text, task] :
             {std::tuple{"waves.csv", "time,height\n0.1,2\n0.3,4\n", "series"},
              std::tuple{"days.csv", "day,height\nmonday,2\n", "series"},
              std::tuple{"waves.txt", "time height\n0.1\t2\t3\n-1e5\t4\t5", "series"},
              std::tuple{"squares.tsv", "1\t1\n2\t4\n3\t9", "pairs"},
              std::tuple{"words.txt", "a line\nand a\ttab here\n", "text"},
              std::tuple{"numbers.tsv", "one\t1\n\ntwo\t2\r\nthree\t3", "pairs"}}) {
            QVERIFY(drop({file(name, text)}));
            auto* dialog = child<NewModelDialog>();
            QVERIFY(dialog);
            QCOMPARE(dialog->request().task, QString(task));
            QCOMPARE(dialog->request().file, folder.filePath(name));
            delete dialog;
        }
        // Whatever else: it is not taken, and what would be right is said.
        QVERIFY(!drop({file("picture.png", QByteArray("\x89PNG\0\0", 6))}));
        QVERIFY2(banner->isVisible() && banner->text().contains("safetensors"),
                 qPrintable(banner->text()));
        QVERIFY(!drop({model, model}));
        QVERIFY(!drop({folder.path()}));
        QCOMPARE(opened.count(), 1);
    }

    void aRunOnAFileOfBatchesIsNoModelToBeginWith() {
        ModelForm form;
        form.tasks = {{"copy", "", false}, {"date", "", false}};
        form.task = "date";
        m_window->setModelForm(form);
        RunInfo run;
        run.configuration = {{"d_model", 48}};
        for (const QString& task : {QString(), QStringLiteral("copy")}) {
            run.task = task;
            m_window->showNews(run);
            m_window->perform(Command::NewModel, false);
            auto* dialog = child<NewModelDialog>();
            QVERIFY(dialog);
            QCOMPARE(dialog->request().task, task.isEmpty() ? QStringLiteral("date") : task);
            QCOMPARE(!dialog->findChild<QToolButton*>("preset-present"), task.isEmpty());
            delete dialog;
        }
    }

    void theWalkGoesOnByItselfUntilItIsStopped() {
        auto* walk = m_window->findChild<Walk*>();
        walk->setSpeed(20);
        QSignalSpy advanced(walk, &Walk::advance);
        const QString before = step();
        key(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(walk->isRunning());
        QTRY_VERIFY(advanced.count() >= 2);
        QVERIFY(step() != before);
        key(Qt::Key_Escape);
        QVERIFY(!walk->isRunning());
        QVERIFY(!m_window->commands()[Command::Walk]->isChecked());
    }

    void escapeLeavesTheWalkThroughAStep() {
        test::Asked<intent::LeaveWalk> left(m_window->intents());
        key(Qt::Key_Escape);
        QCOMPARE(left.count(), 0); // there is none
        WalkedStep walk;
        walk.active = true;
        walk.examples.resize(2);
        m_window->showNews(walk);
        m_window->focus()->pin(0, 0);
        key(Qt::Key_Escape); // one thing at a time
        QCOMPARE(left.count(), 0);
        key(Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    /// A click on a number of the arithmetic, and back to the cell that it was of.
    void whereANumberWasFollowedFromIsComeBackTo() {
        QAction* back = m_window->commands()[Command::Back];
        QAction* forward = m_window->commands()[Command::Forward];
        QVERIFY(!back->isEnabled());
        QVERIFY(!forward->isEnabled());
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        m_window->focus()->pin(1, 2);
        const Focus scores = m_window->focus()->focus();
        const auto* cell = child<TextBlock>("explainCell");
        QTRY_VERIFY(cell->html().contains("href=\"cell:"));
        const qsizetype at = cell->html().indexOf("cell:");
        emit child<TextBlock>("explainCell")
            ->anchorClicked(QUrl(cell->html().mid(at, cell->html().indexOf('"', at) - at)));
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.q"));
        const Focus query = m_window->focus()->focus();
        QVERIFY(query.pinned);
        QVERIFY(query.row == 1);
        QVERIFY(back->toolTip().contains("scores"));
        key(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_window->focus()->focus(), scores);
        key(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(m_window->focus()->focus(), query);
        QVERIFY(!forward->isEnabled());
        // The buttons above the explanation do the same.
        for (auto* button : child<ExplainPanel>()->findChildren<QToolButton*>())
            if (button->defaultAction() == back)
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(m_window->focus()->focus(), scores);
    }

    /// Neither a long one nor a word without an end; what is higher than the stage scrolls.
    void aLongMessageIsNotCut() {
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

    /// Arrows and Space then go on from the cell that was gone to.
    void theKeyboardStaysOnTheStageWhenANumberIsClicked() {
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        m_window->focus()->pin(1, 2);
        auto* text = child<TextBlock>("explainCell");
        QTRY_VERIFY(text->html().contains("href=\"cell:"));
        QTRY_VERIFY(text->height() > text->fontMetrics().height());
        std::optional<QPoint> number;
        for (int y = 0; y < text->height() && !number; y += 3)
            for (int x = 0; x < text->width() && !number; x += 3)
                if (text->anchorAt({x, y}).startsWith("cell:"))
                    number = QPoint(x, y);
        QVERIFY(number);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, *number);
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.q"));
        QCOMPARE(m_window->focusWidget(), child<StageWidget>());
        const Index column = m_window->focus()->focus().column;
        key(Qt::Key_Right);
        QCOMPARE(m_window->focus()->focus().column, column + 1);
    }

    void choosingLightOrDarkLeavesHighContrast() {
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

    void theFocusSurvivesAnotherModel() {
        Focus focus = m_window->focus()->focus();
        focus.step = "decoder.1.self_attn.scaled";
        focus.head = 1;
        m_window->focus()->set(focus);
        m_window->showNews(news::Traced{traceOf(Architecture::Decoder, Norm::Post)});
        QCOMPARE(step(), QStringLiteral("decoder.1.self_attn.scaled"));
        QCOMPARE(m_window->focus()->focus().head, 1);
        // What the new model does not have gives way to something that it has.
        m_window->showNews(news::Traced{traceOf(Architecture::Encoder)});
        QCOMPARE(step(), QStringLiteral("encoder.0.self_attn.weights"));
    }

    void typingAnExampleIsAnnouncedOnce() {
        test::Asked<intent::SetExample> example(m_window->intents());
        auto* source = child<QLineEdit>("source");
        source->setFocus();
        source->selectAll();
        QTest::keyClicks(source, "cab");
        QTRY_COMPARE(example.count(), 1);
        QCOMPARE(example[0].source, QStringLiteral("cab"));
        QCOMPARE(example[0].target, QStringLiteral("abc"));
    }

    void aProblemOfTheExampleStandsUnderItsField() {
        auto* problem = child<QLabel>("targetProblem");
        QVERIFY(!problem->isVisible());
        m_window->showNews(ExampleProblems{{}, "too long by 2 tokens", {}});
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("too long by 2 tokens"));
        m_window->showNews(ExampleProblems());
        QVERIFY(!problem->isVisible());
    }

    void thePredictionHasABarForEachToken() {
        Prediction prediction;
        prediction.text = "ab";
        prediction.tokens = QStringList{"a", "b", "<eos>"};
        prediction.probabilities = {0.9, 0.4, 0.7};
        m_window->showNews(prediction);
        auto* bars = m_window->findChild<TokenBars*>();
        QVERIFY(!bars->barRect(2).isEmpty());
        QVERIFY(bars->accessibleDescription().contains("b: 40.0 %"));
    }

    void rowsOfThePredictionAreSaidToBeThat() {
        Prediction prediction;
        prediction.text = "abc";
        prediction.givesRows = true;
        m_window->showNews(ExampleProblems{{}, {}, QString()});
        QVERIFY(child<QLineEdit>("target")->text().isEmpty());
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->isVisible());
        QVERIFY(child<QLabel>("verdict")->text().contains("rows of the prediction"));
        QCOMPARE(child<QLineEdit>("target")->placeholderText(), QStringLiteral("not known"));
        prediction.givesRows = false;
        prediction.hasTarget = prediction.matchesTarget = true;
        m_window->showNews(ExampleProblems{{}, {}, QString("abc")});
        m_window->showNews(prediction);
        QCOMPARE(child<QLineEdit>("target")->text(), QStringLiteral("abc"));
        QVERIFY(!child<QLabel>("verdict")->text().contains("rows"));
    }

    void thePaddingInTheFieldIsThatOfTheRun() {
        auto* padding = child<QSpinBox>("padding");
        padding->setValue(2);
        RunInfo other = smallRun();
        m_window->showNews(other);
        QCOMPARE(padding->value(), 0);
        other.examplePadding = 3;
        m_window->showNews(other);
        QCOMPARE(padding->value(), 3);
        m_window->showNews(news::ShownExample{"ab", "ab", 1});
        QCOMPARE(padding->value(), 1);
    }

    void aPredictionThatEndsAtOnceIsSaidInAWord() {
        Prediction prediction;
        prediction.tokens = QStringList{"<eos>"};
        prediction.probabilities = {0.9};
        m_window->showNews(prediction);
        QCOMPARE(child<QLabel>("predicted")->text(), QStringLiteral("nothing"));
    }

    void inALowPlaceTheBarsGiveWayToTheirWords() {
        Prediction prediction;
        prediction.tokens = QStringList{"a", "b", "<eos>"};
        prediction.probabilities = {0.9, 0.4, 0.7};
        TokenBars bars;
        bars.setPrediction(prediction);
        for (const int less : {0, 6, 12}) {
            bars.resize(200, bars.sizeHint().height() - less);
            QVERIFY(!bars.barRect(2).isEmpty());
            QVERIFY(bars.barRect(2).bottom() + bars.fontMetrics().height() <= bars.height());
        }
    }

    void trainingIsControlledFromTheDock() {
        test::Asked<intent::Train> train(m_window->intents());
        test::Asked<intent::Pause> pause(m_window->intents());
        test::Asked<intent::StepOnce> once(m_window->intents());
        QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
        QCOMPARE(train.count(), 1);
        m_window->showNews(statusAt(10, true));
        QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
        QCOMPARE(pause.count(), 1);
        QTest::mouseClick(child<QToolButton>("once"), Qt::LeftButton);
        QCOMPARE(once.count(), 1);
        m_window->showNews(statusAt(1240, false));
        QVERIFY(child<QLabel>("state")->text().contains("training step 1,240"));
    }

    void samplesAreNamedWithTheirTask() {
        RunInfo run;
        for (const char* name : {"text", "cloze"}) {
            TaskChoice task;
            task.name = name;
            task.sampleName = "Sample text";
            run.tasks << task;
        }
        m_window->showNews(run);
        QVERIFY(child<QComboBox>("task")->findText("text: Sample text") >= 0);
        QVERIFY(child<QComboBox>("task")->findText("cloze: Sample text") >= 0);
    }

    void returnPicksFromAnOpenList() {
        test::Asked<intent::ChooseTask> task(m_window->intents());
        auto* tasks = child<QComboBox>("task");
        tasks->setFocus();
        tasks->showPopup();
        QTRY_VERIFY(tasks->view()->isVisible());
        tasks->view()->setCurrentIndex(tasks->model()->index(1, 0));
        QTest::keyClick(tasks->view(), Qt::Key_Return);
        QCOMPARE(task.count(), 1);
        QCOMPARE(task[0].name, QStringLiteral("sort"));
        QVERIFY(!tasks->view()->isVisible());
    }

    void spaceStepsAgainOnceATaskIsChosen() {
        auto* tasks = child<QComboBox>("task");
        tasks->setFocus();
        tasks->setCurrentIndex(1);
        emit tasks->activated(1);
        const QString before = step();
        key(Qt::Key_Space);
        QVERIFY(!tasks->view()->isVisible());
        QVERIFY(step() != before);
    }

    void theWheelPassesOverFieldsThatNobodyIsIn() {
        test::Asked<intent::ChooseTask> task(m_window->intents());
        test::Asked<intent::SetBatchSize> batch(m_window->intents());
        const auto turnOver = [](QWidget* field) {
            const QPointF middle(field->rect().center());
            QWheelEvent turn(middle, field->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton,
                             Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(field, &turn);
        };
        auto* tasks = child<QComboBox>("task");
        auto* batchSize = child<QSpinBox>("batch");
        for (QWidget* field : {static_cast<QWidget*>(tasks), static_cast<QWidget*>(batchSize)}) {
            QVERIFY2(!(field->focusPolicy() & Qt::WheelFocus & ~Qt::StrongFocus),
                     "the wheel would take the keyboard there first");
            turnOver(field);
        }
        QCOMPARE(task.count(), 0);
        QCOMPARE(batch.count(), 0);
        batchSize->setFocus(); // whoever is in the field may turn
        turnOver(batchSize);
        QCOMPARE(batch.count(), 1);
    }

    void theStateOfTheRunIsNotCutByAWiderField() {
        m_window->resize(1024, 640);
        QCoreApplication::processEvents();
        LossPoint point;
        point.step = 1240;
        point.accuracy = 0.975;
        m_window->showNews(statusAt(1240, false));
        m_window->showNews(news::Losses{{point}});
        const auto* state = child<QLabel>("state");
        const int before = state->width();
        auto* task = child<QComboBox>("task");
        for (int letters = 1; state->width() > before - 40 && letters < 40; ++letters) {
            task->addItem(QString(letters, QLatin1Char('m')));
            QCoreApplication::processEvents();
        }
        QVERIFY(state->width() < before);
        QVERIFY2(state->fontMetrics().horizontalAdvance(state->text()) <= state->width(),
                 qPrintable(state->text()));
    }

    void aChangeOfLanguageKeepsTheAccuracyOfAPausedRun() {
        LossPoint point;
        point.step = 1240;
        point.accuracy = 0.975;
        m_window->showNews(statusAt(1240, false));
        m_window->showNews(news::Losses{{point}});
        QVERIFY(child<QLabel>("state")->text().contains("97.5 % exact"));
        MainWindow other;
        other.resize(1024, 640);
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        other.showNews(smallRun());
        other.showNews(statusAt(1240, false));
        other.takeOver(*m_window);
        QVERIFY(other.findChild<QLabel*>("state")->text().contains("97.5 % exact"));
    }

    void aChangeOfLanguageKeepsThePanelsEqual() {
        m_window->perform(Command::EqualPanels, true);
        m_window->commands()[Command::EqualPanels]->setChecked(true);
        MainWindow other;
        other.takeOver(*m_window);
        QVERIFY(other.commands()[Command::EqualPanels]->isChecked());
    }

    void numbersInTheCellsAreRemembered() {
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

    void plusAndMinusZoomAndEscapeEndsIt() {
        const auto* stage = child<StageWidget>();
        QTest::keyClick(child<StageWidget>(), Qt::Key_Plus);
        QVERIFY(stage->canvas().isZoomed());
        QTest::keyClick(child<StageWidget>(), Qt::Key_Minus);
        QVERIFY(!stage->canvas().isZoomed());
        QTest::keyClick(child<StageWidget>(), Qt::Key_Plus);
        QTest::keyClick(child<StageWidget>(), Qt::Key_Escape);
        QVERIFY(!stage->canvas().isZoomed());
    }

    void aDockThatFloatsCanBeClosed() {
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

    void whatIsSaidOfADivergenceGoesWhenTheRunGoesOn() {
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        m_window->showNews(statusAt(812, false));
        QVERIFY(child<Banner>("banner")->isVisible());
        m_window->showNews(statusAt(801, true));
        QTRY_VERIFY(!child<Banner>("banner")->isVisible());
    }

    void theKeyboardStaysOnTheStageWhenAMatrixGoes() {
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        QCoreApplication::processEvents();
        const auto maps = m_window->findChildren<HeatmapView*>();
        HeatmapView* last = nullptr;
        for (HeatmapView* map : maps)
            if (map->isVisible())
                last = map;
        QVERIFY(last);
        last->setFocus();
        m_window->focus()->setStep("encoder.0.norm1.output");
        QCoreApplication::processEvents();
        const QWidget* here = m_window->focusWidget();
        bool onStage = false;
        for (const auto* stage : m_window->findChildren<StageWidget*>())
            onStage = onStage || stage == here || stage->isAncestorOf(here);
        QVERIFY(here);
        QVERIFY(onStage);
    }

    void theDocksCanBePutBackAsTheyWereAtFirst() {
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

    void aTaskThatFailedLeavesTheOneThatRunsInTheBox() {
        auto* tasks = child<QComboBox>("task");
        tasks->setCurrentIndex(2);
        m_window->showNews(news::Failure{"The file cannot be read."});
        QCOMPARE(tasks->currentText(), QStringLiteral("copy"));
    }

    void aLearningRateThatIsNoNumberIsRefusedBesideTheField() {
        test::Asked<intent::SetLearningRate> rate(m_window->intents());
        auto* field = child<QLineEdit>("rate");
        field->setFocus();
        field->setText("fast");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(rate.count(), 0);
        QVERIFY(child<QLabel>("rateProblem")->isVisible());
        field->setText("0,02");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(rate.count(), 1);
        QCOMPARE(rate[0].rate, 0.02);
        QVERIFY(!child<QLabel>("rateProblem")->isVisible());
    }

    void everyDeviceIsOfferedAndGreyedWithItsReason() {
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}},
                                       {"cuda:0", "Card 7 · CUDA", {}},
                                       {"opencl:0", "Card 8 · OpenCL", "its driver crashed"},
                                       {"opencl:1", "PoCL", {}, "a processor"}},
                                      true});
        auto* box = child<QComboBox>("backend");
        QCOMPARE(box->count(), 4);
        QVERIFY(box->itemData(3, Qt::ToolTipRole).toString().contains("a processor"));
        QCOMPARE(box->currentText(), QStringLiteral("cpu"));
        QCOMPARE(box->itemText(1), QStringLiteral("Card 7 · CUDA"));
        const auto flags = [box](int row) { return box->model()->index(row, 0).flags(); };
        QVERIFY(flags(1) & Qt::ItemIsEnabled);
        QVERIFY(!(flags(2) & Qt::ItemIsEnabled));
        QVERIFY(box->itemData(2, Qt::ToolTipRole).toString().contains("its driver crashed"));
        // While it trains the state says where.
        m_window->showNews(RunSettings{0.01, 8, "cuda:0", {}});
        TrainingStatus status = statusAt(100, true);
        status.stepsPerSecond = 2000;
        m_window->resize(2400, 900);
        m_window->showNews(status);
        QTRY_VERIFY(child<QLabel>("state")->text().contains("on Card 7 · CUDA"));
    }

    /// Whoever has the list open, or New model, sees it count.
    void whatIsTunedIsSeenToGoOn() {
        RunInfo run = smallRun();
        run.backend = "cpu";
        run.task = "copy";
        run.configuration = {{"layers", 1}};
        m_window->showNews(run);
        const auto tell = [this](const char* words) {
            m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {{}, words, "once"}}, false});
        };
        tell("tuning Card 7: 1 of 16…");
        auto* box = child<QComboBox>("backend");
        m_window->perform(Command::NewModel, true);
        auto* offered = child<QComboBox>("newDevice");
        tell("tuning Card 7: 2 of 16…");
        for (QComboBox* each : {box, offered}) {
            QCOMPARE(each->count(), 2);
            QCOMPARE(each->itemText(1), QStringLiteral("tuning Card 7: 2 of 16…"));
            QVERIFY(!(each->model()->index(1, 0).flags() & Qt::ItemIsEnabled));
            QCOMPARE(each->currentText(), QStringLiteral("cpu"));
        }
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"cuda:0", "Card 7", {}}}, true});
        for (QComboBox* each : {box, offered}) {
            QCOMPARE(each->itemData(1).toString(), QStringLiteral("cuda:0"));
            QVERIFY(each->model()->index(1, 0).flags() & Qt::ItemIsEnabled);
        }
    }

    void whatWasSaidOfALostDeviceIsOverWhenAnotherIsChosen() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(RunSettings{0.01, 8, "cpu", {}});
        m_window->showNews(news::Failure{"The run is on the processor now.", true});
        m_window->showNews(RunSettings{0.02, 8, "cpu", {}});
        QVERIFY(banner->isVisible());
        m_window->showNews(RunSettings{0.02, 8, "opencl:0", {}});
        QVERIFY(!banner->isVisible());
    }

    void whatADeviceTakesLongForIsSaidInThePlaceOfTheSpeed() {
        m_window->resize(2400, 900);
        const auto* state = child<QLabel>("state");
        TrainingStatus status = statusAt(100, true);
        status.stepsPerSecond = 0;
        m_window->showNews(status);
        QTRY_VERIFY(state->text().contains("first training step…"));
        status.idleReason = IdleReason::Preparing;
        m_window->showNews(status);
        QTRY_VERIFY(state->text().contains("preparing the device"));
        QVERIFY(!state->text().contains("/s"));
    }

    void theDeviceOfTheLastTimeIsChosenAgainOnceItIsFound() {
        const DeviceList some{{{"cpu", "cpu", {}}, {"cuda:0", "Card 7 · CUDA", {}}}, true};
        m_window->showNews(some);
        {
            test::Asked<intent::SetBackend> asked(m_window->intents());
            auto* box = child<QComboBox>("backend");
            box->setFocus();
            QTest::keyClick(box, Qt::Key_Down);
            QCOMPARE(asked.count(), 1);
            QCOMPARE(asked[0].name, QStringLiteral("cuda:0"));
        }
        m_window = std::make_unique<MainWindow>(); // the next start
        test::Asked<intent::SetBackend> asked(m_window->intents());
        m_window->showNews(smallRun());
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}}, false});
        QCOMPARE(asked.count(), 0); // it is looked for
        m_window->showNews(some);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0].name, QStringLiteral("cuda:0"));
        m_window->showNews(some);
        QCOMPARE(asked.count(), 1); // once
        // Another card has its place.
        m_window = std::make_unique<MainWindow>();
        test::Asked<intent::SetBackend> other(m_window->intents());
        m_window->showNews(smallRun());
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"cuda:0", "Card 9 · CUDA", {}}}, true});
        QCOMPARE(other.count(), 0);
    }

    void aSettingThatIsNotAcceptedGivesWayToWhatIsSo() {
        RunInfo run;
        run.learningRate = 0.01;
        run.batch = 8;
        run.backend = "cpu";
        m_window->showNews(run);
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"opencl:0", "gpu", {}}}, true});
        test::Asked<intent::SetLearningRate> rate(m_window->intents());
        auto* field = child<QLineEdit>("rate");
        const auto request = [&] {
            field->setText("1e30");
            QTest::keyClick(field, Qt::Key_Return);
            child<QSpinBox>("batch")->setValue(512);
            child<QComboBox>("backend")->setCurrentText("gpu");
        };
        request();
        test::Asked<intent::SetBatchSize> batch(m_window->intents());
        m_window->showNews(RunSettings{0.01, 8, "cpu", {}});
        QCOMPARE(field->text(), QStringLiteral("0.01"));
        QCOMPARE(child<QSpinBox>("batch")->value(), 8);
        QCOMPARE(child<QComboBox>("backend")->currentText(), QStringLiteral("cpu"));
        QCOMPARE(batch.count(), 0); // nobody requested for it
        request();
        QCOMPARE(rate.count(), 2); // it can be requested for again
        m_window->showNews(RunSettings{1e30, 512, "gpu", {}});
        QCOMPARE(field->text(), QStringLiteral("1e30")); // as it was typed
    }

    void rate_isNotSetToItsRoundingByLeavingItsField() {
        RunInfo run;
        run.learningRate = 0.00141421356;
        m_window->showNews(run);
        test::Asked<intent::SetLearningRate> rate(m_window->intents());
        auto* field = child<QLineEdit>("rate");
        QCOMPARE(field->text(), QStringLiteral("0.001414"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(rate.count(), 0);
        field->setText("0.0014");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(rate.count(), 1);
    }

    void hiddenDocksStayHiddenTheNextTime() {
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

    void everythingFitsIntoASmallWindow() {
        QCOMPARE(m_window->size(), QSize(1024, 640));
        for (const char* name : {"explain", "train", "example"}) {
            const auto* dock = child<QDockWidget>(name);
            QVERIFY2(dock->isVisible(), name);
            QVERIFY2(m_window->rect().contains(dock->geometry()), name);
        }
        QVERIFY(child<StageWidget>()->height() > 150);
        QVERIFY(child<StageWidget>()->width() > 350);
    }

    void unsavedTrainingIsAskedAboutBeforeItIsLost() {
        m_window->showNews(statusAt(5000, false));
        m_window->close();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY(m_window->isVisible());
        QTest::keyClick(box, Qt::Key_L); // "Lose them", as its letter says
        QTRY_VERIFY(!m_window->isVisible());
    }

    void theQuestionComesOnceTheOtherRunIsThere() {
        m_window->showNews(statusAt(5000, false));
        test::Asked<intent::OpenModel> opened(m_window->intents());
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        test::Asked<intent::EnterRun> entered(m_window->intents());
        test::Asked<intent::DropRun> dropped(m_window->intents());
        const auto question = [&] {
            const auto boxes = m_window->findChildren<QMessageBox*>();
            return boxes.isEmpty() ? nullptr : boxes.back();
        };
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 1);
        QVERIFY(chosen[0].asks);
        QVERIFY(!question()); // what cannot be read costs no answer
        m_window->showNews(news::Failure{"No such file."});
        QVERIFY(!question());
        for (const auto& [letter, enters] :
             {std::pair(Qt::Key_C, 0), std::pair(Qt::Key_Escape, 0), std::pair(Qt::Key_L, 1)}) {
            m_window->showNews(news::RunReady());
            QVERIFY(question());
            const auto before = dropped.count();
            QTest::keyClick(question(), letter);
            QTRY_VERIFY(!question() || !question()->isVisible());
            QTRY_COMPARE(entered.count(), enters);
            QCOMPARE(dropped.count(), before + 1 - enters);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        // Saved first, and what cannot be saved stays open.
        test::Asked<intent::SaveModel> saved(m_window->intents());
        RunInfo run = smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        for (const bool works : {false, true}) {
            m_window->showNews(statusAt(5000, false));
            m_window->showNews(news::RunReady());
            const auto before = dropped.count();
            QTest::keyClick(question(), Qt::Key_S);
            QTRY_COMPARE(saved.count(), works ? 2 : 1);
            QCOMPARE(entered.count(), 1);
            if (works)
                m_window->showNews(news::Saved{run.file});
            else
                m_window->showNews(news::Failure{"The disk is full."});
            QTRY_COMPARE(entered.count(), works ? 2 : 1);
            QCOMPARE(dropped.count(), before + (works ? 0 : 1));
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        // Nothing to lose, nothing to ask.
        m_window->showNews(statusAt(3, false));
        m_window->showNews(news::RunReady());
        QVERIFY(!question());
        QCOMPARE(entered.count(), 3);
    }

    void runsThatAreComparedAreAskedAbout() {
        RunInfo run = smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(statusAt(40, false));
        QVERIFY(!child<QMessageBox>());
        ComparisonInfo info;
        info.change = {"norm", {"pre", "post"}};
        m_window->showNews(info);
        m_window->showNews(statusAt(40, false));
        m_window->close();
        auto* box = child<QMessageBox>();
        QVERIFY(box);
        QVERIFY(m_window->isVisible());
        QVERIFY2(box->informativeText().contains("compared"), qPrintable(box->informativeText()));
        QTest::keyClick(box, Qt::Key_C);
        m_window->showNews(news::Saved{"/nowhere/two.safetensors", false, 2});
        QVERIFY2(child<Banner>("banner")->text().contains("A and B"),
                 qPrintable(child<Banner>("banner")->text()));
        m_window->showNews(news::Saved{"/nowhere/three.safetensors", false, 3});
        QVERIFY(child<Banner>("banner")->text().contains("A, B and C"));
        // A alone goes into another file.
        m_window->showNews(news::ComparisonEnded());
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->perform(Command::SaveModel, false);
        QCOMPARE(saved.count(), 0);
        QVERIFY(m_window->findChild<QFileDialog*>());
    }

    void aRunTakesAlongHowTheWindowWasLeft() {
        RunInfo run = smallRun();
        run.file = "/home/me/run.safetensors";
        m_window->showNews(run);
        m_window->focus()->setStep("encoder.1.self_attn.weights");
        m_window->focus()->setView("lines");
        m_window->focus()->pin(1, 2);
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->perform(Command::SaveModel, false);
        QCOMPARE(saved.count(), 1);
        const QByteArray view = saved[0].view;
        QVERIFY(!view.contains("/home")); // nobody's folders are handed out
        test::Asked<intent::SetExample> typed(m_window->intents());
        run.file = "/home/you/run.safetensors";
        m_window->showNews(run);
        m_window->focus()->set({});
        m_window->showNews(news::SavedScene{view});
        QCOMPARE(step(), QStringLiteral("encoder.1.self_attn.weights"));
        QCOMPARE(m_window->focus()->focus().view, QStringLiteral("lines"));
        QCOMPARE(m_window->focus()->focus().row, 1);
        QVERIFY(m_window->focus()->focus().pinned);
        QCOMPARE(typed.count(), 0); // the run has it already
        // It neither trains nor opens or moves anything.
        Scene bold;
        bold.comparedRun = Scene::ComparedRun{"norm", 2, false};
        bold.walk = Scene::Walk{1, true};
        bold.time.checkpoint = 3;
        bold.presenting = bold.help = true;
        bold.hidden = QStringList{"map"};
        bold.generation = GenerationSettings();
        bold.focus.step = "encoder.0.ffn.hidden";
        const auto everything = [&] {
            Scene now = m_window->scene();
            now.focus = {};
            return now;
        };
        const Scene before = everything();
        QStringList asked;
        connect(m_window->intents(), &Intents::sent, this,
                [&](const Intent& intent) { asked += QString::number(intent.request.index()); });
        m_window->showNews(news::SavedScene{toJson(bold)});
        QCOMPARE(step(), QStringLiteral("encoder.0.ffn.hidden"));
        QVERIFY(everything() == before);
        QCOMPARE(asked, QStringList());
    }

    void ownDataBeginWithAPageThatShowsTheFormat() {
        RunInfo run = smallRun();
        run.tasks = {{"copy", "", false},
                     {"pairs", "", true, FileContent::Pairs},
                     {"text", "", true, FileContent::Text}};
        m_window->showNews(run);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 0);
        auto* page = child<OwnDataDialog>();
        QVERIFY(page);
        QVERIFY(page->isVisible());
        const QString format = page->findChild<QLabel*>("format")->text();
        QVERIFY2(problemOfLines(FileContent::Pairs, format).isEmpty(), qPrintable(format));
        auto* lines = page->findChild<QPlainTextEdit*>("lines");
        auto* learn = page->findChild<QPushButton*>("learnLines");
        QVERIFY(!learn->isEnabled());
        lines->setPlainText("one\t1\ntwo 2");
        QVERIFY(!learn->isEnabled());
        QVERIFY(problemOfLines(FileContent::Pairs, lines->toPlainText()).contains("Line 2"));
        lines->setPlainText("one\t1\n\ntwo\t2\n");
        QVERIFY(learn->isEnabled());
        learn->click();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0].name, QStringLiteral("pairs"));
        QFile kept(chosen[0].file);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("one\t1\n\ntwo\t2\n"));
        // What was pasted is there again, and who leaves keeps the run.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        emit child<QComboBox>("task")->activated(1);
        page = child<OwnDataDialog>();
        QCOMPARE(page->lines(), QStringLiteral("one\t1\n\ntwo\t2\n"));
        child<QComboBox>("task")->setCurrentIndex(1);
        page->reject();
        QCOMPARE(child<QComboBox>("task")->currentText(), QStringLiteral("copy"));
        QCOMPARE(chosen.count(), 1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        emit child<QComboBox>("task")->activated(2); // a text needs no form
        page = child<OwnDataDialog>();
        page->findChild<QPlainTextEdit*>("lines")->setPlainText("one two\n");
        QVERIFY(page->findChild<QPushButton*>("learnLines")->isEnabled());
    }

    /// A task that makes examples of its own takes a person's, too.
    void ownTable_beginsWithAPageThatShowsTheFormat() {
        RunInfo run = smallRun();
        run.tasks = {{"copy", "", false}, {"series", "", false, FileContent::Table}};
        m_window->showNews(run);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        auto* box = child<QComboBox>("task");
        QCOMPARE(box->count(), 3);
        emit box->activated(1);
        QCOMPARE(chosen.count(), 1); // its own examples
        QVERIFY(box->itemText(2).startsWith("series"));
        emit box->activated(2);
        auto* page = child<OwnDataDialog>();
        QVERIFY(page);
        QVERIFY(page->isVisible());
        QVERIFY(page->findChild<QLabel*>("format")->text().contains(';'));
        page->findChild<QPlainTextEdit*>("lines")->setPlainText("1;2\n3;4\n");
        page->findChild<QPushButton*>("learnLines")->click();
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[1].name, QStringLiteral("series"));
        QVERIFY2(chosen[1].file.endsWith(".csv"), qPrintable(chosen[1].file));
    }

    /// Beside another round trip than the target stands how much longer it is.
    void roundTrip_isToldItsLengthBesideTheTargets() {
        Prediction prediction;
        prediction.hasTarget = true;
        prediction.text = "1 2 3";
        prediction.tourRatio = 1.125;
        m_window->showNews(prediction);
        const auto verdict = [this] {
            for (const QLabel* label : child<ExampleBar>()->findChildren<QLabel*>())
                if (label->text().startsWith("≠ target"))
                    return label->text();
            return QString();
        };
        QCOMPARE(verdict(), QStringLiteral("≠ target · 1.125 × its length"));
        prediction.tourRatio.reset();
        m_window->showNews(prediction);
        QCOMPARE(verdict(), QStringLiteral("≠ target"));
    }

    void linesThatAreNoPairsAreNamed() {
        const auto problem = [](const char* text) {
            return problemOfLines(FileContent::Pairs, text);
        };
        QVERIFY(problem("a\tb\nc\td").isEmpty());
        QVERIFY(problem("a\tb\n \nc\td\r\n").isEmpty());
        QVERIFY(problem("").isEmpty());
        QVERIFY(problem("a\tb\tc").contains("Line 1"));
        QVERIFY(problem("a\tb\n\tc").contains("before"));
        QVERIFY(problem("a\tb\nc\t ").contains("after"));
        QVERIFY(problem("a\tb\na\tc").contains("two different"));
        QVERIFY(problemOfLines(FileContent::Text, "no tab").isEmpty());
    }

    void theShowcaseIsNobodysLoss() {
        RunInfo run = smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(statusAt(5000, true));
        m_window->close();
        QVERIFY(!m_window->isVisible());
    }

    void aMinuteOfTrainingIsAskedAboutWhicheverRunItWas() {
        RunInfo run = smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        TrainingStatus status = statusAt(50000, true);
        status.unsavedSeconds = 61;
        m_window->showNews(status);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 1);
        m_window->showNews(news::RunReady());
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        test::Asked<intent::EnterRun> entered(m_window->intents());
        QTest::keyClick(box, Qt::Key_Escape);
        QCOMPARE(entered.count(), 0);
        QCOMPARE(child<QComboBox>("task")->currentText(), QStringLiteral("copy"));
    }

    void newButtonsAboveTheStageAreAsLargeInAPresentation() {
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
            int buttons = 0;
            for (const auto* button : m_window->findChildren<QToolButton*>())
                if (button->objectName().startsWith("view-") && !button->isHidden()) {
                    QVERIFY(button->font().pointSizeF() > 1.1 * m_window->font().pointSizeF());
                    ++buttons;
                }
            QVERIFY2(buttons > 0, next);
        }
    }

    void savingBeforeClosingWaitsUntilItIsSaved() {
        RunInfo run = smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(statusAt(5000, false));
        test::Asked<intent::SaveModel> save(m_window->intents());
        m_window->close();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QTest::mouseClick(box->findChild<QPushButton*>("saveRun"), Qt::LeftButton);
        QCOMPARE(save.count(), 1);
        QVERIFY(m_window->isVisible());
        // Whether its checkpoints could be saved too is said after the model is.
        m_window->showNews(news::Saved{run.file});
        m_window->showNews(news::Failure{"The disk is full."});
        QCoreApplication::processEvents();
        QVERIFY(m_window->isVisible());
        QVERIFY(child<Banner>("banner")->isVisible());
        m_window->showNews(statusAt(5000, false));
        m_window->close();
        QTRY_VERIFY(!m_window->findChildren<QMessageBox*>().isEmpty());
        QTest::mouseClick(
            m_window->findChildren<QMessageBox*>().back()->findChild<QPushButton*>("saveRun"),
            Qt::LeftButton);
        m_window->showNews(news::Saved{run.file});
        QTRY_VERIFY(!m_window->isVisible());
    }

    void whoClosesBeforeTheRunIsThereLosesNoMemoryOfTheLastTime() {
        Scene last;
        last.run = {"copy", "/nowhere/run.safetensors"};
        last.example.source = "abc";
        writeLastSession(last);
        MainWindow early;
        early.show();
        early.close();
        QVERIFY(readLastSession() == last);
    }

    void theEndOfTheSessionSavesWithoutAsking() {
        RunInfo run = smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(statusAt(5000, false));
        test::Asked<intent::SaveAtEnd> save(m_window->intents());
        m_window->closeUnasked();
        QVERIFY(!m_window->findChild<QMessageBox*>());
        QCOMPARE(save.count(), 1);
        QCOMPARE(save[0].path, run.file);
        QVERIFY(!save[0].isNew);
        QVERIFY(m_window->isVisible()); // until it is saved
        m_window->showNews(news::Saved{run.file});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, run.file);
    }

    void theEndOfTheSessionFindsAPlaceForARunWithoutAName() {
        m_window->showNews(statusAt(5000, false));
        test::Asked<intent::SaveAtEnd> save(m_window->intents());
        m_window->closeUnasked();
        QCOMPARE(save.count(), 1);
        const QFileInfo wanted(save[0].path);
        QCOMPARE(wanted.fileName(), QStringLiteral("unsaved.safetensors"));
        QVERIFY(save[0].isNew);
        QVERIFY(wanted.dir().exists());
        const QString path = wanted.dir().filePath("unsaved-2.safetensors"); // the other is taken
        m_window->showNews(news::Saved{path});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, path); // there at the next start
    }

    void theEndOfTheSessionWaitsForNothingThatIsNotComing() {
        m_window->closeUnasked(); // nothing to save
        QVERIFY(!m_window->isVisible());
        m_window = freshWindow();
        m_window->showNews(smallRun());
        m_window->showNews(statusAt(5000, false));
        const IntentId saving = savingAtEnd();
        QVERIFY(m_window->isVisible());
        m_window->showNews({news::Failure{"something else"}});
        QVERIFY(m_window->isVisible());
        m_window->showNews({news::Failure{"it is on the processor now", true}, saving});
        QVERIFY(m_window->isVisible()); // it is saved from there
        m_window->showNews({news::Failure{"the disk is full"}, saving});
        QVERIFY(!m_window->isVisible());
    }

    void theNextStartFindsARunThatWasRescued() {
        RunInfo run = smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(statusAt(5000, false));
        const IntentId saving = savingAtEnd();
        const QString rescued = "/tmp/run-rescued-1.safetensors";
        m_window->showNews({news::Failure{"the disk is full", false, rescued}, saving});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, rescued);
    }

    void aRunThatWasLeftIsOpenedOrThrownAway() {
        test::Asked<intent::OpenRecovered> opened(m_window->intents());
        test::Asked<intent::DiscardRecovered> discarded(m_window->intents());
        const news::RecoveryOffer offer{"date", 2042, QDateTime::currentDateTime()};
        auto* banner = child<Banner>("banner");
        for (const char* answer : {"Open it", "Throw it away"}) {
            m_window->showNews(offer);
            m_window->showNews(smallRun()); // another run settles nothing
            QVERIFY(banner->isVisible());
            QVERIFY(banner->text().contains("date"));
            QVERIFY(banner->text().contains("2,042"));
            for (auto* button : banner->findChildren<QPushButton*>())
                if (button->text() == QLatin1String(answer))
                    QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY2(!banner->isVisible(), answer);
            m_window->showNews(news::RecoveryOffer());
            QVERIFY(!banner->isVisible());
        }
        QCOMPARE(opened.count(), 1);
        QCOMPARE(discarded.count(), 1);
    }

    void whoKeepsTheRunIsStillOfferedTheOther() {
        m_window->showNews(statusAt(5000, false));
        m_window->showNews(news::RecoveryOffer{"date", 2042, QDateTime::currentDateTime()});
        auto* banner = child<Banner>("banner");
        test::Asked<intent::OpenRecovered> opened(m_window->intents());
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QTest::mouseClick(box->escapeButton(), Qt::LeftButton);
        QCOMPARE(opened.count(), 0);
        QVERIFY(banner->isVisible());
        QVERIFY(banner->text().contains("date"));
    }

    void aDivergedRunSaysWhereAndOffersTheWayBack() {
        test::Asked<intent::GoBack> back(m_window->intents());
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        auto* banner = child<Banner>("banner");
        QVERIFY(banner->isVisible());
        QVERIFY(banner->text().contains("812"));
        QVERIFY(banner->text().contains("decoder.0.ffn.hidden"));
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(back.count(), 1);
        QVERIFY(!banner->isVisible());
    }

    void aTextHasTheRoomOfTheSourceThatIsNotThere() {
        RunInfo run;
        run.hasSource = false;
        run.hasTarget = true;
        m_window->resize(1200, 800);
        m_window->showNews(run);
        auto* text = child<QLineEdit>("target");
        QTRY_VERIFY2(text->mapTo(m_window.get(), QPoint()).x() < 100,
                     qPrintable(QString::number(text->mapTo(m_window.get(), QPoint()).x())));
        m_window->showNews(RunInfo());
    }

    void aMessageIsAsHighAsItsLines() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(news::Failure{QStringLiteral("seven letters and more ").repeated(8)});
        QVERIFY(banner->width() > 300);
        const auto* words = banner->findChild<TextBlock*>();
        const int lines = words->heightForWidth(words->width()) / words->fontMetrics().height();
        QVERIFY2(banner->height() <= (lines + 2) * words->fontMetrics().height(),
                 qPrintable(QString::number(banner->height())));
    }

    void aTextIsOpenedToLearnFrom() {
        const QTemporaryDir folder;
        QFile text(folder.filePath("words.txt"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        QVERIFY(text.write("a line\n") > 0);
        text.close();
        ModelForm form;
        form.tasks = {{"copy", "", false},
                      {"text", "", true, FileContent::Text},
                      {"pairs", "", true, FileContent::Pairs}};
        form.task = "copy";
        m_window->setModelForm(form);
        m_window->perform(Command::OpenModel, false);
        auto* files = m_window->findChild<QFileDialog*>();
        QVERIFY(files);
        QVERIFY2(files->nameFilters().front().contains("*.txt"),
                 qPrintable(files->nameFilters().front()));
        files->selectFile(text.fileName());
        static_cast<QDialog*>(files)->accept();
        auto* dialog = child<NewModelDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->request().task, QStringLiteral("text"));
        QCOMPARE(dialog->request().file, text.fileName());
    }

    void theWayBackIsOfferedInAWindowOfAnotherLanguageToo() {
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        MainWindow other;
        other.takeOver(*m_window);
        const test::Asked<intent::GoBack> back(other.intents());
        auto* banner = other.findChild<Banner*>("banner");
        QVERIFY2(banner->text().contains("812"), qPrintable(banner->text()));
        banner->findChild<QPushButton*>()->click();
        QCOMPARE(back.count(), 1);
        // What was settled is not offered again.
        m_window->showNews(statusAt(900, true));
        MainWindow third;
        third.takeOver(*m_window);
        QVERIFY(!third.findChild<Banner*>("banner")->text().contains("812"));
    }

    void theWayBackIsStillOfferedAfterOtherMessages() {
        const QTemporaryDir folder;
        QFile model(folder.filePath("run.safetensors"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(model.fileName())});
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        auto* banner = child<Banner>("banner");
        const auto isOffered = [&] {
            const auto* button = banner->findChild<QPushButton*>();
            return banner->isVisible() && button->isVisible() && button->text().contains("800");
        };
        QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(m_window.get(), &leave);
        QVERIFY(isOffered());
        QVERIFY(!child<Banner>("dropHint")->isVisible());
        // What can't be taken says so, and then the offer is back.
        data.setUrls({QUrl::fromLocalFile(folder.path())});
        QDragEnterEvent wrong(QPoint(9, 9), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &wrong);
        QVERIFY(banner->isVisible());
        QVERIFY(!isOffered());
        QTest::mouseClick(banner->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(isOffered());
        // A notice fades, and then the offer is back.
        m_window->showNews(news::Notice{"Saved as a.gf"});
        QVERIFY(!isOffered());
        banner->findChild<QTimer*>()->start(0);
        QTRY_VERIFY(isOffered());
        test::Asked<intent::GoBack> back(m_window->intents());
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(back.count(), 1);
        QVERIFY(!banner->isVisible());
        // Training that goes on needs no way back, whatever is said meanwhile.
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        m_window->showNews(news::Failure{"The file could not be read."});
        m_window->showNews(statusAt(801, true));
        QVERIFY(banner->isVisible());
        QTest::mouseClick(banner->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!banner->isVisible());
    }

    void whatIsBuiltCanStillBeCancelledAfterAnotherMessage() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(news::Building{"Building a model…"});
        QTRY_VERIFY(banner->isVisible());
        m_window->showNews(news::Notice{"Saved as a.gf"});
        m_window->showNews(news::Building{"Still building…"}); // lets the notice be read
        QCOMPARE(banner->text(), QStringLiteral("Saved as a.gf"));
        QTest::mouseClick(banner->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(banner->text(), QStringLiteral("Still building…"));
        test::Asked<intent::CancelBuilding> cancelled(m_window->intents());
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(banner->isVisible()); // giving up
        m_window->showNews(news::Building{{}});
        QVERIFY(!banner->isVisible());
    }

    void messagesFloatAndMoveNothing() {
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

    void anErrorIsOverWithTheNextRun() {
        m_window->showNews(news::Failure{"The file could not be read."});
        auto* banner = child<Banner>("banner");
        QVERIFY(banner->isVisible());
        m_window->showNews(smallRun());
        QVERIFY(!banner->isVisible());
    }

    void atFirstTheStageHasMostOfTheWindow() {
        m_window->resize(1440, 900);
        m_window->arrange();
        QCoreApplication::processEvents();
        const QSize stage = child<StageWidget>()->size();
        QVERIFY2(stage.width() >= 0.55 * 1440, qPrintable(QString::number(stage.width())));
        QVERIFY2(stage.height() >= 0.6 * 900, qPrintable(QString::number(stage.height())));
    }

    void everyArchitectureAndNormCanBeWalked() {
        for (const Architecture architecture :
             {Architecture::EncoderDecoder, Architecture::Encoder, Architecture::Decoder})
            for (const Norm norm : {Norm::Pre, Norm::Post}) {
                m_window->showNews(news::Traced{traceOf(architecture, norm)});
                for (const bool gradients : {false, true}) {
                    Focus focus;
                    focus.gradients = gradients;
                    for (const Step& stop : m_window->steps().walk(gradients)) {
                        focus.step = stop.step;
                        m_window->focus()->set(focus);
                        QCOMPARE(step(), stop.step);
                    }
                }
            }
    }

    void whatIsSelectedIsCopiedAndNotTheStage() {
        auto* facts = child<QLabel>("stageFacts");
        facts->setSelection(0, 4);
        facts->setFocus();
        key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(facts->selectedText().size(), 4);
        QCOMPARE(QGuiApplication::clipboard()->text(), facts->selectedText());
        TextBlock* explained = nullptr;
        for (auto* block : m_window->findChildren<TextBlock*>())
            if (block->isVisible() && !block->toPlainText().isEmpty())
                explained = block;
        QVERIFY(explained);
        explained->selectAll();
        explained->setFocus();
        key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().trimmed(),
                 explained->toPlainText().trimmed());
        // Nothing selected: the stage again.
        explained->setTextCursor(QTextCursor(explained->document()));
        key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    }

    void copyingTakesTheNumbersWithTheirTokensAndThePicture() {
        m_window->focus()->setStep("decoder.0.self_attn.scores");
        for (const Qt::KeyboardModifiers modifiers : {Qt::KeyboardModifiers(Qt::ControlModifier),
                                                      Qt::ControlModifier | Qt::ShiftModifier}) {
            QGuiApplication::clipboard()->clear();
            key(Qt::Key_C, modifiers);
            const QMimeData* data = QGuiApplication::clipboard()->mimeData();
            QVERIFY(data->hasImage());
            QVERIFY(data->hasFormat("image/svg+xml"));
            QVERIFY(data->html().contains("<table"));
            const QStringList lines = data->text().split('\n', Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), 5); // the words, and four tokens
            for (const QString& line : lines)
                QCOMPARE(line.count('\t'), 4);
            QVERIFY(child<Banner>("banner")->text().contains("table"));
        }
        // The drawing of a station, with the numbers behind it.
        m_window->focus()->setView("lines");
        QGuiApplication::clipboard()->clear();
        key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasText());
    }

    void aTextFieldCopiesItsOwnText() {
        auto* source = child<QLineEdit>("source");
        QVERIFY(source);
        source->setFocus();
        source->setText("my words");
        source->selectAll();
        QTest::keyClick(source, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("my words"));
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
    }

    void theProposedNameEndsOnce() {
        const auto proposal = [&](const QString& title) {
            RunInfo run = smallRun();
            run.title = title;
            m_window->showNews(run);
            m_window->perform(Command::SaveModelAs, false);
            auto* dialog = m_window->findChild<QFileDialog*>();
            const QString name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            delete dialog;
            return name;
        };
        QCOMPARE(proposal("three.safetensors"), QStringLiteral("three.safetensors"));
        QCOMPARE(proposal("copy"), QStringLiteral("copy.safetensors"));
    }

    void aNameWithoutAnEndingGetsOneWhereverItLies() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("a.b"));
        const auto saved = [&](const QString& name) {
            m_window->perform(Command::SaveModelAs, false);
            test::Asked<intent::SaveModel> asked(m_window->intents());
            auto* dialog = m_window->findChild<QFileDialog*>();
            dialog->selectFile(folder.filePath("a.b/" + name));
            static_cast<QDialog*>(dialog)->accept();
            delete dialog;
            return asked.isEmpty() ? QString() : QFileInfo(asked[0].path).fileName();
        };
        QCOMPARE(saved("run"), QStringLiteral("run.safetensors"));
        QCOMPARE(saved("run.model"), QStringLiteral("run.model"));
    }

    void savingOffersToSaveTheCheckpointsToo() {
        TimeStatus time;
        time.checkpoints = {0, 10, 20};
        time.present = 20;
        time.bytes = 3 << 20;
        m_window->showNews(time);
        test::Asked<intent::KeepInFile> kept(m_window->intents());
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->showNews(news::Saved{"/anywhere/run.safetensors"});
        auto* button = child<Banner>("banner")->findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        QVERIFY2(button->text().contains("moments"), qPrintable(button->text()));
        button->click();
        QCOMPARE(kept.count(), 1);
        QVERIFY(kept[0].kept);
        QCOMPARE(saved.count(), 1);
        time.keptInFile = true;
        m_window->showNews(time);
        m_window->showNews(news::Saved{"/anywhere/run.safetensors", true});
        QVERIFY(!button->isVisible());
        QVERIFY(child<Banner>("banner")->text().contains("with its moments"));
        m_window->showNews(
            news::Saved{"/anywhere/run.safetensors", false}); // for they could not be
        QVERIFY(!button->isVisible());
        QVERIFY(!child<Banner>("banner")->text().contains("moments"));
    }
};

} // namespace gf::tst_window

#include "tests/entry.h"
GF_TEST(tst_window, TestWindow)
#include "tst_window.moc"
