// SPDX-License-Identifier: GPL-3.0-or-later
// How a run does, by its losses and measurements: of made ones, of small runs that are trained
// here, and of whole runs that were recorded (runs/record_runs.py).
#include "core/data/unigram.h"
#include "core/measure/health.h"
#include "core/tensor/random.h"
#include "tests/core/runs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

namespace gf::tst_health {

namespace {

using State = Health::State;

constexpr int toItsEnd = 1'000'000;

/// Losses that fall by so much a step; batches differ, reproducibly.
Metrics lossesFrom(double begin, double fallPerStep, Index count, double noise = 0.1) {
    Metrics metrics;
    for (Index step = 1; step <= count; ++step)
        metrics.add(Metrics::Loss{
            step, static_cast<float>(begin - fallPerStep * static_cast<double>(step) +
                                     noise * normal(5, 1, static_cast<std::uint64_t>(step)))});
    return metrics;
}

double levelOfAll(const Metrics& metrics) {
    double mean = 0;
    for (const Metrics::Loss& loss : metrics.losses())
        mean += loss.loss / static_cast<double>(metrics.losses().size());
    return mean;
}

/// One after the other.
Metrics joined(const Metrics& first, const Metrics& second) {
    Metrics metrics = first;
    const Index begin = first.losses().back().step;
    for (const Metrics::Loss& at : second.losses())
        metrics.add(Metrics::Loss{begin + at.step, at.loss});
    return metrics;
}

Health at(const Metrics& metrics, Index steps, double guess = 2) {
    return healthOf(metrics, {.steps = steps, .guess = guess});
}

/// A run that was recorded: its metrics, and what has to be known beside them.
struct Recorded {
    Metrics metrics;
    HealthContext context;
};

Metrics metricsIn(const QString& name) {
    QFile file(QStringLiteral(GF_TEST_DATA "/runs/%1.csv").arg(name));
    Metrics metrics;
    if (!file.open(QIODevice::ReadOnly))
        return metrics;
    file.readLine(); // the header
    while (!file.atEnd()) {
        const QList<QByteArray> cells = file.readLine().trimmed().split(',');
        const Index step = cells[0].toLongLong();
        metrics.add(Metrics::Loss{step, cells[1].toFloat()});
        if (!cells[2].isEmpty())
            metrics.add(Metrics::Measurement{step, cells[2].toFloat(), cells[3].toFloat()});
    }
    return metrics;
}

/// "date-rate-0.3" learns the task date, "forty-pairs-40" the lines 41 to 80 of the sample.
Recorded recorded(const QString& name) {
    const QString samples = QStringLiteral(GF_TEST_DATA "/../../resources/samples/");
    const bool forty = name.startsWith("forty-pairs");
    TaskRequest request;
    request.name = forty ? "pairs" : name.section('-', 0, 0).toStdString();
    const QTemporaryDir folder;
    const TaskInfo* info = findTask(request.name);
    if (info && info->needsFile)
        request.dataFile =
            (samples + (request.name == "text" ? "text.txt" : "pairs.tsv")).toStdString();
    if (forty) {
        QFile all(QString::fromStdString(request.dataFile));
        QFile some(folder.filePath("forty.tsv"));
        if (!all.open(QIODevice::ReadOnly) || !some.open(QIODevice::WriteOnly))
            return {};
        const QList<QByteArray> lines = all.readAll().split('\n');
        some.write(lines.mid(name.section('-', 2).toInt(), 40).join('\n') + '\n');
        some.close();
        request.dataFile = some.fileName().toStdString();
    }
    const std::shared_ptr<const Task> task = makeTask(request);
    const TrainConfig train = task->trainDefaults();
    Recorded run{metricsIn(name), {}};
    if (run.metrics.empty())
        return run;
    run.context.steps = run.metrics.losses().back().step;
    run.context.guess = blindLoss(task.get(), *makeTaskBatches(task, train.batch, train.seed));
    run.context.canOverfit = !request.dataFile.empty() || task->trainedCount() > 0;
    return run;
}

/// The health after each row up to `steps`, and after how many rows it was which.
Health healthAfter(const Recorded& run, Index steps) {
    HealthContext context = run.context;
    context.steps = std::min(steps, context.steps);
    return healthOf(run.metrics, context);
}

/// What a small run says that is trained here.
Recorded trained(const std::string& name, double rate, Index steps) {
    const auto task = test::smallTask(name);
    TrainConfig train = test::shortTraining();
    train.learningRate = rate;
    const auto backend = makeBackend("cpu");
    const auto trainer = test::trainerOf(*backend, task, test::smallModel(*task), train);
    Recorded run;
    run.context.guess = blindLoss(task.get(), trainer->batches());
    while (run.context.steps < steps) {
        const StepResult result = trainer->step();
        run.context.steps = result.step;
        run.metrics.add(Metrics::Loss{result.step, static_cast<float>(result.loss)});
        if (!result.finite()) {
            run.context.brokenAt = result.step;
            break;
        }
    }
    return run;
}

QString words(const Health& health) {
    return QString::fromStdString(sentenceOf(health).english());
}

} // namespace

struct Trained {
    const char* task;
    double rate;
    int steps;
    State state;
};

/// Small runs that are trained here.
constexpr Trained trainedRuns[] = {
    {"copy", 1e-6, 400, State::Stuck},        {"sort", 1e-6, 400, State::Stuck},
    {"date", 1e-6, 400, State::Stuck},        {"copy", 3, 100, State::Diverged},
    {"sort", 3, 100, State::Diverged},        {"date", 3, 100, State::Diverged},
    {"copy", 1e30, 100, State::Diverged}, // no number
    {"addition", 0.01, 250, State::Learning}, {"date", 0.01, 250, State::Learning},
    {"sort", 0.01, 250, State::Learning},
};

struct Judged {
    const char* name;
    Index steps;
    State state;
};

/// Runs that were ruined, and what the others are at some time.
constexpr Judged judgedRuns[] = {
    {"reverse-rate-2", toItsEnd, State::Diverged},
    {"copy-rate-2", toItsEnd, State::Diverged},
    {"sort-rate-1", 600, State::Diverged},
    {"date-rate-0.3", toItsEnd, State::Stuck},
    {"addition-rate-0.3", toItsEnd, State::Begun},
    {"translation-rate-0.3", toItsEnd, State::Stuck},
    {"copy-then-0.03", toItsEnd, State::Worse},
    {"reverse-then-0.03", toItsEnd, State::Worse},
    {"date-then-0.03", toItsEnd, State::Worse},
    {"forty-pairs-0", toItsEnd, State::ByHeart},
    {"forty-pairs-40", toItsEnd, State::ByHeart},
    {"forty-pairs-80", toItsEnd, State::ByHeart},
    {"modular-1", 1000, State::ByHeart},
    {"modular-1", toItsEnd, State::Learnt},
    {"repeat-1", toItsEnd, State::Learnt},
    {"copy-1", toItsEnd, State::Learnt},
    {"reverse-1", toItsEnd, State::Learnt},
    {"date-1", toItsEnd, State::Learnt},
    {"pairs-1", toItsEnd, State::Learnt},
    {"copy-then-0.03", 1200, State::Learnt},
    {"copy-1", 150, State::Learning},
    {"reverse-1", 150, State::Learning},
    {"date-1", 200, State::Learning},
    {"copy-1", 60, State::Begun},
    {"reverse-1", 60, State::Begun},
    {"addition-1", 40, State::Begun},
};

/// The runs that were recorded of each task as it is, called by task and seed.
QStringList usualRuns() {
    QStringList names;
    for (const QString& file : QDir(QStringLiteral(GF_TEST_DATA "/runs")).entryList({"*.csv"}))
        if (file.count('-') == 1)
            names << file.section('.', 0, 0);
    return names;
}

class TestHealth : public QObject {
    Q_OBJECT

private slots:
    void unigramLoss_isTheEntropyOfTheLabels() {
        struct Source : BatchSource {
            Index sourceLength() const override { return 0; }
            Index targetLength() const override { return 4; }
            Index batchSize() const override { return 1; }
            Index count() const override { return 2; }
            void fill(Index step, Batch& batch) const override {
                QVERIFY(step < 2);
                batch.size = 1;
                batch.addIds(inputs::labelIds, {7, 7, 7, 9});
                batch.addNumbers(inputs::labelKeep, Shape{4}, {1, 1, step == 0 ? 0.0F : 1.0F, 1});
            }
        };
        const double share = 5.0 / 7;
        QCOMPARE(unigramLoss(Source()),
                 -share * std::log(share) - (1 - share) * std::log(1 - share));
        // A task that has a guess of its own keeps it; another one knows more than that all are
        // alike.
        const auto series = test::smallTask("series");
        QCOMPARE(blindLoss(series.get(), *makeTaskBatches(series, 4, 1)), *series->guessLoss());
        const auto date = test::smallTask("date");
        const double guess = blindLoss(date.get(), *makeTaskBatches(date, 4, 1));
        const double uniform = std::log(static_cast<double>(date->modelDefaults().targetVocab));
        QVERIFY2(guess < 0.9 * uniform && guess > 1, qPrintable(QString::number(guess)));
    }

    void thresholds_areThoseOfTheGlossary() {
        QCOMPARE(health::recentSteps, Index{50});
        QCOMPARE(health::shortestPlateau, Index{400});
        QCOMPARE(health::better, 0.75);
        QCOMPARE(health::half, 0.5);
        QCOMPARE(health::low, 0.4);
        QCOMPARE(health::nearlyAll, 0.95F);
        QCOMPARE(health::highestBeginning, 1.5);
        QCOMPARE(health::farAbove, 2.0);
        QCOMPARE(health::measurements, Index{3});
        QCOMPARE(health::validationRisen, 1.1);
        QCOMPARE(health::trainingFallen, 0.9);
    }

    void withoutLossesOrGuess_nothingIsSaid() {
        QCOMPARE(at({}, 50).state, State::Unknown); // of a file that kept none
        QCOMPARE(at(lossesFrom(2, 0, 60), 60, 0).state, State::Unknown);
        QCOMPARE(at({}, 0).state, State::Begun);
    }

    void begun_isHardlyBetterThanAGuess() {
        const Metrics falling = lossesFrom(2.2, 0.002, 1000);
        QCOMPARE(at(falling, 3).state, State::Begun);
        QCOMPARE(at(falling, 300).state, State::Begun);
        QCOMPARE(at(falling, 500).state, State::Learning);
        QCOMPARE(at(falling, 900).state, State::Learning);
        Metrics lucky = lossesFrom(2, 0, 60); // single batches are easier
        lucky.add(Metrics::Loss{61, 0.2F});
        QCOMPARE(at(lucky, 61).state, State::Begun);
    }

    void fastFall_isLearningBeforeItsBeginningLeavesTheMean() {
        const Metrics falling = lossesFrom(2.7, 0.04, 43);
        QVERIFY(levelOfAll(falling) > health::better * 2);
        QCOMPARE(at(falling, 43).state, Health::State::Learning);
    }

    void learnt_needsNearlyAllAnswersOrALossAtRest() {
        Metrics falling = lossesFrom(2, 0.004, 400, 0.01);
        falling.add(Metrics::Measurement{390, 0.5F, 0.94F});
        QCOMPARE(at(falling, 400).state, State::Learning);
        falling.add(Metrics::Measurement{400, 0.4F, 0.95F});
        QCOMPARE(at(falling, 400).state, State::Learnt);
        QCOMPARE(at(falling, 399).state, State::Learning);
        // What is known of the training examples alone is not learnt.
        Metrics rests = lossesFrom(0.1, 0, 500, 0.01);
        QCOMPARE(at(rests, 500).state, State::Learnt);
        rests.add(Metrics::Measurement{500, 1.6F, 0});
        QCOMPARE(at(rests, 500).state, State::Plateau);
    }

    void flatLoss_isStuckPlateauOrLearntByItsHeight() {
        const Metrics guessing = lossesFrom(2, 0, 4000);
        QCOMPARE(at(guessing, health::shortestPlateau - 1).state, State::Begun); // too soon to say
        QCOMPARE(at(guessing, health::shortestPlateau), (Health{State::Stuck, 0}));
        QCOMPARE(at(guessing, 4000), (Health{State::Stuck, 0}));
        QCOMPARE(at(lossesFrom(1.6, 0, 800), 800).state, State::Stuck);
        QCOMPARE(at(lossesFrom(1.4, 0, 800), 800), (Health{State::Plateau, 400}));
        QCOMPARE(at(lossesFrom(1.4, 0, 4000), 4000), (Health{State::Plateau, 3000}));
        QCOMPARE(at(lossesFrom(0.9, 0, 800), 800).state, State::Plateau);
        QCOMPARE(at(lossesFrom(0.6, 0, 800), 800).state, State::Learnt);
        const Metrics falling = lossesFrom(2, 0.0002, 4000);
        for (const Index steps : {400, 1000, 2000, 4000})
            QVERIFY2(at(falling, steps).state <= State::Learning,
                     qPrintable(words(at(falling, steps))));
        // After a plateau it falls again.
        const Metrics late = joined(lossesFrom(2, 0, 2000), lossesFrom(2, 0.0005, 2000));
        QCOMPARE(at(late, 2000).state, State::Stuck);
        QVERIFY(!at(late, 2500).isBad());
        // It was better once, for a while.
        const Metrics again = joined(lossesFrom(1.3, 0, 300), lossesFrom(1.9, 0, 900));
        const Health stuck = at(again, 1200);
        QCOMPARE(stuck.state, State::Stuck);
        QVERIFY2(stuck.since >= 300 && stuck.since <= 350, qPrintable(words(stuck)));
        // Points that stand for several steps each say the same.
        Metrics some;
        for (std::size_t i = 7; i < guessing.losses().size(); i += 8)
            some.add(guessing.losses()[i]);
        QCOMPARE(at(some, 4000), (Health{State::Stuck, 0}));
    }

    void worse_isARunThatLostHalfOfWhatItHadLearnt() {
        const Metrics learnt = lossesFrom(2, 0.0039, 500, 0.01); // down to 0.05
        const auto after = [&](double loss, Index steps) {
            return at(joined(learnt, lossesFrom(loss, 0, steps, 0.01)), 500 + steps);
        };
        QCOMPARE(after(1.2, health::recentSteps), (Health{State::Worse, 501, 500}));
        QVERIFY(!after(1.2, health::recentSteps - 1).isBad()); // too short to say
        QVERIFY(!after(0.9, 100).isBad());
        QCOMPARE(after(2.5, 300).state, State::Worse);
        // Where it did best counts validation first.
        Metrics measured = learnt;
        measured.add(Metrics::Measurement{300, 0.5F, 0.5F});
        measured.add(Metrics::Measurement{400, 0.6F, 0.5F});
        QCOMPARE(at(joined(measured, lossesFrom(1.5, 0, 60, 0.01)), 560),
                 (Health{State::Worse, 501, 300}));
        // It never was good.
        QVERIFY(at(joined(lossesFrom(1.2, 0, 100), lossesFrom(2, 0, 100)), 200).state !=
                State::Worse);
    }

    void diverged_isFarAboveItsBeginningOrNoNumber() {
        const Metrics begins = lossesFrom(2.4, 0.01, 20, 0.001);
        const Metrics high = joined(begins, lossesFrom(5.5, 0, 100, 0.01));
        QCOMPARE(at(high, 120), (Health{State::Diverged, 21, 20}));
        QVERIFY(!at(high, 60).isBad());
        QVERIFY(!at(joined(begins, lossesFrom(4, 0, 100, 0.01)), 120).isBad()); // not far
        // Until it is where it began.
        const Metrics back = joined(high, lossesFrom(5.5, 0.03, 130, 0.01));
        QCOMPARE(at(back, 200).state, State::Diverged);
        QVERIFY(at(back, 250).state != State::Diverged);
        const HealthContext broken{.steps = 10, .guess = 2, .brokenAt = 7};
        QCOMPARE(healthOf(begins, broken).state, State::Diverged);
        QCOMPARE(healthOf(begins, broken).since, Index{7});
        // Before that step it was not.
        QVERIFY(!healthOf(begins, {.steps = 6, .guess = 2, .brokenAt = 7}).isBad());
    }

    void byHeart_needsValidationThatRises() {
        Metrics metrics = lossesFrom(2, 0.004, 450, 0.01);
        const auto measured = [](Metrics base, std::vector<float> losses, float accuracy = 0) {
            Index step = 50;
            for (const float loss : losses)
                base.add(Metrics::Measurement{step += 50, loss, accuracy});
            return base;
        };
        const auto judged = [](const Metrics& all, bool canOverfit = true) {
            return healthOf(all, {.steps = 450, .guess = 2, .canOverfit = canOverfit});
        };
        const auto byHeart = measured(metrics, {1.6F, 1.4F, 1.5F, 1.6F, 1.7F});
        QCOMPARE(judged(byHeart), (Health{State::ByHeart, 150, 150}));
        QVERIFY(!judged(byHeart, false).isBad()); // its examples have no end
        QVERIFY(!judged(measured(metrics, {1.6F, 1.4F, 1.5F, 1.6F})).isBad());       // too few
        QVERIFY(!judged(measured(metrics, {1.6F, 1.4F, 1.5F, 1.6F, 1.5F})).isBad()); // hardly
        QCOMPARE(judged(measured(metrics, {1.6F, 1.4F, 1.5F, 1.6F, 1.7F}, 0.99F)).state,
                 State::Learnt);
        // Training does not fall either.
        QVERIFY(judged(measured(lossesFrom(1, 0, 450), {1.6F, 1.4F, 1.5F, 1.6F, 1.7F})).state !=
                State::ByHeart);
    }

    void later_doesNotCount() {
        Metrics metrics = joined(lossesFrom(2, 0.0039, 500, 0.01), lossesFrom(1.5, 0, 100, 0.01));
        metrics.add(Metrics::Measurement{450, 0.2F, 1});
        QCOMPARE(at(metrics, 600).state, State::Worse);
        QCOMPARE(at(metrics, 500).state, State::Learnt);
        QCOMPARE(at(metrics, 440).state, State::Learning);
    }

    void smallRuns_areJudged_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(std::size(trainedRuns)); ++i)
            QTest::addRow("%s %g", trainedRuns[i].task, trainedRuns[i].rate) << i;
    }

    void smallRuns_areJudged() {
        QFETCH(int, number);
        const Trained& row = trainedRuns[number];
        const Recorded run = trained(row.task, row.rate, row.steps);
        const Health health = healthOf(run.metrics, run.context);
        QVERIFY2(health.state == row.state, qPrintable(words(health)));
    }

    void recordedRuns_areJudged_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(std::size(judgedRuns)); ++i)
            QTest::addRow("%s %d", judgedRuns[i].name, i) << i;
    }

    void recordedRuns_areJudged() {
        QFETCH(int, number);
        const Judged& judged = judgedRuns[number];
        const Recorded run = recorded(judged.name);
        QVERIFY(!run.metrics.empty());
        const Health health = healthAfter(run, judged.steps);
        QVERIFY2(health.state == judged.state, qPrintable(words(health)));
    }

    void everyVerdict_hasThreeRunsThatAreSoAndThreeThatAreNot() {
        std::map<State, int> counts;
        for (const Judged& judged : judgedRuns)
            ++counts[judged.state];
        for (const Trained& one : trainedRuns)
            ++counts[one.state];
        for (const State state : {State::Begun, State::Learning, State::Learnt, State::Stuck,
                                  State::Worse, State::Diverged, State::ByHeart}) {
            QVERIFY(counts[state] >= 3);
            QVERIFY(static_cast<int>(std::size(judgedRuns)) - counts[state] >= 3);
        }
    }

    void usualRuns_areNeverCalledBad_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : usualRuns())
            QTest::addRow("%s", qPrintable(name)) << name;
    }

    void usualRuns_areNeverCalledBad() {
        QFETCH(QString, name);
        const Recorded run = recorded(name);
        for (const Metrics::Loss& at : run.metrics.losses()) {
            const Health health = healthAfter(run, at.step);
            // Sums are known by heart before their rule is found, and that is said.
            const bool byHeart = name.startsWith("modular") && health.state == State::ByHeart;
            QVERIFY2((!health.isBad() || byHeart) && health.state != State::Unknown,
                     qPrintable(QString("%1: %2").arg(at.step).arg(words(health))));
        }
    }

    void everyTask_hasAUsualRun() {
        const QStringList runs = usualRuns();
        for (const TaskInfo& task : taskTable()) {
            const QString first =
                QString::fromUtf8(task.name.data(), qsizetype(task.name.size())) + "-1";
            QVERIFY2(runs.contains(first), qPrintable(first));
        }
    }
};

} // namespace gf::tst_health

#include "tests/entry.h"
GF_TEST(tst_health, TestHealth)
#include "tst_health.moc"
