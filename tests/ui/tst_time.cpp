// SPDX-License-Identifier: GPL-3.0-or-later
#include "fresh_window.h"
#include "small_model.h"
#include "some_metrics.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/figure/heatmap_view.h"
#include "ui/stage/stage_widget.h"
#include "ui/time/checkpoint_strip.h"
#include "ui/time/memory_dialog.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"
#include "ui/time/time_slider.h"
#include "ui/train/custom_plot.h"
#include "ui/train/loss_chart.h"
#include "ui/window/key_guard.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace gf::tst_time {

namespace {

TimeStatus statusOf(QVector<qint64> checkpoints, std::optional<qint64> shown = {}) {
    TimeStatus status;
    status.present = checkpoints.back();
    status.checkpoints = std::move(checkpoints);
    status.shown = shown;
    status.asked = shown;
    status.branches = {{1, 0, status.present, true}};
    status.bytes = 3 << 20;
    status.limit = qint64{256} << 20;
    status.checkpointBytes = 1 << 20;
    return status;
}

} // namespace

/// The time machine in the window, without an engine behind it.
class TestTime : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;
    KeyGuard m_guard;

    TimeControl& time() { return *m_window->time(); }
    TimeSlider* slider() { return time().panel()->slider(); }
    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }
    bool enabled(Command command) const { return m_window->commands()[command]->isEnabled(); }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        qApp->installEventFilter(&m_guard);
    }

    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(RunInfo());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        time().showTime(statusOf({0, 10, 20, 30, 40}));
    }

    void cleanup() { m_window.reset(); }

    void slider_standsAtThePresentAtFirst() {
        QVERIFY(slider()->atPresent());
        QCOMPARE(slider()->step(), 40);
        QVERIFY(time().strip()->isHidden());
        QVERIFY(!enabled(Command::BackToNow));
        QVERIFY(!enabled(Command::ContinueHere));
        QVERIFY(enabled(Command::EarlierCheckpoint));
    }

    void keyboard_movesThroughTheCheckpoints() {
        test::Asked<intent::LookAt> look(m_window->intents());
        slider()->setFocus();
        QTest::keyClick(slider(), Qt::Key_Left);
        QCOMPARE(look.takeFirst().step, 30);
        QTest::keyClick(slider(), Qt::Key_Home);
        QCOMPARE(look.takeFirst().step, 0);
        test::Asked<intent::BackToNow> back(m_window->intents());
        QTest::keyClick(slider(), Qt::Key_End);
        QCOMPARE(back.count(), 1);
        // And from anywhere.
        child<StageWidget>()->setFocus();
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(look.takeFirst().step, 30);
    }

    void forgottenCheckpoint_isAnsweredByTheNearestOne() {
        test::Asked<intent::LookAt> look(m_window->intents());
        m_window->commands()[Command::EarlierCheckpoint]->trigger();
        QCOMPARE(look.takeFirst().step, 30);
        TimeStatus answer = statusOf({0, 10, 20, 40}, 20);
        answer.asked = 30;
        time().showTime(answer);
        QCOMPARE(slider()->step(), 20); // the handle is where the window looks
        m_window->commands()[Command::EarlierCheckpoint]->trigger();
        QCOMPARE(look.takeFirst().step, 10);
    }

    void textField_keepsTheKeyThatMovesByWords() {
        test::Asked<intent::LookAt> look(m_window->intents());
        auto* source = child<QLineEdit>("source");
        source->setText("3 march 1997");
        source->setFocus();
        QTest::keyClick(source, Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(source->cursorPosition(), 8);
        QCOMPARE(look.count(), 0);
        QTest::keyClick(source, Qt::Key_Escape);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(look.count(), 1);
    }

    void handle_isDraggedByAnyPartOfIt_data() {
        QTest::addColumn<double>("height");
        for (const double height : {0.1, 0.5, 0.7, 0.9})
            QTest::addRow("%.1f", height) << height;
    }
    void handle_isDraggedByAnyPartOfIt() {
        QFETCH(double, height);
        const int y = static_cast<int>(slider()->height() * height);
        const QPoint end(slider()->width() - 8, y), middle(slider()->width() / 2, y);
        QTest::mousePress(slider(), Qt::LeftButton, {}, end);
        QVERIFY(slider()->atPresent());
        QTest::mouseMove(slider(), middle);
        QCOMPARE(slider()->step(), 20);
        QTest::mouseRelease(slider(), Qt::LeftButton, {}, middle);
        QCOMPARE(slider()->step(), 20);
    }

    void sliderClick_goesToTheCheckpointUnderThePointer() {
        test::Asked<intent::LookAt> look(m_window->intents());
        QTest::mouseClick(slider(), Qt::LeftButton, {},
                          QPoint(slider()->width() / 2, slider()->height() - 6));
        QCOMPARE(look.count(), 1);
        QCOMPARE(look[0].step, 20);
    }

    /// Steps are as far apart as they are on the chart above.
    void slider_hasTheAxisOfTheChart() {
        TimeSlider alone;
        alone.resize(500, 30);
        alone.setStatus(statusOf({0, 10, 90, 100}), true);
        alone.setAxis(200);
        QSignalSpy moved(&alone, &TimeSlider::moved);
        const auto click = [&](double part) {
            const int handle = alone.style()->pixelMetric(QStyle::PM_SliderLength, nullptr, &alone);
            const double x = handle / 2.0 + part * (alone.width() - handle);
            QTest::mouseClick(&alone, Qt::LeftButton, {}, QPoint(static_cast<int>(x), 20));
            return alone.step();
        };
        QCOMPARE(click(0.04), 10);  // step 8 of 200
        QCOMPARE(click(0.4), 90);   // 80
        QCOMPARE(click(0.99), 100); // beyond the last
        QCOMPARE(click(0), 0);
        QCOMPARE(moved.count(), 4);
        // It stands under the curves.
        m_window->resize(1440, 900);
        QCoreApplication::processEvents();
        const auto* chart = child<LossChart>();
        QVERIFY(chart->isVisible());
        const auto placeOf = [&](const QWidget* widget) {
            return widget->mapTo(m_window.get(), QPoint());
        };
        QVERIFY(placeOf(slider()).x() >= placeOf(chart).x());
        QVERIFY(placeOf(slider()).x() + slider()->width() <= placeOf(chart).x() + chart->width());
        QVERIFY(placeOf(slider()).y() >= placeOf(chart).y() + chart->height());
    }

    void lossCurveClick_goesToTheNearestCheckpoint() {
        auto* chart = child<LossChart>();
        const test::Asked<intent::LookAt> look(m_window->intents());
        emit chart->stepClicked(18);
        QCOMPARE(look.count(), 1);
        QCOMPARE(look[0].step, 20);
        // The end of the curve is now.
        const test::Asked<intent::BackToNow> back(m_window->intents());
        emit chart->stepClicked(41);
        QCOMPARE(back.count(), 1);
    }

    void strip_saysThatThePastIsShown() {
        auto* stage = child<StageWidget>();
        const auto now = stage->trace();
        slider()->setValue(1);
        TimeStatus past = statusOf({0, 10, 20, 30, 40}, 10);
        time().showTime(past);
        QVERIFY(time().strip()->isVisible());
        QVERIFY(time().strip()->text().contains("10"));
        QVERIFY(time().strip()->text().contains("40"));
        QVERIFY(enabled(Command::BackToNow));
        QVERIFY(enabled(Command::ContinueHere));
        time().showTime(statusOf({0, 10, 20, 30, 40}));
        QVERIFY(time().strip()->isHidden());
    }

    void checkpoint_hasItsOwnColourRange() {
        Focus focus;
        focus.step = "encoder.0.self_attn.scores";
        m_window->focus()->set(focus);
        const auto* stage = child<StageWidget>();
        const auto now = stage->trace();
        const auto range = [&] { return stage->canvas().view(0)->data().colourRange(); };
        const auto before = range();
        const auto show = [&](float factor, std::optional<qint64> step) {
            auto other = std::make_shared<Trace>(*now);
            for (Tensor& value : other->values)
                for (float& number : value.values())
                    number *= factor;
            time().showTime(statusOf({0, 10, 20, 30, 40}, step));
            m_window->showNews(news::Traced{other});
        };
        // While the handle is dragged the scale stays, but no number ever lies outside of it.
        slider()->setSliderDown(true);
        slider()->setValue(1);
        show(0.5F, 10);
        QCOMPARE(range(), before);
        show(2, 20);
        QCOMPARE(range().second, 2 * before.second);
        show(0.5F, 10);
        slider()->setSliderDown(false);
        QCOMPARE(range().second, 0.5 * before.second);
        // Moments that are gone to one by one.
        slider()->setValue(2);
        show(2, 20);
        QCOMPARE(range().second, 2 * before.second);
        show(1, {});
        QCOMPARE(range(), before);
    }

    void strip_goesBackToNowOrContinues() {
        time().showTime(statusOf({0, 10, 20, 30, 40}, 10));
        test::Asked<intent::BackToNow> back(m_window->intents());
        test::Asked<intent::ContinueHere> on(m_window->intents());
        QTest::mouseClick(child<QPushButton>("backToNow"), Qt::LeftButton);
        QCOMPARE(back.count(), 1);
        QTest::mouseClick(child<QPushButton>("continueHere"), Qt::LeftButton);
        QCOMPARE(on.count(), 1);
    }

    void handle_staysUntilTheWantedCheckpointIsShown() {
        slider()->setValue(3);
        slider()->setValue(1);
        time().showTime(statusOf({0, 10, 20, 30, 40}, 30)); // the older request
        QCOMPARE(slider()->step(), 10);
        time().showTime(statusOf({0, 10, 20, 30, 40}, 10));
        QCOMPARE(slider()->step(), 10);
        time().showTime(statusOf({0, 10, 20, 30, 40, 50}));
        QVERIFY(slider()->atPresent());
    }

    void difference_needsTwoPins() {
        test::Asked<intent::SetPin> pin(m_window->intents());
        m_window->commands()[Command::PinA]->trigger();
        const auto requested = pin.takeFirst();
        QVERIFY(requested.pin == 0);
        QVERIFY(requested.pinned);
        QVERIFY(!enabled(Command::Difference));
        TimeStatus status = statusOf({0, 10, 20, 30, 40});
        status.pins = {10, 40};
        time().showTime(status);
        QVERIFY(enabled(Command::Difference));
        test::Asked<intent::ShowDifference> difference(m_window->intents());
        m_window->commands()[Command::Difference]->trigger();
        QCOMPARE(difference.count(), 1);
        status.comparedRuns = true;
        status.shown = 10;
        time().showTime(status);
        status.difference = true;
        time().showTime(status);
        const auto* strip = child<QFrame>("momentStrip");
        QVERIFY(strip->width() >= strip->sizeHint().width()); // longer words than before
        QVERIFY(time().strip()->text().contains("less training step 10"));
        QVERIFY(!child<QPushButton>("continueHere")->isVisible());
    }

    void replay_runsFromTheBeginningToNow() {
        test::Asked<intent::LookAt> look(m_window->intents());
        test::Asked<intent::BackToNow> back(m_window->intents());
        m_window->commands()[Command::Replay]->trigger();
        QTRY_COMPARE(back.count(), 1);
        QCOMPARE(look.count(), 4);
        QCOMPARE(look.front().step, 0);
        QCOMPARE(look.back().step, 30);
    }

    void branches_haveTheirOwnLossCurve() {
        const auto* chart = child<LossChart>();
        const SharedMetrics first = test::metricsOf({{10, 2}, {20, 1.5F}, {30, 1.2F}, {40, 1.1F}});
        const SharedMetrics second = test::metricsOf({{10, 2}, {20, 1.5F}});
        m_window->showNews(news::RunMetrics{{first}});
        QCOMPARE(&chart->metrics(), first.get());
        m_window->showNews(news::RunMetrics{{second}, first});
        QCOMPARE(&chart->metrics(), second.get());
        QCOMPARE(chart->left(), first);
        // The one that was left reaches further than the one that is trained.
        QTRY_VERIFY(chart->findChild<QCustomPlot*>()->xAxis->range().upper >= 40);
        m_window->showNews(news::RunMetrics{{second}}); // it was discarded
        QVERIFY(!chart->left());
        QTRY_VERIFY(chart->findChild<QCustomPlot*>()->xAxis->range().upper < 40);
    }

    void branchMenu_offersReturningAndDiscarding() {
        TimeStatus branched = statusOf({0, 10, 20});
        branched.branch = 2;
        branched.branches = {{1, 0, 40, true}, {2, 20, 20, false}};
        time().showTime(branched);
        QMenu* menu = child<QToolButton>("branches")->menu();
        test::Asked<intent::ReturnTo> wanted(m_window->intents());
        test::Asked<intent::Discard> discarded(m_window->intents());
        emit menu->aboutToShow();
        QStringList texts;
        for (QAction* action : menu->actions()) {
            texts += action->text();
            if (action->text().startsWith("Branch 1") || action->text().startsWith("Discard"))
                action->trigger();
        }
        QCOMPARE(wanted.takeFirst().branch, 1);
        QCOMPARE(discarded.takeFirst().branch, 1);
        QVERIFY(!texts.filter("Memory").isEmpty());
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), texts.size());
    }

    void reopenedRun_saysThatCheckpointsWereNotSaved() {
        auto* memory = m_window->findChild<QLabel*>("momentMemory");
        TimeStatus status;
        status.checkpoints = {1600};
        status.present = 1600;
        status.checkpointBytes = status.bytes = 1 << 20;
        m_window->time()->showTime(status);
        QVERIFY2(memory->text().contains("not saved"), qPrintable(memory->text()));
        QVERIFY(memory->toolTip().contains("Memory of the time machine"));
        status.checkpoints = {1600, 1610};
        status.present = 1610;
        m_window->time()->showTime(status);
        QVERIFY(!memory->text().contains("not saved"));
    }

    void memory_saysWhenItHasNoRoomForTwoCheckpoints() {
        auto* memory = m_window->findChild<QLabel*>("momentMemory");
        TimeStatus status;
        status.checkpoints = {20};
        status.present = 20;
        status.limit = 1 << 20;
        m_window->time()->showTime(status);
        QVERIFY2(!memory->text().contains("not saved"), qPrintable(memory->text()));
        QVERIFY2(memory->text().contains("no room for two"), qPrintable(memory->text()));
        QVERIFY2(memory->toolTip().contains("1 MiB"), qPrintable(memory->toolTip()));
    }

    /// The run may go on beneath the dialog.
    void memoryDialog_saysWhatIsInUseNow() {
        m_window->commands()[Command::TimeMemory]->trigger();
        auto* dialog = child<MemoryDialog>();
        QVERIFY(dialog);
        auto* use = dialog->findChild<QLabel*>("historyUse");
        const QString before = use->text();
        TimeStatus status = statusOf({0, 5});
        status.bytes = 3'000'000;
        time().showTime(status);
        QVERIFY(use->text() != before);
        dialog->reject();
    }

    void memoryLimit_isSetAndRemembered() {
        test::Asked<intent::SetLimit> limit(m_window->intents());
        test::Asked<intent::KeepInFile> keep(m_window->intents());
        m_window->commands()[Command::TimeMemory]->trigger();
        auto* dialog = child<MemoryDialog>();
        QVERIFY(dialog);
        dialog->findChild<QSpinBox*>("historyLimit")->setValue(64);
        dialog->findChild<QCheckBox*>("keepHistory")->setChecked(true);
        dialog->accept();
        QCOMPARE(limit.takeFirst().bytes, qint64{64} << 20);
        QCOMPARE(keep.takeFirst().kept, true);
        // The next run, which begins with the usual limit, is told of it.
        m_window->showNews(RunInfo());
        time().showTime(statusOf({0}));
        QCOMPARE(limit.takeFirst().bytes, qint64{64} << 20);
    }
};

} // namespace gf::tst_time

#include "tests/entry.h"
GF_TEST(tst_time, TestTime)
#include "tst_time.moc"
