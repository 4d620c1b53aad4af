// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/frozen.h"
#include "core/tensor/error.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/runs.h"
#include "tests/entry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

namespace gf::tst_frozen {

using test::everyModel;

namespace {

/// Layers that keep their weights, two in each stack.
ModelConfig twoLayers(const Task& task) {
    ModelConfig model = test::smallModel(task);
    model.layers = 2;
    model.positional = Positional::Learned;
    model.dropout = 0.1;
    return model;
}

TrainConfig freezing(Index layers) {
    TrainConfig train = test::shortTraining();
    train.frozenLayers = layers;
    train.optimizer = OptimizerKind::AdamW;
    train.weightDecay = 0.1; // which would move a weight without a gradient, too
    train.clipNorm = 0.5;
    return train;
}

std::vector<float> copyOf(const Parameters& parameters, const std::string& name) {
    const std::span<const float> values = parameters.values(name);
    return {values.begin(), values.end()};
}

std::shared_ptr<const Trace> traceOf(const ModelConfig& config, Parameters& parameters,
                                     Index frozenLayers) {
    const auto backend = makeBackend("eigen");
    ProbeExample example = drawnExample(config, 1);
    example.frozenLayers = frozenLayers;
    return Probe(*backend, config, parameters, example, {}, {}).run(0);
}

bool isFrozenNode(const Graph& graph, const std::string& parameter, Index layers) {
    return isFrozen(graph[graph.find(parameter)].scope, layers);
}

Index backwardNodes(const Graph& graph) {
    return std::ranges::count(graph.nodes(), Role::Backward, &Node::role);
}

std::string errorOf(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// A model in which nothing stands behind its layers that could learn.
ModelConfig nothingBehind() {
    ModelConfig model;
    model.architecture = Architecture::Decoder;
    model.layers = 2;
    model.dModel = 8;
    model.heads = 2;
    model.norm = Norm::Post;
    model.tieEmbeddings = true;
    model.outputBias = false;
    return model;
}

} // namespace

/// Layers that keep their weights.
class TestFrozen : public QObject {
    Q_OBJECT

private slots:
    void isFrozen_followsTheScope() {
        ModelConfig config = test::families::tiny();
        config.positional = Positional::Learned;
        config.embeddingNorm = true;
        const auto graph = shortestModel(config).graph;
        const auto frozen = [&](const char* name, Index layers) {
            return isFrozenNode(*graph, name, layers);
        };
        for (const char* name :
             {"source_embedding.weight", "target_embedding.weight", "source_position.weight",
              "source.embedding_norm.gain", "encoder.0.ffn.w_1", "decoder.0.cross_attn.w_k"}) {
            QVERIFY2(!frozen(name, 0), name);
            QVERIFY2(frozen(name, 1), name);
        }
        for (const char* name : {"encoder.1.ffn.w_1", "decoder.1.norm1.gain"}) {
            QVERIFY2(!frozen(name, 1), name);
            QVERIFY2(frozen(name, 2), name);
        }
        for (const char* name : {"encoder.norm.gain", "decoder.norm.gain", "output.weight"})
            QVERIFY2(!frozen(name, 2), name);
    }

    void everyFamily_hasTheGradientsThatItHadAndNoOthers_data() {
        QTest::addColumn<std::size_t>("model");
        QTest::addColumn<int>("layers");
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            for (const int layers : {1, 2})
                QTest::addRow("%s: %d", everyModel()[i].name.c_str(), layers) << i << layers;
    }
    void everyFamily_hasTheGradientsThatItHadAndNoOthers() {
        QFETCH(std::size_t, model);
        QFETCH(int, layers);
        const ModelConfig& config = everyModel()[model].config;
        QVERIFY(obstacleToFreezing(config, layers).empty());
        const auto parameters = test::randomParameters(config);
        const auto whole = traceOf(config, *parameters, 0);
        const auto frozen = traceOf(config, *parameters, layers);
        const Graph& graph = *frozen->graph;
        QVERIFY(backwardNodes(graph) < backwardNodes(*whole->graph));
        int learned = 0;
        for (const auto& entry : parameters->entries()) {
            const NodeId gradient = graph.gradientOf(graph.find(entry.name));
            if (isFrozenNode(graph, entry.name, layers)) {
                QVERIFY2(gradient == noNode, entry.name.c_str());
                continue;
            }
            const NodeId before = whole->graph->gradientOf(whole->graph->find(entry.name));
            QCOMPARE(gradient == noNode, before == noNode); // a pooler has none
            if (gradient == noNode)
                continue;
            ++learned;
            QVERIFY2(
                test::sameBits(frozen->value(gradient).values(), whole->value(before).values()),
                entry.name.c_str());
        }
        QVERIFY(learned > 0);
        // Nothing is computed that nobody uses.
        std::vector<bool> read(graph.size(), false);
        for (const Node& node : graph.nodes())
            for (const NodeId input : node.inputs)
                read[input] = true;
        for (const Node& node : graph.nodes())
            if (node.role == Role::Backward && !read[node.id])
                QVERIFY2(node.relation == Relation::Gradient &&
                             graph[node.of].role == Role::Parameter,
                         node.name.c_str());
    }

    /// The processor's kernels join the gradients of a norm; here some of them are missing.
    void everyFamily_agreesOnTheProcessor_data() {
        everyFamily_hasTheGradientsThatItHadAndNoOthers_data();
    }
    void everyFamily_agreesOnTheProcessor() {
        QFETCH(std::size_t, model);
        QFETCH(int, layers);
        const ModelConfig& config = everyModel()[model].config;
        const auto parameters = test::randomParameters(config);
        ProbeExample example = drawnExample(config, 1);
        example.frozenLayers = layers;
        const auto backend = makeBackend("cpu");
        const Verification result = verify(*backend, config, *parameters, example);
        const StepAgreement* const wrong = firstBeyond(result.steps, result.tolerance);
        QVERIFY2(!wrong, wrong ? (*result.expected->graph)[wrong->node].name.c_str() : "");
    }

    void training_leavesFrozenWeightsBitForBit_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("layers");
        for (const char* backend : {"eigen", "cpu"})
            for (const int layers : {1, 2})
                QTest::addRow("%s: %d", backend, layers) << backend << layers;
    }
    void training_leavesFrozenWeightsBitForBit() {
        QFETCH(QString, backend);
        QFETCH(int, layers);
        const auto engine = makeBackend(backend.toStdString());
        const auto task = test::smallTask();
        const ModelConfig model = twoLayers(*task);
        const auto whole = test::trainerOf(*engine, task, model, freezing(0));
        const auto frozen = test::trainerOf(*engine, task, model, freezing(layers));
        const Graph& graph = *frozen->modelGraph().graph;
        QVERIFY(graph.size() < whole->modelGraph().graph->size());
        std::map<std::string, std::vector<float>> before;
        for (const auto& entry : frozen->parameters().entries())
            before[entry.name] = copyOf(frozen->parameters(), entry.name);

        const double loss = whole->step().loss;
        QCOMPARE(frozen->step().loss, loss); // the forward pass is the same
        for (int i = 0; i < 5; ++i)
            QVERIFY(frozen->step().finite());
        for (const auto& entry : frozen->parameters().entries()) {
            const std::string name = entry.role == Role::State
                                         ? entry.name.substr(entry.name.find('/') + 1)
                                         : entry.name;
            const bool isStill =
                test::sameBits(before[entry.name], frozen->parameters().values(entry));
            QCOMPARE(isStill, isFrozenNode(graph, name, layers));
            QVERIFY2(entry.role != Role::State || !isStill, entry.name.c_str()); // no memory of it
        }
    }

    /// An output that is tied to the embeddings is frozen with them.
    void tiedTable_isFrozenWhole() {
        const auto engine = makeBackend("cpu");
        const auto task = test::smallTask("reverse", Architecture::Decoder);
        ModelConfig model = twoLayers(*task);
        model.tieEmbeddings = true;
        const auto trainer = test::trainerOf(*engine, task, model, freezing(1));
        const std::vector<float> table = copyOf(trainer->parameters(), "embedding.weight");
        const std::vector<float> bias = copyOf(trainer->parameters(), "output.bias");
        trainer->step();
        trainer->step();
        QVERIFY(test::sameBits(table, trainer->parameters().values("embedding.weight")));
        QVERIFY(!test::sameBits(bias, trainer->parameters().values("output.bias")));
    }

    void savedRun_goesOnFrozen() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("run.safetensors").toStdString();
        const auto engine = makeBackend("cpu");
        const auto task = test::smallTask();
        const TrainConfig train = freezing(1);
        const auto whole = test::trainerOf(*engine, task, twoLayers(*task), train);
        for (int i = 0; i < 3; ++i)
            whole->step();
        RunDescription description;
        description.model = whole->modelConfig();
        description.train = train;
        description.task = task->name();
        description.vocabularies = vocabulariesOf(task);
        description.steps = whole->stepsDone();
        saveRun(path, description, whole->parameters());

        Run loaded = loadRun(path);
        QVERIFY(loaded.resumable);
        QCOMPARE(loaded.description.train.frozenLayers, Index{1});
        QVERIFY(!loaded.parameters->contains("adam_m/encoder.0.ffn.w_1"));
        QVERIFY(loaded.parameters->contains("adam_m/encoder.1.ffn.w_1"));
        Trainer rest(*engine, loaded.description.model, loaded.description.train,
                     makeTaskBatches(task, train.batch, train.seed), 1,
                     std::move(loaded.parameters), loaded.description.steps);
        for (int i = 0; i < 3; ++i) {
            const double loss = whole->step().loss;
            QCOMPARE(rest.step().loss, loss);
        }
        for (const auto& entry : rest.parameters().entries())
            QVERIFY2(test::sameBits(rest.parameters().values(entry),
                                    whole->parameters().values(entry.name)),
                     entry.name.c_str());
    }

    void file_thatFreezesMoreThanThereIsIsRefused() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("run.safetensors").toStdString();
        const auto task = test::smallTask();
        RunDescription description;
        description.model = twoLayers(*task);
        description.train = freezing(1);
        const auto parameters = makeParameters(description.model, description.train);
        description.train.frozenLayers = 3;
        saveRun(path, description, *parameters);
        QCOMPARE(QString::fromStdString(errorOf([&] { loadRun(path); })),
                 QString("\"%1\": frozen_layers is 3, but the model has 2 layers; freeze at most "
                         "that many")
                     .arg(path.c_str()));
    }

    void tooManyLayers_areRefusedWithTheNameOfTheKey() {
        const ModelConfig model = nothingBehind();
        QVERIFY(obstacleToFreezing(model, 0).empty());
        QVERIFY(obstacleToFreezing(model, 1).empty());
        QCOMPARE(obstacleToFreezing(model, 2, FieldNames::Options).english(),
                 std::string("--freeze is 2, and with that no weight of the model would learn; "
                             "freeze fewer"));
        QCOMPARE(obstacleToFreezing(model, 3, FieldNames::Labels).english(),
                 std::string("Frozen layers is 3, but the model has 2 layers; freeze at most that "
                             "many"));
        const auto engine = makeBackend("cpu");
        const auto task = test::smallTask();
        QCOMPARE(errorOf([&] { test::trainerOf(*engine, task, twoLayers(*task), freezing(5)); }),
                 std::string("frozen_layers is 5, but the model has 2 layers; freeze at most that "
                             "many"));
    }
};

} // namespace gf::tst_frozen

GF_APPLESS_TEST(tst_frozen, TestFrozen)
#include "tst_frozen.moc"
