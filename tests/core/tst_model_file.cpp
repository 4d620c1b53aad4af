// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"

#include "core/io/atomic_file.h"
#include "core/io/base64.h"
#include "core/model/model.h"
#include "core/ops/leaf.h"
#include "core/train/run.h"
#include "tests/core/errors.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <numeric>
#include <sys/resource.h>

namespace gf::tst_model_file {

using nlohmann::json;

namespace {

/// The parameters of a toy with an embedding of three words, an output layer unless that is tied,
/// and one memory of the optimizer for each when asked for. Values are 1, 2, 3, …
Parameters makeParameters(bool tied, bool withState) {
    Graph graph;
    const std::vector<Axis> axes{Axis::None, Axis::None};
    std::vector<NodeId> nodes{ops::parameter(graph, "target_embedding.weight", Shape{3, 2}, axes)};
    if (!tied)
        nodes.push_back(ops::parameter(graph, "output.weight", Shape{2, 3}, axes));
    nodes.push_back(ops::parameter(graph, "output.bias", Shape{3}, {Axis::None}));
    if (withState)
        for (const NodeId node : nodes)
            ops::state(graph, "adam_m/" + graph[node].name, node);
    Parameters parameters;
    parameters.addFrom(graph);
    float value = 0;
    for (const Parameters::Entry& entry : parameters.entries())
        for (float& number : parameters.writable(entry))
            number = ++value;
    return parameters;
}

std::vector<float> allValues(const Parameters& parameters) {
    std::vector<float> all;
    for (const Parameters::Entry& entry : parameters.entries()) {
        const auto values = parameters.values(entry);
        all.insert(all.end(), values.begin(), values.end());
    }
    return all;
}

Parameters zeros(bool tied, bool withState) {
    Parameters parameters = makeParameters(tied, withState);
    for (const Parameters::Entry& entry : parameters.entries())
        std::ranges::fill(parameters.writable(entry), 0.0F);
    return parameters;
}

/// Tensors with numbers of their own.
std::vector<NamedTensor> copiesOf(const Parameters& parameters, bool withOptimizerState) {
    std::vector<NamedTensor> copies;
    for (const TensorView& view : tensorsOf(parameters, withOptimizerState)) {
        const auto values = std::get<std::span<const float>>(view.numbers);
        copies.push_back(
            {view.name, Tensor(view.shape, std::vector<float>(values.begin(), values.end()))});
    }
    return copies;
}

ModelFile sample() {
    ModelFile file;
    file.model.sourceVocab = 5;
    file.model.targetVocab = 6;
    file.model.dropout = 0.1;
    file.sourceVocabulary = {{"<pad>", "<sos>", "<eos>", "<unk>", "ü"}, "characters"};
    file.targetVocabulary = {{"<pad>", "<sos>", "<eos>", "<unk>", "\"", "\n"}, "words"};
    file.task = {{"name", "pairs"}, {"data", "päirs.tsv"}};
    file.train = TrainConfig();
    file.train->steps = 9;
    file.train->learningRate = 0.1;
    file.train->seed = ~0ULL;
    file.stepsDone = 1234;
    for (const Index step : {1, 2, 1234})
        file.metrics.add(Metrics::Loss{step, 1.0F / static_cast<float>(step)});
    file.metrics.add(Metrics::Measurement{0, 2.5F, 0, {}, 0.25F});
    file.metrics.add(Metrics::Measurement{1200, 0.5F, 0.75F, {}, 1.0F});
    file.tensors = copiesOf(makeParameters(false, true), true);
    return file;
}

} // namespace

namespace {

/// With two runs that are compared with it.
ModelFile compared() {
    ModelFile file = sample();
    file.comparedBy = "norm";
    for (const Index steps : {Index{1234}, Index{7}}) {
        ComparedFile run;
        run.model = file.model;
        run.model.norm = Norm::Post;
        run.train = file.train;
        run.stepsDone = steps;
        run.stoppedAt = steps == 7 ? 8 : 0;
        run.metrics.add(Metrics::Loss{5, 0.5F});
        run.tensors = copiesOf(makeParameters(false, true), true);
        file.compared.push_back(std::move(run));
    }
    return file;
}

} // namespace

class TestModelFile : public QObject {
    Q_OBJECT

private:
    std::string path() const { return m_folder->filePath("run.safetensors").toStdString(); }
    /// Writes a good file with one key of the metadata changed, or removed.
    void writeWith(const std::string& key, const std::optional<std::string>& value) const {
        writeModelFile(path(), sample());
        Safetensors content = readSafetensors(path());
        if (value)
            content.metadata[key] = *value;
        else
            content.metadata.erase(key);
        writeSafetensors(path(), content);
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readModelFile_readsBackWhatWasWritten() {
        const ModelFile file = sample();
        writeModelFile(path(), file);
        const ModelFile read = readModelFile(path());
        QVERIFY(read.model == file.model);
        QVERIFY(read.sourceVocabulary == file.sourceVocabulary);
        QVERIFY(read.targetVocabulary == file.targetVocabulary);
        QVERIFY(read.task == file.task);
        QVERIFY(read.train == file.train);
        QCOMPARE(read.stepsDone, file.stepsDone);
        QVERIFY(read.metrics == file.metrics);
        QVERIFY(hasOptimizerState(read.tensors));
        QCOMPARE(read.tensors.size(), file.tensors.size());
        for (std::size_t i = 0; i < read.tensors.size(); ++i) {
            QCOMPARE(read.tensors[i].name, file.tensors[i].name);
            QVERIFY(read.tensors[i].shape() == file.tensors[i].shape());
            QVERIFY(std::ranges::equal(read.tensors[i].floats().values(),
                                       file.tensors[i].floats().values()));
        }
        const std::string bytes = readWholeFile(path(), 1 << 20);
        writeModelFile(path(), read);
        QVERIFY(readWholeFile(path(), 1 << 20) == bytes);
    }

    void tokenizerFiles_areReadBackWhateverTheyHold() {
        ModelFile file = sample();
        SavedVocabulary& words = file.sourceVocabulary.emplace();
        words.size = file.model.sourceVocab;
        words.tokenizer = {{"vocab.json", "{\"\u00fc\": 0}"}, {"bytes", ""}};
        std::string bytes;
        for (int i = 0; i < 600; ++i) { // of each length that Base64 fills up in another way
            bytes += static_cast<char>(255 - i % 256);
            words.tokenizer["bytes"] = bytes;
            QCOMPARE(fromBase64(toBase64(bytes)), std::optional(bytes));
        }
        for (const char* none : {"A", "AA", "AA=", "AA==AA==", "A===", "AB==", "AA\n=", "AA-_"})
            QVERIFY2(!fromBase64(none), none);
        QCOMPARE(toBase64("foobar!"), std::string("Zm9vYmFyIQ=="));
        writeModelFile(path(), file);
        QVERIFY(readModelFile(path()).sourceVocabulary == file.sourceVocabulary);
    }

    void comparedRuns_areReadBackBesideTheFirst() {
        const ModelFile file = compared();
        writeModelFile(path(), file);
        const ModelFile read = readModelFile(path());
        QCOMPARE(read.comparedBy, std::string("norm"));
        QCOMPARE(read.compared.size(), std::size_t{2});
        QCOMPARE(read.tensors.size(), file.tensors.size());
        for (std::size_t i = 0; i < 2; ++i) {
            const ComparedFile& run = read.compared[i];
            QVERIFY(run.model == file.compared[i].model);
            QVERIFY(run.train == file.compared[i].train);
            QVERIFY(run.metrics == file.compared[i].metrics);
            QCOMPARE(run.stepsDone, file.compared[i].stepsDone);
            QCOMPARE(run.stoppedAt, file.compared[i].stoppedAt);
            QCOMPARE(run.tensors.size(), file.compared[i].tensors.size());
            for (std::size_t t = 0; t < run.tensors.size(); ++t)
                QCOMPARE(run.tensors[t].name, file.compared[i].tensors[t].name);
        }
        // Whoever wants weights alone finds those of the first under their plain names.
        std::size_t weights = 0;
        for (const NamedTensor& tensor : file.tensors)
            weights += tensor.name.starts_with(optimizerPrefix) ? 0 : 1;
        QCOMPARE(readWeights(path()).size(), weights);
        const std::string bytes = readWholeFile(path(), 1 << 20);
        writeModelFile(path(), read);
        QVERIFY(readWholeFile(path(), 1 << 20) == bytes);
    }

    void readModelFile_namesWhatIsWrongInComparedRuns() {
        const auto broken = [&](const char* text, const char* expected) {
            writeModelFile(path(), compared());
            Safetensors content = readSafetensors(path());
            if (text)
                content.metadata["compared"] = text;
            else
                content.metadata.erase("compared");
            writeSafetensors(path(), content);
            GF_FAILS(readModelFile(path()), "run.safetensors", expected);
        };
        broken(nullptr, "that the file does not have");
        broken("[]", "\"compared\": an object");
        broken(R"({"by": 3, "runs": []})", "an object with a text");
        broken(R"({"by": "norm", "runs": []})", "0 runs");
        broken(R"({"by": "norm", "runs": [{}]})", "\"config\"");
        broken(R"({"by": "norm", "runs": [{"config": {"heads": 5}}]})", "heads is 5");
        broken(R"({"by": "norm", "runs": [{"config": {}, "steps_done": -1}]})", "steps_done is -1");
        broken(R"({"by": "norm", "runs": [{"config": {}, "stopped_at": 1e99}]})", "stopped_at");
        broken(R"({"by": "norm", "runs": [{"config": {}, "steps_done": 9}]})", "\"compared/2/");
        broken(R"({"by": "norm", "runs": [{"config": {}}, {"config": {}}]})", "training/step");
        ModelFile file = compared();
        file.compared[1].tensors[0] = {"output.bias", Tensor(Shape{6}, static_cast<float>(NAN))};
        GF_FAILS(writeModelFile(path(), file), "compared/2/output.bias");
    }

    void viewAndLabs_areReadBackUnlessTooLong() {
        ModelFile file = sample();
        file.view = "anything at all: ü";
        writeModelFile(path(), file);
        QCOMPARE(readModelFile(path()).view, file.view);
        file.view = std::string(longestView + 1, 'x');
        writeModelFile(path(), file);
        QVERIFY(readModelFile(path()).view.empty());
        file.labs = "likewise";
        writeModelFile(path(), file);
        QCOMPARE(readModelFile(path()).labs, file.labs);
        writeWith("labs", std::string(longestLabs + 1, 'x'));
        QVERIFY(readModelFile(path()).labs.empty());
        writeWith("view", std::string(longestView + 1, 'x'));
        QVERIFY(readModelFile(path()).view.empty());
    }

    void readModelFile_acceptsMissingOptionalParts() {
        ModelFile file;
        file.tensors = copiesOf(makeParameters(false, false), true);
        writeModelFile(path(), file);
        const ModelFile read = readModelFile(path());
        QVERIFY(!read.sourceVocabulary);
        QVERIFY(!read.targetVocabulary);
        QVERIFY(!read.train);
        QVERIFY(read.task.is_null());
        QVERIFY(!hasOptimizerState(read.tensors));
        QVERIFY(read.metrics.empty());
        QCOMPARE(read.stepsDone, Index{0});
    }

    void parametersAndOptimizerState_areReadBack() {
        writeModelFile(path(), sample());
        const ModelFile read = readModelFile(path());
        Parameters parameters = zeros(false, true);
        loadParameters(read, parameters);
        QCOMPARE(parameters.values("output.bias")[2], 15.0F);
        QCOMPARE(parameters.values("adam_m/output.bias")[2], 0.0F); // not asked for yet
        loadOptimizerState(read.tensors, parameters);
        QVERIFY(allValues(parameters) == allValues(makeParameters(false, true)));

        Parameters withoutState = zeros(false, false); // to look at a model, not to train on
        loadParameters(read, withoutState);
        QVERIFY(allValues(withoutState) == allValues(makeParameters(false, false)));
    }

    void tensorsOf_leavesOutOptimizerStateUnlessAskedFor() {
        ModelFile file = sample();
        QCOMPARE(tensorsOf(makeParameters(false, true), false).size(), std::size_t{3});
        QCOMPARE(tensorsOf(makeParameters(false, true), true).size(), std::size_t{6});
        QCOMPARE(file.tensors[3].name, std::string("optimizer/adam_m/target_embedding.weight"));
        file.tensors = copiesOf(makeParameters(false, true), false);
        QVERIFY(!hasOptimizerState(file.tensors));
        Parameters parameters = zeros(false, true);
        GF_FAILS(loadOptimizerState(file.tensors, parameters),
                 "optimizer/adam_m/target_embedding.weight", "is missing");
    }

    void readWeights_needsNoMetadata() {
        writeSafetensors(path(), {copiesOf(makeParameters(false, false), false), {}});
        Parameters parameters = zeros(false, false);
        loadParameters(readWeights(path()), parameters);
        QVERIFY(allValues(parameters) == allValues(makeParameters(false, false)));
        GF_FAILS(readModelFile(path()), "run.safetensors", "not a Glassformer model", "--init");

        writeModelFile(path(), sample()); // a model will do too
        QCOMPARE(readWeights(path()).size(), std::size_t{3});
        writeSafetensors(path(), {{{"w", Tensor({2}, {1, NAN})}}, {}});
        GF_FAILS(readWeights(path()), "run.safetensors", "\"w\"", "element 1 is NaN");
        writeSafetensors(path(), {{{"ids", IntTensor(Shape{2})}}, {}});
        GF_FAILS(readWeights(path()), "\"ids\"", "whole numbers");
    }

    void loadParameters_namesAMissingTensor() {
        ModelFile file = sample();
        file.tensors.erase(file.tensors.begin() + 1);
        Parameters parameters = zeros(false, false);
        GF_FAILS(loadParameters(file, parameters), "\"output.weight\" is missing", "2 × 3");
    }

    void loadParameters_namesBothShapesWhereTheyDiffer() {
        ModelFile file = sample();
        file.tensors[1].data = Tensor(Shape{3, 2}); // transposed, as other programs keep it
        Parameters parameters = zeros(false, false);
        GF_FAILS(loadParameters(file, parameters), "\"output.weight\" is 3 × 2", "needs 2 × 3");
        file.tensors[1].data = Tensor(Shape{6}); // as many numbers, but not as a matrix
        GF_FAILS(loadParameters(file, parameters), "\"output.weight\" is 6", "needs 2 × 3");
    }

    void loadParameters_namesAnUnknownTensor() {
        ModelFile file = sample();
        file.tensors.push_back({"encoder.7.ffn.w_1", Tensor(Shape{1})});
        Parameters parameters = zeros(false, false);
        GF_FAILS(loadParameters(file, parameters), "\"encoder.7.ffn.w_1\" is unknown");
        // The optimizer's memory is no parameter even where its name is one of an entry.
        file = sample();
        file.tensors.push_back({"adam_m/output.bias", Tensor(Shape{3})});
        Parameters withState = zeros(false, true);
        GF_FAILS(loadParameters(file, withState), "\"adam_m/output.bias\" is unknown");
    }

    void loadParameters_refusesWholeNumbers() {
        ModelFile file = sample();
        file.tensors[2].data = IntTensor(Shape{3});
        Parameters parameters = zeros(false, false);
        GF_FAILS(loadParameters(file, parameters), "\"output.bias\"", "whole numbers");
    }

    void failedLoad_changesNothing() {
        ModelFile file = sample();
        file.tensors[2].data = Tensor(Shape{4});
        Parameters parameters = zeros(false, true);
        GF_FAILS(loadParameters(file, parameters), "\"output.bias\" is 4");
        file = sample();
        file.tensors.back().data = Tensor(Shape{4});
        GF_FAILS(loadOptimizerState(file.tensors, parameters),
                 "\"optimizer/adam_m/output.bias\" is 4");
        QVERIFY(allValues(parameters) == allValues(zeros(false, true)));
    }

    void loadParameters_acceptsTiedOutputOnlyWhereItIsEqual() {
        std::vector<NamedTensor> tensors = copiesOf(makeParameters(true, false), false);
        Parameters parameters = zeros(true, false);
        loadParameters(tensors, parameters);
        QVERIFY(allValues(parameters) == allValues(makeParameters(true, false)));

        tensors.push_back({"output.weight", Tensor({2, 3}, {1, 3, 5, 2, 4, 6})});
        parameters = zeros(true, false);
        loadParameters(tensors, parameters);
        QVERIFY(allValues(parameters) == allValues(makeParameters(true, false)));
        tensors.back().data = Tensor({2, 3}, {1, 3, 5, 2, 4, 7});
        GF_FAILS(loadParameters(tensors, parameters), "\"output.weight\"", "transposed", "tied");
        tensors.back().data = Tensor({3, 2}, {1, 2, 3, 4, 5, 6});
        GF_FAILS(loadParameters(tensors, parameters), "\"output.weight\"", "transposed");
        tensors.back().data = Tensor(Shape{});
        GF_FAILS(loadParameters(tensors, parameters), "\"output.weight\"", "transposed");
    }

    void loadOptimizerState_refusesAnotherOptimizersState() {
        ModelFile file = sample();
        file.tensors.push_back({"optimizer/adam_v/output.bias", Tensor(Shape{3})});
        Parameters parameters = zeros(false, true);
        GF_FAILS(loadOptimizerState(file.tensors, parameters),
                 "\"optimizer/adam_v/output.bias\" is unknown");
    }

    void nonFiniteWeights_areRefusedInWritingAndReading() {
        for (const float bad : {static_cast<float>(NAN), static_cast<float>(INFINITY),
                                -static_cast<float>(INFINITY)}) {
            ModelFile file = sample();
            file.tensors[1].data = Tensor({2, 3}, {0, 0, 0, 0, bad, 0});
            const char* what = std::isnan(bad) ? "NaN" : "infinite";
            GF_FAILS(writeModelFile(path(), file), "\"output.weight\"", "element 4", what);
            QVERIFY(!QFile::exists(QString::fromStdString(path())));
            writeModelFile(path(), sample());
            Safetensors content = readSafetensors(path());
            std::ranges::find(content.tensors, "output.weight", &NamedTensor::name)->data =
                file.tensors[1].data;
            writeSafetensors(path(), content);
            GF_FAILS(readModelFile(path()), "run.safetensors", "\"output.weight\"", "element 4",
                     what);
            QFile::remove(QString::fromStdString(path()));
        }
    }

    void readModelFile_namesWhatIsWrongInMetadata_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* key, const char* value,
                            const char* expected) {
            QTest::newRow(name) << QString(key) << QString(value) << QString(expected);
        };
        row("no version", "format_version", nullptr, "lack \"format_version\"");
        row("no configuration", "config", nullptr, "lack \"config\"");
        row("newer version", "format_version", "2", "format version \"2\"");
        row("odd version", "format_version", "", "format version \"\"");
        row("not JSON", "config", "{", "\"config\": line 1, column 2");
        row("deep", "config", QByteArray(100'000, '[').constData(), "deep");
        row("wrong type", "config", "[]", "\"config\": the model configuration is []");
        row("impossible", "config", R"({"heads":5})", "heads is 5");
        row("unknown key", "config", R"({"dmodel":5})", "did you mean \"d_model\"?");
        row("double key", "config", R"({"heads":4,"heads":4})", "twice");
        row("vocabulary is a list", "source_vocabulary", "[]", "\"source_vocabulary\": an object");
        row("vocabulary of numbers", "source_vocabulary",
            R"({"tokens":["a",2],"tokenization":"words"})", "token 1 must be a string");
        row("empty token", "source_vocabulary", R"({"tokens":["a",""],"tokenization":"words"})",
            "token 1");
        row("tokens not a list", "source_vocabulary", R"({"tokens":"ab","tokenization":"words"})",
            "\"tokens\" must be a list");
        row("tokenization not text", "source_vocabulary", R"({"tokens":[],"tokenization":1})",
            "\"tokenization\" must be a string");
        row("tokenization unknown", "target_vocabulary",
            R"({"tokens":["a","b","c","d","e","f"],"tokenization":"bytes"})",
            "target_vocabulary splits text into \"bytes\"");
        row("merges of words", "source_vocabulary",
            R"({"tokens":["a","b"],"tokenization":"words","merges":[]})",
            "a list of merges belongs to \"bpe\"");
        row("byte pairs without merges", "source_vocabulary",
            R"({"tokens":["a","b"],"tokenization":"bpe"})", "a list of merges belongs to \"bpe\"");
        row("merge of three", "source_vocabulary",
            R"({"tokens":["a","b"],"tokenization":"bpe","merges":[["a","b","c"]]})",
            "merge 0 must be a list of two tokens");
        row("merge of nothing", "source_vocabulary",
            R"({"tokens":["a","b"],"tokenization":"bpe","merges":[["a","b",2],["","b",2]]})",
            "merge 1 must be");
        row("merge that stood less than never", "source_vocabulary",
            R"({"tokens":["a","b"],"tokenization":"bpe","merges":[["a","b",-1]]})",
            "merge 0 must be");
        row("tokenizer's file", "source_vocabulary",
            R"({"tokenizer":{"a":{"base64":"AA"}},"size":5})", "\"a\" is no Base64");
        row("tokenizer's file of another kind", "source_vocabulary",
            R"({"tokenizer":{"a":{"hex":"00"}},"size":5})", "\"a\" must be a string");
        row("vocabulary too short", "target_vocabulary",
            R"({"tokens":["a"],"tokenization":"words"})",
            "target_vocabulary has 1 tokens; target_vocab in the configuration is 6");
        row("task", "task", "[1]", "task must be an object");
        row("training", "train_config", R"({"batch":0})", "\"train_config\": batch is 0");
        row("steps are text", "steps_done", "many", "\"steps_done\" are \"many\"");
        row("steps have a tail", "steps_done", "5x", "\"5x\"");
        row("steps are negative", "steps_done", "-5", "steps_done is -5");
        row("steps overflow", "steps_done", "99999999999999999999", "whole number");
    }

    void readModelFile_namesWhatIsWrongInMetadata() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, expected);
        writeWith(key.toStdString(),
                  value.isNull() ? std::nullopt : std::optional(value.toStdString()));
        GF_FAILS(readModelFile(path()), "run.safetensors", expected.toStdString());
    }

    void writeModelFile_refusesABadModelAndKeepsTheFile() {
        writeModelFile(path(), sample());
        const std::string before = readWholeFile(path(), 1 << 20);
        ModelFile file = sample();
        file.targetVocabulary->tokens.pop_back();
        GF_FAILS(writeModelFile(path(), file), "target_vocabulary has 5 tokens");
        file = sample();
        file.sourceVocabulary->tokens[4] = "\xff";
        GF_FAILS(writeModelFile(path(), file), "UTF-8");
        file = sample();
        file.task = json::array();
        GF_FAILS(writeModelFile(path(), file), "task");
        file = sample();
        file.tensors.push_back(file.tensors[0]);
        GF_FAILS(writeModelFile(path(), file), "two tensors called \"target_embedding.weight\"");
        QVERIFY(readWholeFile(path(), 1 << 20) == before);
    }

    void metrics_stayBoundedAndEvenlySpaced() {
        Metrics metrics;
        constexpr Index steps = 100'000;
        for (Index step = 1; step <= steps; ++step) {
            metrics.add(Metrics::Loss{step, static_cast<float>(step)});
            if (step % 10 == 0)
                metrics.add(Metrics::Measurement{step, 1, 0.5F});
        }
        for (const auto& [count, most] :
             {std::pair(metrics.losses().size(), Metrics::mostLosses),
              {metrics.measurements().size(), Metrics::mostMeasurements}}) {
            QVERIFY(count <= most);
            QVERIFY(count >= most / 3);
        }
        const auto& losses = metrics.losses();
        QCOMPARE(losses.front().step, Index{1});
        QCOMPARE(losses.back().step, steps);
        Index widest = 0;
        for (std::size_t i = 1; i < losses.size(); ++i)
            widest = std::max(widest, losses[i].step - losses[i - 1].step);
        QVERIFY2(widest <= 3 * steps / static_cast<Index>(losses.size()),
                 qPrintable(QString::number(widest)));
        metrics.add(Metrics::Loss{steps, 1}); // of no later step
        metrics.add(Metrics::Loss{steps + 1, NAN});
        QCOMPARE(metrics.losses().back(), (Metrics::Loss{steps, static_cast<float>(steps)}));
    }

    void metrics_dropWhatComesAfterTheLastStep() {
        ModelFile file = sample();
        file.metrics.dropAfter(1200);
        QCOMPARE(file.metrics.losses().back().step, Index{2});
        QCOMPARE(file.metrics.measurements().back().step, Index{1200});
        // What the run has not done is not written: nobody could read the file.
        file.metrics.add(Metrics::Loss{1235, 1});
        writeModelFile(path(), file);
        QCOMPARE(readModelFile(path()).metrics.losses().size(), std::size_t{2});
    }

    void readModelFile_namesWhatIsWrongInMetrics_data() {
        QTest::addColumn<QString>(
            "name"); ///< the tensor that is replaced; with nothing: taken away
        QTest::addColumn<QString>("expected");
        QTest::newRow("unknown") << "training/lodd"
                                 << "\"training/lodd\" is unknown";
        for (const char* name : {"training/step", "training/loss", "training/validation_step",
                                 "training/validation_loss", "training/validation_accuracy",
                                 "training/trained_accuracy"}) {
            if (std::string_view(name) != "training/trained_accuracy") // of some tasks
                QTest::newRow((std::string("without ") + name).c_str())
                    << QString(name) + "-" << QString("\"%1\" is missing").arg(name);
            QTest::newRow((std::string("other shape ") + name).c_str())
                << QString(name) + "/" << QString("\"%1\"").arg(name);
            QTest::newRow((std::string("other type ") + name).c_str())
                << QString(name) + "*" << QString("\"%1\" must be a row of").arg(name);
            QTest::newRow((std::string("bad numbers ") + name).c_str())
                << QString(name) + "!" << QString("\"%1\"").arg(name);
            QTest::newRow((std::string("too long ") + name).c_str())
                << QString(name) + "+" << QString("\"%1\"").arg(name);
        }
    }

    /// The last letter of the row's name says what is done to the tensor.
    void readModelFile_namesWhatIsWrongInMetrics() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        writeModelFile(path(), sample());
        Safetensors content = readSafetensors(path());
        const QChar how = name.back();
        const std::string plain = name.chopped(1).toStdString();
        const auto found = std::ranges::find(content.tensors, plain, &NamedTensor::name);
        if (found == content.tensors.end()) {
            content.tensors.push_back({name.toStdString(), Tensor(Shape{1})});
        } else if (how == '-') {
            content.tensors.erase(found);
        } else {
            const bool floats = found->isFloat();
            const Index count = found->shape()[0];
            if (how == '/')
                found->data = Tensor(Shape{1, count});
            else if (how == '*' && floats)
                found->data = IntTensor(Shape{count});
            else if (how == '*')
                found->data = Tensor(Shape{count});
            else if (how == '!' && floats)
                found->data = Tensor(Shape{count}, static_cast<float>(NAN));
            else if (how == '!')
                found->data = IntTensor(Shape{count}, 1235); // none of them has been done
            else if (floats)
                found->data = Tensor(Shape{100'000});
            else
                found->data = IntTensor(Shape{100'000});
        }
        writeSafetensors(path(), content);
        GF_FAILS(readModelFile(path()), "run.safetensors", expected.toStdString());
    }

    void formerNamesOfEmbeddingNorms_areRead() {
        ModelFile file = sample();
        file.model.embeddingNorm = true;
        const std::unique_ptr<Parameters> parameters = gf::makeParameters(file.model);
        initialize(*parameters, file.model, 7);
        file.tensors = copiesOf(*parameters, true);
        writeModelFile(path(), file);
        Safetensors content = readSafetensors(path());
        int renamed = 0;
        for (NamedTensor& tensor : content.tensors)
            for (const std::string side : {"source", "target"})
                if (const std::size_t at = tensor.name.find(side + ".embedding_norm.");
                    at != std::string::npos) {
                    tensor.name[at + side.size()] = '_';
                    ++renamed;
                }
        QVERIFY(renamed >= 4);
        writeSafetensors(path(), content);
        const ModelFile read = readModelFile(path());
        QCOMPARE(read.tensors.size(), file.tensors.size());
        for (const NamedTensor& tensor : file.tensors) {
            const auto found = std::ranges::find(read.tensors, tensor.name, &NamedTensor::name);
            QVERIFY2(found != read.tensors.end(), tensor.name.c_str());
            QVERIFY2(std::ranges::equal(found->floats().values(), tensor.floats().values()),
                     tensor.name.c_str());
        }
    }

    void writeModelFile_copiesNoTensors() {
        ModelFile file = sample();
        file.tensors.clear();
        const std::vector<float> numbers(std::size_t{24} << 20, 0.5F); // 96 MiB
        const std::vector<TensorView> views{{"in memory", Shape{static_cast<Index>(numbers.size())},
                                             std::span<const float>(numbers)}};
        const std::vector<TensorView> fetched{{"elsewhere",
                                               Shape{static_cast<Index>(numbers.size())},
                                               [](std::size_t offset, std::span<float> into) {
                                                   std::iota(into.begin(), into.end(), offset);
                                               }}};
        const auto largest = [] { // KiB this process has had in memory
            rusage usage{};
            ::getrusage(RUSAGE_SELF, &usage);
            return usage.ru_maxrss;
        };
        const long before = largest();
        writeModelFile(replacing(path()), file, views);
        writeSafetensors(path() + ".fetched", fetched, {});
        QVERIFY2(largest() - before < 24 * 1024, qPrintable(QString::number(largest() - before)));
        const Safetensors read = readSafetensors(path() + ".fetched");
        QCOMPARE(read.tensors.front().floats()[20'000'000], 20'000'000.0F);
        QVERIFY(
            std::ranges::equal(readModelFile(path()).tensors.front().floats().values(), numbers));
    }
};

} // namespace gf::tst_model_file

#include "tests/entry.h"
GF_GUILESS_TEST(tst_model_file, TestModelFile)
#include "tst_model_file.moc"
