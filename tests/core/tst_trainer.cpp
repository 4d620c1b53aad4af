// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/probe.h"
#include "core/train/schedule.h"
#include "tests/core/runs.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_trainer {
namespace {

using namespace gf::test;

class TstTrainer : public QObject {
    Q_OBJECT

private slots:
    void loss_fallsWhileItTrains() {
        const auto task = smallTask("copy");
        TrainConfig train = shortTraining();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), train);
        const double first = trainer->step().loss;
        double last = 0;
        for (int i = 0; i < 60; ++i)
            last = trainer->step().loss;
        QVERIFY2(last < 0.9 * first, qPrintable(QString("%1 → %2").arg(first).arg(last)));
    }

    void traces_shareTheWeightsOfTheirMoment_data() {
        QTest::addColumn<QString>("optimizer");
        for (const char* const name : {"adam", "sgd"})
            QTest::newRow(name) << name;
    }
    void traces_shareTheWeightsOfTheirMoment() {
        QFETCH(QString, optimizer);
        const auto task = smallTask();
        TrainConfig train = shortTraining();
        train.optimizer = optimizer == "sgd" ? OptimizerKind::Sgd : OptimizerKind::Adam;
        train.momentum = 0; // without a memory of its own
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), train);
        ProbeExample example;
        example.source = {5, 6};
        example.target = {6, 5};
        const auto eigen = makeBackend("eigen");
        std::vector<std::unique_ptr<Probe>> probes;
        for (const Backend* backend : {m_backend.get(), m_backend.get(), eigen.get()})
            probes.push_back(std::make_unique<Probe>(*backend, trainer->modelConfig(),
                                                     trainer->parameters(), example,
                                                     vocabulariesOf(task), ""));
        std::vector<std::shared_ptr<const Trace>> traces;
        std::vector<Parameters> moments;
        for (int step = 0; step < 4; ++step) {
            for (const auto& probe : probes)
                traces.push_back(probe->run(step));
            moments.push_back(copyFor(*traces.back()->graph, trainer->parameters()));
            trainer->step();
        }
        for (std::size_t i = 0; i < traces.size(); ++i)
            for (const Node& node : traces[i]->graph->nodes()) {
                if (node.role != Role::Parameter)
                    continue;
                const Tensor& value = traces[i]->value(node.id);
                const Parameters& then = moments[i / probes.size()];
                QVERIFY2(sameBits(value.values(), then.values(node.name)), node.name.c_str());
                const Trace& other = *traces[i - i % probes.size()]; // of the same moment
                QCOMPARE(value.data(), other.find(node.name)->data());
            }
        QVERIFY(!sameBits(traces.front()->find("output.weight")->values(),
                          traces.back()->find("output.weight")->values()));
    }

    void step_countsStepsAndReportsTheRate() {
        const auto task = smallTask();
        TrainConfig train = shortTraining();
        train.schedule = ScheduleKind::Cosine;
        train.warmup = 4;
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), train);
        QCOMPARE(trainer->stepsDone(), Index{0});
        for (Index step = 1; step <= 3; ++step) {
            const StepResult result = trainer->step();
            QCOMPARE(result.step, step);
            QCOMPARE(result.learningRate, learningRateAt(train, 16, step));
            QVERIFY(result.gradientNorm > 0);
            QVERIFY(result.finite());
        }
        QCOMPARE(trainer->stepsDone(), Index{3});
    }

    void notes_holdLossAndGradientNormOfEachRun_data() {
        QTest::addColumn<QString>("backend");
        QTest::newRow("cpu") << "cpu";
        QTest::newRow("eigen") << "eigen";
    }
    void notes_holdLossAndGradientNormOfEachRun() {
        QFETCH(QString, backend);
        const auto compiler = makeBackend(backend.toStdString());
        const auto task = smallTask();
        const auto trainer = trainerOf(*compiler, task, smallModel(*task), shortTraining());
        QVERIFY(notesAreRight(*trainer));
    }

    void steps_areTheSameTogetherAndOneByOne() {
        const auto task = smallTask();
        ModelConfig model = smallModel(*task);
        model.dropout = 0.1;
        const auto alone = trainerOf(*m_backend, task, model, shortTraining());
        const auto together = trainerOf(*m_backend, task, model, shortTraining());
        const Together found = stepsTogether(*together, *alone, 300);
        QVERIFY(found.same);
        QCOMPARE(together->stepsDone(), Index{300});
        if (found.longest == 1)
            QSKIP("a step takes too long here for several at once");
    }

    /// Those that were done after it are taken back.
    void steps_endWhereTheRunDiverges() {
        const auto task = smallTask();
        const auto alone = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        const auto together = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        QVERIFY(stepsTogether(*together, *alone, 40).same);
        for (Trainer* trainer : {alone.get(), together.get()})
            trainer->setLearningRate(1e30);
        const Together found = stepsTogether(*together, *alone, 400);
        QVERIFY(found.same);
        QVERIFY(together->stepsDone() < 60);
        const auto divergence = together->firstNotFinite();
        QVERIFY(divergence.has_value());
        QCOMPARE(divergence->step, alone->firstNotFinite()->step);
        QCOMPARE(divergence->node, alone->firstNotFinite()->node);
    }

    void steps_giveThoseBeforeABatchThatFails() {
        /// Whose numbers fail from one batch on.
        struct Failing final : BatchSource {
            std::shared_ptr<const BatchSource> inner;
            Index first = 0;
            Index batchSize() const override { return inner->batchSize(); }
            Index sourceLength() const override { return inner->sourceLength(); }
            Index targetLength() const override { return inner->targetLength(); }
            void fill(Index index, Batch& batch) const override {
                if (index >= first)
                    throw Error("no such batch");
                inner->fill(index, batch);
            }
        };
        const auto task = smallTask();
        const TrainConfig train = shortTraining();
        const auto batches = std::make_shared<Failing>();
        batches->inner = makeTaskBatches(task, train.batch, train.seed);
        batches->first = 150;
        Trainer trainer(*m_backend, smallModel(*task), train, batches, 1);
        Index told = 0;
        try {
            for (;;)
                told += static_cast<Index>(trainer.steps(1000).size());
        } catch (const Error& error) {
            QCOMPARE(error.what(), "no such batch");
        }
        QCOMPARE(told, Index{150});
        QCOMPARE(trainer.stepsDone(), Index{150});
        batches->first = 160;
        QVERIFY(trainer.step().finite());
    }

    void seed_givesTheSameBitsForAnyNumberOfThreads_data() {
        QTest::addColumn<int>("threads");
        QTest::newRow("one again") << 1;
        QTest::newRow("two") << 2;
        QTest::newRow("three") << 3;
        QTest::newRow("more than examples") << 9;
    }
    void seed_givesTheSameBitsForAnyNumberOfThreads() {
        QFETCH(int, threads);
        const auto task = smallTask();
        ModelConfig model = smallModel(*task);
        model.dropout = 0.1;
        const auto one = trainerOf(*m_backend, task, model, shortTraining(), 1);
        const auto many = trainerOf(*m_backend, task, model, shortTraining(), threads);
        for (int i = 0; i < 4; ++i) {
            const StepResult a = one->step();
            const StepResult b = many->step();
            QCOMPARE(a.loss, b.loss);
            QCOMPARE(a.gradientNorm, b.gradientNorm);
        }
        QVERIFY(sameBits(one->parameters().flat(), many->parameters().flat()));
    }

    void seed_changesTheRun() {
        const auto task = smallTask();
        TrainConfig other = shortTraining();
        other.seed = 2;
        const auto a = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        const auto b = trainerOf(*m_backend, task, smallModel(*task), other);
        QVERIFY(a->step().loss != b->step().loss);
    }

    void setLearningRate_holdsFromTheNextStepOn() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->step();
        trainer->setLearningRate(0.5);
        QCOMPARE(trainer->step().learningRate, 0.5);
    }

    void rebuild_keepsWeightsOptimizerStateAndSteps() {
        const auto task = smallTask();
        const TrainConfig train = shortTraining();
        const auto untouched = trainerOf(*m_backend, task, smallModel(*task), train);
        const auto rebuilt = trainerOf(*m_backend, task, smallModel(*task), train);
        for (int i = 0; i < 3; ++i) {
            untouched->step();
            rebuilt->step();
        }
        rebuilt->rebuild(*m_backend, makeTaskBatches(task, train.batch, train.seed), 2);
        QCOMPARE(rebuilt->stepsDone(), Index{3});
        QCOMPARE(untouched->step().loss, rebuilt->step().loss);
        QVERIFY(sameBits(untouched->parameters().flat(), rebuilt->parameters().flat()));
    }

    void allFinite_refusesInfinitiesAndNaNAlone() {
        using Limits = std::numeric_limits<float>;
        std::vector<float> values(67, Limits::max());
        values[1] = Limits::lowest();
        values[2] = Limits::denorm_min();
        values[3] = -0.0F;
        QVERIFY(allFinite(values));
        QVERIFY(allFinite({}));
        for (const float bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
            for (const std::size_t place : {std::size_t{0}, std::size_t{40}, values.size() - 1}) {
                std::vector<float> spoilt = values;
                spoilt[place] = bad;
                QVERIFY(!allFinite(spoilt));
            }
    }

    void firstNotFinite_findsNothingInAHealthyRun() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        for (int i = 0; i < 3; ++i)
            trainer->step();
        const std::vector<float> before(trainer->parameters().flat().begin(),
                                        trainer->parameters().flat().end());
        QVERIFY(!trainer->firstNotFinite());
        QCOMPARE(trainer->stepsDone(), Index{3});
        QVERIFY(sameBits(trainer->parameters().flat(), before));
    }

    void firstNotFinite_findsWhereAndWhenARunDiverged() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->step();
        trainer->setLearningRate(1e30);
        StepResult result = trainer->step();
        for (int i = 0; i < 5 && result.finite(); ++i)
            result = trainer->step();
        QVERIFY(!result.finite());
        const auto divergence = trainer->firstNotFinite();
        QVERIFY(divergence.has_value());
        // The update of step 2 makes weights of 10³⁰; they are still finite, their products are
        // not.
        QVERIFY(divergence->step == 2 || divergence->step == 3);
        QVERIFY(trainer->modelGraph().graph->find(divergence->node) != noNode);

        trainer->restoreLastGood();
        QVERIFY(trainer->stepsDone() <= 1);
        trainer->setLearningRate(0.001);
        QVERIFY(trainer->step().finite());
    }

    void firstNotFinite_namesTheNodeOfAnInfiniteWeight() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->parameters().writable("encoder.0.ffn.w_1")[0] =
            std::numeric_limits<float>::infinity();
        trainer->setStepsDone(0);
        QVERIFY(!trainer->step().finite());
        const auto divergence = trainer->firstNotFinite();
        QVERIFY(divergence.has_value());
        QCOMPARE(divergence->step, Index{1});
        QVERIFY2(divergence->node.starts_with("encoder.0.ffn."), divergence->node.c_str());
    }

    void validation_countsWhatGreedyDecodingGetsRight_data() {
        QTest::addColumn<int>("architecture");
        QTest::newRow("encoder-decoder") << static_cast<int>(Architecture::EncoderDecoder);
        QTest::newRow("encoder") << static_cast<int>(Architecture::Encoder);
        QTest::newRow("decoder") << static_cast<int>(Architecture::Decoder);
    }
    /// The evaluator looks at one pass with the right answers; here each answer is really decoded,
    /// token by token. The model is half trained, so that there are right and wrong ones.
    void validation_countsWhatGreedyDecodingGetsRight() {
        QFETCH(int, architecture);
        const auto task = smallTask("copy", static_cast<Architecture>(architecture));
        ModelConfig model = smallModel(*task);
        model.dModel = 32;
        TrainConfig train = shortTraining();
        train.batch = 32;
        const auto trainer = trainerOf(*m_backend, task, model, train);
        Evaluator evaluator(*m_backend, model, task, trainer->parameters(), 1, 100);
        Evaluation evaluation;
        do {
            for (int i = 0; i < 20; ++i)
                trainer->step();
            evaluation = evaluator.run();
        } while (evaluation.accuracy < 0.1 && trainer->stepsDone() < 600);
        QVERIFY(evaluation.accuracy > 0);
        QCOMPARE(evaluation.examples, Index{100});

        Generator generator(*m_backend, model, trainer->parameters());
        Index right = 0;
        for (Index i = 0; i < 100; ++i) {
            const TextExample example = task->validation(i);
            std::vector<TokenId> source;
            if (task->sourceVocabulary())
                source = task->sourceVocabulary()->encode(example.source);
            const auto target = task->targetVocabulary()->encode(example.target);
            const std::vector<TokenId> prompt(target.begin(),
                                              target.begin() + task->promptLength(example));
            const Generation answer = generator.generate(source, prompt, {});
            std::vector<TokenId> whole = prompt;
            whole.insert(whole.end(), answer.ids.begin(), answer.ids.end());
            right += answer.finished && whole == target;
        }
        // An encoder's row for <eos> is in the evaluator's count and not in the labels.
        if (static_cast<Architecture>(architecture) == Architecture::Encoder)
            QVERIFY(static_cast<double>(right) / 100 >= evaluation.accuracy);
        else
            QCOMPARE(static_cast<double>(right) / 100, evaluation.accuracy);
    }

    /// Where there is an end to the examples both parts are measured, each by itself.
    void validation_measuresWhatIsTrainedOnToo() {
        TaskRequest request;
        request.name = "modular";
        request.parameters.modulus = 7;
        const std::shared_ptr<const Task> task = makeTask(request);
        TrainConfig train = shortTraining();
        train.batch = 20;
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), train);
        Evaluator evaluator(*m_backend, smallModel(*task), task, trainer->parameters(), 1);
        for (int i = 0; i < 400; ++i)
            trainer->step();
        const Evaluation evaluation = evaluator.run();
        QCOMPARE(evaluation.examples, Index{29});
        QVERIFY(evaluation.trained);
        QCOMPARE(evaluation.trained->examples, Index{20});
        QCOMPARE(evaluation.trained->accuracy, 1.0);
        QVERIFY(evaluation.accuracy < 0.9);
        QVERIFY(evaluation.loss > 2 * evaluation.trained->loss);
        QCOMPARE(evaluator.run().trained->loss, evaluation.trained->loss);
        // The answers alone, each with its <eos>: the loss is that of the training.
        QVERIFY(evaluation.trained->loss < 0.1);
        Evaluator few(*m_backend, smallModel(*task), task, trainer->parameters(), 1, 4);
        QCOMPARE(few.run().examples, Index{4});
        QCOMPARE(few.result().trained->examples, Index{4});
        QVERIFY(!Evaluator(*m_backend, smallModel(*smallTask()), smallTask(),
                           *makeParameters(smallModel(*smallTask())), 1, 2)
                     .run()
                     .trained);
    }

    void validation_isTheSameInSlicesAndAtOnce() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        Evaluator evaluator(*m_backend, smallModel(*task), task, trainer->parameters(), 1, 150);
        int slices = 1;
        while (!evaluator.advance())
            ++slices;
        QCOMPARE(slices, 3);
        const Evaluation sliced = evaluator.result();
        const Evaluation whole = evaluator.run();
        QCOMPARE(sliced.loss, whole.loss);
        QCOMPARE(whole.examples, Index{150});
        // Untrained: about what a random guess loses.
        const double guess = std::log(static_cast<double>(task->targetVocabulary()->size()));
        QVERIFY(whole.loss > 0.7 * guess);
        QVERIFY(whole.loss < 1.6 * guess);
    }

    /// Rows of tens of thousands of logits for 64 examples at once would take more than the model.
    void validation_looksAtFewExamplesAtOnceOfALargeVocabulary() {
        const auto task = smallTask();
        ModelConfig model = smallModel(*task);
        model.targetVocab = 50'000;
        const auto trainer = trainerOf(*m_backend, task, model, shortTraining());
        Evaluator evaluator(*m_backend, model, task, trainer->parameters(), 1, 64);
        int passes = 1;
        while (!evaluator.advance())
            ++passes;
        const double rows = static_cast<double>(task->targetLength());
        QVERIFY(passes > 1);
        QVERIFY(64.0 / passes * rows * 2 * 50'000 <= 1.1 * (1 << 24)); // logits, probabilities
        QCOMPARE(evaluator.result().examples, Index{64});
        QCOMPARE(evaluator.result().loss, evaluator.run().loss);
    }

    void validation_changesNoParameters() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->step();
        const std::vector<float> before(trainer->parameters().flat().begin(),
                                        trainer->parameters().flat().end());
        Evaluator(*m_backend, smallModel(*task), task, trainer->parameters(), 2, 40).run();
        QVERIFY(sameBits(trainer->parameters().flat(), before));
    }

private:
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
};

} // namespace

} // namespace gf::tst_trainer

#include "tests/entry.h"
GF_APPLESS_TEST(tst_trainer, TstTrainer)
#include "tst_trainer.moc"
