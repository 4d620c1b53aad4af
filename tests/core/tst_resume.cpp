// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"
#include "core/io/safetensors.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"
#include "tests/core/test_devices.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <sys/resource.h>

namespace gf::tst_resume {
namespace {

using namespace gf::test;

RunDescription describe(const std::shared_ptr<const Task>& task, const Trainer& trainer) {
    RunDescription run;
    run.model = trainer.modelConfig();
    run.train = trainer.trainConfig();
    run.task = task->name();
    run.vocabularies = vocabulariesOf(task);
    run.steps = trainer.stepsDone();
    return run;
}

class TstResume : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void resumedRun_hasTheBitsOfAnUninterruptedOne_data() {
        QTest::addColumn<int>("optimizer");
        QTest::addColumn<int>("schedule");
        QTest::addColumn<double>("dropout");
        const auto row = [](const char* name, OptimizerKind optimizer, ScheduleKind schedule,
                            double dropout) {
            QTest::newRow(name) << static_cast<int>(optimizer) << static_cast<int>(schedule)
                                << dropout;
        };
        row("adam", OptimizerKind::Adam, ScheduleKind::Constant, 0);
        row("adamw, cosine, dropout", OptimizerKind::AdamW, ScheduleKind::Cosine, 0.2);
        row("sgd, noam", OptimizerKind::Sgd, ScheduleKind::Noam, 0);
    }
    void resumedRun_hasTheBitsOfAnUninterruptedOne() {
        QFETCH(int, optimizer);
        QFETCH(int, schedule);
        QFETCH(double, dropout);
        const auto task = smallTask();
        ModelConfig model = smallModel(*task);
        model.dropout = dropout;
        TrainConfig train = shortTraining();
        train.optimizer = static_cast<OptimizerKind>(optimizer);
        train.schedule = static_cast<ScheduleKind>(schedule);
        train.warmup = 4;
        train.weightDecay = 0.01;
        const auto whole = trainerOf(*m_backend, task, model, train);
        for (int i = 0; i < 10; ++i)
            whole->step();

        const auto first = trainerOf(*m_backend, task, model, train);
        for (int i = 0; i < 5; ++i)
            first->step();
        saveRun(path("half"), describe(task, *first), first->parameters());

        Run loaded = loadRun(path("half"));
        QVERIFY(loaded.resumable);
        QCOMPARE(loaded.description.steps, Index{5});
        QVERIFY(loaded.description.train == train);
        QVERIFY(loaded.description.model == model);
        const auto again = taskOf(loaded.description);
        Trainer second(*m_backend, loaded.description.model, loaded.description.train,
                       makeTaskBatches(again, train.batch, train.seed), 2,
                       std::move(loaded.parameters), loaded.description.steps);
        for (int i = 0; i < 5; ++i)
            second.step();
        QCOMPARE(second.stepsDone(), Index{10});
        for (const auto& entry : whole->parameters().entries())
            QVERIFY2(
                sameBits(whole->parameters().values(entry), second.parameters().values(entry.name)),
                entry.name.c_str());
    }

    void savedRun_goesOnOnAnotherBackend_data() {
        QTest::addColumn<bool>("beginsOnTheCard");
        QTest::newRow("from the card") << true;
        QTest::newRow("to the card") << false;
    }
    void savedRun_goesOnOnAnotherBackend() {
        QFETCH(bool, beginsOnTheCard);
        GF_NEED_DEVICE(testDevice());
        const DeviceBackend device(testDevice().device);
        const Backend& card = device;
        const Backend& processor = *m_backend;
        const Backend& begins = beginsOnTheCard ? card : processor;
        const Backend& goesOn = beginsOnTheCard ? processor : card;
        const auto task = smallTask();
        ModelConfig model = smallModel(*task);
        model.dropout = 0.1;
        const TrainConfig train = shortTraining();
        const auto stayed = trainerOf(begins, task, model, train);
        for (int i = 0; i < 5; ++i)
            stayed->step();
        saveRun(path("elsewhere"), describe(task, *stayed), stayed->parameters());
        Run loaded = loadRun(path("elsewhere"));
        QVERIFY(loaded.resumable);
        Trainer moved(goesOn, loaded.description.model, loaded.description.train,
                      makeTaskBatches(taskOf(loaded.description), train.batch, train.seed), 2,
                      std::move(loaded.parameters), loaded.description.steps);
        for (int i = 0; i < 5; ++i)
            QVERIFY(std::abs(moved.step().loss - stayed->step().loss) < 1e-4);
        QCOMPARE(moved.stepsDone(), Index{10});
    }

    void description_isReadBack() {
        const auto task = smallTask("date");
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        saveRun(path("date"), describe(task, *trainer), trainer->parameters());
        const Run run = loadRun(path("date"));
        QCOMPARE(run.description.task, std::string("date"));
        QVERIFY(run.description.dataFile.empty());
        QCOMPARE(run.description.vocabularies.source->tokens(), task->sourceVocabulary()->tokens());
        QCOMPARE(run.description.vocabularies.target->tokens(), task->targetVocabulary()->tokens());
        QVERIFY(run.description.caption().starts_with("date · "));
    }

    /// The first version wrote these keys and no others.
    void runOfTheFirstVersion_goesOn() {
        const auto backend = makeBackend("cpu");
        const auto task = smallTask("reverse");
        const TrainConfig train = shortTraining();
        const auto whole = trainerOf(*backend, task, smallModel(*task), train);
        whole->step();
        const std::string path = m_folder.filePath("first.safetensors").toStdString();
        saveRun(path, describe(task, *whole), whole->parameters());
        Safetensors content = readSafetensors(path);
        const auto written = nlohmann::json::parse(content.metadata.at("config"));
        nlohmann::json first;
        for (const char* key :
             {"architecture", "layers", "d_model", "heads", "d_ff", "norm", "activation",
              "positional", "dropout", "attention_bias", "scaled", "embedding_scale",
              "tie_embeddings", "max_length", "source_vocab", "target_vocab"})
            first[key] = written.at(key);
        content.metadata["config"] = first.dump();
        writeSafetensors(path, content);

        Run loaded = loadRun(path);
        QCOMPARE(loaded.description.model, whole->modelConfig());
        Trainer rest(*backend, loaded.description.model, train,
                     makeTaskBatches(taskOf(loaded.description), train.batch, train.seed), 1,
                     std::move(loaded.parameters), loaded.description.steps);
        for (int i = 0; i < 3; ++i) {
            const double expected = whole->step().loss;
            QCOMPARE(rest.step().loss, expected);
        }
    }

    /// A file that was named in Latin-1: JSON cannot hold the name, and the training must not be
    /// lost.
    void saveRun_savesWhereTheDataFileNameIsNotUtf8() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        RunDescription run = describe(task, *trainer);
        run.dataFile = "caf\xe9.txt";
        saveRun(path("latin"), run, trainer->parameters());
        const Run loaded = loadRun(path("latin"));
        QVERIFY(loaded.resumable);
        QCOMPARE(loaded.description.task, run.task);
        QVERIFY(loaded.description.dataFile.empty());
    }

    void taskOf_refusesARunOnBatches() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        RunDescription run = describe(task, *trainer);
        run.task.clear();
        run.vocabularies = {};
        saveRun(path("batches"), run, trainer->parameters());
        const Run loaded = loadRun(path("batches"));
        QVERIFY(!loaded.description.vocabularies.source);
        GF_FAILS(taskOf(loaded.description), "no task");
    }

    void taskOf_refusesATaskWithAnotherVocabulary() {
        const auto task = smallTask("date");
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        RunDescription run = describe(task, *trainer);
        run.task = "reverse";
        GF_FAILS(taskOf(run), "reverse", "vocabulary");
    }

    /// The names of a table's columns are those of axes, also where the file is opened alone.
    void columnNames_comeBackWithTheRun() {
        QFile file(m_folder.filePath("weather.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("air temp;;\x1b[31mwind\n");
        for (int i = 0; i < 60; ++i)
            file.write(QByteArray::number(i * i % 17) + ";" + QByteArray::number(i % 5) + ";" +
                       QByteArray::number(i % 3) + "\n");
        file.close();
        const std::shared_ptr<const Task> task = makeTask(
            {.name = "series", .dataFile = file.fileName().toStdString(), .architecture = {}});
        const Tokens names{"air temp", "2", "\\x1b[31mwind"};
        QCOMPARE(task->columnNames(), names);
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        RunDescription run = describe(task, *trainer);
        run.dataFile = file.fileName().toStdString();
        saveRun(path("weather"), run, trainer->parameters());
        Run loaded = loadRun(path("weather"));
        QVERIFY(loaded.description.vocabularies.columns);
        QCOMPARE(*loaded.description.vocabularies.columns, names);
        Probe probe(*m_backend, loaded.description.model, *loaded.parameters,
                    {.source = std::vector<float>(9, 0.5F), .target = std::vector<float>(6, 0.5F)},
                    loaded.description.vocabularies, "");
        const auto trace = probe.run(0);
        QCOMPARE(trace->labelsAlong(trace->graph->find("source.values"), 1), names);
        QCOMPARE(trace->labelsAlong(trace->graph->find("source_embedding.weight"), 0), names);
        QVERIFY(taskOf(loaded.description));
        // The same table with two columns exchanged.
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray other = file.readAll();
        QVERIFY(file.resize(0));
        file.write(other.replace("air temp;;\x1b[31mwind", "\x1b[31mwind;;air temp"));
        file.close();
        GF_FAILS(taskOf(loaded.description), "columns", "weather.csv");
    }

    void columnNames_areNotBelieved() {
        const auto task = smallTask("series");
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        QVERIFY(task->columnNames().empty());
        saveRun(path("named"), describe(task, *trainer), trainer->parameters());
        QVERIFY(!loadRun(path("named")).description.vocabularies.columns);
        const auto load = [&](const nlohmann::json& names) {
            Safetensors content = readSafetensors(path("named"));
            auto written = nlohmann::json::parse(content.metadata.at("task"));
            written["columns"] = names;
            content.metadata["task"] = written.dump();
            writeSafetensors(path("forged"), content);
            return loadRun(path("forged"));
        };
        for (const nlohmann::json& wrong :
             {nlohmann::json(7), nlohmann::json("x"), nlohmann::json(nullptr),
              nlohmann::json::array(), nlohmann::json({"a", "b"}), nlohmann::json({1})})
            GF_FAILS(load(wrong), "forged", "columns", "1");
        const Run run = load({std::string(100'000, 'a') + "\n"});
        QVERIFY(run.description.vocabularies.columns->front().size() <= 43);
    }

    void weightsAlone_areLoadedButNotResumable() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->step();
        const RunDescription description = describe(task, *trainer);
        const auto weights = makeParameters(description.model);
        for (const auto& entry : weights->entries())
            std::ranges::copy(trainer->parameters().values(entry.name),
                              weights->writable(entry.name).begin());
        saveRun(path("weights"), description, *weights);
        const Run run = loadRun(path("weights"));
        QVERIFY(!run.resumable);
        QVERIFY(sameBits(run.parameters->flat(), weights->flat()));
    }

    void loadWeights_takesTheWeightsOfARun() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        trainer->step();
        saveRun(path("run"), describe(task, *trainer), trainer->parameters());
        const auto fresh = makeParameters(smallModel(*task));
        loadWeights(path("run"), *fresh);
        for (const auto& entry : fresh->entries())
            QVERIFY(sameBits(fresh->values(entry), trainer->parameters().values(entry.name)));
    }

    void loadRun_namesAWrongFile() {
        const auto task = smallTask();
        const auto trainer = trainerOf(*m_backend, task, smallModel(*task), shortTraining());
        GF_FAILS(loadRun(path("nothing")), path("nothing"));
        GF_FAILS(loadWeights(path("nothing"), trainer->parameters()), path("nothing"));

        writeSafetensors(path("other"), {{{"output.weight", Tensor(Shape{2, 2})}}, {}});
        GF_FAILS(loadRun(path("other")), path("other"));
        GF_FAILS(loadWeights(path("other"), trainer->parameters()), path("other"));

        QFile garbage(QString::fromStdString(path("garbage")));
        QVERIFY(garbage.open(QIODevice::WriteOnly));
        garbage.write("not a model");
        garbage.close();
        GF_FAILS(loadRun(path("garbage")), path("garbage"));
    }

    /// The sizes in a file are those of hundreds of millions of numbers, of which it has none.
    void loadRun_takesNoMemoryForMissingTensors() {
        ModelFile file;
        file.model.dModel = 2048;
        file.model.dFf = 8192;
        file.model.layers = 2;
        file.model.heads = 8;
        file.train = TrainConfig();
        const std::string path = m_folder.filePath("promises.st").toStdString();
        writeModelFile(path, file);
        const long before = largestMemory();
        GF_FAILS(loadRun(path), "promises.st", "is missing");
        file.train.reset();
        writeModelFile(path, file);
        GF_FAILS(loadRun(path), "promises.st", "is missing");
        GF_FAILS(readParameters(path, file.model), "promises.st", "is missing");
        QVERIFY2(largestMemory() - before < 64 * 1024,
                 qPrintable(QString::number(largestMemory())));
    }

private:
    /// Of this process so far, in KiB.
    static long largestMemory() {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    }

    std::string path(const std::string& name) const {
        return m_folder.filePath(QString::fromStdString(name + ".safetensors")).toStdString();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
};

} // namespace

} // namespace gf::tst_resume

#include "tests/entry.h"
GF_APPLESS_TEST(tst_resume, TstResume)
#include "tst_resume.moc"
