// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard, the pointer and the way through the model: what walks, searches, selects and
// copies.
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/example/task_line.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_view.h"
#include "ui/map/map_view.h"
#include "ui/present/place_bar.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_view.h"
#include "ui/steps/navigation.h"
#include "ui/time/time_control.h"
#include "ui/window/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "ui/window/view_control.h"
#include "window_fixture.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolButton>
#include <QWheelEvent>

#include <optional>
#include <set>

namespace gf::tst_window_keys {

class TestWindowKeys : public test::WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void space_walksThroughStepsAndGradients() {
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

    void brackets_changeTheLayerAndCommasTheHead() {
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

    void arrows_moveThePinnedCellAndEscReleasesIt() {
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

    void gKey_showsGradientsAndBack() {
        key(Qt::Key_G);
        QVERIFY(m_window->focus()->focus().gradients);
        key(Qt::Key_G);
        QVERIFY(!m_window->focus()->focus().gradients);
    }

    /// Nothing could be shown; somebody who looks at gradients already can go back.
    void gradients_areOfferedWhereThereIsALoss() {
        ModelConfig config = smallConfig();
        ProbeExample example;
        example.source = example.target = {5, 6, 7, 8};
        const auto show = [&](bool loss) {
            example.loss = example.gradients = loss;
            m_window->showNews(news::Traced{traceOf(config, example)});
        };
        const QAction* gradients = m_window->commands()[Command::Gradients];
        show(false);
        QVERIFY(!gradients->isEnabled());
        QVERIFY2(gradients->toolTip().contains("right answer"), qPrintable(gradients->toolTip()));
        key(Qt::Key_G);
        QVERIFY(!m_window->focus()->focus().gradients);
        show(true);
        QVERIFY(gradients->isEnabled());
        QVERIFY(!gradients->toolTip().contains("right answer"));
        key(Qt::Key_G);
        show(false);
        QVERIFY(gradients->isEnabled());
        key(Qt::Key_G);
        QVERIFY(!m_window->focus()->focus().gradients);
        QVERIFY(!gradients->isEnabled());
    }

    void textField_keepsItsKeys() {
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
    void ctrlE_inTheTargetGoesToTheSource() {
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

    void rowInFocus_belongsToItsSentence() {
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

    void menuEntries_haveDifferentMnemonics() {
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

    void commands_haveTheirOwnKeyInTheirTip() {
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

    void tips_nameKeysAsTheMenusDo() {
        applyLanguage(*qApp, Language::German);
        const auto back = qScopeGuard([] { applyLanguage(*qApp, Language::English); });
        if (QKeySequence(Qt::CTRL | Qt::Key_T).toString(QKeySequence::NativeText) == "Ctrl+T")
            QSKIP("Qt's own German texts are not installed");
        const MainWindow german;
        for (const QWidget* widget : german.findChildren<QWidget*>())
            QVERIFY2(!widget->toolTip().contains("Ctrl"), qPrintable(widget->toolTip()));
    }

    void searchField_goesToAnyStep() {
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

    void walk_goesOnUntilItIsStopped() {
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

    void escape_leavesTheWalkThroughAStep() {
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
    void backCommand_returnsToTheCellOfTheNumber() {
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

    /// Arrows and Space then go on from the cell that was gone to.
    void keyboard_staysOnTheStageWhenANumberIsClicked() {
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

    void focus_survivesAnotherModel() {
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

    void returnKey_picksFromAnOpenList() {
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

    void space_stepsAgainOnceATaskIsChosen() {
        auto* tasks = child<QComboBox>("task");
        tasks->setFocus();
        tasks->setCurrentIndex(1);
        emit tasks->activated(1);
        const QString before = step();
        key(Qt::Key_Space);
        QVERIFY(!tasks->view()->isVisible());
        QVERIFY(step() != before);
    }

    void wheel_changesNoFieldWithoutFocus() {
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

    void plusAndMinus_zoomUntilEscape() {
        const auto* stage = child<StageWidget>();
        QTest::keyClick(child<StageWidget>(), Qt::Key_Plus);
        QVERIFY(stage->canvas().isZoomed());
        QTest::keyClick(child<StageWidget>(), Qt::Key_Minus);
        QVERIFY(!stage->canvas().isZoomed());
        QTest::keyClick(child<StageWidget>(), Qt::Key_Plus);
        QTest::keyClick(child<StageWidget>(), Qt::Key_Escape);
        QVERIFY(!stage->canvas().isZoomed());
    }

    void keyboard_staysOnTheStageWhenAMatrixGoes() {
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

    void walk_coversEveryArchitectureAndNorm() {
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

    void copy_takesTheSelectedTextAndNotTheStage() {
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

    void copy_takesNumbersTokensAndPicture() {
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

    void textField_copiesItsOwnText() {
        auto* source = child<QLineEdit>("source");
        QVERIFY(source);
        source->setFocus();
        source->setText("my words");
        source->selectAll();
        QTest::keyClick(source, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("my words"));
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasImage());
    }
};

} // namespace gf::tst_window_keys

#include "tests/entry.h"
GF_TEST(tst_window_keys, TestWindowKeys)
#include "tst_window_keys.moc"
