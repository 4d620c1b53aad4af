// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/training_progress.h"
#include "app/session/training/run_validation.h"
#include "core/measure/health.h"

#include <QTest>

namespace gf::tst_training_progress {

namespace {

StepResult stepWith(Index step, double loss) {
    StepResult result;
    result.step = step;
    result.loss = loss;
    return result;
}

TrainingStatus statusOf(const TrainingProgress& progress, Index step) {
    TrainingStatus status;
    progress.describe(status, step);
    return status;
}

} // namespace

class TestTrainingProgress : public QObject {
    Q_OBJECT

private slots:
    /// Who goes on from an earlier step must not read of the run's beginning for as long again.
    void measurement_isAsOldAsTheLastOneThatIsKept() {
        Metrics metrics;
        QVERIFY(isMeasurementOld(metrics, 100));
        metrics.add(Metrics::Measurement{1, 3, 0});
        metrics.add(Metrics::Measurement{101, 1, 0.5F});
        QVERIFY(!isMeasurementOld(metrics, 189));
        metrics.dropAfter(89);
        QVERIFY(!isMeasurementOld(metrics, 89));
        QVERIFY(isMeasurementOld(metrics, 101));
    }

    void takeLoss_isTheMeanOfWhatIsNew() {
        TrainingProgress progress;
        progress.begin(10, 0);
        QVERIFY(!progress.takeLoss());
        for (const double loss : {1.0, 3.0}) {
            progress.add(stepWith(progress.last().step + 1, loss), 1);
            progress.addLoss(loss);
        }
        const auto point = progress.takeLoss();
        QVERIFY(point);
        QCOMPARE(point->step, 12);
        QCOMPARE(point->loss, 2.0F);
        QVERIFY(!progress.takeLoss());
    }

    void isPointDue_atMost240TimesASecond() {
        TrainingProgress progress;
        progress.begin(0, 0);
        progress.add(stepWith(1, 1), 1.0 / 480);
        progress.addLoss(1);
        QVERIFY(!progress.isPointDue());
        progress.addLoss(1);
        QVERIFY(progress.isPointDue());
    }

    /// However fast a run is: what is said of its health needs so many.
    void isPointDue_oftenEnoughToTellAPlateau() {
        TrainingProgress progress;
        progress.begin(0, 0);
        Metrics metrics;
        for (Index step = 1; step <= health::shortestPlateau; ++step) {
            progress.add(stepWith(step, 2), 1e-6);
            progress.addLoss(2);
            if (progress.isPointDue())
                metrics.add(*progress.takeLoss());
        }
        const Health health = healthOf(metrics, {.steps = health::shortestPlateau, .guess = 2});
        QCOMPARE(health.state, Health::State::Stuck);
    }

    void status_saysWhatNoFileHas() {
        TrainingProgress progress;
        progress.begin(100, 2.5);
        QCOMPARE(statusOf(progress, 100).loss, 2.5);
        QCOMPARE(statusOf(progress, 100).unsavedSteps, 0);
        progress.add(stepWith(101, 2), 0.5);
        QCOMPARE(statusOf(progress, 101).unsavedSteps, 1);
        QCOMPARE(statusOf(progress, 101).unsavedSeconds, 0.5);
        progress.setSaved(101);
        QCOMPARE(statusOf(progress, 101).unsavedSteps, 0);
        QCOMPARE(statusOf(progress, 101).unsavedSeconds, 0.0);
    }

    void goToBranch_isOfWhatTheFileHasNot() {
        TrainingProgress progress;
        progress.begin(100, 1);
        progress.addLoss(1);
        progress.goToBranch(40, 3);
        QVERIFY(!progress.takeLoss()); // it was of the branch before
        QCOMPARE(progress.last().loss, 3.0);
        QCOMPARE(statusOf(progress, 45).unsavedSteps, 5);
    }
};

} // namespace gf::tst_training_progress

#include "tests/entry.h"
GF_TEST(tst_training_progress, TestTrainingProgress)
#include "tst_training_progress.moc"
