// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"
#include "core/data/feed.h"
#include "core/io/safetensors.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/softmax.h"
#include "core/tensor/error.h"
#include "tests/core/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace gf::tst_batches {
namespace {

using Ids = std::vector<TokenId>;
using Sequences = std::vector<std::vector<TokenId>>;

std::shared_ptr<const Task> task(const std::string& name,
                                 std::optional<Architecture> architecture = {}) {
    TaskRequest request;
    request.name = name;
    request.architecture = architecture;
    return makeTask(request);
}

/// Vocabularies of 10 and 8 tokens and sequences of up to 6.
ModelConfig configOf(Architecture architecture) {
    ModelConfig config;
    config.architecture = architecture;
    config.sourceVocab = 10;
    config.targetVocab = 8;
    config.maxLength = 6;
    return config;
}

NamedTensor ids(const char* name, const Shape& shape, std::vector<std::int64_t> values) {
    return {name, IntTensor(shape, std::move(values))};
}

Ids idsOf(const Batch& batch, std::string_view name) {
    const auto all = batch.ids(name);
    return {all.begin(), all.end()};
}

/// 1 for what counts, 0 for padding.
Ids keptBy(const Batch& batch, std::string_view keep) {
    const auto all = batch.numbers(keep);
    return {all.begin(), all.end()};
}

Index lengthOf(const Batch& batch, std::string_view name) {
    const BatchArray* array = batch.find(name);
    return array ? array->shape[1] : 0;
}

/// A model of real numbers with a keep-mask, as one reads them: who looks at whom among them.
struct ModelOfValues {
    ModelOfValues() {
        model.graph = std::make_shared<Graph>();
        Graph& g = *model.graph;
        const NodeId values = ops::input(g, "source.values", Shape{tokens, features}, {});
        const NodeId keep = ops::input(g, "source.keep", Shape{tokens}, {});
        model.inputs = {{"source.values", values, InputKind::Values, 0},
                        {"source.keep", keep, InputKind::Keep, 0}};
        const NodeId heads = ops::splitHeads(g, "heads", values, 1);
        const NodeId scores = ops::matmul(g, "scores", heads, heads, false, true);
        weights = ops::softmax(g, "weights", ops::mask(g, "masked", scores, keep, false));
        program = makeBackend("eigen")->compile(
            model.graph, parameters, {.batch = 2, .keepAll = true, .keep = {}, .threads = 1});
    }

    static constexpr Index tokens = 3, features = 2;
    ModelGraph model;
    NodeId weights = noNode;
    Parameters parameters;
    std::unique_ptr<Program> program;
};

/// Two batches of two rows, S = 4 and T = 3.
const NamedTensor sources =
    ids("source_ids", {2, 2, 4}, {4, 5, 2, 0, 6, 2, 0, 0, 7, 8, 9, 2, 3, 4, 2, 0});
const NamedTensor targets = ids("target_ids", {2, 2, 3}, {5, 6, 2, 7, 2, 0, 4, 2, 0, 2, 0, 0});

} // namespace

class TstBatches : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void makeBatch_makesAnEncoderDecoderBatch() {
        const Batch batch =
            makeBatch(Architecture::EncoderDecoder, {{4, 5}, {}}, {{6}, {7, 8, 9}}, 4, 5);
        QCOMPARE(batch.size, Index{2});
        QCOMPARE(lengthOf(batch, inputs::sourceIds), Index{4});
        QCOMPARE(lengthOf(batch, inputs::targetIds), Index{5});
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{4, 5, 2, 0, 2, 0, 0, 0}));
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 6, 0, 0, 0, 1, 7, 8, 9, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{6, 2, 0, 0, 0, 7, 8, 9, 2, 0}));
        QCOMPARE(keptBy(batch, inputs::sourceKeep), (Ids{1, 1, 1, 0, 1, 0, 0, 0}));
        QCOMPARE(keptBy(batch, inputs::targetKeep), (Ids{1, 1, 0, 0, 0, 1, 1, 1, 1, 0}));
        QCOMPARE(keptBy(batch, inputs::labelKeep), (Ids{1, 1, 0, 0, 0, 1, 1, 1, 1, 0}));
    }

    void makeBatch_makesADecoderBatch() {
        const Batch batch = makeBatch(Architecture::Decoder, {}, {{6, 7}, {}}, 0, 4);
        QCOMPARE(batch.size, Index{2});
        QCOMPARE(lengthOf(batch, inputs::sourceIds), Index{0});
        QVERIFY(idsOf(batch, inputs::sourceIds).empty());
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 6, 7, 0, 1, 0, 0, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{6, 7, 2, 0, 2, 0, 0, 0}));
        // Empty sources beside the targets are no source either.
        QVERIFY(!makeBatch(Architecture::Decoder, {{}}, {{6}}, 9, 4).find(inputs::sourceIds));
    }

    void makeBatch_makesAnEncoderBatch() {
        const Batch batch = makeBatch(Architecture::Encoder, {{4, 5}, {6}}, {{7, 8}, {9}}, 4, 0);
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{4, 5, 2, 0, 6, 2, 0, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{7, 8, 2, 0, 9, 2, 0, 0}));
        QCOMPARE(lengthOf(batch, inputs::targetIds), Index{0});
        QVERIFY(idsOf(batch, inputs::targetIds).empty());
    }

    void makeBatch_padsTheLabelsWhereNoneAreGiven() {
        const Batch batch = makeBatch(Architecture::Encoder, {{4, 5}}, {}, 4, 0);
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{4, 5, 2, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{0, 0, 0, 0}));
        QCOMPARE(keptBy(batch, inputs::labelKeep), (Ids{0, 0, 0, 0}));
    }

    void makeBatch_usesTheLastPosition() {
        const Batch batch = makeBatch(Architecture::EncoderDecoder, {{4, 5, 6}}, {{7, 8}}, 4, 3);
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{4, 5, 6, 2}));
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 7, 8}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{7, 8, 2}));
    }

    void makeBatch_refusesTooLongSequences() {
        GF_FAILS(makeBatch(Architecture::EncoderDecoder, {{4}, {4, 5, 6, 7}}, {{4}, {4}}, 4, 4),
                 "source of example 2 has 4 tokens and <eos>", "room for 4 only");
        GF_FAILS(makeBatch(Architecture::Decoder, {}, {{4, 5}}, 0, 2), "target of example 1");
        GF_FAILS(makeBatch(Architecture::Encoder, {{4, 5}}, {{4, 5}}, 2, 0), "source of example 1");
    }

    void makeBatch_refusesMissingLabels() {
        GF_FAILS(makeBatch(Architecture::Encoder, {{4}, {4, 5}}, {{4}, {4}}, 6, 0),
                 "Example 2 has 2 source tokens and 1 label;");
    }

    void feed_takesRealNumbersAndAKeepMask() {
        ModelOfValues of;
        Batch batch;
        batch.size = 2;
        batch.arrays = {{"source.keep", Shape{2, 3}, std::vector<float>{1, 1, 1, 1, 1, 0}},
                        {"nobody asks for this", Shape{1}, std::vector<float>{1}},
                        {"source.values", Shape{2, 3, 2}, std::vector<float>(12, 0.5F)}};
        feed(*of.program, of.model, batch);
        of.program->run();
        // Equal numbers: every token looks at all that are there alike.
        const Tensor all = of.program->value(of.weights, 0);
        const Tensor padded = of.program->value(of.weights, 1);
        for (Index i = 0; i < 9; ++i) {
            QVERIFY(std::abs(all[i] - 1.0F / 3) < 1e-6F);
            QCOMPARE(padded[i], i % 3 == 2 ? 0.0F : 0.5F);
        }
    }

    void feed_refusesArraysThatDoNotFitTheModel() {
        ModelOfValues of;
        Batch batch;
        batch.size = 2;
        const BatchArray keep{"source.keep", Shape{2, 3}, std::vector<float>(6, 1)};
        const auto feedWith = [&](const BatchArray& array) {
            batch.arrays = {keep, array};
            feed(*of.program, of.model, batch);
        };
        GF_FAILS(feedWith({"other", Shape{2, 3, 2}, std::vector<float>(12)}),
                 "has no \"source.values\"", "numbers of the shape 2 × 3 × 2");
        GF_FAILS(feedWith({"source.values", Shape{2, 3}, std::vector<float>(6)}),
                 "numbers of the shape 2 × 3 as", "needs numbers of the shape 2 × 3 × 2");
        GF_FAILS(feedWith({"source.values", Shape{2, 3, 2}, Ids(12)}), "token ids of the shape");

        const ModelConfig config = configOf(Architecture::Decoder);
        const ModelGraph model = buildModel(config, {.targetLength = 3});
        Parameters parameters;
        parameters.addFrom(*model.graph);
        const auto program =
            makeBackend("eigen")->compile(model.graph, parameters, {.batch = 1, .keep = {}});
        feed(*program, model, makeBatch(Architecture::Decoder, {}, {{4, 7}}, 0, 3));
        GF_FAILS(feed(*program, model, makeBatch(Architecture::Decoder, {}, {{4, 8}}, 0, 3)),
                 "token id 8 in \"target.ids\"", "0 to 7");
        GF_FAILS(feed(*program, model, makeBatch(Architecture::Decoder, {}, {{4}}, 0, 2)), "1 × 3");
    }

    void taskBatches_holdTheExamplesOfTheStream_data() { architectures(); }
    void taskBatches_holdTheExamplesOfTheStream() {
        QFETCH(int, architecture);
        const auto stream = task("reverse", static_cast<Architecture>(architecture));
        const auto batches = makeTaskBatches(stream, 3, 5);
        QCOMPARE(batches->batchSize(), Index{3});
        QCOMPARE(batches->sourceLength(), stream->sourceLength());
        QCOMPARE(batches->targetLength(), stream->targetLength());
        QCOMPARE(batches->count(), Index{0});
        Batch batch;
        batches->fill(4, batch);
        Sequences sequences, answers;
        for (std::uint64_t i = 12; i < 15; ++i) {
            const TextExample example = stream->training(5, i);
            if (stream->sourceVocabulary())
                sequences.push_back(stream->sourceVocabulary()->encode(example.source));
            answers.push_back(stream->targetVocabulary()->encode(example.target));
        }
        const Batch expected = makeBatch(stream->architecture(), sequences, answers,
                                         stream->sourceLength(), stream->targetLength());
        QCOMPARE(batch.size, Index{3});
        QCOMPARE(lengthOf(batch, inputs::sourceIds), stream->sourceLength());
        QCOMPARE(lengthOf(batch, inputs::targetIds), stream->targetLength());
        QCOMPARE(idsOf(batch, inputs::sourceIds), idsOf(expected, inputs::sourceIds));
        QCOMPARE(idsOf(batch, inputs::targetIds), idsOf(expected, inputs::targetIds));
        QCOMPARE(idsOf(batch, inputs::labelIds), idsOf(expected, inputs::labelIds));
        QCOMPARE(static_cast<Index>(idsOf(batch, inputs::labelIds).size()),
                 3 * std::max(lengthOf(batch, inputs::targetIds),
                              stream->architecture() == Architecture::Encoder
                                  ? lengthOf(batch, inputs::sourceIds)
                                  : Index{0}));
    }

    void taskBatches_dependOnSeedAndStepAlone() {
        const auto stream = task("date");
        const auto first = makeTaskBatches(stream, 8, 1);
        const auto second = makeTaskBatches(task("date"), 8, 1);
        const auto other = makeTaskBatches(stream, 8, 2);
        Batch a, b, c;
        for (Index step = 0; step < 10; ++step)
            first->fill(step, a);
        second->fill(9, b);
        other->fill(9, c);
        QCOMPARE(idsOf(a, inputs::sourceIds), idsOf(b, inputs::sourceIds));
        QCOMPARE(idsOf(a, inputs::targetIds), idsOf(b, inputs::targetIds));
        QCOMPARE(idsOf(a, inputs::labelIds), idsOf(b, inputs::labelIds));
        QVERIFY(idsOf(a, inputs::sourceIds) != idsOf(c, inputs::sourceIds));
        second->fill(8, b);
        QVERIFY(idsOf(a, inputs::sourceIds) != idsOf(b, inputs::sourceIds));
    }

    void taskBatches_refuseAnEmptyBatch() {
        QVERIFY_EXCEPTION_THROWN(makeTaskBatches(task("copy"), 0, 1), Error);
        QVERIFY_EXCEPTION_THROWN(makeTaskBatches(task("copy"), -1, 1), Error);
    }

    void readBatches_readsEncoderDecoderBatches() {
        const auto batches =
            readBatches(write({sources, targets}), configOf(Architecture::EncoderDecoder));
        QCOMPARE(batches->count(), Index{2});
        QCOMPARE(batches->batchSize(), Index{2});
        QCOMPARE(batches->sourceLength(), Index{4});
        QCOMPARE(batches->targetLength(), Index{3});
        Batch batch;
        batches->fill(0, batch);
        QCOMPARE(batch.size, Index{2});
        QCOMPARE(lengthOf(batch, inputs::sourceIds), Index{4});
        QCOMPARE(lengthOf(batch, inputs::targetIds), Index{3});
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{4, 5, 2, 0, 6, 2, 0, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{5, 6, 2, 7, 2, 0}));
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 5, 6, 1, 7, 2}));
        batches->fill(1, batch);
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{7, 8, 9, 2, 3, 4, 2, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{4, 2, 0, 2, 0, 0}));
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 4, 2, 1, 2, 0}));
    }

    void readBatches_readsDecoderBatches() {
        const auto batches = readBatches(write({targets}), configOf(Architecture::Decoder));
        QCOMPARE(batches->sourceLength(), Index{0});
        QCOMPARE(batches->targetLength(), Index{3});
        Batch batch;
        batches->fill(0, batch);
        QVERIFY(idsOf(batch, inputs::sourceIds).empty());
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{5, 6, 2, 7, 2, 0}));
        QCOMPARE(idsOf(batch, inputs::targetIds), (Ids{1, 5, 6, 1, 7, 2}));
    }

    void readBatches_readsEncoderBatches() {
        const NamedTensor labels =
            ids("target_ids", {2, 2, 4}, {4, 5, 2, 0, 6, 2, 0, 0, 7, 7, 7, 2, 3, 4, 2, 0});
        const auto batches = readBatches(write({sources, labels}), configOf(Architecture::Encoder));
        QCOMPARE(batches->sourceLength(), Index{4});
        QCOMPARE(batches->targetLength(), Index{0});
        Batch batch;
        batches->fill(1, batch);
        QCOMPARE(idsOf(batch, inputs::sourceIds), (Ids{7, 8, 9, 2, 3, 4, 2, 0}));
        QCOMPARE(idsOf(batch, inputs::labelIds), (Ids{7, 7, 7, 2, 3, 4, 2, 0}));
        QVERIFY(idsOf(batch, inputs::targetIds).empty());
    }

    void readBatches_refusesModelsWithExactIds() {
        ModelConfig exact = configOf(Architecture::Decoder);
        exact.exactIds = true;
        GF_FAILS(readBatches(write({targets}), exact), "which of its ids pad is not said");
    }

    void fileBatches_endWithTheFile() {
        const auto batches =
            readBatches(write({sources, targets}), configOf(Architecture::EncoderDecoder));
        Batch batch;
        GF_FAILS(batches->fill(2, batch), "ends after 2 batches; training step 3");
    }

    void fileBatches_replaceWhatTheBatchHeld() {
        Batch batch;
        makeTaskBatches(task("copy"), 64, 1)->fill(0, batch);
        readBatches(write({targets}), configOf(Architecture::Decoder))->fill(0, batch);
        QCOMPARE(batch.size, Index{2});
        QVERIFY(idsOf(batch, inputs::sourceIds).empty());
        QCOMPARE(lengthOf(batch, inputs::sourceIds), Index{0});
        QCOMPARE(idsOf(batch, inputs::targetIds).size(), std::size_t{6});
    }

    void readBatches_refusesTensorsThatDoNotFitTheModel_data() {
        QTest::addColumn<std::vector<NamedTensor>>("tensors");
        QTest::addColumn<int>("architecture");
        QTest::addColumn<QString>("part");
        const int both = static_cast<int>(Architecture::EncoderDecoder);
        const int encoder = static_cast<int>(Architecture::Encoder);
        const int decoder = static_cast<int>(Architecture::Decoder);
        const auto row = [](const char* title, std::vector<NamedTensor> tensors, int architecture,
                            const char* part) {
            QTest::newRow(title) << tensors << architecture << part;
        };
        /// targets with one value changed
        const auto changed = [](std::size_t at, std::int64_t id) {
            std::vector<std::int64_t> values(targets.integers().values().begin(),
                                             targets.integers().values().end());
            values[at] = id;
            return ids("target_ids", {2, 2, 3}, values);
        };
        row("nothing", {}, both, "no tensor \"target_ids\"");
        row("no target", {sources}, both, "no tensor \"target_ids\", but \"source_ids\"");
        row("no source", {targets}, both, "no tensor \"source_ids\"");
        row("no labels", {sources}, encoder, "no tensor \"target_ids\"");
        row("source for a decoder", {sources, targets}, decoder, "has no source");
        row("floats", {sources, {"target_ids", Tensor({2, 2, 3}, 4)}}, both, "floating-point");
        row("rank 2", {ids("target_ids", {2, 2}, {4, 2, 4, 2})}, decoder,
            "2 × 2; it must be batches");
        row("rank 4", {ids("target_ids", {1, 1, 1, 2}, {4, 2})}, decoder, "it must be batches");
        row("no batch", {ids("target_ids", {0, 2, 3}, {})}, decoder, "each at least 1");
        row("no rows", {ids("target_ids", {2, 0, 3}, {})}, decoder, "each at least 1");
        row("no length", {ids("target_ids", {2, 2, 0}, {})}, decoder, "each at least 1");
        row("too long", {ids("target_ids", {1, 1, 7}, {4, 4, 4, 4, 4, 4, 2})}, decoder,
            "rows of 7 tokens, more than the model's max_length 6");
        row("id past the end", {changed(7, 8)}, decoder,
            "token id 8 in batch 1, row 0, place 1; the model's ids are 0 to 7");
        row("id negative", {changed(0, -1)}, decoder, "token id -1 in batch 0, row 0, place 0");
        row("id huge", {changed(11, INT64_MAX)}, decoder,
            "token id 9223372036854775807 in batch 1");
        row("id is 4 in 32 bits", {changed(0, (1LL << 32) + 4)}, decoder, "token id 4294967300");
        row("source id", {ids("source_ids", {1, 1, 2}, {10, 2}), ids("target_ids", {1, 1, 1}, {2})},
            both, "\"source_ids\" has the token id 10");
        row("batches differ", {ids("source_ids", {1, 2, 2}, {4, 2, 4, 2}), targets}, both,
            "\"source_ids\" is 1 × 2 × 2 and \"target_ids\" 2 × 2 × 3; the number of batches");
        row("batch sizes differ", {ids("source_ids", {2, 1, 2}, {4, 2, 4, 2}), targets}, both,
            "the batch size must be the same");
        row("labels differ in length", {sources, targets}, encoder, "the same shape");
        row("nothing but padding", {ids("target_ids", {2, 1, 2}, {4, 2, 0, 0})}, decoder,
            "batch 1 of \"target_ids\" is all padding");
    }

    void readBatches_refusesTensorsThatDoNotFitTheModel() {
        QFETCH(std::vector<NamedTensor>, tensors);
        QFETCH(int, architecture);
        QFETCH(QString, part);
        const std::string path = write(tensors);
        GF_FAILS(readBatches(path, configOf(static_cast<Architecture>(architecture))),
                 part.toStdString(), "batches.safetensors");
    }

    void readBatches_refusesWhatIsNoTensorFile_data() {
        QTest::addColumn<QByteArray>("content");
        const std::string whole = toSafetensors({{targets}, {}});
        const QByteArray bytes(whole.data(), static_cast<qsizetype>(whole.size()));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("step,loss\n1,2.5\n");
        QTest::newRow("half a header") << bytes.left(20);
        QTest::newRow("half the numbers") << bytes.chopped(24);
        QTest::newRow("one byte short") << bytes.chopped(1);
        QTest::newRow("one byte more") << bytes + 'x';
    }

    void readBatches_refusesWhatIsNoTensorFile() {
        QFETCH(QByteArray, content);
        QFile file(m_folder.filePath("bad.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
        file.close();
        GF_FAILS(readBatches(file.fileName().toStdString(), configOf(Architecture::Decoder)),
                 "bad.safetensors");
    }

    void readBatches_refusesMissingFilesAndFolders() {
        for (const QString& path : {m_folder.filePath("nowhere"), m_folder.path()}) {
            GF_FAILS(readBatches(path.toStdString(), configOf(Architecture::Decoder)),
                     path.toStdString());
        }
    }

private:
    void architectures() {
        QTest::addColumn<int>("architecture");
        QTest::newRow("encoder-decoder") << static_cast<int>(Architecture::EncoderDecoder);
        QTest::newRow("encoder") << static_cast<int>(Architecture::Encoder);
        QTest::newRow("decoder") << static_cast<int>(Architecture::Decoder);
    }

    std::string write(std::vector<NamedTensor> tensors) {
        const std::string path = m_folder.filePath("batches.safetensors").toStdString();
        writeSafetensors(path, {std::move(tensors), {}});
        return path;
    }

    QTemporaryDir m_folder;
};

} // namespace gf::tst_batches

#include "tests/entry.h"
GF_GUILESS_TEST(tst_batches, TstBatches)
#include "tst_batches.moc"
