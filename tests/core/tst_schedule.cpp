// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/schedule.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_schedule {
namespace {

/// Equal but for rounding in double precision.
bool near(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)) + 1e-15;
}

TrainConfig configOf(ScheduleKind schedule) {
    TrainConfig config;
    config.schedule = schedule;
    config.learningRate = 0.002;
    config.warmup = 100;
    config.steps = 1100;
    return config;
}

class TstSchedule : public QObject {
    Q_OBJECT

private slots:
    void constant_keepsItsRate() {
        const TrainConfig config = configOf(ScheduleKind::Constant);
        QCOMPARE(learningRateAt(config, 64, 1), 0.002);
        QCOMPARE(learningRateAt(config, 64, 100'000), 0.002);
    }

    /// Vaswani et al. 2017, eq. 3, written out.
    void noam_followsThePapersFormula() {
        TrainConfig config = configOf(ScheduleKind::Noam);
        config.learningRate = 1;
        config.warmup = 4000;
        for (const Index step : {1, 37, 3999, 4000, 4001, 100'000}) {
            const double t = static_cast<double>(step);
            const double expected =
                std::pow(512.0, -0.5) * std::min(std::pow(t, -0.5), t * std::pow(4000.0, -1.5));
            QVERIFY(near(learningRateAt(config, 512, step), expected));
        }
    }

    void noam_isHighestWhenTheWarmUpEnds() {
        const TrainConfig config = configOf(ScheduleKind::Noam);
        const double peak = learningRateAt(config, 64, 100);
        QVERIFY(peak > learningRateAt(config, 64, 99));
        QVERIFY(peak > learningRateAt(config, 64, 101));
        QVERIFY(near(peak, 0.002 / 8 / 10));
    }

    void noam_onlyFallsWithoutWarmUp() {
        TrainConfig config = configOf(ScheduleKind::Noam);
        config.warmup = 0;
        QVERIFY(near(learningRateAt(config, 64, 1), 0.002 / 8));
        QVERIFY(near(learningRateAt(config, 64, 4), 0.002 / 16));
    }

    void cosine_risesInALineAndFallsToZero() {
        const TrainConfig config = configOf(ScheduleKind::Cosine);
        QVERIFY(near(learningRateAt(config, 64, 1), 0.002 / 100));
        QVERIFY(near(learningRateAt(config, 64, 50), 0.001));
        QVERIFY(near(learningRateAt(config, 64, 100), 0.002));
        QVERIFY(near(learningRateAt(config, 64, 600), 0.001));
        QVERIFY(near(learningRateAt(config, 64, 350), 0.001 * (1 + std::sqrt(0.5))));
        QVERIFY(std::abs(learningRateAt(config, 64, 1100)) < 1e-15);
    }

    void cosine_staysAtZeroAfterTheLastStep() {
        const TrainConfig config = configOf(ScheduleKind::Cosine);
        QVERIFY(std::abs(learningRateAt(config, 64, 5000)) < 1e-15);
    }

    void peakLearningRate_isTheHighestOfTheSchedule() {
        for (const ScheduleKind kind :
             {ScheduleKind::Constant, ScheduleKind::Noam, ScheduleKind::Cosine}) {
            const TrainConfig config = configOf(kind);
            double highest = 0;
            for (Index step = 1; step <= 1100; ++step)
                highest = std::max(highest, learningRateAt(config, 64, step));
            QVERIFY(near(peakLearningRate(config, 64), highest));
        }
    }

    void chooseLearningRate_setsTheRateThatIsUsed() {
        TrainConfig noam = configOf(ScheduleKind::Noam);
        chooseLearningRate(noam, 0.003);
        QCOMPARE(learningRateAt(noam, 64, 1), 0.003);
        QCOMPARE(learningRateAt(noam, 64, 5000), 0.003);
        TrainConfig cosine = configOf(ScheduleKind::Cosine);
        chooseLearningRate(cosine, 0.003);
        QVERIFY(cosine.schedule == ScheduleKind::Cosine);
        QVERIFY(near(learningRateAt(cosine, 64, 100), 0.003));
    }

    void setPeakLearningRate_keepsTheSchedule() {
        for (const ScheduleKind kind :
             {ScheduleKind::Constant, ScheduleKind::Noam, ScheduleKind::Cosine}) {
            const TrainConfig before = configOf(kind);
            TrainConfig config = before;
            setPeakLearningRate(config, 64, 0.003);
            QVERIFY(config.schedule == kind);
            QVERIFY(near(peakLearningRate(config, 64), 0.003));
            // Every rate of the schedule by as much as its peak.
            const double factor = 0.003 / peakLearningRate(before, 64);
            for (const Index step : {1, 50, 100, 400, 900})
                QVERIFY(near(learningRateAt(config, 64, step),
                             factor * learningRateAt(before, 64, step)));
        }
    }

    void cosine_endsAtItsPeakWhereAllStepsAreWarmUp() {
        TrainConfig config = configOf(ScheduleKind::Cosine);
        config.steps = 100;
        QVERIFY(near(learningRateAt(config, 64, 100), 0.002));
        QVERIFY(std::abs(learningRateAt(config, 64, 101)) < 1e-15);
    }
};

} // namespace

} // namespace gf::tst_schedule

#include "tests/entry.h"
GF_APPLESS_TEST(tst_schedule, TstSchedule)
#include "tst_schedule.moc"
