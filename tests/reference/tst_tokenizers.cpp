// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers against the reference library: what it makes of hostile strings stands in
// tests/reference/tokenizers (made by tests/reference/make_tokenizers.py and
// make_piece_tokenizers.py).
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/core/errors.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

namespace gf::tst_tokenizers {

namespace {

const std::string goldenFolder = GF_TEST_DATA "/tokenizers/";

/// Knuth's MMIX generator, as in the script.
class Numbers {
public:
    std::size_t below(std::size_t limit) {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(m_state >> 33) % limit;
    }

private:
    std::uint64_t m_state = 1;
};

/// Made of the parts that stand in these files.
std::vector<std::string> hostileStrings(std::initializer_list<const char*> files = {"atoms.json"}) {
    std::vector<std::string> atoms;
    for (const char* file : files)
        for (const nlohmann::json& atom : readJsonFile(goldenFolder + file))
            atoms.push_back(atom.get<std::string>());
    Numbers numbers;
    std::vector<std::string> strings(10'000);
    for (std::string& text : strings)
        for (std::size_t left = numbers.below(14); left > 0; --left)
            text += atoms[numbers.below(atoms.size())];
    return strings;
}

/// The 32-bit FNV-1a hash, going on from `value`.
std::uint32_t fnv(std::string_view text, std::uint32_t value) {
    for (const char byte : text)
        value = (value ^ static_cast<std::uint8_t>(byte)) * 0x01000193U;
    return value;
}

/// A hash of a golden file.
std::string answered(const Tokenizer& tokenizer, std::span<const std::string> strings) {
    std::uint32_t value = 0x811C9DC5U;
    for (const std::string& text : strings) {
        const EncodedText encoded = tokenizer.encode(text);
        std::string line;
        for (const std::int32_t id : encoded.ids)
            line += (line.empty() ? "" : " ") + std::to_string(id);
        value = fnv(line + "\n" + tokenizer.decode(encoded.ids) + "\n", value);
    }
    return QByteArray::number(value, 16).rightJustified(8, '0').toStdString();
}

/// The hashes of ten strings in which a tokenizer differs from the golden ones; says so where there
/// are not as many as strings.
std::string differences(const Tokenizer& tokenizer, const std::string& goldenFile,
                        std::span<const std::string> strings) {
    std::ifstream golden(goldenFile);
    std::size_t first = 0;
    std::size_t count = 0;
    std::string numbers;
    for (std::string hash; golden >> hash && first < strings.size(); first += 10)
        if (answered(tokenizer, strings.subspan(first, 10)) != hash && ++count <= 20)
            numbers += " " + std::to_string(first / 10 + 1);
    if (first != strings.size())
        return goldenFile + " has hashes of " + std::to_string(first) + " strings";
    return count == 0 ? "" : std::to_string(count) + " hashes:" + numbers;
}

/// A folder as `save_pretrained` writes it.
class Folder {
public:
    void write(const char* name, const std::string& content) const {
        std::ofstream(path() + "/" + name, std::ios::binary) << content;
    }
    void copy(const std::string& from, const char* name) const {
        std::filesystem::copy_file(from, path() + "/" + name);
    }
    std::string path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

Tokenizer goldenTokenizer(const std::string& kind) {
    const Folder folder;
    folder.copy(goldenFolder + kind + ".json", "tokenizer.json");
    return readTokenizer(folder.path());
}

std::string refusalOf(const Folder& folder) {
    try {
        readTokenizer(folder.path());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

nlohmann::json goldenJson(const char* kind) {
    return readJsonFile(goldenFolder + kind + ".json");
}

/// What is said of a tokenizer.json that is a golden one with another value at a place.
std::string refusalOf(const char* kind, const char* place, const nlohmann::json& value) {
    nlohmann::json file = goldenJson(kind);
    file[nlohmann::json::json_pointer(place)] = value;
    const Folder folder;
    folder.write("tokenizer.json", file.dump());
    return refusalOf(folder);
}

std::vector<std::int32_t> idsOf(const Tokenizer& tokenizer, const char* text) {
    return tokenizer.encode(text).ids;
}

/// The vocabulary and the merges of a golden one, as files of their own.
void writePairs(const Folder& folder, const char* kind) {
    const nlohmann::json file = goldenJson(kind);
    folder.write("vocab.json", file["model"]["vocab"].dump());
    std::string lines = "#version: 0.2\n";
    for (const nlohmann::json& merge : file["model"]["merges"])
        lines += merge[0].get<std::string>() + " " + merge[1].get<std::string>() + "\n";
    folder.write("merges.txt", lines);
}

std::vector<std::int32_t> joined(std::vector<std::int32_t> first,
                                 const std::vector<std::int32_t>& second,
                                 const std::vector<std::int32_t>& third,
                                 const std::vector<std::int32_t>& last) {
    for (const auto* more : {&second, &third, &last})
        first.insert(first.end(), more->begin(), more->end());
    return first;
}

/// The texts of both tokenizers are the same numbers.
void compare(const Tokenizer& left, const Tokenizer& right) {
    const std::vector<std::string> strings = hostileStrings();
    for (std::size_t i = 0; i < 500; ++i)
        QCOMPARE(left.encode(strings[i]).ids, right.encode(strings[i]).ids);
}

} // namespace

class TestTokenizers : public QObject {
    Q_OBJECT

private slots:
    void ids_areThoseOfTheReference_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"bert", "bert_cased", "gpt2", "roberta", "llama2", "mistral",
                                 "llama3", "qwen2", "mixed"})
            QTest::newRow(kind) << kind;
    }
    void ids_areThoseOfTheReference() {
        QFETCH(QString, kind);
        QCOMPARE(differences(goldenTokenizer(kind.toStdString()),
                             goldenFolder + kind.toStdString() + ".golden", hostileStrings()),
                 std::string());
    }

    /// Those of pieces with scores. GLASSFORMER_TOKENIZERS may name a folder with others
    /// (check_pieces.py).
    void idsOfPieces_areThoseOfTheReference_data() {
        QTest::addColumn<QString>("file");
        const QString other = qEnvironmentVariable("GLASSFORMER_TOKENIZERS");
        const QDir folder(other.isEmpty() ? QString::fromStdString(goldenFolder) : other);
        for (const QString& kind : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QFileInfo& file :
                 folder.entryInfoList({kind + ".golden", kind + ".target.golden"}))
                QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
    void idsOfPieces_areThoseOfTheReference() {
        QFETCH(QString, file);
        const bool isTarget = file.endsWith(QLatin1String(".target.golden"));
        const std::string folder = file.left(file.lastIndexOf('/') + 1).toStdString() +
                                   QFileInfo(file).baseName().toStdString();
        const TextSide side = isTarget ? TextSide::Target : TextSide::Source;
        const std::vector<std::string> strings = hostileStrings({"atoms.json", "piece_atoms.json"});
        QCOMPARE(differences(readTokenizer(folder, side), file.toStdString(), strings),
                 std::string());
        // They travel with a saved run.
        QCOMPARE(differences(parseTokenizer(tokenizerFilesOf(folder), side), file.toStdString(),
                             strings),
                 std::string());
    }

    void vocabulary_ofWordPiecesAlone_isReadAsBert() {
        const Tokenizer whole = goldenTokenizer("bert");
        const Folder folder;
        std::string lines;
        for (std::int32_t id = 0; id < whole.ids().size(); ++id)
            lines += whole.ids().tokenOf(id) + "\r\n";
        folder.write("vocab.txt", lines);
        compare(readTokenizer(folder.path()), whole);
    }
    void vocabulary_ofWordPiecesAlone_keepsItsCase() {
        const Tokenizer whole = goldenTokenizer("bert_cased");
        const Folder folder;
        std::string lines;
        for (std::int32_t id = 0; id < whole.ids().size(); ++id)
            lines += whole.ids().tokenOf(id) + "\n";
        folder.write("vocab.txt", lines);
        folder.write("tokenizer_config.json", R"({"do_lower_case": false})");
        compare(readTokenizer(folder.path()), whole);
    }
    void vocabulary_withMerges_isReadAsGpt2() {
        const Folder folder;
        writePairs(folder, "gpt2");
        compare(readTokenizer(folder.path()), goldenTokenizer("gpt2"));
    }
    void vocabulary_withMergesAndEnds_isReadAsRoberta() {
        const Folder folder;
        writePairs(folder, "roberta");
        folder.write("tokenizer_config.json", R"({"add_prefix_space": true})");
        compare(readTokenizer(folder.path()), goldenTokenizer("roberta"));
    }
    void merges_areReadAsTextToo() {
        nlohmann::json file = goldenJson("gpt2");
        for (nlohmann::json& merge : file["model"]["merges"])
            merge = merge[0].get<std::string>() + " " + merge[1].get<std::string>();
        const Folder folder;
        folder.write("tokenizer.json", file.dump());
        compare(readTokenizer(folder.path()), goldenTokenizer("gpt2"));
    }

    void encode_leavesSpecialTokensOut() {
        const Tokenizer tokenizer = goldenTokenizer("bert");
        const EncodedText with = tokenizer.encode("the model");
        const EncodedText without = tokenizer.encode("the model", false);
        QCOMPARE(with.ids.size(), without.ids.size() + 2);
        QCOMPARE(tokenizer.ids().tokenOf(with.ids.front()), std::string("[CLS]"));
        QCOMPARE(tokenizer.ids().tokenOf(with.ids.back()), std::string("[SEP]"));
        QCOMPARE(with.types, std::vector<std::int32_t>(with.ids.size(), 0));
    }
    void encode_ofNothing_isTheFrameAlone() {
        QCOMPARE(idsOf(goldenTokenizer("bert"), ""), (std::vector<std::int32_t>{2, 3}));
        QCOMPARE(idsOf(goldenTokenizer("gpt2"), ""), std::vector<std::int32_t>{});
    }
    void encode_refusesWhatIsNotUtf8() {
        const Tokenizer tokenizer = goldenTokenizer("gpt2");
        QVERIFY_THROWS_EXCEPTION(Error, tokenizer.encode("a\xC3"));
    }
    void addedToken_isFoundInNormalizedText() {
        nlohmann::json file = goldenJson("bert");
        file["added_tokens"].push_back({{"id", 900}, {"content", "ÄX"}, {"normalized", true}});
        file["added_tokens"].push_back({{"id", 901}, {"content", "ÖX"}, {"normalized", false}});
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        QCOMPARE(idsOf(tokenizer, "aX"), (std::vector<std::int32_t>{2, 900, 3}));
        QCOMPARE(idsOf(tokenizer, "ÖX"), (std::vector<std::int32_t>{2, 901, 3}));
        QVERIFY(idsOf(tokenizer, "öx") != (std::vector<std::int32_t>{2, 901, 3}));
    }
    void decode_passesOverWhatIsNoToken() {
        const Tokenizer tokenizer = goldenTokenizer("gpt2");
        const std::vector<std::int32_t> ids = {-1, 700, 2'000'000'000};
        QCOMPARE(tokenizer.decode(ids), std::string());
    }
    void decode_ofSpecialTokens_showsThemWhereTheyAreWanted() {
        const Tokenizer tokenizer = goldenTokenizer("gpt2");
        const std::vector<std::int32_t> ids = {0};
        QCOMPARE(tokenizer.decode(ids), std::string());
        QCOMPARE(tokenizer.decode(ids, true), std::string("<|endoftext|>"));
    }

    void specialTokens_areThoseThatTheFolderNames() {
        const Folder folder;
        folder.copy(goldenFolder + "llama3.json", "tokenizer.json");
        folder.write("tokenizer_config.json",
                     R"({"bos_token": "<|begin_of_text|>", "eos_token": {"content": "<|eot_id|>"},
                         "pad_token": null})");
        const SpecialIds special = readTokenizer(folder.path()).special();
        QCOMPARE(special.begin, std::optional(0));
        QCOMPARE(special.end, std::optional(2));
        QVERIFY(!special.padding);
        QVERIFY(!special.mask);
    }
    void specialTokens_haveTheirUsualNamesWhereNoFileSaysThem() {
        const SpecialIds special = goldenTokenizer("bert").special();
        QCOMPARE(special.padding, std::optional(0));
        QCOMPARE(special.unknown, std::optional(1));
        QCOMPARE(special.classification, std::optional(2));
        QCOMPARE(special.separator, std::optional(3));
        QCOMPARE(special.mask, std::optional(4));
        QVERIFY(!special.begin);
    }

    // What a person added stands beside the tokenizer: the golden ones have 700 tokens.
    void addedToken_thatOnlyTheConfigurationHas_isFound() {
        const Folder folder;
        folder.copy(goldenFolder + "gpt2.json", "tokenizer.json");
        folder.write("tokenizer_config.json",
                     R"({"added_tokens_decoder": {"701": {"content": "<b>", "special": false},
                                                  "700": {"content": "<person>"}}})");
        const Tokenizer tokenizer = readTokenizer(folder.path());
        QCOMPARE(tokenizer.ids().idOf("<person>"), std::optional(700));
        QCOMPARE(tokenizer.ids().idOf("<b>"), std::optional(701));
        QCOMPARE(idsOf(tokenizer, "the<person>the<b>"),
                 joined(idsOf(tokenizer, "the"), {700}, idsOf(tokenizer, "the"), {701}));
        QCOMPARE(tokenizer.decode(std::vector<std::int32_t>{700}), std::string("<person>"));
    }
    void addedTokens_ofAVocabularyAlone_areFound_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("added_tokens.json")
            << QByteArray("added_tokens.json") << QByteArray(R"({"foobar": 701, "<person>": 700})");
        QTest::newRow("added_tokens_decoder")
            << QByteArray("tokenizer_config.json")
            << QByteArray(R"({"added_tokens_decoder": {"700": {"content": "<person>"},
                                                       "701": {"content": "foobar"}}})");
    }
    void addedTokens_ofAVocabularyAlone_areFound() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, content);
        const Folder folder;
        writePairs(folder, "gpt2");
        folder.write(name, content.toStdString());
        const Tokenizer tokenizer = readTokenizer(folder.path());
        QCOMPARE(idsOf(tokenizer, "the<person>foobarthe"),
                 joined(idsOf(tokenizer, "the"), {700, 701}, idsOf(tokenizer, "the"), {}));
        // They travel with a saved run.
        QCOMPARE(parseTokenizer(tokenizerFilesOf(folder.path())).encode("foobar").ids,
                 std::vector<std::int32_t>{701});
    }
    void addedToken_ofTheVocabulary_keepsItsNumberThere() {
        const Folder folder;
        folder.copy(goldenFolder + "gpt2.json", "tokenizer.json");
        folder.write("tokenizer_config.json",
                     R"({"added_tokens_decoder": {"900": {"content": "in"}}})");
        const Tokenizer tokenizer = readTokenizer(folder.path());
        const auto number = goldenJson("gpt2")["model"]["vocab"]["in"].get<std::int32_t>();
        QCOMPARE(tokenizer.ids().idOf("in"), std::optional(number));
        QCOMPARE(idsOf(tokenizer, " in"), joined(idsOf(tokenizer, " "), {number}, {}, {}));
        QCOMPARE(tokenizer.ids().size(), 700);
    }
    void specialToken_thatTheVocabularyLacks_getsTheNextNumber() {
        const Folder folder;
        folder.copy(goldenFolder + "gpt2.json", "tokenizer.json");
        folder.write("tokenizer_config.json",
                     R"({"pad_token": "<|pad|>", "eos_token": {"content": "<|endoftext|>"},
                         "additional_special_tokens": ["<|im|>"]})");
        const Tokenizer tokenizer = readTokenizer(folder.path());
        QCOMPARE(tokenizer.special().padding, std::optional(700));
        QCOMPARE(tokenizer.special().end, std::optional(0));
        QCOMPARE(idsOf(tokenizer, "<|im|><|pad|>"), (std::vector<std::int32_t>{701, 700}));
        QCOMPARE(tokenizer.decode(std::vector<std::int32_t>{700}), std::string());
    }
    void addedToken_withANumberThatIsNone_isRefused() {
        const Folder folder;
        folder.copy(goldenFolder + "gpt2.json", "tokenizer.json");
        folder.write("tokenizer_config.json",
                     R"({"added_tokens_decoder": {"x": {"content": "a"}}})");
        const std::string refusal = refusalOf(folder);
        QVERIFY2(refusal.find("added_tokens_decoder.x has the number \"x\"") != std::string::npos,
                 refusal.c_str());
    }
    void longestOfTokensThatBeginAlike_isFound() {
        nlohmann::json file = goldenJson("gpt2");
        int id = 700;
        for (const char* content : {"<a", "<ab>", "<abc>x", "<abc>xyz", "<x"})
            file["added_tokens"].push_back({{"id", id++}, {"content", content}});
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        QCOMPARE(idsOf(tokenizer, "<abc>xyz<abc>xy<ab><a<x<"),
                 joined({703, 702}, idsOf(tokenizer, "y"), {701, 700, 704}, idsOf(tokenizer, "<")));
    }

    void configuration_saysTheCase_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("normalizer"); // which comes to the same
        const auto row = [](const char* name, const char* config, const char* normalizer) {
            QTest::newRow(name) << QByteArray(config) << QByteArray(normalizer);
        };
        row("kept", R"({"do_lower_case": false})", R"({"lowercase": false})");
        row("lowered", R"({"do_lower_case": true})", "{}");
        row("accents", R"({"strip_accents": false})", R"({"strip_accents": false})");
        row("case alone", R"({"do_lower_case": false, "strip_accents": true})",
            R"({"lowercase": false, "strip_accents": true})");
        row("Chinese", R"({"tokenize_chinese_chars": false})",
            R"({"handle_chinese_chars": false})");
        row("of a class", R"({"tokenizer_class": "BertTokenizer", "do_lower_case": false})",
            R"({"lowercase": false})");
        row("of a class without", R"({"do_lower_case": false,
                                      "tokenizer_class": "PreTrainedTokenizerFast"})",
            "{}");
    }
    void configuration_saysTheCase() {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, normalizer);
        nlohmann::json file = goldenJson("bert");
        const Folder folder;
        folder.write("tokenizer.json", file.dump());
        folder.write("tokenizer_config.json", config.toStdString());
        file["normalizer"].update(nlohmann::json::parse(normalizer.toStdString()));
        const Tokenizer expected = parseTokenizer(file.dump());
        compare(readTokenizer(folder.path()), expected);
        QCOMPARE(idsOf(readTokenizer(folder.path()), "The Größe 東京"),
                 idsOf(expected, "The Größe 東京"));
    }
    void configuration_saysTheSpaceBeforeAText() {
        nlohmann::json file = goldenJson("gpt2");
        const Folder folder;
        folder.write("tokenizer.json", file.dump());
        folder.write("tokenizer_config.json",
                     R"({"add_prefix_space": true, "tokenizer_class": "GPT2Tokenizer"})");
        file["pre_tokenizer"]["add_prefix_space"] = true;
        compare(readTokenizer(folder.path()), parseTokenizer(file.dump()));
    }
    /// Whatever tokenizer.json says.
    void configuration_namesAClassWithSettingsOfItsOwn() {
        const auto reads = [](const char* name, const char* config) {
            const Folder folder;
            folder.copy(goldenFolder + name + ".json", "tokenizer.json");
            folder.write("tokenizer_config.json", config);
            return readTokenizer(folder.path());
        };
        nlohmann::json cased = goldenJson("bert_cased");
        cased["normalizer"]["lowercase"] = true;
        compare(reads("bert_cased", R"({"tokenizer_class": "BertTokenizerFast"})"),
                parseTokenizer(cased.dump()));
        nlohmann::json spaced = goldenJson("roberta");
        spaced["pre_tokenizer"]["add_prefix_space"] = false;
        compare(reads("roberta", R"({"tokenizer_class": "RobertaTokenizer"})"),
                parseTokenizer(spaced.dump()));
    }
    void configuration_saysWhatStandsAroundATextOfLlama() {
        const Folder folder;
        folder.copy(goldenFolder + "llama2.json", "tokenizer.json");
        const std::vector<std::int32_t> usual = idsOf(readTokenizer(folder.path()), "the head");
        folder.write("tokenizer_config.json",
                     R"({"add_bos_token": false, "add_eos_token": true, "eos_token": "</s>",
                         "bos_token": "<s>", "tokenizer_class": "LlamaTokenizer"})");
        std::vector<std::int32_t> expected(usual.begin() + 1, usual.end());
        expected.push_back(2);
        QCOMPARE(idsOf(readTokenizer(folder.path()), "the head"), expected);
    }

    // ---- Files of SentencePiece --------------------------------------------------------------
    void t5_findsTheTokensThatAnotherFileNames_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QList<int>>("ids"); // of "<extra_id_0>", "<a>", "<ctl>", "</s>"
        QTest::newRow("none") << QByteArray("{}") << QList<int>{599, 0, 3, 1};
        QTest::newRow("fewer sentinels")
            << QByteArray(R"({"extra_ids": 5})") << QList<int>{504, 0, 3, 1};
        QTest::newRow("others") << QByteArray(
                                       R"({"additional_special_tokens": ["<a>", "<extra_id_0>"]})")
                                << QList<int>{599, 600, 0, 1};
        QTest::newRow("newer") << QByteArray(R"({"extra_special_tokens": ["<a>"]})")
                               << QList<int>{0, 600, 0, 1};
        QTest::newRow("not any") << QByteArray(R"({"additional_special_tokens": null})")
                                 << QList<int>{0, 0, 0, 1};
        QTest::newRow("another end")
            << QByteArray(R"({"eos_token": "<pad>"})") << QList<int>{599, 0, 3, 1};
    }
    void t5_findsTheTokensThatAnotherFileNames() {
        QFETCH(QByteArray, config);
        QFETCH(QList<int>, ids);
        const Folder folder;
        folder.copy(goldenFolder + "t5_plain/spiece.model", "spiece.model");
        folder.write("tokenizer_config.json", config.toStdString());
        const Tokenizer tokenizer = readTokenizer(folder.path());
        const std::int32_t end = config.contains("eos_token") ? 0 : 1;
        const char* const texts[] = {"<extra_id_0>", "<a>", "<ctl>", "</s>"};
        for (int i = 0; i < 4; ++i)
            if (ids[i] != 0)
                QCOMPARE(idsOf(tokenizer, texts[i]), (std::vector<std::int32_t>{ids[i], end}));
            else
                QVERIFY(idsOf(tokenizer, texts[i]).size() > 2);
        QCOMPARE(tokenizer.special().end, std::optional(end));
        QCOMPARE(tokenizer.special().padding, std::optional(0));
        QCOMPARE(tokenizer.special().unknown, std::optional(2));
        QVERIFY(!tokenizer.special().begin);
    }
    void marian_readsLanguagesAndSides() {
        const std::string folder = goldenFolder + "marian";
        const Tokenizer source = readTokenizer(folder);
        const Tokenizer target = readTokenizer(folder, TextSide::Target);
        const auto idOf = [&](const char* token) { return *source.ids().idOf(token); };
        const std::int32_t end = idOf("</s>");
        QCOMPARE(idsOf(source, ">>fra<<"), (std::vector<std::int32_t>{idOf(">>fra<<"), end}));
        QCOMPARE(idsOf(source, ">>xyz<<"), (std::vector<std::int32_t>{idOf("<unk>"), end}));
        QVERIFY(idsOf(source, "a >>fra<<")[1] != idOf(">>fra<<"));
        QVERIFY(idsOf(source, "Die Aufmerksamkeit") != idsOf(target, "Die Aufmerksamkeit"));
        QCOMPARE(target.decode(idsOf(target, "Schlüssel und Werte")),
                 std::string("Schlüssel und Werte"));
        QCOMPARE(source.special().padding, std::optional(idOf("<pad>")));
        QCOMPARE(source.special().end, std::optional(end));
        QCOMPARE(source.special().unknown, std::optional(idOf("<unk>")));
    }
    void marian_mayHaveAVocabularyForTargets() {
        const Folder folder;
        for (const char* name : {"source.spm", "target.spm", "vocab.json"})
            folder.copy(goldenFolder + "marian/" + name, name);
        folder.write("target_vocab.json", R"({"</s>": 0, "<unk>": 1, "▁und": 2, "<pad>": 3})");
        folder.write("tokenizer_config.json", R"({"separate_vocabs": true})");
        const Tokenizer target = readTokenizer(folder.path(), TextSide::Target);
        QCOMPARE(idsOf(target, "und"), (std::vector<std::int32_t>{2, 0}));
        QCOMPARE(target.ids().size(), 4);
        QVERIFY(readTokenizer(folder.path()).ids().size() > 4);
    }
    void marian_whoseVocabularyLacksTheUnknown_isRefused() {
        const Folder folder;
        for (const char* name : {"source.spm", "target.spm"})
            folder.copy(goldenFolder + "marian/" + name, name);
        folder.write("vocab.json", R"({"</s>": 0})");
        const std::string refusal = refusalOf(folder);
        QVERIFY2(refusal.find("vocab.json\": the token \"<unk>\" is missing") != std::string::npos,
                 refusal.c_str());
    }
    /// Bytes of a file of SentencePiece, and what is said of them.
    void sentencePieces_areRefusedByField_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char* name, const QByteArray& bytes, const char* named) {
            QTest::newRow(name) << bytes << QByteArray(named);
        };
        const QByteArray a("\x0a\x03\x0a\x01"
                           "a",
                           5); // pieces: {piece: "a"}
        row("nothing", "", "the file has 0 pieces");
        row("few", a, "the file has 1 pieces; more than 2 are needed");
        row("twice", a + a, "pieces[1] is \"a\"");
        row("cut off", QByteArray("\x0a\x09\x0a\x01", 4), "ends too early: 9 bytes");
        row("cut off inside",
            a + QByteArray("\x0a\x03\x0a\x07"
                           "b",
                           5),
            "pieces[1] ends too early: 7 bytes");
        row("long number", QByteArray(11, '\xff'), "more than 64 bits");
        row("group", QByteArray("\x0b\x00", 2), "type that there is not (3)");
        row("text for a number",
            QByteArray("\x0a\x03\x12\x01"
                       "b",
                       5),
            "pieces[0].score has");
        row("no text", QByteArray("\x0a\x03\x0a\x01\xff", 5), "pieces[0].piece is not UTF-8");
        row("no number", QByteArray("\x0a\x05\x15\x00\x00\xc0\x7f", 7),
            "pieces[0].score is no number");
        row("kind", QByteArray("\x0a\x02\x18\x07", 4), "pieces[0].type is 7");
        row("byte pairs", QByteArray("\x12\x02\x18\x02", 4), "trainer_spec.model_type is BPE");
        row("flag", QByteArray("\x1a\x02\x18\x02", 4), "normalizer_spec.add_dummy_prefix is 2");
    }
    void sentencePieces_areRefusedByField() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, named);
        const Folder folder;
        folder.write("spiece.model", bytes.toStdString());
        const std::string refusal = refusalOf(folder);
        QVERIFY2(refusal.find(named.toStdString()) != std::string::npos, refusal.c_str());
        QVERIFY2(refusal.find("spiece.model\": ") != std::string::npos, refusal.c_str());
    }
    void damagedSentencePieces_areRefusedOrRead() {
        Numbers numbers;
        for (const char* name : {"source.spm", "target.spm"}) {
            const TokenizerFiles whole = tokenizerFilesOf(goldenFolder + "marian_bytes");
            for (int i = 0; i < 300; ++i) {
                TokenizerFiles files = whole;
                std::string& damaged = files[name];
                for (std::size_t k = numbers.below(4) + 1; k > 0; --k)
                    damaged[numbers.below(damaged.size())] = static_cast<char>(numbers.below(256));
                if (i % 5 == 0)
                    damaged.resize(numbers.below(damaged.size()));
                if (i % 2 == 0) // as T5's
                    files = {{"spiece.model", damaged}};
                try {
                    const Tokenizer tokenizer =
                        parseTokenizer(files, *name == 's' ? TextSide::Source : TextSide::Target);
                    tokenizer.decode(idsOf(tokenizer, "the model's größte  Übung ab é 😀"));
                } catch (const Error&) {
                }
            }
        }
    }
    /// A piece each for every beginning of a long word: no longer than a text allows.
    void longTexts_areSplitInTime() {
        nlohmann::json file = goldenJson("unigram/tokenizer");
        nlohmann::json& vocabulary = file["model"]["vocab"];
        for (std::size_t length = 20; length < 300; ++length)
            vocabulary.push_back({std::string(length, 'a'), -1.0});
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        const std::string text(100'000, 'a');
        const EncodedText encoded = tokenizer.encode(text, false);
        QCOMPARE(tokenizer.decode(encoded.ids), text);
    }

    void folder_withoutATokenizer_isRefused() {
        QVERIFY(refusalOf(Folder()).find("tokenizer.json, vocab.txt") != std::string::npos);
        const Folder folder;
        folder.write("tokenizer.model", "");
        const std::string refusal = refusalOf(folder);
        QVERIFY2(refusal.find("tokenizer.model, a file of SentencePiece") != std::string::npos,
                 refusal.c_str());
    }
    void whatIsNoFile_isSaid() {
#ifdef Q_OS_UNIX
        const Folder folder;
        for (const char* name : {"tokenizer.json", "tokenizer_config.json", "added_tokens.json"}) {
            const std::string path = folder.path() + "/" + name;
            QCOMPARE(mkfifo(path.c_str(), 0600), 0);
            const std::string refusal = refusalOf(folder);
            QVERIFY2(refusal.find(name) != std::string::npos &&
                         refusal.find("pipe") != std::string::npos,
                     refusal.c_str());
            QVERIFY_THROWS_EXCEPTION(Error, tokenizerFilesOf(folder.path()));
            std::filesystem::remove(path);
        }
        std::filesystem::create_symlink("nowhere", folder.path() + "/tokenizer.json");
        QVERIFY(refusalOf(folder).find("tokenizer.json\": ") != std::string::npos);
#endif
    }

    // A file of a few kilobytes does not take all memory.
    void text_thatGrowsBeyondItsFactor_isRefused_data() {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("value");
        const auto chain = [](const char* list, const char* step, int times) {
            nlohmann::json steps = nlohmann::json::array();
            for (int i = 0; i < times; ++i)
                steps.push_back(nlohmann::json::parse(step));
            return nlohmann::json{{"type", "Sequence"}, {list, steps}};
        };
        const char* longer =
            R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaa"})";
        const auto row = [](const char* name, const char* place, const nlohmann::json& value) {
            QTest::newRow(name) << QByteArray(place) << QByteArray::fromStdString(value.dump());
        };
        nlohmann::json nested = nlohmann::json::parse(longer);
        for (int i = 0; i < 12; ++i)
            nested = {{"type", "Sequence"},
                      {"normalizers", {nested, nlohmann::json::parse(longer)}}};
        row("normalizers", "/normalizer", chain("normalizers", longer, 12));
        row("nested normalizers", "/normalizer", nested);
        row("pre-tokenizers", "/pre_tokenizer",
            chain("pretokenizers", R"({"type": "ByteLevel"})", 40));
        row("marks", "/pre_tokenizer",
            {{"type", "Metaspace"}, {"replacement", std::string(5000, 'x')}});
    }
    void text_thatGrowsBeyondItsFactor_isRefused() {
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, value);
        nlohmann::json file = goldenJson("gpt2");
        file[nlohmann::json::json_pointer(place.toStdString())] =
            nlohmann::json::parse(value.toStdString());
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        std::string longText;
        for (int i = 0; i < 50'000; ++i)
            longText += "a ";
        for (const std::string& text : {std::string("a a"), longText})
            GF_FAILS(tokenizer.encode(text), "bytes of a text of " + std::to_string(text.size()),
                     "64 times");
    }
    void decodedText_thatGrowsBeyondItsFactor_isRefused() {
        nlohmann::json file = goldenJson("gpt2");
        nlohmann::json step = {
            {"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aaaaaaaaaa"}};
        file["decoder"] = {{"type", "Sequence"}, {"decoders", nlohmann::json(12, step)}};
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        GF_FAILS(tokenizer.decode(idsOf(tokenizer, "a")), "64 times");
    }
    void frame_ofManyTokens_isRefused() {
        nlohmann::json file = goldenJson("bert");
        nlohmann::json& single = file["post_processor"]["single"];
        for (int i = 0; i < 1000; ++i)
            single.push_back(single[0]);
        GF_FAILS(parseTokenizer(file.dump()), "post_processor.single", "1000 tokens");
        file = goldenJson("bert");
        for (int i = 0; i < 4; ++i)
            file["post_processor"]["single"].push_back(file["post_processor"]["single"][1]);
        GF_FAILS(parseTokenizer(file.dump()), "post_processor.single", "4 times");
    }
    /// The time is that of the text, however many steps and pieces it has.
    void time_isThatOfTheWholeText() {
        const Pattern slow("(x+x+)+y");
        const std::string text(60, 'x');
        const TextBudget budget(text.size(), std::chrono::milliseconds(100));
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < 20; ++i)
            GF_FAILS(slow.found(text, budget), "takes too long");
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
        QVERIFY(Pattern("x+").found(text, TextBudget(text.size())).size() == 1);
    }

    // ---- A text as it is written -------------------------------------------------------------
    void beginning_isThatOfEveryTextThatFollows_data() {
        ids_areThoseOfTheReference_data();
    }
    void beginning_isThatOfEveryTextThatFollows() {
        QFETCH(QString, kind);
        const Tokenizer tokenizer = goldenTokenizer(kind.toStdString());
        Numbers numbers;
        for (int text = 0; text < 100; ++text) {
            std::vector<std::int32_t> ids; // of which many are bytes, and no characters
            for (int i = 0; i < 30; ++i)
                ids.push_back(static_cast<std::int32_t>(numbers.below(i % 3 == 0 ? 700 : 260)));
            const std::string whole = tokenizer.decode(ids);
            QVERIFY(isUtf8(whole));
            std::size_t before = 0;
            for (std::size_t count = 0; count <= ids.size(); ++count) {
                const std::string begun = tokenizer.decodeBeginning(std::span(ids).first(count));
                QVERIFY(isUtf8(begun) && whole.starts_with(begun));
                QVERIFY(begun.size() >= before || begun.empty());
                before = begun.size();
            }
        }
    }
    void beginning_waitsForWhatMayStillChange() {
        const Tokenizer tokenizer = goldenTokenizer("llama2");
        std::vector<std::int32_t> ids = idsOf(tokenizer, "a");
        const auto addByte = [&](const char* token) {
            const std::optional<std::int32_t> id = tokenizer.ids().idOf(token);
            QVERIFY(id.has_value());
            ids.push_back(*id);
        };
        for (const char* byte : {"<0xE6>", "<0x9D>", "<0xB1>"})
            addByte(byte);
        QCOMPARE(tokenizer.decode(ids), std::string("a東"));
        QCOMPARE(tokenizer.decodeBeginning(ids), std::string("a"));
        addByte("<0xFF>"); // all four are no character
        QCOMPARE(tokenizer.decode(ids), std::string("a����"));
        QCOMPARE(tokenizer.decodeBeginning(ids), std::string("a"));
        ids.push_back(ids[1]);
        QCOMPARE(tokenizer.decodeBeginning(ids), tokenizer.decode(ids));
    }
    void beginning_isNothingWhereAllOfATextIsSearched() {
        nlohmann::json file = goldenJson("gpt2");
        file["decoder"] = {
            {"type", "Sequence"},
            {"decoders",
             {{{"type", "ByteLevel"}},
              {{"type", "Replace"}, {"pattern", {{"String", "ab"}}}, {"content", "x"}}}}};
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        const std::vector<std::int32_t> ids =
            joined(idsOf(tokenizer, "a"), idsOf(tokenizer, "b"), {}, {});
        QCOMPARE(tokenizer.decode(ids), std::string("x"));
        QCOMPARE(tokenizer.decodeBeginning(ids), std::string());
    }

    /// Merging in a long word gives what its definition says: the earliest merge first, and of its
    /// places that to the left.
    void longWords_areMergedByTheOrderOfTheMerges() {
        const nlohmann::json file = goldenJson("gpt2");
        const Tokenizer tokenizer = parseTokenizer(file.dump());
        Numbers numbers;
        for (const std::string_view letters : {"a", "the", "aeinrst"}) {
            std::string word;
            for (int i = 0; i < 1500; ++i)
                word += letters[numbers.below(letters.size())];
            std::vector<std::string> symbols;
            for (const char letter : word)
                symbols.emplace_back(1, letter);
            for (const nlohmann::json& merge : file["model"]["merges"]) {
                const auto left = merge[0].get<std::string>();
                const auto right = merge[1].get<std::string>();
                for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
                    if (symbols[i] == left && symbols[i + 1] == right) {
                        symbols[i] += right;
                        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                    }
            }
            std::vector<std::int32_t> expected;
            for (const std::string& symbol : symbols)
                expected.push_back(*tokenizer.ids().idOf(symbol));
            QCOMPARE(tokenizer.encode(word).ids, expected);
        }
    }
    void file_isRefusedByNameAndField_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("named"); // in the refusal
        const auto row = [](const char* name, const char* kind, const char* place,
                            const char* value, const char* named) {
            QTest::newRow(name) << QByteArray(kind) << QByteArray(place) << QByteArray(value)
                                << QByteArray(named);
        };
        row("words", "bert", "/model/type", R"("WordLevel")",
            "model.type is \"WordLevel\"; BPE, WordPiece and Unigram are read here");
        row("normalizer", "bert", "/normalizer/type", R"("ByteLevel")",
            "normalizer.type is \"ByteLevel\"");
        row("inner normalizer", "mixed", "/normalizer/normalizers/1/type", R"("ByteLevel")",
            "normalizer.normalizers[1].type is \"ByteLevel\"");
        row("scores", "bert", "/model/type", R"("Unigram")", "model.vocab is {…}");
        row("score", "unigram/tokenizer", "/model/vocab/7/1", "null", "model.vocab[7][1] is null");
        row("half a token", "unigram/tokenizer", "/model/vocab/7", R"(["a"])", "model.vocab[7] is");
        row("piece twice", "unigram/tokenizer", "/model/vocab/7/0", R"("<s>")", "\"<s>\"");
        row("no pieces", "unigram/tokenizer", "/model/vocab", "[]", "model.vocab is [");
        row("unknown piece", "unigram/tokenizer", "/model/unk_id", "900", "model.unk_id is 900");
        row("map", "unigram_bytes/tokenizer", "/normalizer/normalizers/0/precompiled_charsmap",
            R"("AA=A")", "normalizer.normalizers[0].precompiled_charsmap is \"AA=A\"");
        row("short map", "unigram_bytes/tokenizer",
            "/normalizer/normalizers/0/precompiled_charsmap", R"("AAQAAA==")",
            "normalizer.normalizers[0].precompiled_charsmap: the character map has 4 bytes");
        row("pre-tokenizer", "bert", "/pre_tokenizer/type", R"("UnicodeScripts")",
            "pre_tokenizer.type");
        row("post-processor", "bert", "/post_processor/type", "7", "post_processor.type is 7");
        row("decoder", "bert", "/decoder/type", R"("CTC")", "decoder.type is \"CTC\"");
        row("vocabulary", "bert", "/model/vocab", "[]", "model.vocab is [");
        row("id", "bert", "/model/vocab/the", "-3", "model.vocab.the is -3");
        row("large id", "bert", "/model/vocab/the", "3000000", "model.vocab.the is 3000000");
        row("two of one id", "bert", "/model/vocab/the", "7", "number 7");
        row("merge", "gpt2", "/model/merges/3", R"(["a"])", "model.merges[3]");
        row("merge of nothing", "gpt2", "/model/merges/3", R"(["qqq", "zzz"])", "\"qqq");
        row("dropout", "gpt2", "/model/dropout", "0.1", "model.dropout is 0.1");
        row("unknown token", "bert", "/model/unk_token", R"("[NO]")", "model.unk_token");
        row("expression", "llama3", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "\"(a\"",
            "no regular expression");
        row("behaviour", "llama3", "/pre_tokenizer/pretokenizers/0/behavior", R"("Cut")",
            "behavior is \"Cut\"");
        row("added token", "gpt2", "/added_tokens/0/content", "\"\"", "added_tokens[0].content");
        row("added id", "gpt2", "/added_tokens/0/id", "5", "5");
        row("template", "bert", "/post_processor/single/0/SpecialToken/id", R"("[X]")",
            "post_processor.single[0].SpecialToken.id is \"[X]\"");
    }
    void file_isRefusedByNameAndField() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, named);
        const std::string refusal =
            refusalOf(kind, place, nlohmann::json::parse(value.toStdString()));
        QVERIFY2(refusal.find(named.toStdString()) != std::string::npos, refusal.c_str());
        QVERIFY2(refusal.find("tokenizer.json") != std::string::npos, refusal.c_str());
    }
    void damagedFiles_areRefusedOrRead() {
        const std::string whole = goldenJson("llama2").dump();
        Numbers numbers;
        for (int i = 0; i < 500; ++i) {
            std::string damaged = whole;
            for (std::size_t k = numbers.below(4) + 1; k > 0; --k)
                damaged[numbers.below(damaged.size())] = static_cast<char>(numbers.below(256));
            if (i % 5 == 0)
                damaged.resize(numbers.below(damaged.size()));
            const Folder folder;
            folder.write("tokenizer.json", damaged);
            try {
                readTokenizer(folder.path()).encode("the model's größte Übung 😀");
            } catch (const Error&) {
            }
        }
    }
};

} // namespace gf::tst_tokenizers

#include "tests/entry.h"
GF_GUILESS_TEST(tst_tokenizers, TestTokenizers)
#include "tst_tokenizers.moc"
