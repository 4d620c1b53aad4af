// SPDX-License-Identifier: GPL-3.0-or-later
// The walk through one training step, as the window shows it.
#include "core/measure/token_losses.h"
#include "core/train/step_walk.h"
#include "tests/core/runs.h"
#include "tests/ui/asked.h"
#include "ui/batch/batch_bar.h"
#include "ui/batch/batch_window.h"
#include "ui/batch/example_cards.h"
#include "ui/batch/own_batch_window.h"
#include "ui/controls/commands.h"
#include "ui/example/task_line.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/number_format.h"
#include "ui/map/map_model.h"
#include "ui/present/place_bar.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/navigation.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <cmath>

namespace gf::tst_batch {

namespace {

/// A real step of a small run, looked into.
class SmallWalk {
public:
    SmallWalk() {
        const auto task = test::smallTask("reverse");
        const auto trainer =
            test::trainerOf(*m_backend, task, test::smallModel(*task), test::shortTraining());
        m_walk = std::make_unique<StepWalk>(*trainer, vocabulariesOf(task), "small");
    }

    std::shared_ptr<const Trace> trace(int example, bool after = false) const {
        return m_walk->trace(example, after ? StepWalk::Moment::After : StepWalk::Moment::Step);
    }

    WalkedStep step(int chosen = 0, bool after = false) const {
        WalkedStep step;
        step.active = true;
        step.step = m_walk->result().step;
        step.chosen = chosen;
        step.after = after;
        step.lossBefore = m_walk->result().loss;
        step.lossAfter = m_walk->lossAfter();
        const auto listOf = [](const Tokens& tokens) {
            QStringList list;
            for (const std::string& token : tokens)
                list += QString::fromStdString(token);
            return list;
        };
        for (const StepWalk::Example& example : m_walk->examples()) {
            const ExampleWords words = m_walk->words(step.examples.size());
            step.examples.push_back({QString::fromStdString(example.source),
                                     QString::fromStdString(example.target), example.lossBefore,
                                     example.lossAfter, listOf(words.source),
                                     listOf(words.target)});
        }
        return step;
    }

private:
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
    std::unique_ptr<StepWalk> m_walk;
};

QString textOf(const ExplainPanel& panel, const char* name) {
    return panel.findChild<TextBlock*>(QLatin1String(name))->html();
}

} // namespace

class TestBatch : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void exampleCards_listTheBatchWithItsLosses() {
        BatchBar bar(&m_focus);
        bar.setSteps(Steps(m_small.trace(0)->graph));
        bar.show(m_small.step(2));
        const auto* cards = bar.findChild<ExampleCards*>();
        QCOMPARE(cards->count(), 6);
        QCOMPARE(cards->currentRow(), 2);
        const WalkedStep step = m_small.step();
        for (int i = 0; i < 6; ++i) {
            const QString told = cards->item(i)->data(Qt::AccessibleTextRole).toString();
            QVERIFY2(told.contains(step.examples[i].source), qPrintable(told));
            QVERIFY2(told.contains(numberText(step.examples[i].lossBefore, 3)), qPrintable(told));
        }
        const QString title = bar.findChild<QLabel*>(QStringLiteral("batchTitle"))->text();
        QVERIFY2(title.contains(numberText(step.lossBefore)), qPrintable(title));
        QVERIFY2(title.contains(numberText(step.lossAfter)), qPrintable(title));
    }

    void lengthsOfABatch_areSaidOnceWhereAllAreAlike() {
        WalkedStep step = m_small.step(0);
        for (BatchExample& example : step.examples)
            example.sourceTokens = {"0.1,0.7", "0.4,0.2"};
        BatchWindow window;
        window.show(step);
        const QString said = window.findChild<QLabel*>(QStringLiteral("batchLengths"))->text();
        QCOMPARE(said.section('\n', 0, 0), QString("source: 2 tokens each, no padding"));
    }

    /// The sentence of the task has an example of its own, which is not the one that is shown.
    void taskLine_hasTheExampleThatIsShown() {
        MainWindow window;
        RunInfo run;
        run.learns = "Learns to write letters backwards: attention → noitnetta";
        window.showNews(run);
        const auto lines = [&](bool presented) {
            QStringList said;
            for (const auto* line : window.findChildren<TaskLine*>())
                if (qobject_cast<const PlaceBar*>(line->parentWidget()) ? presented : !presented)
                    said << line->accessibleName();
            return said;
        };
        for (const int chosen : {0, 1}) {
            const WalkedStep step = m_small.step(chosen);
            window.showNews(step);
            window.showNews(news::Traced{m_small.trace(chosen)});
            const BatchExample& example = step.examples[chosen];
            const QString expected =
                QStringLiteral("Learns to write letters backwards, example %1 of %2: %3 → %4")
                    .arg(QString::number(chosen + 1), QString::number(step.examples.size()),
                         example.source, example.target);
            QVERIFY2(lines(false).contains(expected), qPrintable(lines(false).join('|')));
            QCOMPARE(lines(true), QStringList{expected});
        }
        window.showNews(WalkedStep());
        QCOMPARE(lines(true), QStringList{run.learns});
    }

    /// As in a window of 1024 × 640.
    void lossesOfAWalk_areNotCut() {
        BatchBar bar(&m_focus);
        bar.setTask("Learns to write dates: 3 march 1997 → 1997-03-03");
        WalkedStep step = m_small.step(0);
        step.step = 1601;
        step.lossBefore = 0.00048071;
        step.lossAfter = 0.00046023;
        for (BatchExample& example : step.examples)
            example.lossBefore = example.lossAfter = 0.000420;
        bar.show(step);
        bar.resize(1024, bar.sizeHint().height());
        QCoreApplication::processEvents();
        const auto* title = bar.findChild<QLabel*>(QStringLiteral("batchTitle"));
        QVERIFY(title->width() >= title->sizeHint().width());
        const auto* cards = bar.findChild<ExampleCards*>();
        const QString losses = cards->item(0)->text();
        QVERIFY2(losses.contains("0.000420"), qPrintable(losses));
        constexpr int around = 16; // of a card's words
        QVERIFY(cards->visualItemRect(cards->item(0)).width() >=
                QFontMetrics(cards->font()).horizontalAdvance(losses) + around);
    }

    void batchWindow_showsUnequalLengthsWithTheirPadding() {
        BatchBar bar(&m_focus);
        bar.setSteps(Steps(m_small.trace(0)->graph));
        bar.show(m_small.step(2));
        QSignalSpy wanted(&bar, &BatchBar::walkWanted);
        bar.findChild<QPushButton*>(QStringLiteral("wholeBatch"))->click();
        auto* whole = bar.findChild<BatchWindow*>();
        QVERIFY(whole);
        QVERIFY(whole->isVisible());
        const auto* table = whole->findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 6);
        QCOMPARE(table->currentRow(), 2);
        int pads = 0;
        int places = 0;
        for (int row = 0; row < 6; ++row) {
            const auto trace = m_small.trace(row); // what the model has read
            Tokens tokens = trace->sourceTokens;
            tokens.insert(tokens.end(), trace->targetTokens.begin(), trace->targetTokens.end());
            QCOMPARE(table->columnCount(), static_cast<int>(tokens.size()));
            for (int column = 0; column < table->columnCount(); ++column) {
                const QTableWidgetItem* cell = table->item(row, column);
                const bool isPad = cell->text() == QLatin1String("<pad>");
                QCOMPARE(cell->text().toStdString(), tokens[column]);
                QCOMPARE(cell->background().style() == Qt::FDiagPattern, isPad);
                if (column < static_cast<int>(trace->sourceTokens.size())) {
                    pads += isPad ? 1 : 0;
                    ++places;
                }
            }
        }
        QVERIFY(pads > 0);
        const QString said = whole->findChild<QLabel*>(QStringLiteral("batchLengths"))->text();
        QVERIFY2(said.contains(QString("%1 of %2 places are padding").arg(pads).arg(places)),
                 qPrintable(said));
        QCOMPARE(wanted.count(), 0);
        whole->findChild<QTableWidget*>()->setCurrentCell(4, 0);
        QCOMPARE(wanted.takeLast().at(0).toInt(), 4);
        bar.show(WalkedStep()); // the walk is over
        QVERIFY(!whole->isVisible());
    }

    /// Those of the step itself, which computes them in its own way.
    void ownBatch_showsIdsMasksAndLosses() {
        news::OwnBatch batch;
        for (int i = 0; i < 6; ++i)
            batch.examples.push_back(m_small.trace(i));
        const BatchLosses losses = batchLosses(batch.examples);
        QVERIFY(std::abs(losses.masked - m_small.step().lossBefore) < 1e-5);
        QVERIFY(losses.places > losses.labels);
        OwnBatchWindow window;
        window.show(batch);
        const QString said = window.findChild<QLabel*>(QStringLiteral("batchLosses"))->text();
        QVERIFY2(said.contains(QString("Mean loss %1 over the %2 labels")
                                   .arg(numberText(losses.masked, 4))
                                   .arg(losses.labels)),
                 qPrintable(said));
        QVERIFY2(said.contains(numberText(losses.unmasked, 4)), qPrintable(said));
        const auto* table = window.findChild<QTableWidget*>(QStringLiteral("ownBatchTable"));
        QCOMPARE(table->rowCount(), 6 * 3); // source, target and labels
        const Trace& first = *batch.examples.front();
        for (std::size_t t = 0; t < first.sourceTokens.size(); ++t) {
            const QTableWidgetItem* cell = table->item(0, static_cast<int>(t));
            const bool isPad = first.sourceTokens[t] == "<pad>";
            const auto id = static_cast<int>((*first.find("source.ids"))[static_cast<Index>(t)]);
            QCOMPARE(cell->text(), QString("%1\n%2\n%3")
                                       .arg(QString::fromStdString(first.sourceTokens[t]))
                                       .arg(id)
                                       .arg(isPad ? 0 : 1));
            QCOMPARE(cell->background().style() == Qt::FDiagPattern, isPad);
        }
        QVERIFY2(table->item(2, 0)->text().contains(numberText(tokenLosses(first)[0].loss, 3)),
                 qPrintable(table->item(2, 0)->text()));

        // A mask of each, with what hides as the model has it.
        auto* attention = window.findChild<QComboBox*>(QStringLiteral("batchAttention"));
        QCOMPARE(attention->count(), 3);
        for (int which = 0; which < 3; ++which) {
            attention->setCurrentIndex(which);
            const auto views = window.findChildren<HeatmapView*>();
            QCOMPARE(views.size(), 6);
            const std::string node = attention->currentData().toString().toStdString();
            for (int i = 0; i < 6; ++i) {
                const Trace& trace = *batch.examples[static_cast<std::size_t>(i)];
                const Tensor& masked = *trace.find(node);
                const HeatmapData& shown = views[i]->data();
                for (Index row = 0; row < shown.rows; ++row)
                    for (Index column = 0; column < shown.columns; ++column)
                        QCOMPARE(shown.at(row, column) == 0,
                                 std::isinf(masked.at(Cell{{0, row, column}})));
            }
        }

        batch.examples.clear();
        batch.line = 2;
        batch.problem = "has more than one tab";
        window.show(batch);
        QCOMPARE(window.findChild<QLabel*>(QStringLiteral("batchProblem"))->text(),
                 QString("Line 2: has more than one tab"));
        QCOMPARE(table->rowCount(), 0);
        QVERIFY(window.findChildren<HeatmapView*>().isEmpty());
    }

    void ownBatch_isAskedForWhileItsWindowIsOpen() {
        MainWindow window;
        test::Asked<intent::MeasureBatch> asked(window.intents());
        RunInfo run;
        run.exampleSource = "abc";
        run.exampleTarget = "cba";
        window.showNews(run);
        window.commands()[Command::OwnBatch]->trigger();
        auto* own = window.findChild<OwnBatchWindow*>();
        QVERIFY(own && own->isVisible());
        QCOMPARE(asked.last().lines.value(), QString("abc\tcba"));
        auto* lines = own->findChild<QPlainTextEdit*>();
        lines->setPlainText("abc\tcba\nab\tba");
        QTRY_COMPARE(asked.last().lines.value(), QString("abc\tcba\nab\tba"));
        QCOMPARE(window.scene().ownBatch, std::optional(lines->toPlainText()));
        Scene scene = window.scene();
        scene.ownBatch = "xyz\tzyx";
        window.showScene(scene);
        QCOMPARE(own->lines(), QString("xyz\tzyx"));
        QCOMPARE(asked.last().lines.value(), own->lines());
        own->close();
        QVERIFY(!asked.last().lines);
        QVERIFY(!window.scene().ownBatch);
    }

    void exampleCards_areChosenByMouseAndKeyboard() {
        BatchBar bar(&m_focus);
        bar.resize(1200, 120);
        bar.setSteps(Steps(m_small.trace(0)->graph));
        bar.show(m_small.step(0));
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        auto* cards = bar.findChild<ExampleCards*>();
        QSignalSpy wanted(&bar, &BatchBar::walkWanted);
        const QPoint third = cards->visualItemRect(cards->item(2)).center();
        QTest::mouseClick(cards->viewport(), Qt::LeftButton, {}, third);
        QCOMPARE(wanted.takeLast().at(0).toInt(), 2);
        QTest::keyClick(cards, Qt::Key_Right);
        QCOMPARE(wanted.takeLast().at(0).toInt(), 3);
        QSignalSpy entered(&bar, &BatchBar::exampleEntered);
        QTest::keyClick(cards, Qt::Key_Return);
        QCOMPARE(entered.count(), 1);
        // New numbers for the same choice ask for nothing.
        wanted.clear();
        bar.show(m_small.step(3));
        QCOMPARE(wanted.count(), 0);
    }

    void walkStops_areForwardBackwardUpdateAndAfter() {
        BatchBar bar(&m_focus);
        bar.show(m_small.step());
        bar.setSteps(Steps(m_small.trace(0)->graph));
        QCOMPARE(bar.stop(), WalkStop::Forward); // a new walk begins there
        QCOMPARE(m_focus.focus().step, QStringLiteral("source.embedded"));
        bar.goTo(WalkStop::Backward);
        QCOMPARE(m_focus.focus().step, QStringLiteral("loss"));
        QVERIFY(m_focus.focus().gradients);
        QCOMPARE(bar.stop(), WalkStop::Backward);
        bar.goTo(WalkStop::Update);
        QCOMPARE(m_focus.focus().step, QStringLiteral("gradient_norm"));
        QCOMPARE(bar.stop(), WalkStop::Update);
        QSignalSpy wanted(&bar, &BatchBar::walkWanted);
        bar.goTo(WalkStop::After);
        QCOMPARE(bar.stop(), WalkStop::After);
        QVERIFY(!m_focus.focus().gradients);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.last().at(1).toBool(), true);
        bar.goTo(WalkStop::Forward);
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(wanted.last().at(1).toBool(), false);
    }

    void begin_goesToTheStepThatWasSearchedFor() {
        BatchBar bar(&m_focus);
        QSignalSpy wanted(&bar, &BatchBar::walkWanted);
        bar.begin(QStringLiteral("update"));
        QCOMPARE(wanted.count(), 1);
        bar.show(m_small.step());
        bar.setSteps(Steps(m_small.trace(0)->graph));
        QCOMPARE(bar.stop(), WalkStop::Update);
        QVERIFY2(m_focus.focus().step.contains("update"), qPrintable(m_focus.focus().step));
        // What this model does not have is not a reason to leave.
        bar.begin(QStringLiteral("dropout"));
        QCOMPARE(wanted.count(), 1);
        bar.show({});
        bar.begin(QStringLiteral("dropout"));
        bar.show(m_small.step());
        bar.setSteps(Steps(m_small.trace(0)->graph));
        QCOMPARE(bar.stop(), WalkStop::Forward);
    }

    void goTo_findsTheUpdateOfTheWeightInFocus() {
        BatchBar bar(&m_focus);
        bar.show(m_small.step());
        bar.setSteps(Steps(m_small.trace(0)->graph));
        m_focus.setStep(QStringLiteral("encoder.0.self_attn.w_q"));
        bar.goTo(WalkStop::Update);
        QCOMPARE(m_focus.focus().step, QStringLiteral("update/encoder.0.self_attn.w_q/m"));
    }

    void movedStep_walksFromTheTokensThroughTheWholeUpdate() {
        const Steps steps(m_small.trace(0)->graph);
        Focus focus;
        focus.step = steps.walk(false).front().step;
        std::size_t stops = 1;
        while (const auto next = movedStep(steps, focus, 1)) {
            focus = *next;
            ++stops;
        }
        QCOMPARE(stops, steps.walk(false).size() + steps.walk(true).size());
        QVERIFY2(focus.step.startsWith(QLatin1String("update/")), qPrintable(focus.step));
        QVERIFY(focus.step.endsWith(QLatin1String("/apply")));
    }

    void trainingGraph_hasEveryStepShownAndExplained() {
        FocusModel focus;
        StageWidget stage(&focus);
        ExplainPanel explain(&focus);
        stage.resize(900, 600);
        explain.resize(320, 600);
        const auto trace = m_small.trace(1);
        const Steps steps(trace->graph);
        const MapModel map = buildMap(*trace->graph);
        stage.setTrace(trace);
        explain.setTrace(trace);
        for (const bool gradients : {false, true})
            for (const Step& step : steps.walk(gradients)) {
                Focus at;
                at.step = step.step;
                at.gradients = gradients;
                at.row = at.column = 0;
                at.pinned = true;
                focus.set(at);
                explain.refresh();
                QVERIFY2(stage.stationView() || stage.canvas().scene().message.isEmpty(),
                         qPrintable(step.step));
                QVERIFY2(!textOf(explain, "explainWords").isEmpty(), qPrintable(step.step));
                QVERIFY2(!step.title.contains(QLatin1Char('/')), qPrintable(step.title));
                if (parameterOf((*steps.graph())[step.node]) != noNode) {
                    QVERIFY2(map.find(step.step).block >= 0, qPrintable(step.step));
                    QVERIFY2(step.title.startsWith(QLatin1String("Update of ")),
                             qPrintable(step.title));
                }
            }
        QVERIFY(!steps.search(QStringLiteral("update w_q m")).empty());
    }

    void stageFacts_sayWhichExampleIsShown() {
        StageWidget stage(&m_focus);
        Focus focus;
        focus.step = "encoder.0.self_attn.weights";
        m_focus.set(focus);
        const auto facts = [&] { return stage.findChild<QLabel*>("stageFacts")->text(); };
        stage.resize(900, 600);
        stage.setTrace(m_small.trace(0));
        QVERIFY2(facts().contains("example 1 of the batch"), qPrintable(facts()));
        stage.setTrace(m_small.trace(1));
        QVERIFY2(facts().contains("example 2 of the batch"), qPrintable(facts()));
        stage.setTrace(m_small.trace(0));
        QVERIFY2(facts().contains("example 1 of the batch"), qPrintable(facts()));
    }

    /// Traces of one graph that were computed to different ends follow each other at any focus.
    void stage_followsFromTheUpdateToAfterAndBack() {
        FocusModel focus;
        StageWidget stage(&focus);
        ExplainPanel explain(&focus);
        Focus at;
        at.step = QStringLiteral("update/encoder.0.self_attn.w_q/m");
        at.gradients = true;
        at.row = at.column = 0;
        at.view = QStringLiteral("matrices");
        focus.set(at);
        for (const bool after : {false, true, false}) {
            stage.setTrace(m_small.trace(0, after));
            explain.setTrace(m_small.trace(0, after));
            explain.refresh();
            QCOMPARE(stage.canvas().scene().message.isEmpty(), !after);
        }
        QVERIFY(!textOf(explain, "explainCell").isEmpty());
    }

    /// After the update only the forward part is there: no gradient can be gone to.
    void nextStep_endsAtTheLossAfterTheUpdate() {
        MainWindow window;
        window.showNews(m_small.step());
        window.showNews(news::Traced{m_small.trace(0)});
        auto* bar = window.findChild<BatchBar*>();
        bar->goTo(WalkStop::After);
        window.showNews(m_small.step(0, true));
        window.showNews(news::Traced{m_small.trace(0, true)});
        QCOMPARE(window.focus()->focus().step, QStringLiteral("loss"));
        window.perform(Command::NextStep, false);
        QCOMPARE(window.focus()->focus().step, QStringLiteral("loss"));
        QVERIFY(!window.focus()->focus().gradients);
        // Whoever asks for gradients goes back to the step, which has them.
        test::Asked<intent::WalkStep> wanted(window.intents());
        window.perform(Command::Gradients, true);
        QCOMPARE(bar->stop(), WalkStop::Backward);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.last().after, false);
    }

    void endOfTheWalk_returnsToTheFocusBeforeIt() {
        MainWindow window;
        const SmallWalk own; // another graph, as that of one's own example is
        window.showNews(news::Traced{own.trace(0)});
        Focus before;
        before.step = QStringLiteral("encoder.0.self_attn.scores");
        before.row = before.column = 1;
        before.pinned = true;
        window.focus()->set(before);
        window.showNews(m_small.step());
        window.showNews(news::Traced{m_small.trace(0)});
        QCOMPARE(window.focus()->focus().step, QStringLiteral("source.embedded"));
        window.findChild<BatchBar*>()->goTo(WalkStop::Backward);
        window.showNews(WalkedStep());
        QCOMPARE(window.focus()->focus(), before);
    }

    void takeOver_keepsTheFocusBeforeTheWalk() {
        MainWindow window;
        const SmallWalk own;
        window.showNews(news::Traced{own.trace(0)});
        Focus before;
        before.step = QStringLiteral("encoder.0.self_attn.scores");
        window.focus()->set(before);
        window.showNews(m_small.step());
        window.showNews(news::Traced{m_small.trace(0)});
        MainWindow other; // is told again what there is, and then goes on
        other.showNews(m_small.step());
        other.takeOver(window);
        other.showNews(news::Traced{m_small.trace(0)});
        other.showNews(WalkedStep());
        QCOMPARE(other.focus()->focus(), before);
    }

    void smallLosses_keepTheirDigits() {
        WalkedStep step = m_small.step();
        step.examples[0].lossBefore = 0.00042;
        step.examples[0].lossAfter = 0.00031;
        step.lossBefore = 0.00052;
        step.lossAfter = 0.0000098;
        BatchBar bar(&m_focus);
        bar.setSteps(Steps(m_small.trace(0)->graph));
        bar.show(step);
        const QString told = bar.findChild<ExampleCards*>()->item(0)->text();
        QCOMPARE(told, QStringLiteral("0.000420 → 0.000310"));
        const QString title = bar.findChild<QLabel*>(QStringLiteral("batchTitle"))->text();
        QVERIFY2(title.contains(QStringLiteral("0.0005200 → 9.800×10⁻⁶")), qPrintable(title));
    }

    void mainWindow_swapsTheExampleForTheBatchAndBack() {
        MainWindow window;
        window.restore();
        window.setWindowState(Qt::WindowNoState);
        window.resize(1024, 640);
        window.arrange();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* bar = window.findChild<BatchBar*>();
        QVERIFY(!bar->isVisible());
        const auto* place = window.findChild<QDockWidget*>(QStringLiteral("example"));
        const auto* charts = window.findChild<QDockWidget*>(QStringLiteral("train"));
        const int height = place->height();
        const int chartsHeight = charts->height();
        test::Asked<intent::WalkStep> wanted(window.intents());
        QTest::keyClick(&window, Qt::Key_W);
        QCOMPARE(wanted.count(), 1);
        window.showNews(m_small.step());
        window.showNews(news::Traced{m_small.trace(0)});
        QVERIFY(bar->isVisible());
        QVERIFY(window.commands()[Command::WalkStep]->isChecked());
        QCOMPARE(window.focus()->focus().step, QStringLiteral("source.embedded"));

        test::Asked<intent::TakeWalkedStep> taken(window.intents());
        test::Asked<intent::Train> runOn(window.intents());
        test::Asked<intent::LeaveWalk> left(window.intents());
        QTest::mouseClick(bar->findChild<QPushButton*>(QStringLiteral("takeStep")), Qt::LeftButton);
        QTest::mouseClick(bar->findChild<QPushButton*>(QStringLiteral("runOn")), Qt::LeftButton);
        QTest::keyClick(&window, Qt::Key_W);
        QCOMPARE(taken.count(), 1);
        QCOMPARE(runOn.count(), 1);
        QCOMPARE(left.count(), 1);
        QTRY_COMPARE(place->height(), place->sizeHint().height());
        QVERIFY(place->height() > height);
        QTRY_COMPARE(charts->height(), chartsHeight);
        window.showNews(WalkedStep());
        QVERIFY(!bar->isVisible());
        QTRY_COMPARE(place->height(), height); // no empty room is left behind
        QTRY_COMPARE(charts->height(), chartsHeight);
    }

private:
    SmallWalk m_small;
    FocusModel m_focus;
};

} // namespace gf::tst_batch

#include "tests/entry.h"
GF_TEST(tst_batch, TestBatch)
#include "tst_batch.moc"
