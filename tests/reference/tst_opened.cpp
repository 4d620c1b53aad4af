// SPDX-License-Identifier: GPL-3.0-or-later
// Models of others, opened from small random folders (tests/reference/opened, made by
// tests/reference/make_opened.py), against what the reference computed with them.
#include "core/backend/program.h"
#include "core/data/opened_pairs_task.h"
#include "core/io/json.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/beam.h"
#include "core/train/evaluate.h"
#include "core/train/export_opened.h"
#include "core/train/fine_tuning.h"
#include "core/train/generate.h"
#include "core/train/opened_model.h"
#include "core/train/opened_moments.h"
#include "core/train/safetensors_shards.h"
#include "core/train/step_walk.h"
#include "core/train/trainer.h"

#include "tests/core/errors.h"
#include "tests/reference/golden_case.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

namespace gf::tst_opened {

using nlohmann::json;

namespace {

const std::string opened = GF_TEST_DATA "/opened/";
constexpr double tolerance = 1e-5;
/// The folders that make_opened.py makes.
const std::vector<std::string> families = [] {
    std::vector<std::string> names;
    for (const QString& name :
         QDir(GF_TEST_DATA "/opened").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        names.push_back(name.toStdString());
    return names;
}();

std::vector<TokenId> idsOf(const Safetensors& golden, std::string_view name) {
    const NamedTensor* const tensor = golden.find(name);
    if (!tensor)
        return {};
    const auto values = tensor->integers().values();
    return {values.begin(), values.end()};
}

/// A copy of a folder, in which a file is rewritten.
class Changed {
public:
    explicit Changed(const std::string& name) { std::filesystem::copy(opened + name, path()); }
    std::string path() const { return m_folder.filePath("model").toStdString(); }
    std::string file(const char* name) const { return path() + "/" + name; }
    void write(const char* name, const std::string& text) const {
        std::ofstream(file(name), std::ios::binary) << text;
    }
    void setConfig(const char* key, const json& value) const {
        json config = readJsonFile(file("config.json"));
        config[key] = value;
        write("config.json", config.dump());
    }

private:
    QTemporaryDir m_folder;
};

/// Where all tensors of a folder's one file stand, renamed and changed by `change`.
template <class Change> void rewriteWeights(const Changed& folder, const Change& change) {
    Safetensors weights = readSafetensors(folder.file("model.safetensors"));
    change(weights);
    writeSafetensors(folder.file("model.safetensors"), weights);
}

std::string contentOf(const std::string& path) {
    return readWholeFile(path, 10'000'000);
}

void writeBack(const Run& run, const std::string& from, const std::string& to) {
    NewFolder folder(to);
    exportOpened(run, from, folder);
    folder.finish();
}

/// Writes the floats of a file anew as another type, each as near as that can have it.
void retype(const std::string& path, const std::string& type) {
    const Safetensors weights = readSafetensors(path);
    json header = json::object();
    std::string numbers;
    for (const NamedTensor& tensor : weights.tensors) {
        const std::size_t begin = numbers.size();
        for (const float value : tensor.floats().values()) {
            const auto add = [&](auto bits) {
                numbers.append(reinterpret_cast<const char*>(&bits), sizeof bits);
            };
            const auto single = std::bit_cast<std::uint32_t>(value);
            // A power of two below one: all that half precision needs for it is its exponent.
            const auto exponent = static_cast<std::uint16_t>(1 + (single & 7));
            if (type == "F64")
                add(static_cast<double>(value));
            else if (type == "BF16")
                add(static_cast<std::uint16_t>(single >> 16));
            else
                add(static_cast<std::uint16_t>(exponent << 10));
        }
        json shape = json::array();
        for (int i = 0; i < tensor.shape().rank(); ++i)
            shape.push_back(tensor.shape()[i]);
        header[tensor.name] = {
            {"dtype", type}, {"shape", shape}, {"data_offsets", {begin, numbers.size()}}};
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const auto length = static_cast<std::uint64_t>(text.size());
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file << text << numbers;
}

/// A committed model that translates, with the tokenizer of that name and a row for each of its
/// tokens; the last one is padding.
Changed withTokenizer(const QString& name) {
    constexpr Index words = 1000;
    Changed folder(name.toStdString());
    const QString tokenizer = GF_TEST_DATA "/tokenizers/" + name;
    for (const QString& file : QDir(tokenizer).entryList(QDir::Files))
        if (file != "config.json")
            QFile::copy(tokenizer + "/" + file, QString::fromStdString(folder.path()) + "/" + file);
    folder.setConfig("vocab_size", words);
    if (name == "marian")
        for (const char* key : {"decoder_vocab_size", "pad_token_id", "decoder_start_token_id"})
            folder.setConfig(key, key[0] == 'd' && key[8] == 'v' ? words : words - 1);
    rewriteWeights(folder, [&](Safetensors& weights) {
        for (NamedTensor& tensor : weights.tensors) {
            const bool isTable = tensor.name.ends_with("shared.weight");
            if (!isTable && tensor.name != "final_logits_bias")
                continue;
            const auto before = tensor.floats().values();
            Tensor wide(isTable ? Shape{words, tensor.shape()[1]} : Shape{1, words});
            for (Index i = 0; i < wide.count(); ++i)
                wide[i] = before[i % std::ssize(before)];
            tensor.data = std::move(wide);
        }
    });
    return folder;
}

constexpr const char* encodersWithWords[] = {"bert", "distilbert", "roberta"};

/// A model of others, a text, and what it learns from it.
class HiddenWords {
public:
    static constexpr const char* sentences = "What is the head of the %1 heads that look there? "
                                             "Some of them are not so far from the door. ";

    /// `model` is one of the committed folders, or the path of another.
    explicit HiddenWords(const std::string& model, const char* text = sentences)
        : data(m_folder.filePath("text.txt").toStdString()), run(openModel(folderOf(model))) {
        std::ofstream file(data);
        const int times = text == std::string("the head") ? 1 : 60;
        for (int i = 0; i < times; ++i)
            file << QString::fromUtf8(text).replace("%1", QString::number(i % 7)).toStdString();
        file.close();
        run.description.task = "text";
        run.description.dataFile = data;
        task = taskOf(run.description);
        run.description.train = task->trainDefaults();
        run.description.train.learningRate = 3e-3; // of random weights there is nothing to be kept
    }

private:
    /// The committed folder of RoBERTa has no tokenizer, but there is one of as many tokens.
    std::string folderOf(const std::string& model) const {
        if (model.find('/') != std::string::npos)
            return model;
        if (std::filesystem::exists(opened + model + "/tokenizer.json"))
            return opened + model;
        const std::string copy = m_folder.filePath("copy").toStdString();
        std::filesystem::copy(opened + model, copy);
        std::filesystem::copy(GF_TEST_DATA "/tokenizers/" + model + ".json",
                              copy + "/tokenizer.json");
        return copy;
    }

    QTemporaryDir m_folder;

public:
    std::string data;
    Run run;
    std::shared_ptr<const Task> task;
};

} // namespace

class TestOpened : public QObject {
    Q_OBJECT

private slots:
    void openedModel_agreesWithTheReferenceInEveryStep_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : families)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void openedModel_agreesWithTheReferenceInEveryStep() {
        QFETCH(QString, name);
        Run run = loadRun(opened + name.toStdString());
        const ModelConfig& model = run.description.model;
        const Safetensors golden = readSafetensors(opened + name.toStdString() + ".safetensors");
        ProbeExample example;
        (model.hasDecoder() ? example.target : example.source) = idsOf(golden, "ids");
        if (!model.hasDecoder())
            example.target = idsOf(golden, "labels");
        else if (model.hasEncoder())
            example.source = idsOf(golden, "source");
        example.sourceTypes = idsOf(golden, "types");
        for (const char* const backend : {"eigen", "cpu"}) {
            const auto compiled = makeBackend(backend);
            Probe probe(*compiled, model, *run.parameters, example, run.description.vocabularies,
                        run.description.caption());
            const auto trace = probe.run(0);
            double worst = 0;
            int compared = 0;
            for (const NamedTensor& expected : golden.tensors) {
                if (!expected.isFloat())
                    continue;
                const std::string ours =
                    expected.name.starts_with("step/") ? expected.name.substr(5) : expected.name;
                const Tensor* const found = trace->find(ours);
                QVERIFY2(found, ours.c_str());
                if (reference::keyGradientFor(ours.starts_with("grad/") ? ours.substr(5) : ours))
                    continue; // exactly 0 but for what is rounded
                const double off = reference::difference(
                    Tensor(found->shape(), {found->values().begin(), found->values().end()}),
                    Tensor(found->shape(),
                           {expected.floats().values().begin(), expected.floats().values().end()}));
                QVERIFY2(off <= tolerance,
                         qPrintable(QStringLiteral("%1 on %2 is %3 off")
                                        .arg(ours.c_str(), backend, QString::number(off))));
                worst = std::max(worst, off);
                ++compared;
            }
            qInfo("%s on %s: %d tensors, worst %.1e", qPrintable(name), backend, compared, worst);
            QVERIFY(compared >= 6);
        }
    }

    void anOpenedDecoder_writesWithKeptKeysAndValuesWhatWholePassesWrite_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"gpt2", "llama", "llama-wide", "qwen2"})
            QTest::newRow(name) << name;
    }
    void anOpenedDecoder_writesWithKeptKeysAndValuesWhatWholePassesWrite() {
        QFETCH(QString, name);
        const Run run = loadRun(opened + name.toStdString());
        const ModelConfig& model = run.description.model;
        const Safetensors golden = readSafetensors(opened + name.toStdString() + ".safetensors");
        const std::vector<TokenId> prompt = idsOf(golden, "ids");
        for (const char* const backend : {"eigen", "cpu"}) {
            const auto computes = makeBackend(backend);
            Generator generator(*computes, model, *run.parameters);
            QVERIFY(generator.obstacleToCaching().empty());
            const Index room = model.maxLength - static_cast<Index>(prompt.size()) + 3;
            const Generation answer = generator.generate({}, prompt, {}, room);
            QCOMPARE(static_cast<Index>(answer.ids.size()), room);
            std::vector<TokenId> text = prompt;
            GrowingText growing(generator, {});
            for (const TokenId id : answer.ids) {
                const NextToken whole = generator.next({}, text);
                const NextToken kept = growing.next(text);
                const Index words = model.targetVocab;
                const double off = reference::difference(Tensor(Shape{words}, whole.logits),
                                                         Tensor(Shape{words}, kept.logits));
                QVERIFY2(off <= tolerance, qPrintable(QString::number(off)));
                QCOMPARE(mostLikely(whole.logits, 0), id);
                text.push_back(id);
            }
        }
    }

    void anOpenedTranslator_writesWhatTheReferenceWrites_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"marian", "bart", "t5", "t5-gated"})
            QTest::newRow(name) << name;
    }
    void anOpenedTranslator_writesWhatTheReferenceWrites() {
        QFETCH(QString, name);
        const Run run = loadRun(opened + name.toStdString());
        const ModelConfig& model = run.description.model;
        const Safetensors golden = readSafetensors(opened + name.toStdString() + ".safetensors");
        const std::vector<TokenId> source = idsOf(golden, "source");
        const std::vector<TokenId> expected = idsOf(golden, "written");
        for (const char* const backend : {"eigen", "cpu"}) {
            const auto computes = makeBackend(backend);
            Generator generator(*computes, model, *run.parameters, {},
                                run.description.vocabularies);
            QVERIFY(generator.obstacleToCaching().empty());
            const Generation answer = generator.generate(source, {}, {}, 12);
            std::vector<TokenId> written = answer.ids;
            if (answer.end)
                written.push_back(*answer.end);
            QCOMPARE(written, expected);
            GrowingText growing(generator, source);
            for (std::size_t length = 0; length < answer.ids.size(); ++length) {
                const std::span<const TokenId> text = std::span(answer.ids).first(length);
                const NextToken whole = generator.next(source, text);
                const NextToken kept = growing.next(text);
                const double off =
                    reference::difference(Tensor(Shape{model.targetVocab}, whole.logits),
                                          Tensor(Shape{model.targetVocab}, kept.logits));
                QVERIFY2(off <= tolerance, qPrintable(QString::number(off)));
            }
        }
    }

    void anOpenedTranslator_obeysWhatItsFolderAsksOfWriting_data() {
        anOpenedTranslator_writesWhatTheReferenceWrites_data();
    }
    void anOpenedTranslator_obeysWhatItsFolderAsksOfWriting() {
        QFETCH(QString, name);
        Run run = loadRun(opened + name.toStdString());
        const Safetensors golden = readSafetensors(opened + name.toStdString() + ".safetensors");
        const std::vector<TokenId> source = idsOf(golden, "source");
        const auto cpu = makeBackend("cpu");
        // As SEARCHES in make_opened.py.
        struct Search {
            Index width;
            const char* rules;
        };
        const Search searches[] = {
            {2, "{}"},
            {4, "{}"},
            {4, R"({"length_penalty": 2.0, "early_stopping": true})"},
            {3, R"({"length_penalty": -0.5})"},
            {5, R"({"length_penalty": 0.5, "early_stopping": "never"})"},
            {3, R"({"length_penalty": 0.0})"},
            {1, R"({"no_repeat_ngram_size": 2})"},
            {1, R"({"repetition_penalty": 1.5})"},
            {1, R"({"min_length": 9})"},
            {3, R"({"no_repeat_ngram_size": 3, "min_length": 6, "repetition_penalty": 1.2})"},
            {3, R"({"no_repeat_ngram_size": 1, "renormalize_logits": true})"}};
        int number = 0;
        for (const auto& [width, rules] : searches) {
            const nlohmann::json asked = nlohmann::json::parse(rules);
            run.description.vocabularies.rules.generation = generationRules(asked);
            QCOMPARE(generationRules(toJson(generationRules(asked))), generationRules(asked));
            Generator generator(*cpu, run.description.model, *run.parameters, {},
                                run.description.vocabularies);
            std::vector<TokenId> written;
            if (width == 1) {
                const Generation greedy = generator.generate(source, {}, {}, 12);
                written = greedy.ids;
                if (greedy.end)
                    written.push_back(*greedy.end);
            } else {
                const BeamSearch search =
                    beamSearch(generator, source, {}, {.width = width, .limit = 12});
                const Hypothesis& best = search.found.front();
                written = best.ids;
                if (best.finished)
                    written.push_back(search.nodes[best.node].id);
            }
            QVERIFY2(written == idsOf(golden, "written." + std::to_string(number++)), rules);
        }
    }

    void anOpenedTranslator_learnsPairs_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("marian") << "marian";
        QTest::newRow("t5") << "t5";
    }
    void anOpenedTranslator_learnsPairs() {
        QFETCH(QString, name);
        const Changed folder = withTokenizer(name);
        QTemporaryDir beside;
        const std::string data = beside.filePath("pairs.tsv").toStdString();
        {
            std::ofstream file(data);
            for (int i = 0; i < 12; ++i)
                file << "the head " << i << "\tso far " << i % 3 << '\n';
        }
        Run run = openModel(folder.path());
        QVERIFY(obstacleToFineTuning(run.description).empty());
        run.description = fineTune(std::move(run.description), "pairs", data);
        const std::shared_ptr<const Task> task = taskOf(run.description);
        const AnswerRules rules = run.description.vocabularies.rules;
        const ExampleData example = task->trainingData(1, 0);
        QCOMPARE(example.target.ids.front(), *rules.start);
        QCOMPARE(example.target.ids.back(), rules.ends.front());
        QCOMPARE(example.source.ids.back(), rules.ends.front());
        const auto backend = makeBackend("cpu");
        TrainConfig train = run.description.train;
        train.learningRate = 3e-3;
        train.frozenLayers = 0; // of random weights there is nothing to be kept
        Trainer trainer(*backend, run.description.model, train,
                        makeTaskBatches(task, train.batch, train.seed), 1,
                        std::move(run.parameters), 0);
        const double before = trainer.step().loss;
        while (trainer.stepsDone() < 300)
            trainer.steps(300 - trainer.stepsDone());
        QVERIFY(trainer.step().loss < before / 5);
        const TextExample known = task->training(1, 0);
        Generator generator(*backend, run.description.model, trainer.parameters(), {},
                            run.description.vocabularies);
        const Vocabulary& words = *run.description.vocabularies.target;
        const Generation said = generator.generate(
            run.description.vocabularies.source->encodeFramed(known.source), {}, {}, 20);
        QVERIFY(said.finished);
        QCOMPARE(words.decode(said.ids), known.target);

        run.description.train = train;
        const std::string saved = beside.filePath("run.safetensors").toStdString();
        saveRun(saved, run.description, trainer.parameters());
        const Run again = loadRun(saved);
        QVERIFY(again.description.vocabularies.rules == rules);
        QCOMPARE(again.description.vocabularies.target->encodeFramed("so far").front(),
                 *rules.start);
        const std::string out = beside.filePath("back").toStdString();
        writeBack(again, folder.path(), out);
        const auto weights = weightsOf(again.description.model, *again.parameters);
        QVERIFY(std::ranges::equal(openModel(out).parameters->flat(), weights->flat()));
    }

    void aRunOfIt_isSavedAndReadAsItWas() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("gpt2.safetensors").toStdString();
        const Run run = openModel(opened + "gpt2");
        saveRun(path, run.description, *run.parameters);
        const Run again = loadRun(path);
        QVERIFY(again.description.model == run.description.model);
        QCOMPARE(again.description.name, std::string("gpt2"));
        QVERIFY(std::ranges::equal(again.parameters->flat(), run.parameters->flat()));
        const Vocabulary& words = *again.description.vocabularies.target;
        QCOMPARE(words.size(), Index{701});
        QCOMPARE(words.decode(words.encode("What is the head?")), std::string("What is the head?"));
        QVERIFY(words.end().has_value());
    }

    void aRunWrittenBack_hasTheBytesThatItHad_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : families)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void aRunWrittenBack_hasTheBytesThatItHad() {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const std::string path = folder.filePath("run.safetensors").toStdString();
        const std::string out = folder.filePath("back").toStdString();
        const Run opening = openModel(opened + name.toStdString());
        saveRun(path, opening.description, *opening.parameters);
        const Run run = loadRun(path);
        writeBack(run, run.description.folder, out);
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(opened + name.toStdString())) {
            QCOMPARE(contentOf(out + "/" + entry.path().filename().string()),
                     contentOf(entry.path().string()));
            ++files;
        }
        QCOMPARE(std::distance(std::filesystem::directory_iterator(out), {}), files);
    }

    void changedWeights_areWrittenBackInTheTypesThatTheyHad_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        for (const std::string& name : families)
            QTest::newRow(name.c_str()) << QString::fromStdString(name) << "F32";
        QTest::newRow("half") << "gpt2"
                              << "F16";
        QTest::newRow("brain") << "gpt2"
                               << "BF16";
        QTest::newRow("double") << "gpt2"
                                << "F64";
    }
    void changedWeights_areWrittenBackInTheTypesThatTheyHad() {
        QFETCH(QString, name);
        QFETCH(QString, type);
        const Changed folder(name.toStdString());
        if (type != "F32")
            retype(folder.file("model.safetensors"), type.toStdString());
        Run run = openModel(folder.path());
        float step = 0;
        for (const Parameters::Entry& entry : run.parameters->entries())
            for (float& weight : run.parameters->writable(entry))
                weight = 0.25F + std::fmod(step += 0.125F, 8.0F); // what two bytes can hold
        QTemporaryDir into;
        const std::string out = into.filePath("back").toStdString();
        writeBack(run, folder.path(), out);
        const Run again = openModel(out);
        QVERIFY(again.description.model == run.description.model);
        QVERIFY(std::ranges::equal(again.parameters->flat(), run.parameters->flat()));
        const Shards shards(folder.path());
        for (const std::string& file : shards.files())
            QCOMPARE(contentOf(out + "/" + file).size(),
                     contentOf(folder.file(file.c_str())).size());
    }

    void aHeadThatRepeatsTheWords_followsThem() {
        const Changed folder("gpt2");
        rewriteWeights(folder, [](Safetensors& weights) {
            NamedTensor head = *weights.find("transformer.wte.weight");
            head.name = "lm_head.weight";
            weights.tensors.push_back(std::move(head));
        });
        Run run = openModel(folder.path());
        run.parameters->writable("embedding.weight")[5] = 3;
        QTemporaryDir into;
        const std::string out = into.filePath("back").toStdString();
        writeBack(run, folder.path(), out);
        const Safetensors weights = readSafetensors(out + "/model.safetensors");
        QCOMPARE(weights.find("lm_head.weight")->floats()[5], 3.0F);
        QCOMPARE(weights.find("transformer.wte.weight")->floats()[5], 3.0F);
    }

    void whatATypeCannotHold_isRefused() {
        const Changed folder("gpt2");
        retype(folder.file("model.safetensors"), "F16");
        Run run = openModel(folder.path());
        run.parameters->writable("embedding.weight")[7] = 1e6F;
        QTemporaryDir into;
        const std::string out = into.filePath("back").toStdString();
        GF_FAILS(writeBack(run, folder.path(), out), "element 7 of tensor",
                 "wte.weight\" is beyond what F16 can hold");
        QVERIFY(std::filesystem::is_empty(into.path().toStdString())); // nothing is left of it
    }

    void anotherModelsFolder_isRefused() {
        const Run run = openModel(opened + "gpt2");
        QTemporaryDir into;
        const std::string out = into.filePath("back").toStdString();
        GF_FAILS(writeBack(run, opened + "llama", out), "is not that of the run");
        GF_FAILS(writeBack(run, opened + "gpt2", opened + "llama"), "is there already");
    }

    void openedModel_goesOnLearningFromAText() {
        QTemporaryDir folder;
        const std::string data = folder.filePath("text.txt").toStdString();
        const std::string saved = folder.filePath("run.safetensors").toStdString();
        {
            std::ofstream text(data);
            for (int i = 0; i < 60; ++i)
                text << "What is the head of the " << i % 7 << " heads that look there?\n";
        }
        Run run = openModel(opened + "gpt2");
        run.description.task = "text";
        run.description.dataFile = data;
        const std::shared_ptr<const Task> task = taskOf(run.description);
        QCOMPARE(task->targetLength(), run.description.model.maxLength);
        // A window is a run of the text's own tokens, to which nothing is added.
        const std::vector<TokenId> whole =
            run.description.vocabularies.target->encode(readWholeFile(data, 1 << 20));
        for (std::uint64_t i = 0; i < 50; ++i) {
            const std::vector<TokenId> window = task->trainingData(1, i).target.ids;
            QCOMPARE(static_cast<Index>(window.size()), task->targetLength());
            QVERIFY(!std::ranges::search(whole, window).empty());
        }

        const auto backend = makeBackend("cpu");
        TrainConfig train = task->trainDefaults();
        train.learningRate = 3e-3; // of random weights there is nothing to be kept
        Trainer trainer(*backend, run.description.model, train,
                        makeTaskBatches(task, train.batch, train.seed), 1,
                        std::move(run.parameters), 0);
        Evaluator evaluator(*backend, run.description.model, task, trainer.parameters(), 1);
        const Evaluation before = evaluator.run();
        while (trainer.stepsDone() < 150)
            trainer.steps(150 - trainer.stepsDone());
        const Evaluation after = evaluator.run();
        QVERIFY2(after.loss < before.loss / 3,
                 qPrintable(QStringLiteral("%1, and before %2").arg(after.loss).arg(before.loss)));
        QVERIFY(after.tokenAccuracy > 0.5);
        QVERIFY(before.tokenAccuracy < 0.1);

        run.description.train = train;
        run.description.steps = trainer.stepsDone();
        saveRun(saved, run.description, trainer.parameters());
        const Run again = loadRun(saved);
        QVERIFY(again.resumable);
        QCOMPARE(again.description.name, std::string("gpt2"));
        QCOMPARE(taskOf(again.description)->trainingData(1, 3).target,
                 task->trainingData(1, 3).target);
    }

    void pairs_areLearnedBehindTheirSource_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("gpt2") << "gpt2";
        QTest::newRow("llama2") << "llama2";   // a token stands before a text
        QTest::newRow("mistral") << "mistral"; // and one behind it
        QTest::newRow("qwen2") << "qwen2";
    }
    void pairs_areLearnedBehindTheirSource() {
        QFETCH(QString, name);
        constexpr Index room = 80;
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(QStringLiteral(GF_TEST_DATA "/tokenizers/%1.json").arg(name),
                            folder.filePath("tokenizer.json")));
        const Vocabulary words(tokenizerFilesOf(folder.path().toStdString()), 1000);
        const std::string lines = "the head\tso far\nthe door\tlook there\nthe heads\tnot so far\n";
        const std::unique_ptr<Task> task =
            makeOpenedPairsTask(lines, nullptr, words, room, Architecture::Decoder);
        QCOMPARE(task->validationCount(), Index{1});
        QVERIFY(task->targetLength() <= room);
        std::set<std::string> texts;
        for (std::uint64_t i = 0; i < 30; ++i) {
            const TextExample text = task->training(1, i);
            texts.insert(text.target);
            const ExampleData example = task->trainingData(1, i);
            const std::vector<TokenId>& ids = example.target.ids;
            QCOMPARE(words.end().value_or(ids.back()), ids.back());
            // As a person types it, with what ends a text behind it.
            const std::vector<TokenId> typed = words.encodeFramed(text.target);
            QVERIFY(std::equal(typed.begin(), typed.end(), ids.begin()));
            const std::string source = text.target.substr(0, text.target.find(" = "));
            const std::vector<TokenId> asked = words.encodeFramed(source + " =");
            const auto given = std::ranges::mismatch(ids, asked).in1 - ids.begin();
            QVERIFY(given >= std::ssize(asked) - 2); // what ends a text, and what the seam joins
            QCOMPARE(task->promptLength(text), Index{given});
            QCOMPARE(std::ssize(example.target.keep), std::ssize(ids) - 1);
            // Row t says token t + 1.
            for (std::ptrdiff_t t = 0; t + 1 < std::ssize(ids); ++t)
                QCOMPARE(bool(example.target.keep[t]), t + 1 >= given);
            const Batch batch = makeBatch(task->form(), {example}, 0, task->targetLength());
            QCOMPARE(std::ranges::count(batch.labelled(0), true), std::ssize(ids) - given);
        }
        QCOMPARE(texts.size(), std::size_t{2});
        QVERIFY(!texts.contains(task->validation(0).target));
    }

    /// It writes what belongs to a source, and ends there.
    void pairs_areLearnedByHeart() {
        const QTemporaryDir folder;
        const std::string data = folder.filePath("pairs.tsv").toStdString();
        {
            std::ofstream file(data);
            for (int i = 0; i < 12; ++i)
                file << "head " << i << "\tdoor " << i % 3 << '\n';
        }
        Run run = openModel(opened + "gpt2");
        run.description = fineTune(std::move(run.description), "pairs", data);
        const std::shared_ptr<const Task> task = taskOf(run.description);
        const auto backend = makeBackend("cpu");
        TrainConfig train = run.description.train;
        train.learningRate = 3e-3;
        train.frozenLayers = 0; // of random weights there is nothing to be kept
        Trainer trainer(*backend, run.description.model, train,
                        makeTaskBatches(task, train.batch, train.seed), 1,
                        std::move(run.parameters), 0);
        const double before = trainer.step().loss;
        while (trainer.stepsDone() < 300)
            trainer.steps(300 - trainer.stepsDone());
        QVERIFY(trainer.step().loss < before / 10);
        const Vocabulary& words = *run.description.vocabularies.target;
        Generator generator(*backend, run.description.model, trainer.parameters(), {},
                            run.description.vocabularies);
        const TextExample known = task->training(1, 0);
        const std::size_t seam = known.target.find(" = ");
        const std::vector<TokenId> asked = words.encodeFramed(known.target.substr(0, seam) + " =");
        const Generation said = generator.generate({}, asked, {}, 20);
        QVERIFY(said.finished); // it has learned where an answer ends
        QCOMPARE(words.decode(said.ids), known.target.substr(seam + 2));
    }

    void pairs_thatCannotBeLearnedAreRefused() {
        const QTemporaryDir folder;
        const std::string data = folder.filePath("pairs.tsv").toStdString();
        const auto pairs = [&](const std::string& model, const std::string& lines) {
            std::ofstream(data, std::ios::trunc) << lines;
            taskOf(fineTune(openModel(opened + model).description, "pairs", data));
        };
        GF_FAILS(pairs("gpt2", "a\tb\nc d\n"), "pairs.tsv", "Line 2", "has no tab");
        GF_FAILS(pairs("gpt2", "a\tb\n\n = \tb\tc\n"), "Line 3", "more than one tab");
        GF_FAILS(pairs("gpt2", "a\tb\n  \tb\n"), "Line 2", "the source is empty");
        GF_FAILS(pairs("gpt2", "a\tb\nb\t \n"), "Line 2", "the target is empty");
        GF_FAILS(pairs("gpt2", "a = b\tb\n"), "Line 1", "\" = \"");
        GF_FAILS(pairs("gpt2", "a\t" + std::string(80, '!') + "\n"), "Line 1", "together",
                 "room for 40");
        GF_FAILS(pairs("gpt2", "a\tb\na\tc\n"), "at least two different");
        GF_FAILS(pairs("gpt2", "\n\n"), "no pairs");
        GF_FAILS(pairs("gpt2", "a\t\xff\n"), "UTF-8");
        GF_FAILS(pairs("bert", "a\tb\nc\td\n"), "opened model that writes");
    }

    void text_thatIsNoneIsRefused() {
        const QTemporaryDir folder;
        const std::string data = folder.filePath("text.txt").toStdString();
        const auto text = [&](const std::string& bytes) {
            std::ofstream(data, std::ios::trunc | std::ios::binary) << bytes;
            taskOf(fineTune(openModel(opened + "gpt2").description, "text", data));
        };
        GF_FAILS(text("the head"), "text.txt", "has only", "at least 40");
        GF_FAILS(text(std::string("\x89PNG\r\n\x1a\n\0\0\0\xff", 12)), "UTF-8");
        GF_FAILS(text(""), "has only 0 tokens");
    }

    void context_isTheLengthOfTheWindows() {
        const QTemporaryDir folder;
        const std::string data = folder.filePath("text.txt").toStdString();
        {
            std::ofstream text(data);
            for (int i = 0; i < 60; ++i)
                text << "What is the head of the " << i % 7 << " heads that look there?\n";
        }
        for (const char* name : {"gpt2", "bert"}) {
            RunDescription run = fineTune(openModel(opened + name).description, "text", data);
            const Index room = std::min<Index>(128, run.model.maxLength);
            QCOMPARE(run.train.context, room);
            const auto read = [&](Index context) {
                run.train.context = context;
                const auto task = taskOf(run);
                const ExampleData example = task->trainingData(1, 0);
                const auto& ids = run.model.hasEncoder() ? example.source.ids : example.target.ids;
                return std::pair(std::ssize(ids), task->trainDefaults().context);
            };
            QCOMPARE(read(10), std::pair(std::ptrdiff_t{10}, Index{10}));
            QCOMPARE(read(0), read(128)); // of a run that was saved before one could choose
            QCOMPARE(read(128).first, std::ptrdiff_t{room});
        }
    }

    void modelThatCannotGoOn_saysWhy() {
        const auto obstacle = [](const std::string& folder) {
            return obstacleToFineTuning(openModel(folder).description).english();
        };
        QCOMPARE(obstacle(opened + "gpt2"), std::string());
        QCOMPARE(obstacle(opened + "bert"), std::string());
        QVERIFY(obstacle(opened + "bert-states").find("no head") != std::string::npos);
        QVERIFY(obstacle(opened + "llama-wide").find("no tokenizer") != std::string::npos);
        QVERIFY(!obstacleToFineTuning(RunDescription()).empty()); // it is one of ours
        GF_FAILS(fineTune(openModel(opened + "bert-states").description, "text", "x"), "no head");
        GF_FAILS(taskOf(fineTune(openModel(opened + "gpt2").description, "copy", "")), "\"copy\"");
    }

    /// What is frozen has the same bytes in the folder that is written back, the rest has not.
    void frozenLayers_areWrittenBackAsTheyCame() {
        const QTemporaryDir folder;
        const std::string data = folder.filePath("text.txt").toStdString();
        const std::string saved = folder.filePath("run.safetensors").toStdString();
        {
            std::ofstream text(data);
            for (int i = 0; i < 60; ++i)
                text << "What is the head of the " << i % 7 << " heads that look there?\n";
        }
        Run run = openModel(opened + "gpt2");
        run.description = fineTune(std::move(run.description), "text", data);
        run.description.train.frozenLayers = 1;
        const TrainConfig& train = run.description.train;
        const auto backend = makeBackend("cpu");
        Trainer trainer(*backend, run.description.model, train,
                        makeTaskBatches(taskOf(run.description), train.batch, train.seed), 1,
                        std::move(run.parameters), 0);
        for (int i = 0; i < 3; ++i)
            trainer.step();
        run.description.steps = trainer.stepsDone();
        saveRun(saved, run.description, trainer.parameters());
        const std::string out = folder.filePath("back").toStdString();
        writeBack(loadRun(saved), opened + "gpt2", out);
        const Safetensors before = readSafetensors(opened + "gpt2/model.safetensors");
        const Safetensors after = readSafetensors(out + "/model.safetensors");
        for (const NamedTensor& tensor : before.tensors) {
            const bool learned = tensor.name.find("h.1.") != std::string::npos ||
                                 tensor.name.find("ln_f") != std::string::npos;
            const bool isStill = std::ranges::equal(tensor.floats().values(),
                                                    after.find(tensor.name)->floats().values());
            QVERIFY2(isStill != learned, tensor.name.c_str());
        }
        // Another text begins without what the optimizer kept.
        const Run again = loadRun(saved);
        const auto weights = weightsOf(again.description.model, *again.parameters);
        QVERIFY(!weights->contains("adam_m/decoder.1.ffn.w_1"));
        QVERIFY(std::ranges::equal(weights->values("decoder.1.ffn.w_1"),
                                   again.parameters->values("decoder.1.ffn.w_1")));
    }

    void hiddenWords_areAShareOfAWindowAndReadMostlyAsTheMask_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : encodersWithWords)
            QTest::newRow(name) << name;
    }
    void hiddenWords_areAShareOfAWindowAndReadMostlyAsTheMask() {
        QFETCH(QString, name);
        const HiddenWords learner(name.toStdString());
        const Vocabulary& words = *learner.run.description.vocabularies.source;
        const Index length = learner.task->sourceLength();
        QCOMPARE(length, learner.run.description.model.maxLength);
        QCOMPARE(learner.task->targetLength(), Index{0});
        const std::vector<TokenId> whole = words.encode(readWholeFile(learner.data, 1 << 20));
        const std::vector<TokenId> frame = words.encodeFramed("");
        QCOMPARE(frame.size(), std::size_t{2});
        constexpr int examples = 2000;
        double masked = 0, same = 0, chosen = 0;
        for (std::uint64_t i = 0; i < examples; ++i) {
            const auto [source, target] = learner.task->trainingData(1, i);
            QCOMPARE(std::ssize(target.ids), length);
            QCOMPARE(std::ssize(target.keep), length);
            QCOMPARE(target.ids.front(), frame.front());
            QCOMPARE(target.ids.back(), frame.back());
            QVERIFY(!target.keep.front() && !target.keep.back());
            const std::span<const TokenId> inner(target.ids.begin() + 1, target.ids.end() - 1);
            QVERIFY(!std::ranges::search(whole, inner).empty());
            QCOMPARE(std::ranges::count(target.keep, true),
                     std::lround(0.15 * static_cast<double>(inner.size())));
            for (std::size_t t = 0; t < target.ids.size(); ++t) {
                const bool stays = source.ids[t] == target.ids[t];
                QVERIFY(stays || target.keep[t]);
                chosen += target.keep[t];
                masked += source.ids[t] == words.mask();
                same += target.keep[t] && stays;
            }
        }
        // Shares of about 12,000 draws, within five standard deviations.
        QVERIFY(std::abs(masked / chosen - 0.8) < 0.02);
        QVERIFY(std::abs(same / chosen - 0.1) < 0.015);
    }

    void hiddenWords_areTheSameForTheSameSeedAndIndex() {
        const HiddenWords one("bert");
        const HiddenWords other("bert");
        const auto same = [](const ExampleData& a, const ExampleData& b) {
            return a.source == b.source && a.target == b.target;
        };
        QVERIFY(same(one.task->trainingData(1, 17), other.task->trainingData(1, 17)));
        QVERIFY(!same(one.task->trainingData(1, 17), one.task->trainingData(2, 17)));
        QVERIFY(!same(one.task->trainingData(1, 17), one.task->trainingData(1, 18)));
        QVERIFY(one.task->validationCount() > 1);
        for (Index i = 0; i < one.task->validationCount(); ++i)
            QVERIFY(same(one.task->validationData(i), other.task->validationData(i)));
        // As a person would write it; its tokens are as many as its labels, or it has none.
        const TextExample shown = one.task->showcase();
        QVERIFY(shown.source.find("[MASK]") != std::string::npos);
        QVERIFY(shown.target.find("[MASK]") == std::string::npos);
        QVERIFY(shown.source.find("[CLS]") == std::string::npos);
        const RunDescription& run = one.run.description;
        const ExampleData read = exampleData(shown, one.task->form(), run.vocabularies.source.get(),
                                             run.vocabularies.target.get());
        QCOMPARE(read.source.ids.size(), read.target.ids.size());
        QCOMPARE(std::ranges::count(read.target.keep, true),
                 std::ranges::count(read.source.ids, run.vocabularies.source->mask()));
    }

    void lossOfHiddenWords_isOfTheChosenOnesAlone() {
        HiddenWords learner("bert");
        const auto [source, target] = learner.task->trainingData(1, 5);
        ProbeExample example;
        example.source = source;
        example.target = target;
        const auto backend = makeBackend("cpu");
        Probe probe(*backend, learner.run.description.model, *learner.run.parameters, example,
                    learner.run.description.vocabularies, "");
        const auto trace = probe.run(0);
        const Tensor& each = *trace->find("token_loss");
        const Tensor& probabilities = *trace->find("probabilities");
        double sum = 0;
        for (Index t = 0; t < std::ssize(target.ids); ++t) {
            if (target.keep[t])
                sum -= std::log(static_cast<double>(
                    probabilities[t * learner.run.description.model.targetVocab + target.ids[t]]));
            QCOMPARE(each[t] != 0, static_cast<bool>(target.keep[t]));
            QCOMPARE(trace->labels[t] != "<pad>", static_cast<bool>(target.keep[t]));
        }
        const auto chosen = static_cast<double>(std::ranges::count(target.keep, true));
        QCOMPARE(static_cast<double>((*trace->find("token_count"))[0]), chosen);
        const auto loss = static_cast<double>((*trace->find("loss"))[0]);
        QVERIFY(std::abs(loss - sum / chosen) < 1e-5);
    }

    void accuracyOfHiddenWords_isOfTheChosenOnesAlone() {
        HiddenWords learner("bert");
        const RunDescription& run = learner.run.description;
        const Sequence first = learner.task->validationData(0).target;
        const auto chosenFirst = std::ranges::find(first.keep, true) - first.keep.begin();
        const TokenId always = first.ids[static_cast<std::size_t>(chosenFirst)];
        learner.run.parameters->writable("output.bias")[always] = 1e6F;
        double right = 0, chosen = 0;
        for (Index i = 0; i < learner.task->validationCount(); ++i) {
            const Sequence labels = learner.task->validationData(i).target;
            for (std::size_t t = 0; t < labels.ids.size(); ++t) {
                chosen += labels.keep[t];
                right += labels.keep[t] && labels.ids[t] == always;
            }
        }
        QVERIFY(right > 0 && right < chosen);
        const auto backend = makeBackend("cpu");
        const Evaluation evaluation =
            Evaluator(*backend, run.model, learner.task, *learner.run.parameters, 1).run();
        QVERIFY(evaluation.countsTokens);
        QCOMPARE(evaluation.accuracy, right / chosen);
    }

    void aWalkedStep_showsWhichWordsAreHidden() {
        HiddenWords learner("bert");
        const auto backend = makeBackend("cpu");
        const RunDescription& run = learner.run.description;
        const Trainer trainer(*backend, run.model, run.train,
                              makeTaskBatches(learner.task, run.train.batch, run.train.seed), 1,
                              std::move(learner.run.parameters), 0);
        const StepWalk walk(trainer, run.vocabularies, "");
        const StepWalk::Example& shown = walk.examples().front();
        QVERIFY2(shown.source.starts_with("[CLS] ") && shown.source.ends_with(" [SEP]"),
                 shown.source.c_str());
        QVERIFY(shown.source.find("[MASK]") != std::string::npos);
        QCOMPARE(shown.target, run.vocabularies.source->tokenizer()->decode(
                                   learner.task->trainingData(run.train.seed, 0).target.ids, true));
        const Tokens labels = walk.words(0).labels;
        QCOMPARE(
            std::ranges::count_if(labels, [](const auto& word) { return word != "<pad>"; }),
            std::ranges::count(learner.task->trainingData(run.train.seed, 0).target.keep, true));
    }

    void openedEncoder_learnsHiddenWordsAndGoesOnWithTheSameBits() {
        const QTemporaryDir folder;
        const std::string saved = folder.filePath("run.safetensors").toStdString();
        const auto backend = makeBackend("cpu");
        const HiddenWords text("bert");
        const auto trained = [&](Run run, Index steps) {
            run.description.dataFile = text.data;
            const std::shared_ptr<const Task> task = taskOf(run.description);
            Trainer trainer(*backend, run.description.model, run.description.train,
                            makeTaskBatches(task, run.description.train.batch, 1), 1,
                            std::move(run.parameters), run.description.steps);
            Evaluator evaluator(*backend, run.description.model, task, trainer.parameters(), 1);
            while (trainer.stepsDone() < steps)
                trainer.steps(steps - trainer.stepsDone());
            run.description.steps = steps;
            saveRun(saved, run.description, trainer.parameters());
            return evaluator.run();
        };
        const Evaluation before = trained(HiddenWords("bert").run, 0);
        const Evaluation six = trained(HiddenWords("bert").run, 6);
        const Run whole = loadRun(saved);
        trained(HiddenWords("bert").run, 6);
        QVERIFY(std::ranges::equal(loadRun(saved).parameters->flat(), whole.parameters->flat()));
        trained(HiddenWords("bert").run, 3);
        Run half = loadRun(saved);
        QVERIFY(half.resumable);
        trained(std::move(half), 6);
        const Run halves = loadRun(saved);
        QVERIFY(std::ranges::equal(halves.parameters->flat(), whole.parameters->flat()));
        const Evaluation after = trained(loadRun(saved), 400);
        QVERIFY2(after.loss < before.loss / 3 && after.loss < six.loss,
                 qPrintable(QStringLiteral("%1, and before %2").arg(after.loss).arg(before.loss)));

        const std::string out = folder.filePath("back").toStdString();
        Run run = loadRun(saved);
        writeBack(run, run.description.folder, out);
        Run back = openModel(out);
        for (const Parameters::Entry& entry : back.parameters->entries())
            QVERIFY(std::ranges::equal(back.parameters->writable(entry),
                                       run.parameters->writable(entry.name)));
    }

    void whereNoWordCanBeHidden_isRefused() {
        GF_FAILS(HiddenWords("bert", "a [MASK] in a text. "), "[MASK]", "hidden word");
        GF_FAILS(HiddenWords("bert", "the head"), "has only", "at least 40");
        const Changed folder("bert");
        json tokenizer = readJsonFile(folder.file("tokenizer.json"));
        tokenizer["added_tokens"].erase(4);
        tokenizer["model"]["vocab"].erase("[MASK]");
        folder.write("tokenizer.json", tokenizer.dump());
        GF_FAILS(HiddenWords(folder.path(), HiddenWords::sentences), "no mask token");
        const Changed narrow("bert");
        Run run = openModel(narrow.path());
        const HiddenWords learner("bert");
        run.description.task = "text";
        run.description.dataFile = learner.data;
        run.description.model.maxLength = 2;
        GF_FAILS(taskOf(run.description), "room for 2 tokens only");
    }

    void itWritesOn_asTheTokensOfItsVocabulary() {
        const Run run = openModel(opened + "gpt2");
        const auto backend = makeBackend("cpu");
        Generator generator(*backend, run.description.model, *run.parameters);
        const std::vector<TokenId> prompt{0, 5, 17}; // 0 is a word
        const Generation said = generator.generate({}, prompt, {}, 50);
        QCOMPARE(said.ids.size(), std::size_t{50}); // past the 40 that it can look back
        // Each token follows from those before it alone, whatever the program was compiled for.
        std::vector<TokenId> text = prompt;
        for (std::size_t n = 0; n < 20; ++n) {
            const NextToken next = generator.next({}, text);
            QCOMPARE(mostLikely(next.logits, 0), said.ids[n]);
            text.push_back(said.ids[n]);
        }
    }

    /// In the vocabulary of the real GPT-2 "!" has the id 0, which pads our own.
    void exclamationMark_isNoPadding() {
        const Changed folder("gpt2");
        json tokenizer = readJsonFile(folder.file("tokenizer.json"));
        tokenizer["model"]["vocab"]["!"] = 0;
        tokenizer["model"]["vocab"]["<|endoftext|>"] = 1;
        tokenizer["added_tokens"][0]["id"] = 1;
        folder.write("tokenizer.json", tokenizer.dump());
        folder.setConfig("eos_token_id", 1);
        Run run = openModel(folder.path());
        const ModelConfig& model = run.description.model;
        const Vocabulary& words = *run.description.vocabularies.target;
        const std::vector<TokenId> marks(5, 0);
        QCOMPARE(words.encode("!!!!!"), marks);
        QCOMPARE(words.end(), std::optional<TokenId>(1));
        ProbeExample example;
        example.target = marks;
        example.padding = 2;
        const auto backend = makeBackend("eigen");
        Probe probe(*backend, model, *run.parameters, example, run.description.vocabularies, "");
        const auto trace = probe.run(0);
        QCOMPARE((*trace->find("token_count"))[0], 4.0F); // nothing follows the last
        QCOMPARE(trace->targetTokens, (Tokens{"!", "!", "!", "!", "!", "<pad>", "<pad>"}));
        QCOMPARE(trace->labels, (Tokens{"!", "!", "!", "!", "<pad>", "<pad>", "<pad>"}));
        const NodeId masked = trace->graph->find("decoder.0.self_attn.masked");
        for (Index key = 0; key < 7; ++key)
            QCOMPARE(trace->explain(masked, {{0, 6, key, 0}}).hidden,
                     key < 5 ? Hidden::No : Hidden::Padding);
        for (Index t = 0; t < 7; ++t)
            QCOMPARE((*trace->find("token_loss"))[t] > 0, t < 4);

        // Whatever it reads, it says "!".
        const auto row = run.parameters->writable("embedding.weight").first(model.dModel);
        for (float& number : row)
            number *= 10;
        std::ranges::fill(run.parameters->writable("decoder.norm.gain"), 0.0F);
        std::ranges::copy(row, run.parameters->writable("decoder.norm.bias").begin());

        const std::string data = folder.file("text.txt");
        std::ofstream(data) << std::string(400, '!');
        run.description.task = "text";
        run.description.dataFile = data;
        const std::shared_ptr<const Task> task = taskOf(run.description);
        Batch batch;
        makeTaskBatches(task, 2, 1)->fill(0, batch);
        QCOMPARE(std::ranges::count(batch.numbers(inputs::labelKeep), 1.0F),
                 2 * (task->targetLength() - 1));
        const Evaluation evaluation = Evaluator(*backend, model, task, *run.parameters, 1).run();
        QCOMPARE(evaluation.tokenAccuracy, 1.0);

        Generator generator(*backend, model, *run.parameters, {}, run.description.vocabularies);
        QCOMPARE(generator.generate({}, marks, {}, 3).ids, std::vector<TokenId>(3, 0));
        const BeamOptions beam{.width = 2, .limit = 3};
        const Hypothesis found = beamSearch(generator, {}, marks, beam).found.front();
        QCOMPARE(found.ids, std::vector<TokenId>(3, 0));
        QVERIFY(!found.finished);

        // Whatever it reads, it ends.
        std::ranges::copy(
            row, run.parameters->writable("embedding.weight").subspan(model.dModel).begin());
        std::ranges::fill(row, 0.0F);
        const Generation said = generator.generate({}, marks, {}, 3);
        QVERIFY(said.ids.empty());
        QVERIFY(said.finished);
        QVERIFY(beamSearch(generator, {}, marks, beam).found.front().finished);
        Generator wordless(*backend, model, *run.parameters);
        QCOMPARE(wordless.generate({}, marks, {}, 3).ids, std::vector<TokenId>(3, 1));
    }

    /// Tokens are added to tokenizers more often than rows to models.
    void aTokenThatTheModelLacks_isRefusedByItsNameAndBothNumbers() {
        const Changed folder("bert");
        const json own = readJsonFile(folder.file("tokenizer.json"));
        json tokenizer = own;
        json extra = tokenizer["added_tokens"][4]; // [MASK]
        extra["content"] = "[EXTRA]";
        extra["id"] = 900;
        tokenizer["added_tokens"].push_back(extra);
        folder.write("tokenizer.json", tokenizer.dump());
        const Run run = openModel(folder.path());
        const Vocabulary& words = *run.description.vocabularies.source;
        QCOMPARE(words.size(), Index{900});
        QVERIFY(!words.encode("the head").empty());
        for (const bool framed : {false, true})
            GF_FAILS(framed ? words.encodeFramed("the [EXTRA]") : words.encode("the [EXTRA]"),
                     "\"[EXTRA]\"", "number 900", "900 tokens, numbers 0 to 899");
        GF_FAILS(HiddenWords(folder.path(), "the [EXTRA] in a text. "), "\"[EXTRA]\"");

        // A special one that it lacks is none.
        const auto moved = [&](const char* token, int id) {
            json changed = own;
            for (json& added : changed["added_tokens"])
                if (added["content"] == token)
                    added["id"] = id;
            changed["model"]["vocab"][token] = id;
            if (json& framing = changed["post_processor"]["special_tokens"];
                framing.contains(token))
                framing[token]["ids"] = {id};
            return changed.dump();
        };
        folder.write("tokenizer.json", moved("[MASK]", 900));
        const Run unmasked = openModel(folder.path());
        QVERIFY(!unmasked.description.vocabularies.source->mask());
        // And without what stands around every text it reads none.
        folder.write("tokenizer.json", moved("[SEP]", 1234));
        GF_FAILS(openModel(folder.path()), folder.path(), "\"[SEP]\"", "number 1234", "0 to 899");
    }

    void buffersOfAnyType_arePassedOver() {
        const Changed folder("gpt2");
        const Run before = openModel(folder.path());
        rewriteWeights(folder, [](Safetensors& weights) {
            weights.tensors.push_back({"transformer.h.0.attn.bias", IntTensor(Shape{1, 1, 2, 2})});
            for (NamedTensor& tensor : weights.tensors) // the names of a model without a head
                if (tensor.name.starts_with("transformer."))
                    tensor.name.erase(0, 12);
        });
        std::string bytes = readWholeFile(folder.file("model.safetensors"), 1 << 20);
        const std::size_t type = bytes.find("\"I64\"");
        bytes.replace(type, 5, "\"U64\""); // a type that nobody here reads
        folder.write("model.safetensors", bytes);
        const Run after = openModel(folder.path());
        QVERIFY(std::ranges::equal(before.parameters->flat(), after.parameters->flat()));
    }

    void gammaAndBeta_areGainAndBias() {
        const Changed folder("bert");
        const Run before = openModel(folder.path());
        rewriteWeights(folder, [](Safetensors& weights) {
            for (NamedTensor& tensor : weights.tensors) {
                std::string& name = tensor.name;
                if (name.ends_with("LayerNorm.weight"))
                    name.replace(name.size() - 6, 6, "gamma");
                else if (name.ends_with("LayerNorm.bias"))
                    name.replace(name.size() - 4, 4, "beta");
            }
            weights.tensors.push_back({"cls.seq_relationship.weight", Tensor(Shape{2, 16})});
        });
        const Run after = openModel(folder.path());
        QVERIFY(std::ranges::equal(before.parameters->flat(), after.parameters->flat()));
    }

    void whatIsNotUnderstood_isRefusedByNameAndValue() {
        const auto refused = [](const char* name, const char* key, const json& value,
                                const std::string& says) {
            const Changed folder(name);
            folder.setConfig(key, value);
            GF_FAILS(openModel(folder.path()), key, says, "config.json");
        };
        refused("gpt2", "model_type", "xlnet", "\"xlnet\"");
        refused("gpt_neo", "attention_types", json{json{json{"global", "sparse"}, 1}}, "sparse");
        refused("gpt_neo", "attention_types", json{json{json{"global"}, 1}}, "one kind for each");
        refused("qwen3", "layer_types", json{"full_attention"}, "a kind for each layer");
        refused("qwen3", "layer_types", json{"full_attention", "chunked"}, "chunked");
        const Changed scaled("llama3-scaled");
        scaled.setConfig("rope_parameters", {{"rope_type", "llama3"}, {"factor", 0}});
        GF_FAILS(openModel(scaled.path()), "factor is 0", "a number above 0", "config.json");
        refused("gemma", "use_bidirectional_attention", true, "true");
        refused("gpt2", "activation_function", "mish", "\"mish\"");
        refused("gpt2", "scale_attn_by_inverse_layer_idx", true, "true");
        refused("gpt2", "n_layer", "two", "\"two\"");
        refused("gpt2", "quantization_config", json{{"bits", 4}}, "bits");
        refused("llama", "rope_scaling", json{{"type", "yarn"}, {"factor", 2}}, "yarn");
        refused("llama", "mlp_bias", true, "true");
        refused("bert", "position_embedding_type", "relative_key", "relative_key");
        refused("bert", "architectures", json{"XLNetForSequenceClassification"},
                "XLNetForSequenceClassification");
        refused("llama", "eos_token_id", json{"</s>"}, "the number of a token, or a list");
        const Changed deep("gpt2");
        deep.setConfig("n_layer", 1'000'000'000);
        GF_FAILS(openModel(deep.path()), "config.json", "layers is 1000000000");
        // What comes to the same by not being there.
        const Changed plain("qwen2");
        plain.setConfig("rope_scaling", nullptr);
        plain.setConfig("use_sliding_window", false);
        openModel(plain.path());
    }

    /// A window that no text can reach hides nothing; another is that of the layers that have it.
    void windows_areThoseOfTheLayersThatHaveThem() {
        using Windows = std::vector<Index>;
        const Changed mistral("llama"); // 40 positions
        mistral.setConfig("model_type", "mistral");
        mistral.setConfig("architectures", {"MistralForCausalLM"});
        const Run whole = openModel(opened + "llama");
        for (const json& window : {json(4096), json(40), json()}) {
            mistral.setConfig("sliding_window", window);
            const Run run = openModel(mistral.path());
            QVERIFY(run.description.model == whole.description.model);
            QVERIFY(std::ranges::equal(run.parameters->flat(), whole.parameters->flat()));
        }
        const auto windowsOf = [](const Changed& folder) {
            return openModel(folder.path()).description.model.windows;
        };
        mistral.setConfig("sliding_window", 39);
        QCOMPARE(windowsOf(mistral), Windows{39});

        const Changed qwen("qwen2");
        qwen.setConfig("sliding_window", 8);
        qwen.setConfig("layer_types", nullptr);
        openModel(qwen.path()); // use_sliding_window is false
        qwen.setConfig("use_sliding_window", true);
        qwen.setConfig("max_window_layers", 2);
        openModel(qwen.path()); // there are two layers, and it begins behind them
        qwen.setConfig("max_window_layers", 1);
        QCOMPARE(windowsOf(qwen), (Windows{0, 8}));
        qwen.setConfig("layer_types", {"sliding_attention", "full_attention"});
        QCOMPARE(windowsOf(qwen), (Windows{8, 0}));
    }

    void scaledPositions_areReadUnderTheirNameAndTheOlderOne() {
        for (const char* key : {"rope_scaling", "rope_parameters"})
            for (const char* type : {"type", "rope_type"}) {
                const Changed folder("llama");
                folder.setConfig(key, {{type, "linear"}, {"factor", 2.0}, {"rope_theta", 500.0}});
                const ModelConfig model = openModel(folder.path()).description.model;
                QCOMPARE(model.ropeScaling, RotaryScale::Linear);
                QCOMPARE(model.ropeFactor, 2.0);
                QCOMPARE(model.rotaryBase, 500.0);
                folder.setConfig(key, {{type, "default"}, {"rope_theta", 300.0}});
                QCOMPARE(openModel(folder.path()).description.model.rotaryBase, 300.0);
                folder.setConfig(key, {{"rope_theta", 200.0}});
                QCOMPARE(openModel(folder.path()).description.model.rotaryBase, 200.0);
                folder.setConfig(key, {{"factor", 2.0}});
                GF_FAILS(openModel(folder.path()), key, "factor");
            }
    }

    void tiedWeights_areFoundUnderEitherName_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("embedding");
        QTest::addColumn<QString>("head");
        const auto row = [](const char* name, const char* embedding, const char* head) {
            QTest::newRow(head) << name << embedding << head;
        };
        row("qwen2", "model.embed_tokens.weight", "lm_head.weight");
        row("gpt2", "transformer.wte.weight", "lm_head.weight");
        row("bert", "bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight");
        row("bert", "cls.predictions.bias", "cls.predictions.decoder.bias");
        row("roberta", "roberta.embeddings.word_embeddings.weight", "lm_head.decoder.weight");
        row("roberta", "lm_head.bias", "lm_head.decoder.bias");
        row("distilbert", "distilbert.embeddings.word_embeddings.weight", "vocab_projector.weight");
    }
    void tiedWeights_areFoundUnderEitherName() {
        QFETCH(QString, name);
        QFETCH(QString, embedding);
        QFETCH(QString, head);
        const Run whole = openModel(opened + name.toStdString());
        const Changed folder(name.toStdString());
        rewriteWeights(folder, [&](Safetensors& weights) {
            std::erase_if(weights.tensors, [&](const NamedTensor& tensor) {
                return tensor.name == head.toStdString();
            });
            for (NamedTensor& tensor : weights.tensors)
                if (tensor.name == embedding.toStdString())
                    tensor.name = head.toStdString();
        });
        Run run = openModel(folder.path());
        QVERIFY(run.remark.empty());
        QVERIFY(std::ranges::equal(run.parameters->flat(), whole.parameters->flat()));
        // And goes back where it came from.
        QTemporaryDir into;
        const std::string out = into.filePath("back").toStdString();
        writeBack(run, folder.path(), out);
        QCOMPARE(contentOf(out + "/model.safetensors"),
                 contentOf(folder.file("model.safetensors")));
        if (!embedding.endsWith("bias") && name == "qwen2") {
            folder.setConfig("tie_word_embeddings", false);
            GF_FAILS(openModel(folder.path()), "embed_tokens.weight", "missing");
        }
    }

    /// In the reference pads stand in a row of their own and count as no position.
    void paddingOfRoberta_takesNoPosition() {
        const Run run = openModel(opened + "roberta");
        const auto eigen = makeBackend("eigen");
        const auto traced = [&](std::vector<TokenId> ids) {
            ProbeExample example;
            example.source = std::move(ids);
            example.loss = false;
            return Probe(*eigen, run.description.model, *run.parameters, example, {}, "").run(0);
        };
        const auto placesIn = [](const Trace& trace) {
            const auto values = trace.find("source.places")->values();
            return std::vector<float>(values.begin(), values.end());
        };
        const auto padded = traced({1, 1, 0, 5, 1, 6, 2, 1});
        QCOMPARE(placesIn(*padded), (std::vector<float>{1, 1, 2, 3, 1, 4, 5, 1}));
        const std::span<const float> table = run.parameters->values("position.weight");
        const Index d = run.description.model.dModel;
        for (const auto& [token, row] : {std::pair(0, 1), std::pair(5, 4), std::pair(6, 5)})
            QVERIFY(
                std::ranges::equal(padded->find("source.position")->values().subspan(token * d, d),
                                   table.subspan(row * d, d)));
        QCOMPARE(placesIn(*traced({0, 5, 6, 2})), (std::vector<float>{2, 3, 4, 5}));
        // As many pads as there is room for.
        traced(std::vector<TokenId>(static_cast<std::size_t>(run.description.model.maxLength), 1));
    }

    void writing_stopsAtTheModelsEndTokens() {
        const auto backend = makeBackend("cpu");
        const std::vector<TokenId> prompt{5, 6, 7};
        const auto written = [&](const Run& run) {
            Generator generator(*backend, run.description.model, *run.parameters, {},
                                run.description.vocabularies);
            return generator.generate({}, prompt, {}, 12);
        };
        Run whole = openModel(opened + "llama"); // its config.json says 2
        whole.description.vocabularies.rules = {};
        const std::vector<TokenId> free = written(whole).ids;
        QCOMPARE(free.size(), std::size_t{12});
        const auto upTo = [&](TokenId end) {
            return std::vector<TokenId>(free.begin(), std::ranges::find(free, end));
        };
        const Changed folder("llama");
        folder.setConfig("eos_token_id", {699, free[4]});
        const Generation listed = written(openModel(folder.path()));
        QCOMPARE(listed.ids, upTo(free[4]));
        QVERIFY(listed.finished);
        QCOMPARE(listed.end, std::optional(free[4]));
        QVERIFY(listed.endProbability > 0);
        // Without a list and with a number that no vocabulary has.
        folder.setConfig("eos_token_id", {-1, 1'000'000});
        QCOMPARE(written(openModel(folder.path())).ids, free);
        // What generation_config.json says comes first, and a saved run keeps it.
        folder.write("generation_config.json", json{{"eos_token_id", free[2]}}.dump());
        const Run run = openModel(folder.path());
        QCOMPARE(written(run).ids, upTo(free[2]));
        Generator generator(*backend, run.description.model, *run.parameters, {},
                            run.description.vocabularies);
        const BeamSearch search = beamSearch(generator, {}, prompt, {.width = 1, .limit = 12});
        QVERIFY(search.found.front().finished);
        QCOMPARE(search.found.front().ids, upTo(free[2]));
        saveRun(folder.file("run.safetensors"), run.description, *run.parameters);
        QCOMPARE(written(loadRun(folder.file("run.safetensors"))).ids, upTo(free[2]));
        folder.write("generation_config.json", json{{"eos_token_id", "x"}}.dump());
        GF_FAILS(openModel(folder.path()), "generation_config.json", "eos_token_id is \"x\"");
        // Nobody else says it: the tokenizer does.
        folder.write("generation_config.json", "{}");
        folder.setConfig("eos_token_id", json());
        std::filesystem::copy(GF_TEST_DATA "/tokenizers/llama2.json",
                              folder.file("tokenizer.json"));
        const Run tokenized = openModel(folder.path());
        QVERIFY(tokenized.description.vocabularies.rules.ends.empty());
        const AnswerTokens tokens =
            answerTokensOf(tokenized.description.model, tokenized.description.vocabularies);
        QCOMPARE(tokens.ends,
                 std::vector<TokenId>{*tokenized.description.vocabularies.target->end()});
    }

    void aClassifierWithoutAHeadForWords_isRefusedByItsName() {
        const Changed folder("llama-wide");
        folder.setConfig("architectures", {"LlamaForSequenceClassification"});
        rewriteWeights(folder, [](Safetensors& weights) {
            std::erase_if(weights.tensors, [](const NamedTensor& tensor) {
                return tensor.name == "lm_head.weight";
            });
        });
        GF_FAILS(openModel(folder.path()), "\"LlamaForSequenceClassification\" has no head",
                 "open the model for text");
    }

    void aFolderOfAnotherKind_saysWhatToDo() {
        const auto refused = [](const char* file, const std::string& what, bool hasConfig) {
            const Changed folder("gpt2");
            std::filesystem::remove(folder.file("model.safetensors"));
            if (!hasConfig)
                std::filesystem::remove(folder.file("config.json"));
            folder.write(file, "{}");
            GF_FAILS(openModel(folder.path()), file, what);
        };
        refused("pytorch_model.bin", "a pickle", true);
        refused("pytorch_model.bin.index.json", "save_pretrained", true);
        refused("pytorch_model-00001-of-00002.bin", "a pickle", true);
        refused("model.gguf", "model.safetensors are needed", false);
        refused("tf_model.h5", "save_pretrained", true);
        refused("adapter_config.json", "merge_and_unload", false);
        refused("adapter_config.json", "merge_and_unload", true);
        // And each by itself.
        const Changed folder("gpt2");
        for (const char* name : {"adapter_model.safetensors", "model.gguf", "pytorch_model.bin"}) {
            folder.write(name, "no model of ours");
            GF_FAILS(loadRun(folder.file(name)), name, "Python package");
        }
#ifdef Q_OS_UNIX
        for (const char* name : {"model.safetensors", "config.json", "tokenizer.json"}) {
            const Changed withPipe("gpt2");
            std::filesystem::remove(withPipe.file(name));
            QCOMPARE(mkfifo(withPipe.file(name).c_str(), 0600), 0);
            GF_FAILS(openModel(withPipe.path()), name, "pipe");
        }
#endif
    }

    void aFileOfAFolder_standsForIt() {
        const Run whole = loadRun(opened + "llama");
        for (const char* file :
             {"config.json", "model.safetensors.index.json", "model-00001-of-00002.safetensors"}) {
            const Run run = loadRun(opened + "llama/" + file);
            QCOMPARE(run.description.name, std::string("llama"));
            QVERIFY(std::ranges::equal(run.parameters->flat(), whole.parameters->flat()));
        }
        QCOMPARE(loadRun(opened + "gpt2/model.safetensors").description.name, std::string("gpt2"));
    }

    void aPathInAnIndex_isRefused() {
        const Changed folder("llama");
        json index = readJsonFile(folder.file("model.safetensors.index.json"));
        const json kept = index;
        for (const char* const name : {"../model.safetensors", "/etc/passwd", "..", "", "a\\b"}) {
            index = kept;
            index["weight_map"].begin().value() = name;
            folder.write("model.safetensors.index.json", index.dump());
            GF_FAILS(openModel(folder.path()), "index.json", "beside the index");
        }
        index["weight_map"].begin().value() = "none.safetensors";
        folder.write("model.safetensors.index.json", index.dump());
        GF_FAILS(openModel(folder.path()), "none.safetensors");
    }

    /// A classifier on top of BERT.
    void headsOfOtherTasks_areLeftOutWithOneLine() {
        const Changed folder("bert-states");
        folder.setConfig("architectures", {"BertForSequenceClassification"});
        const Run before = openModel(opened + "bert-states");
        QVERIFY(before.remark.empty());
        rewriteWeights(folder, [](Safetensors& weights) {
            for (NamedTensor& tensor : weights.tensors)
                tensor.name = "bert." + tensor.name;
            weights.tensors.push_back({"classifier.weight", Tensor(Shape{2, 16})});
            weights.tensors.push_back({"bert.encoder.scratch", IntTensor(Shape{3})});
            weights.tensors.push_back({"bert.embeddings.position_ids", IntTensor(Shape{1, 40})});
        });
        const Run run = openModel(folder.path());
        QVERIFY(run.description.model == before.description.model);
        QVERIFY(std::ranges::equal(run.parameters->flat(), before.parameters->flat()));
        QCOMPARE(run.remark.english(),
                 std::string("Opened without tensors that no part of the model reads: "
                             "bert.encoder.scratch, classifier.weight"));
        rewriteWeights(folder, [](Safetensors& weights) {
            for (int i = 0; i < 7; ++i)
                weights.tensors.push_back({"score." + std::to_string(i), Tensor(Shape{2})});
        });
        const std::string many = openModel(folder.path()).remark.english();
        QVERIFY2(many.ends_with("score.0, score.1, score.2 and 4 more"), many.c_str());
    }

    void moments_haveTheStepsOfTheirFolders_data() {
        QTest::addColumn<QString>("model"); // the folder that is opened
        QTest::addColumn<QStringList>("others");
        QTest::addColumn<QString>("found"); // "step name", the shown one in brackets
        const auto row = [](const char* name, const char* model, const QStringList& others,
                            const char* found) { QTest::newRow(name) << model << others << found; };
        row("alone", "run/step1000", {}, "");
        row("inside", "run", {}, "20 step20,1000 step1000,[30000 checkpoint-30000]");
        row("named", "run/step1000", {"run/step20", "run/checkpoint-30000"},
            "20 step20,[1000 step1000],30000 checkpoint-30000");
        row("of a folder", "run/step20", {"run"},
            "[20 step20],1000 step1000,30000 checkpoint-30000");
        row("the end", "end", {"run"},
            "20 step20,1000 step1000,30000 checkpoint-30000,[30001 end]");
        row("in their order", "end", {"run/step1000", "other", "run/step20"},
            "[1 end],2 step1000,3 other,4 step20");
    }
    void moments_haveTheStepsOfTheirFolders() {
        QFETCH(QString, model);
        QFETCH(QStringList, others);
        QFETCH(QString, found);
        const QTemporaryDir folder;
        const auto at = [&](const QString& name) { return folder.filePath(name).toStdString(); };
        for (const char* name :
             {"run/step20", "run/step1000", "run/checkpoint-30000", "end", "other"}) {
            std::filesystem::create_directories(at(name));
            std::ofstream(at(name) + "/config.json") << "{}";
        }
        std::filesystem::create_directories(at("run/step5")); // empty
        std::vector<std::string> paths;
        for (const QString& other : others)
            paths.push_back(at(other));
        const MomentFolders moments = momentFolders(at(model), paths);
        QStringList names;
        for (std::size_t i = 0; i < moments.all.size(); ++i)
            names << QStringLiteral("%1 %2")
                         .arg(moments.all[i].step)
                         .arg(nameOfFolder(moments.all[i].path).c_str());
        if (!names.isEmpty())
            names[moments.shown] = '[' + names[moments.shown] + ']';
        QCOMPARE(names.join(','), found);
    }
    void moments_thatAreNone_areRefused() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
        for (const char* name : {"a/step20", "b/step20"}) {
            std::filesystem::create_directories(at(name));
            std::filesystem::copy(opened + "gpt_neox", at(name));
        }
        GF_FAILS(momentFolders(at("a/step20"), {at("b/step20")}), "both of the training step 20");
        GF_FAILS(momentFolders(at("a/step20"), {at("missing")}), "missing", "no folder");
        GF_FAILS(loadRun(at("a")), "\"step20\"", "name one of them");
    }
    void moments_areReadWhenTheyAreLookedAt() {
        const Changed first("gpt_neox");
        const Changed second("gpt_neox");
        const Changed third("gpt_neox");
        for (const Changed* each : {&second, &third})
            rewriteWeights(*each, [&](Safetensors& weights) {
                for (NamedTensor& tensor : weights.tensors)
                    if (tensor.isFloat())
                        for (float& value : std::get<Tensor>(tensor.data).values())
                            value *= each == &second ? 0.5F : 0.25F;
            });
        const Run run = openModel(first.path());
        MomentFolders folders = momentFolders(first.path(), {second.path(), third.path()});
        QCOMPARE(folders.all.size(), std::size_t(3));
        const std::size_t one = run.parameters->flat().size_bytes();
        OpenedMoments moments(folders, run, 2 * one + 100);
        QCOMPARE(moments.mostKept(), std::size_t(2));
        for (const std::size_t at : {1, 2, 0, 2, 1}) {
            const SharedWeights weights = moments.weights(at);
            const Run alone = openModel(folders.all[at].path);
            QVERIFY(std::ranges::equal(weights->values(), alone.parameters->flat()));
            QVERIFY(moments.keptCount() <= 2);
        }
        const SharedWeights last = moments.weights(1); // kept: its file is not asked for
        std::filesystem::remove(second.file("model.safetensors"));
        QCOMPARE(moments.weights(1), last);
        moments.weights(0);
        moments.weights(2);
        GF_FAILS(moments.weights(1), second.path(), "model.safetensors");
        QCOMPARE(moments.weights(2)->count(), run.parameters->share()->count());
    }
    void momentOfAnotherModel_isRefusedByFolderAndField() {
        const Changed first("gpt_neox");
        const Changed other("gpt_neox");
        const Run run = openModel(first.path());
        const MomentFolders folders = momentFolders(first.path(), {other.path()});
        other.setConfig("transformers_version", "other"); // means nothing
        OpenedMoments moments(folders, run);
        rewriteWeights(other, [](Safetensors& weights) {
            for (NamedTensor& tensor : weights.tensors)
                if (tensor.name.ends_with("final_layer_norm.bias"))
                    tensor.data = Tensor(Shape{3});
        });
        GF_FAILS(moments.weights(1), other.path(), "final_layer_norm.bias",
                 "is 3; the model needs 32");
        other.setConfig("hidden_act", "relu");
        GF_FAILS(OpenedMoments(folders, run), other.path(), first.path(), "\"hidden_act\"",
                 "\"relu\" there", "\"gelu\" here");
        other.setConfig("hidden_act", "gelu");
        other.setConfig("hidden_size", "wide");
        GF_FAILS(OpenedMoments(folders, run), other.path(), "\"hidden_size\"");
    }

    void whatIsMissing_isNamed() {
        const Changed missing("bert");
        rewriteWeights(missing, [](Safetensors& weights) {
            std::erase_if(weights.tensors, [](const NamedTensor& tensor) {
                return tensor.name.ends_with("layer.1.output.dense.bias");
            });
        });
        GF_FAILS(openModel(missing.path()), "encoder.layer.1.output.dense.bias", "missing");
        const Changed none("gpt2");
        std::filesystem::remove(none.file("model.safetensors"));
        GF_FAILS(openModel(none.path()), "model.safetensors");
        GF_FAILS(openModel(opened), "config.json");
    }

    void aModelBeyondMemory_isRefusedWithBothNumbersBeforeAnyIsTaken() {
        const Changed folder("gpt2");
        for (const auto& [key, value] :
             {std::pair("n_layer", 64), std::pair("n_embd", 8192), std::pair("n_inner", 65536)})
            folder.setConfig(key, value);
        const ModelConfig model = openedConfig(readJsonFile(folder.file("config.json")));
        QVERIFY(4.0 * parameterCount(model) > 300e9); // bytes; and no disk is needed for a hole
        std::filesystem::remove(folder.file("model.safetensors"));
        json places = json::object();
        bool fits = true;
        const auto addShard =
            [&](const std::string& name,
                const std::vector<std::pair<std::string, std::vector<Index>>>& tensors) {
                json header = json::object();
                std::uint64_t bytes = 0;
                for (const auto& [tensor, shape] : tensors) {
                    std::uint64_t size = 2;
                    for (const Index each : shape)
                        size *= static_cast<std::uint64_t>(each);
                    header[tensor] = {{"dtype", "F16"},
                                      {"shape", shape},
                                      {"data_offsets", {bytes, bytes + size}}};
                    bytes += size;
                    places[tensor] = name;
                }
                const std::string text = header.dump();
                const auto length = static_cast<std::uint64_t>(text.size());
                {
                    std::ofstream file(folder.file(name.c_str()), std::ios::binary);
                    file.write(reinterpret_cast<const char*>(&length), sizeof length);
                    file << text;
                }
                std::error_code noRoom;
                std::filesystem::resize_file(folder.file(name.c_str()),
                                             sizeof length + text.size() + bytes, noRoom);
                fits = fits && !noRoom;
            };
        const Index d = model.dModel;
        const Index f = model.dFf;
        addShard("ends.safetensors", {{"wte.weight", {model.targetVocab, d}},
                                      {"wpe.weight", {model.maxLength, d}},
                                      {"ln_f.weight", {d}},
                                      {"ln_f.bias", {d}}});
        for (Index i = 0; i < model.layers; ++i) {
            const std::string layer = "h." + std::to_string(i);
            addShard("layer" + std::to_string(i) + ".safetensors",
                     {{layer + ".ln_1.weight", {d}},
                      {layer + ".ln_1.bias", {d}},
                      {layer + ".ln_2.weight", {d}},
                      {layer + ".ln_2.bias", {d}},
                      {layer + ".attn.c_attn.weight", {d, 3 * d}},
                      {layer + ".attn.c_attn.bias", {3 * d}},
                      {layer + ".attn.c_proj.weight", {d, d}},
                      {layer + ".attn.c_proj.bias", {d}},
                      {layer + ".mlp.c_fc.weight", {d, f}},
                      {layer + ".mlp.c_fc.bias", {f}},
                      {layer + ".mlp.c_proj.weight", {f, d}},
                      {layer + ".mlp.c_proj.bias", {d}}});
        }
        if (!fits)
            QSKIP("the disk for temporary files takes no files with holes of this size");
        folder.write("model.safetensors.index.json", json{{"weight_map", places}}.dump());
        const auto millions = std::to_string(parameterCount(model) / 1'000'000);
        GF_FAILS(openModel(folder.path()), "its " + millions + " million weights need about ",
                 " MB of memory, and ", " MB are free");
    }

    void aDamagedFile_isASentence() {
        const Changed folder("gpt2");
        const std::string whole = readWholeFile(folder.file("model.safetensors"), 1 << 20);
        const std::string config = readWholeFile(folder.file("config.json"), 1 << 20);
        for (std::size_t i = 0; i < 200; ++i) {
            std::string bytes = i % 2 == 0 ? whole : config;
            const std::size_t at = i * 7919 % std::min<std::size_t>(bytes.size(), 6000);
            if (i % 3 == 0)
                bytes.resize(at);
            else
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << i % 8));
            folder.write("model.safetensors", i % 2 == 0 ? bytes : whole);
            folder.write("config.json", i % 2 == 0 ? config : bytes);
            try {
                openModel(folder.path()); // a changed weight is one, too
            } catch (const Error& error) {
                QVERIFY(std::string(error.what()).find(folder.path()) != std::string::npos);
            }
        }
    }
};

} // namespace gf::tst_opened

#include "tests/entry.h"
GF_GUILESS_TEST(tst_opened, TestOpened)
#include "tst_opened.moc"
