// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers against the reference library: what it makes of hostile strings stands in
// tests/reference/tokenizers (made by tests/reference/make_tokenizers.py).
#include "core/io/json.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

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

std::vector<std::string> hostileStrings() {
    const auto atoms = readJsonFile(goldenFolder + "atoms.json").get<std::vector<std::string>>();
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

/// A line of a golden file.
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
        const Tokenizer tokenizer = goldenTokenizer(kind.toStdString());
        const std::vector<std::string> strings = hostileStrings();
        std::ifstream golden(goldenFolder + kind.toStdString() + ".golden");
        std::size_t first = 0;
        QStringList different;
        for (std::string line; std::getline(golden, line); first += 10)
            if (answered(tokenizer, std::span(strings).subspan(first, 10)) != line)
                different << QString::number(first / 10 + 1);
        QCOMPARE(first, strings.size());
        QVERIFY2(different.isEmpty(),
                 qPrintable(QStringLiteral("%1 lines: %2")
                                .arg(different.size())
                                .arg(different.mid(0, 20).join(QLatin1Char(' ')))));
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
        const nlohmann::json file = goldenJson("gpt2");
        const Folder folder;
        folder.write("vocab.json", file["model"]["vocab"].dump());
        std::string lines = "#version: 0.2\n";
        for (const nlohmann::json& merge : file["model"]["merges"])
            lines += merge[0].get<std::string>() + " " + merge[1].get<std::string>() + "\n";
        folder.write("merges.txt", lines);
        compare(readTokenizer(folder.path()), goldenTokenizer("gpt2"));
    }
    void vocabulary_withMergesAndEnds_isReadAsRoberta() {
        const nlohmann::json file = goldenJson("roberta");
        const Folder folder;
        folder.write("vocab.json", file["model"]["vocab"].dump());
        folder.write("tokenizer_config.json", R"({"add_prefix_space": true})");
        std::string lines;
        for (const nlohmann::json& merge : file["model"]["merges"])
            lines += merge[0].get<std::string>() + " " + merge[1].get<std::string>() + "\n";
        folder.write("merges.txt", lines);
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

    void folder_withoutATokenizer_isRefused() {
        QVERIFY(refusalOf(Folder()).find("tokenizer.json, vocab.txt") != std::string::npos);
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
        row("unigram", "bert", "/model/type", R"("Unigram")", "model.type is \"Unigram\"");
        row("normalizer", "bert", "/normalizer/type", R"("Nmt")", "normalizer.type is \"Nmt\"");
        row("inner normalizer", "mixed", "/normalizer/normalizers/1/type", R"("Precompiled")",
            "normalizer.normalizers[1].type is \"Precompiled\"");
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
    void expression_thatTakesTooLong_isRefused() {
        nlohmann::json file = goldenJson("llama3");
        file["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = "(x+x+)+y";
        const Folder folder;
        folder.write("tokenizer.json", file.dump());
        const Tokenizer tokenizer = readTokenizer(folder.path());
        QVERIFY_THROWS_EXCEPTION(Error, tokenizer.encode(std::string(400, 'x')));
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
