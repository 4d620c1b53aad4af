// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of the run that is open, and how training is controlled from it.
#include "some_metrics.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/learn_dialog.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/example/token_bars.h"
#include "ui/figure/heatmap_view.h"
#include "ui/present/place_bar.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_view.h"
#include "ui/theme/motion.h"
#include "ui/time/time_control.h"
#include "ui/train/idle_text.h"
#include "ui/train/loss_chart.h"
#include "ui/window/banner.h"
#include "ui/window/main_window.h"
#include "ui/window/toolbar.h"
#include "window_fixture.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <optional>

namespace gf::tst_window_run {

class TestWindowRun : public test::WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    /// Who presses Train as the tour ends wants it to go on, and it has just begun to.
    void train_justAfterTheTourDoesNotPause() {
        test::Asked<intent::Pause> paused(m_window->intents());
        test::Asked<intent::Train> trained(m_window->intents());
        QAction* train = m_window->commands()[Command::Train];
        TrainingStatus status;
        status.idleReason = IdleReason::GuidedTour;
        m_window->showNews(status);
        status.idleReason = IdleReason::None;
        status.running = true;
        m_window->showNews(status);
        train->trigger();
        QCOMPARE(paused.count(), 0);
        QCOMPARE(trained.count(), 1);
        QVERIFY(train->isChecked());
        train->trigger();
        QCOMPARE(paused.count(), 1);
    }

    /// Of the steps beside the one in focus as many are named as find room.
    void placeBar_cutsNoStep() {
        m_window->focus()->setStep(QStringLiteral("decoder.0.cross_attn.heads"));
        PlaceBar bar;
        bar.show(m_window->steps(), m_window->focus()->focus());
        const auto* block = bar.findChild<QLabel*>("block");
        for (const int width : {1200, 500, 300, 1200}) {
            bar.resize(width, 120);
            bar.show();
            QCoreApplication::processEvents();
            QVERIFY(block->text().contains("heads"));
            QVERIFY2(block->sizeHint().width() <= width - 48, qPrintable(block->text()));
        }
    }

    void healthLine_saysThatNothingWasTrainedYet() {
        TrainingStatus status;
        status.health.state = Health::State::Begun;
        m_window->showNews(status);
        QCOMPARE(child<QLabel>("health")->text(), QStringLiteral("Not trained yet."));
        status.step = 1;
        m_window->showNews(status);
        QVERIFY(child<QLabel>("health")->text().startsWith("Hardly better"));
    }

    void stageFacts_sayThatARunHasHardlyLearnt() {
        using enum Health::State;
        const auto facts = [&] { return child<QLabel>("stageFacts")->text(); };
        TrainingStatus status;
        status.health = {Begun};
        m_window->showNews(status);
        const int height = child<QLabel>("stageFacts")->height();
        QVERIFY(facts().contains("hardly trained yet"));
        auto fresh = std::make_shared<Trace>(*child<StageWidget>()->trace());
        fresh->step = 0;
        m_window->showNews(news::Traced{fresh});
        QVERIFY2(facts().contains("not trained yet"), qPrintable(facts()));
        QVERIFY(!facts().contains("clearer")); // nobody knows
        for (const Health::State state : {Learning, Learnt, Plateau, ByHeart}) {
            status.health = {state};
            m_window->showNews(status);
            QVERIFY(!facts().contains("hardly"));
            QVERIFY(facts().contains("operation"));
            QCoreApplication::processEvents();
            QCOMPARE(child<QLabel>("stageFacts")->height(), height); // nothing has moved
        }
        status.health = {Stuck, 1250};
        m_window->showNews(status);
        QVERIFY(facts().contains("hardly better than a guess since training step 1,250"));
        QCoreApplication::processEvents();
        QCOMPARE(child<QLabel>("stageFacts")->height(), height);
    }

    /// Whatever it says, nothing beside it moves.
    void healthLine_saysHowTheRunDoesInOneLine() {
        using enum Health::State;
        m_window->resize(1440, 900);
        m_window->showNews(test::smallRun());
        QCoreApplication::processEvents(); // the charts have their height now
        auto* line = child<QWidget>("healthLine");
        const QRect chart = child<LossChart>()->geometry();
        const int height = line->height();
        QString before;
        for (const Health::State state :
             {Unknown, Begun, Learning, Learnt, Plateau, Stuck, Worse, Diverged, ByHeart}) {
            TrainingStatus status = test::statusAt(500, true);
            status.health = {state, 300};
            m_window->showNews(status);
            QCoreApplication::processEvents();
            QVERIFY(line->isVisible());
            const auto* said = child<QLabel>("health");
            QVERIFY(!said->text().isEmpty() && said->text() != before);
            QVERIFY2(!said->text().contains(QChar(0x2026)), qPrintable(said->text())); // all of it
            QVERIFY(said->accessibleDescription().startsWith(said->text()));
            QCOMPARE(said->text().contains("300"), state >= Plateau);
            QCOMPARE(line->height(), height);
            QCOMPARE(child<LossChart>()->geometry(), chart);
            before = said->text();
        }
        QVERIFY(!child<QLabel>("health")->accessibleName().isEmpty());
        // Another run has its own.
        m_window->showNews(test::smallRun());
        QVERIFY(!child<QLabel>("health")->text().contains("300"));
        // Of runs that are compared it is A's.
        m_window->showNews(ComparisonInfo{{"norm", {"pre", "post"}}, 2.5});
        QVERIFY(child<QLabel>("health")->text().startsWith("A: "));
        m_window->showNews(news::ComparisonEnded());
        QVERIFY(!child<QLabel>("health")->text().startsWith("A: "));
    }

    void healthLine_offersOneThingThatIsDone() {
        using enum Health::State;
        RunInfo run = test::smallRun();
        run.learningRate = 0.02;
        m_window->showNews(run);
        auto* button = child<QToolButton>("healthAction");
        TrainingStatus status = test::statusAt(500, true);
        status.unsavedSteps = 0; // nothing that somebody would miss
        const auto say = [&](const Health& health) {
            status.health = health;
            m_window->showNews(status);
        };
        say({Learning});
        QVERIFY(button->isHidden()); // it trains
        status.running = false;
        status.idleReason = IdleReason::StepsDone;
        say({Learning});
        QCOMPARE(button->text(), QStringLiteral("Train on"));
        const test::Asked<intent::Train> train(m_window->intents());
        button->click();
        QCOMPARE(train.count(), 1);

        const test::Asked<intent::SetLearningRate> rate(m_window->intents());
        const test::Asked<intent::Reset> reset(m_window->intents());
        say({Stuck, 20});
        QCOMPARE(button->text(), QStringLiteral("Start over with the rate 0.002"));
        button->click();
        QCOMPARE(rate.count(), 1);
        QCOMPARE(rate[0].rate, 0.002);
        QCOMPARE(reset.count(), 1);
        say({Plateau, 20});
        QCOMPARE(button->text(), QStringLiteral("Lower the rate to 0.0067"));
        button->click();
        QCOMPARE(rate[1].rate, 0.0067);

        const test::Asked<intent::AnotherExample> another(m_window->intents());
        say({Learnt});
        button->click();
        QCOMPARE(another.count(), 1);

        // To a checkpoint that is there.
        const test::Asked<intent::LookAt> look(m_window->intents());
        TimeStatus time;
        time.checkpoints = {0, 133, 290, 500};
        time.present = 500;
        m_window->showNews(time);
        for (const Health::State state : {Worse, Diverged, ByHeart}) {
            say({state, 400, 300});
            QCOMPARE(button->text(), QStringLiteral("Go back to training step 290"));
        }
        button->click();
        QCOMPARE(look.count(), 1);
        QCOMPARE(look[0].step, 290);
        say({Diverged, 2, 0}); // nothing good is left but the beginning
        QVERIFY(button->text().startsWith("Start over"));
        say({ByHeart, 100, 100});
        QCOMPARE(button->text(), QStringLiteral("Take more data…"));

        // There it trains on, if that is good.
        status.idleReason = IdleReason::Past;
        time.shown = 290;
        m_window->showNews(time);
        say({Learning});
        const test::Asked<intent::ContinueHere> here(m_window->intents());
        button->click();
        QCOMPARE(here.count(), 1);
        say({Stuck, 20});
        QVERIFY(button->isHidden());
        time.shown.reset();
        m_window->showNews(time);

        status.idleReason = IdleReason::Diverged;
        say({Diverged, 480, 300});
        m_window->showNews(gf::Diverged{480, "decoder.0.ffn.hidden", 470});
        QCOMPARE(button->text(), QStringLiteral("Go back to training step 470"));
        const test::Asked<intent::GoBack> back(m_window->intents());
        button->click();
        QCOMPARE(back.count(), 1);
    }

    void healthLine_saysInItsTipWhatItLikelyComesFrom() {
        RunInfo run = test::smallRun();
        run.learningRate = 0.05;
        run.configuration = {{"norm", "post"}};
        run.training = {{"schedule", "constant"}, {"warmup", 400}};
        run.dataFile = "pairs.tsv";
        run.keptAside = 2;
        m_window->showNews(run);
        TrainingStatus status = test::statusAt(500, true);
        status.health = {Health::State::Stuck, 100};
        m_window->showNews(status);
        const auto tip = [&] { return child<QLabel>("health")->toolTip(); };
        for (const char* part : {"Stuck since training step 100", "at most 0.05",
                                 "Post-LN without a warm-up", "2 are kept aside"})
            QVERIFY2(tip().contains(part), part);
        m_window->showNews(RunSettings{0.005, 32, "cpu", run.training});
        QVERIFY(tip().contains("at most 0.005"));
        status.health = {Health::State::Learning};
        m_window->showNews(status);
        QVERIFY(!tip().contains("rate"));
        // Only causes of this run.
        run.configuration = {{"norm", "pre"}};
        run.training = {{"schedule", "noam"}, {"warmup", 100}};
        run.dataFile.clear();
        m_window->showNews(run);
        status.health = {Health::State::Plateau, 100};
        m_window->showNews(status);
        for (const char* part : {"Post-LN", "no warm-up", "kept aside"})
            QVERIFY2(!tip().contains(part), part);
    }

    /// Where the curves are folded away, what is wrong stands beside the step.
    void foldedCurves_leaveTheVerdictInTheState() {
        m_window->resize(1440, 900);
        m_window->showNews(test::smallRun());
        QCoreApplication::processEvents();
        child<QToolButton>("curves")->click();
        TrainingStatus status = test::statusAt(500, true);
        status.health = {Health::State::Stuck, 100};
        m_window->showNews(status);
        QVERIFY(!child<QWidget>("healthLine")->isVisible());
        QVERIFY(child<QLabel>("state")->text().contains("Stuck since training step 100"));
        status.health = {Health::State::Learning};
        m_window->showNews(status);
        QVERIFY(!child<QLabel>("state")->text().contains("Stuck"));
        child<QToolButton>("curves")->click();
    }

    void state_isThatOfTheCheckpointShown() {
        const auto state = [&] { return child<QLabel>("state")->text(); };
        m_window->resize(2400, 640); // for all of it
        QCoreApplication::processEvents();
        RunInfo run = test::smallRun();
        run.keptAside = 256;
        m_window->showNews(run);
        std::vector<Metrics::Measurement> measured{{100, 2, 0.125F}, {600, 0.1F, 1}};
        const auto measure = [&](const Metrics::Measurement& one) {
            measured.push_back(one);
            m_window->showNews(news::RunMetrics{{test::metricsOf({}, measured)}});
        };
        m_window->showNews(news::RunMetrics{{test::metricsOf({}, measured)}});
        TrainingStatus status = test::statusAt(640, false);
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
        measure({640, 0.1F, 0.5F});
        QVERIFY(!state().contains("exact"));
        time.difference = true;
        lookAt({}, {});
        QVERIFY2(!state().contains("loss") && !state().contains("exact"), qPrintable(state()));
        time.difference = false;
        lookAt({}, {});
        for (const char* part : {"training step 640", "loss 0.0625", "50.0 % of 256"})
            QVERIFY2(state().contains(part), qPrintable(state()));
        // What is measured of a later step waits until that is named.
        measure({650, 0.1F, 0.75F});
        QVERIFY2(state().contains("50.0 % of 256"), qPrintable(state()));
        status.step = 650;
        m_window->showNews(status);
        QVERIFY2(state().contains("75.0 % of 256"), qPrintable(state()));
    }

    void state_saysOfHowManyExamplesTheShareIs() {
        RunInfo run = test::smallRun();
        run.keptAside = 2;
        m_window->showNews(run);
        m_window->showNews(test::statusAt(100, true));
        m_window->showNews(news::RunMetrics{{test::metricsOf({}, {{100, 2, 0}})}});
        auto* state = child<QLabel>("state");
        m_window->resize(1600, 640);
        QTRY_VERIFY2(state->text().contains("0.0 % of 2 kept aside exact"),
                     qPrintable(state->text()));
        QVERIFY(state->toolTip().replace('\n', ' ').contains("2 examples that are kept aside"));
        m_window->resize(1024, 640);
        QTRY_VERIFY2(state->text().contains("0.0 % of 2 exact"), qPrintable(state->text()));
    }

    void rateField_isNamedAfterItsSchedule() {
        RunInfo run = test::smallRun();
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

    void state_saysWhyTrainingStopped() {
        auto* state = child<QLabel>("state");
        for (int i = 1; i <= static_cast<int>(IdleReason::NeedsText); ++i) {
            TrainingStatus status = test::statusAt(1240, false);
            status.idleReason = static_cast<IdleReason>(i);
            status.idleStep = 1241;
            m_window->showNews(status);
            QVERIFY(!idleText(status).isEmpty());
            QVERIFY2(state->text().contains(idleText(status)), qPrintable(state->text()));
            QVERIFY(state->toolTip().contains(idleSentence(status.idleReason)));
        }
        TrainingStatus status = test::statusAt(1240, false);
        status.idleReason = IdleReason::Diverged;
        status.idleStep = 1241;
        QCOMPARE(idleText(status), QStringLiteral("diverged at training step 1,241"));
        m_window->showNews(test::statusAt(1240, true));
        QVERIFY(idleText(test::statusAt(1240, true)).isEmpty());
        QVERIFY(child<QLabel>("state")->text().contains("training step 1,240"));
    }

    void verdict_countsTheRightNextCharacters() {
        Prediction prediction;
        prediction.text = "on";
        prediction.next = {31, 42};
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->isVisible());
        QCOMPARE(child<QLabel>("verdict")->text(),
                 QStringLiteral("31 of 42 next characters right"));
        prediction.next = {1, 1};
        prediction.nextAreWords = true;
        m_window->showNews(prediction);
        QVERIFY(child<QLabel>("verdict")->text().startsWith("1 of 1 next token"));
    }

    void building_isSaidAndCanBeCancelled() {
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

    void newModelDialog_doesNotBeginWithARunOnBatches() {
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
            QCOMPARE(QString::fromStdString(dialog->request().task),
                     task.isEmpty() ? QStringLiteral("date") : task);
            QCOMPARE(!dialog->findChild<QToolButton*>("preset-present"), task.isEmpty());
            delete dialog;
        }
    }

    void trainDock_controlsTraining() {
        test::Asked<intent::Train> train(m_window->intents());
        test::Asked<intent::Pause> pause(m_window->intents());
        test::Asked<intent::StepOnce> once(m_window->intents());
        QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
        QCOMPARE(train.count(), 1);
        m_window->showNews(test::statusAt(10, true));
        QTest::mouseClick(child<QToolButton>("play"), Qt::LeftButton);
        QCOMPARE(pause.count(), 1);
        QTest::mouseClick(child<QToolButton>("once"), Qt::LeftButton);
        QCOMPARE(once.count(), 1);
        m_window->showNews(test::statusAt(1240, false));
        QVERIFY(child<QLabel>("state")->text().contains("training step 1,240"));
    }

    void openedModel_isGivenATextFirst() {
        ModelForm form;
        form.tasks = {{"text", "", true, TaskFile::Text}, {"pairs", "", true, TaskFile::Pairs}};
        m_window->setModelForm(form);
        auto* play = child<QToolButton>("play");
        auto* once = child<QToolButton>("once");
        auto* reset = child<QToolButton>("reset");
        const auto text = [&] { return m_window->commands()[Command::TrainOnText]; };
        RunInfo run;
        run.name = "gpt2";
        m_window->showNews(run); // one of our own
        QVERIFY(!text()->isEnabled());
        QVERIFY(text()->toolTip().contains("opened model"));
        QVERIFY(reset->isEnabled());

        run.opened = {{"layers", 2}};
        run.obstacle = "it has no examples";
        m_window->showNews(run);
        TrainingStatus status = test::statusAt(0, false);
        status.idleReason = IdleReason::NeedsText;
        m_window->showNews(status);
        QVERIFY(text()->isEnabled());
        QCOMPARE(play->text(), QStringLiteral("Train on a text…"));
        QVERIFY(play->isEnabled());
        QVERIFY(!once->isEnabled());
        test::Asked<intent::Train> train(m_window->intents());
        test::Asked<intent::LearnFrom> learn(m_window->intents());
        const auto asks = [&](const auto& act) {
            act();
            auto* dialog = child<LearnDialog>();
            const bool asked = dialog && dialog->isVisible();
            delete dialog;
            return asked;
        };
        QVERIFY(asks([&] { QTest::mouseClick(play, Qt::LeftButton); }));
        QVERIFY(asks([&] { m_window->perform(Command::Train, true); }));
        QVERIFY(asks([&] { m_window->perform(Command::TrainOnText, false); }));
        QCOMPARE(train.count(), 0);
        m_window->perform(Command::TrainOnText, false);
        auto* dialog = child<LearnDialog>();
        QVERIFY(dialog);
        dialog->learnFrom("pairs", "/own.tsv");
        dialog->accept();
        QCOMPARE(learn.count(), 1);
        QCOMPARE(learn.last().request.file, std::string("/own.tsv"));

        // It has one: it is trained as others are, but not begun anew.
        run.obstacle = {};
        m_window->showNews(run);
        m_window->showNews(test::statusAt(3, true));
        QCOMPARE(play->text(), QStringLiteral("Pause"));
        QVERIFY(once->isEnabled());
        QVERIFY(!reset->isEnabled());
        QVERIFY(text()->isEnabled());

        // What cannot learn from one says why.
        run.obstacle = run.textObstacle = "the model has no head";
        m_window->showNews(run);
        QVERIFY(!play->isEnabled());
        QVERIFY(play->toolTip().contains("no head"));
        const QAction* step = m_window->commands()[Command::TrainOnce]; // in the menu too
        QVERIFY(!step->isEnabled());
        QVERIFY(step->toolTip().contains("no head"));
        QVERIFY(!text()->isEnabled());
        QVERIFY(text()->toolTip().contains("no head"));
    }

    void samples_areNamedWithTheirTask() {
        RunInfo run;
        for (const char* name : {"text", "cloze"})
            run.tasks.push_back({{name, {}}, {"Sample text", {}}});
        m_window->showNews(run);
        QVERIFY(child<QComboBox>("task")->findText("text: Sample text") >= 0);
        QVERIFY(child<QComboBox>("task")->findText("cloze: Sample text") >= 0);
    }

    void state_isNotCutByAWiderField() {
        m_window->resize(1024, 640);
        QCoreApplication::processEvents();
        m_window->showNews(test::statusAt(1240, false));
        m_window->showNews(news::RunMetrics{{test::metricsOf({}, {{1240, 1, 0.975F}})}});
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

    void reopenedError_isNoShareOfRightAnswers() {
        RunInfo run = test::smallRun();
        run.measure = "squared error";
        m_window->showNews(run);
        m_window->showNews(test::statusAt(1240, false));
        m_window->showNews(
            news::RunMetrics{{test::metricsOf({}, {{1240, 1, 0}})}}); // as a file has
        const auto state = [this] { return child<QLabel>("state")->text(); };
        QVERIFY2(!state().contains('%') && !state().contains("error"), qPrintable(state()));
        m_window->showNews(news::RunMetrics{{test::metricsOf({}, {{1240, 1, 0, 0.25F}})}});
        QVERIFY2(state().contains("error 0.250"), qPrintable(state()));
    }

    void divergenceMessage_goesWhenTheRunGoesOn() {
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        m_window->showNews(test::statusAt(812, false));
        QVERIFY(child<Banner>("banner")->isVisible());
        m_window->showNews(test::statusAt(801, true));
        QTRY_VERIFY(!child<Banner>("banner")->isVisible());
    }

    void taskBox_returnsToTheRunningTaskAfterAFailure() {
        auto* tasks = child<QComboBox>("task");
        tasks->setCurrentIndex(2);
        m_window->showNews(news::Failure{"The file cannot be read."});
        QCOMPARE(tasks->currentText(), QStringLiteral("copy"));
    }

    void rateField_refusesWhatIsNoNumber() {
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

    void deviceBox_offersDevicesAndGreysWithAReason() {
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}},
                                       {"cuda:0", "cuda", "Card 7"},
                                       {"opencl:0", "opencl", "Card 8", 0, DeviceFault::Crashed},
                                       {"opencl:1", "opencl", "PoCL", 0, {}, {}, true}},
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
        TrainingStatus status = test::statusAt(100, true);
        status.stepsPerSecond = 2000;
        m_window->resize(2400, 900);
        m_window->showNews(status);
        QTRY_VERIFY(child<QLabel>("state")->text().contains("on Card 7 · CUDA"));
    }

    /// Whoever has the list open, or New model, sees it count.
    void deviceLists_showTheProgressOfTuning() {
        RunInfo run = test::smallRun();
        run.backend = "cpu";
        run.task = "copy";
        run.configuration = {{"layers", 1}};
        m_window->showNews(run);
        const auto tell = [this](const char* words) {
            m_window->showNews(DeviceList{{{"cpu", "cpu", {}}}, false, words, "once"});
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
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"cuda:0", "cuda", "Card 7"}}, true});
        for (QComboBox* each : {box, offered}) {
            QCOMPARE(each->itemData(1).toString(), QStringLiteral("cuda:0"));
            QVERIFY(each->model()->index(1, 0).flags() & Qt::ItemIsEnabled);
        }
    }

    void lostDeviceMessage_endsWithAnotherDevice() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(RunSettings{0.01, 8, "cpu", {}});
        m_window->showNews(news::Failure{"The run is on the processor now.", true});
        m_window->showNews(RunSettings{0.02, 8, "cpu", {}});
        QVERIFY(banner->isVisible());
        m_window->showNews(RunSettings{0.02, 8, "opencl:0", {}});
        QVERIFY(!banner->isVisible());
    }

    void state_saysWhatTheDevicePreparesInsteadOfSpeed() {
        m_window->resize(2400, 900);
        const auto* state = child<QLabel>("state");
        TrainingStatus status = test::statusAt(100, true);
        status.stepsPerSecond = 0;
        m_window->showNews(status);
        QTRY_VERIFY(state->text().contains("first training step…"));
        status.idleReason = IdleReason::Preparing;
        m_window->showNews(status);
        QTRY_VERIFY(state->text().contains("preparing the device"));
        QVERIFY(!state->text().contains("/s"));
    }

    void lastDevice_isChosenAgainOnceItIsFound() {
        const DeviceList some{{{"cpu", "cpu", {}}, {"cuda:0", "cuda", "Card 7"}}, true};
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
        m_window->showNews(test::smallRun());
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
        m_window->showNews(test::smallRun());
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"cuda:0", "cuda", "Card 9"}}, true});
        QCOMPARE(other.count(), 0);
    }

    void refusedSettings_giveWayToThoseOfTheRun() {
        RunInfo run;
        run.learningRate = 0.01;
        run.batch = 8;
        run.backend = "cpu";
        m_window->showNews(run);
        m_window->showNews(DeviceList{{{"cpu", "cpu", {}}, {"opencl:0", "opencl", "gpu"}}, true});
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

    void divergence_saysWhereAndOffersToGoBack() {
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

    void takeOver_keepsTheOfferToGoBack() {
        m_window->showNews(Diverged{812, "decoder.0.ffn.hidden", 800});
        MainWindow other;
        other.takeOver(*m_window);
        const test::Asked<intent::GoBack> back(other.intents());
        auto* banner = other.findChild<Banner*>("banner");
        QVERIFY2(banner->text().contains("812"), qPrintable(banner->text()));
        banner->findChild<QPushButton*>()->click();
        QCOMPARE(back.count(), 1);
        // What was settled is not offered again.
        m_window->showNews(test::statusAt(900, true));
        MainWindow third;
        third.takeOver(*m_window);
        QVERIFY(!third.findChild<Banner*>("banner")->text().contains("812"));
    }

    void offerToGoBack_returnsAfterOtherMessages() {
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
        m_window->showNews(test::statusAt(801, true));
        QVERIFY(banner->isVisible());
        QTest::mouseClick(banner->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!banner->isVisible());
    }

    void building_canBeCancelledAfterAnotherMessage() {
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

    void error_isOverWithTheNextRun() {
        m_window->showNews(news::Failure{"The file could not be read."});
        auto* banner = child<Banner>("banner");
        QVERIFY(banner->isVisible());
        m_window->showNews(test::smallRun());
        QVERIFY(!banner->isVisible());
    }
};

} // namespace gf::tst_window_run

#include "tests/entry.h"
GF_TEST(tst_window_run, TestWindowRun)
#include "tst_window_run.moc"
