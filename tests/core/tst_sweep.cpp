// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings that differ in one setting are what each of them is by itself.
#include "core/train/sweep.h"

#include "core/tensor/error.h"
#include "errors.h"

#include <QTest>

#include <cmath>

namespace gf::tst_sweep {

namespace {

std::shared_ptr<const Task> taskNamed(const std::string& name) {
    TaskRequest request;
    request.name = name;
    return makeTask(request);
}

SweepTraining training(const std::string& task, Index steps) {
    const std::shared_ptr<const Task> made = taskNamed(task);
    SweepTraining training{
        .task = made, .model = made->modelDefaults(), .train = made->trainDefaults()};
    training.train.steps = steps;
    return training;
}

std::vector<SweepRow> done(Sweep& sweep) {
    while (sweep.advance() < 1) {
    }
    return sweep.rows();
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

private slots:
    void rows_areThoseOfSingleRunsToTheBit() {
        const auto backend = makeBackend("cpu");
        const SweepTraining plain = training("reverse", 12);
        std::vector<SweepTraining> trainings;
        for (const double rate : {1e-3, 3e-3})
            for (const std::uint64_t seed : {1, 7})
                trainings.push_back(withSwept(plain, "learning_rate", rate, seed));
        Sweep sweep(*backend, trainings, 2);
        const std::vector<SweepRow> rows = done(sweep);
        QCOMPARE(rows.size(), trainings.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const TrainConfig& train = trainings[i].train;
            Trainer alone(*backend, plain.model, train,
                          makeTaskBatches(plain.task, train.batch, train.seed), 1);
            double loss = 0;
            while (alone.stepsDone() < 12)
                loss = alone.step().loss;
            QCOMPARE(rows[i].loss, loss);
            const Evaluation found =
                Evaluator(*backend, plain.model, plain.task, alone.parameters(), 1).run();
            QCOMPARE(rows[i].evaluation->loss, found.loss);
            QCOMPARE(rows[i].evaluation->accuracy, found.accuracy);
            QCOMPARE(rows[i].losses.size(), std::size_t(12));
            QCOMPARE(rows[i].seed, train.seed);
        }
        QVERIFY(rows[0].loss != rows[1].loss);
        QVERIFY(rows[0].loss != rows[2].loss);
    }

    void aRunThatDiverges_saysWhereAndTheNextGoesOn() {
        const auto backend = makeBackend("cpu");
        const SweepTraining plain = training("reverse", 30);
        Sweep sweep(*backend,
                    {withSwept(plain, "learning_rate", 1e30, 1),
                     withSwept(plain, "learning_rate", 1e-3, 1)},
                    1);
        const std::vector<SweepRow> rows = done(sweep);
        QVERIFY(rows[0].divergedAt && *rows[0].divergedAt <= 30);
        QVERIFY(std::isnan(rows[0].loss) && !rows[0].evaluation);
        QVERIFY(!rows[1].divergedAt && rows[1].evaluation);
    }

    void keysOfModelTrainingAndTask_areSwept() {
        const SweepTraining plain = training("addition", 1);
        QCOMPARE(withSwept(plain, "layers", std::int64_t{1}, 1).model.layers, Index(1));
        QCOMPARE(withSwept(plain, "batch", std::int64_t{5}, 1).train.batch, Index(5));
        const SweepTraining longer = withSwept(plain, "digits", std::int64_t{4}, 1);
        QVERIFY(longer.task->sourceLength() > plain.task->sourceLength());
        QVERIFY(longer.model.maxLength >= longer.task->sourceLength());
    }

    void aLearningRate_isTakenAsTheCommandLineTakesIt() {
        SweepTraining plain = training("date", 1);
        QVERIFY(plain.train.schedule == ScheduleKind::Noam);
        const TrainConfig constant = withSwept(plain, "learning_rate", 2e-3, 1).train;
        QVERIFY(constant.schedule == ScheduleKind::Constant);
        QCOMPARE(constant.learningRate, 2e-3);
        plain.isScheduleChosen = true;
        QVERIFY(withSwept(plain, "learning_rate", 2.0, 1).train.schedule == ScheduleKind::Noam);
    }

    void whatCannotBeSwept_isRefusedByName() {
        const SweepTraining plain = training("reverse", 1);
        GF_FAILS(withSwept(plain, "steps", std::int64_t{3}, 1), "\"steps\" is no key");
        GF_FAILS(withSwept(plain, "colour", std::int64_t{3}, 1), "\"colour\" is no key");
        GF_FAILS(withSwept(plain, "heads", std::int64_t{0}, 1), "heads");
        GF_FAILS(withSwept(plain, "dropout", 2.0, 1), "dropout");
        GF_FAILS(withSwept(plain, "modulus", std::int64_t{7}, 1), "has no modulus");
    }

    void rateFinder_growsTheRateByOneFactorUntilTheLossDoes() {
        const auto backend = makeBackend("cpu");
        RateFinder finder(*backend, training("reverse", 200), 1);
        while (finder.advance() < 1) {
        }
        const std::vector<RateStep>& steps = finder.steps();
        QVERIFY(steps.size() > 20 && steps.size() <= 200);
        QCOMPARE(steps.front().rate, 1e-6);
        for (std::size_t i = 2; i < steps.size(); ++i)
            QVERIFY(std::abs(steps[i].rate / steps[i - 1].rate - steps[1].rate / steps[0].rate) <
                    1e-9);
    }
};

} // namespace gf::tst_sweep

#include "tests/entry.h"
GF_APPLESS_TEST(tst_sweep, TestSweep)
#include "tst_sweep.moc"
