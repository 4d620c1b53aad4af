// SPDX-License-Identifier: GPL-3.0-or-later
// Byte pairs that are learnt from a text: by hand, against the reference library (what it learns
// stands in tests/reference/tokenizers/byte_pairs.json, made by
// tests/reference/make_byte_pairs.py), and as the vocabulary of a model.
#include "core/data/vocabulary.h"
#include "core/io/json.h"
#include "core/tensor/error.h"
#include "core/tokenizer/learn_pairs.h"
#include "core/tokenizer/pair_words.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/tokenizer_json.h"
#include "tests/core/errors.h"

#include <QTest>

#include <ctime>

namespace gf::tst_byte_pairs {

namespace {

using Tokens = std::vector<std::string>;

std::vector<PairMerge> mergesOf(std::string_view text, Index merges) {
    return learnBytePairs(text, merges).merges;
}

const nlohmann::json& golden() {
    static const nlohmann::json file = readJsonFile(GF_TEST_DATA "/tokenizers/byte_pairs.json");
    return file;
}

Vocabulary learnt(std::string_view text, Index merges) {
    return Vocabulary(learnBytePairs(text, merges));
}

Tokens tokensOf(const Vocabulary& vocabulary, std::string_view text) {
    Tokens tokens;
    for (const TokenId id : vocabulary.encode(text))
        tokens.push_back(vocabulary.token(id));
    return tokens;
}

/// A text of half-random words, so many bytes long.
std::string longText(std::size_t bytes, bool spaces) {
    std::string text;
    std::uint64_t state = 1;
    while (text.size() < bytes) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const auto drawn = static_cast<std::size_t>(state >> 33);
        text += "acgtbdefhilmnoprsuwy"[drawn % (spaces ? 20 : 4)];
        if (spaces && drawn % 6 == 0)
            text += ' ';
    }
    return text;
}

} // namespace

class TstBytePairs : public QObject {
    Q_OBJECT
private slots:
    void words_keepTheSpaceBeforeThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QString& text, const QStringList& words) {
            QTest::newRow(name) << text << words;
        };
        row("none", "", {});
        row("letters", "the cat", {"the", " cat"});
        row("kinds", "it's 42, x2!", {"it", "'", "s", " 42", ",", " x", "2", "!"});
        row("spaces", "a   b \n", {"a", "  ", " b", " \n"});
        row("lines", "a\nb\n\n c", {"a", "\n", "b", "\n\n", " c"});
        row("no space", QString::fromUtf8("a\u00a0b"), {"a", QString::fromUtf8("\u00a0"), "b"});
        row("other scripts", QString::fromUtf8("größer — 東京。🙂"),
            {QString::fromUtf8("größer"), QString::fromUtf8(" —"), QString::fromUtf8(" 東京"),
             QString::fromUtf8("。🙂")});
    }

    void words_keepTheSpaceBeforeThem() {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        const std::string bytes = text.toStdString();
        QStringList found;
        for (const std::string_view word : pairWordsOf(bytes))
            found.push_back(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
        QCOMPARE(found, words);
    }

    void merges_areThoseWorkedOutByHand() {
        // The words are "low", " lower", " lowest". (l,o) and (o,w) stand 3 times: l is the older
        // one. Then (lo,w) 3 times; then ( ,low) and (low,e) twice, of which the space is older.
        const LearntPairs learnt = learnBytePairs("low lower lowest", 100);
        QCOMPARE(learnt.characters, (Tokens{" ", "e", "l", "o", "r", "s", "t", "w"}));
        QCOMPARE(learnt.merges,
                 (std::vector<PairMerge>{
                     {"l", "o", 3}, {"lo", "w", 3}, {" ", "low", 2}, {" low", "e", 2}}));
        QCOMPARE(mergesOf("low lower lowest", 2),
                 (std::vector<PairMerge>{{"l", "o", 3}, {"lo", "w", 3}}));
        QVERIFY(mergesOf("low lower lowest", 0).empty());
        QCOMPARE(tokensOf(gf::tst_byte_pairs::learnt("low lower lowest", 100), "lowest low slow"),
                 (Tokens{"low", "e", "s", "t", " low", " ", "s", "low"}));
    }

    void merges_ofEqualCountAreOldestFirst() {
        QCOMPARE(mergesOf("dc.dc.ba.ba", 9),
                 (std::vector<PairMerge>{{"b", "a", 2}, {"d", "c", 2}}));
    }

    void merges_countOverlappingPairs() {
        QCOMPARE(mergesOf("aaa", 9), (std::vector<PairMerge>{{"a", "a", 2}}));
        QCOMPARE(mergesOf("aaaa", 9), (std::vector<PairMerge>{{"a", "a", 3}}));
        QCOMPARE(tokensOf(learnt("aaa", 9), "aaaaa"), (Tokens{"aa", "aa", "a"}));
    }

    void merges_stopWhereNoPairOccursTwice() {
        QVERIFY(mergesOf("abc def", 9).empty());
        QVERIFY(mergesOf("", 9).empty());
        QVERIFY(mergesOf("a b a b", 9).size() == 1); // " b"; a merge never crosses words
    }

    void merges_makeNoReservedToken() {
        const std::string_view reserved[] = {"abc"};
        const LearntPairs learnt = learnBytePairs("abcd abcd abcd", 99, reserved);
        QVERIFY(!learnt.merges.empty());
        for (const PairMerge& merge : learnt.merges)
            QVERIFY(merge.joined() != "abc");
    }

    void merges_makeNoTokenTooLong() {
        for (const PairMerge& merge :
             mergesOf(std::string(10'000, 'x') + " " + longText(4000, false), 300))
            QVERIFY(merge.joined().size() <= longestPair);
    }

    void merges_equalTheReferenceLibrarys() {
        QCOMPARE(QString::fromStdString(pairWordsPattern()),
                 QString::fromStdString(golden()["pattern"].get<std::string>()));
        const auto expected =
            golden()["merges"].get<std::vector<std::pair<std::string, std::string>>>();
        QVERIFY(expected.size() > 300);
        const LearntPairs learnt = learnBytePairs(golden()["text"].get<std::string>(), 10'000);
        QCOMPARE(learnt.merges.size(), expected.size()); // both stop where no pair occurs twice
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(i < learnt.merges.size() && learnt.merges[i].left == expected[i].first &&
                         learnt.merges[i].right == expected[i].second,
                     qPrintable(QString("merge %1").arg(i)));
        Vocabulary vocabulary(learnBytePairs(golden()["text"].get<std::string>(),
                                             static_cast<Index>(expected.size())));
        QCOMPARE(vocabulary.tokens(), golden()["tokens"].get<Tokens>());
    }

    void strings_areWrittenAsByTheReferenceLibrary() {
        const Vocabulary vocabulary = learnt(golden()["text"].get<std::string>(),
                                             static_cast<Index>(golden()["merges"].size()));
        for (const auto& each : golden()["strings"]) {
            const auto text = each[0].get<std::string>();
            QVERIFY2(vocabulary.encode(text) == each[1].get<std::vector<TokenId>>(), text.c_str());
        }
    }

    void tokenizerJson_readsAsTheVocabulary() {
        const Vocabulary vocabulary = learnt(golden()["text"].get<std::string>(), 200);
        const std::string json =
            tokenizerJson(vocabulary.tokens(), vocabulary.merges(), vocabulary.token(unkId));
        const Tokenizer tokenizer = parseTokenizer(json);
        for (const auto& each : golden()["strings"]) {
            const auto text = each[0].get<std::string>();
            const std::vector<TokenId> ids = vocabulary.encode(text);
            QVERIFY2(tokenizer.encode(text).ids == ids, text.c_str());
            if (std::ranges::find(ids, unkId) == ids.end())
                QCOMPARE(tokenizer.decode(ids), text);
        }
    }

    void vocabulary_writesHostileTextBack() {
        const auto text = golden()["text"].get<std::string>();
        for (const Index merges : {0, 1, 50, 600}) {
            const Vocabulary vocabulary = learnt(text, merges);
            QCOMPARE(vocabulary.decode(vocabulary.encode(text)), text);
            QCOMPARE(vocabulary.encode(text), vocabulary.encode(text));
        }
        const Vocabulary vocabulary = learnt(text, 50);
        QCOMPARE(tokensOf(vocabulary, "Ж"), Tokens{"<unk>"});
        QCOMPARE(vocabulary.unknownIn("the garden Ж the Ж ß"), (Tokens{"Ж"}));
        QCOMPARE(vocabulary.decode(vocabulary.encode("the Жa")), std::string("the \uFFFDa"));
        GF_FAILS(vocabulary.encode("a\xff"), "byte offset 1");
    }

    void vocabulary_withoutMergesIsThatOfCharacters() {
        const Vocabulary vocabulary = learnt("the cat", 0);
        const Vocabulary characters({" ", "a", "c", "e", "h", "t"}, Tokenization::Characters);
        QCOMPARE(vocabulary.tokens(), characters.tokens());
        QCOMPARE(vocabulary.encode("that cat"), characters.encode("that cat"));
    }

    void vocabulary_knowsNoSpecialTokenInText() {
        const Vocabulary vocabulary = learnt("<eos> <eos> <eos>", 3);
        for (const TokenId id : vocabulary.encode("<eos><pad>"))
            QVERIFY(id >= unkId);
        QCOMPARE(vocabulary.decode({sosId, vocabulary.id("s"), eosId, vocabulary.id("s")}),
                 std::string("s"));
    }

    void vocabulary_comesBackFromItsList() {
        const Vocabulary vocabulary = learnt("low lower lowest", 100);
        const Vocabulary again =
            Vocabulary::fromList(vocabulary.tokens(), Tokenization::BytePairs, vocabulary.merges());
        QCOMPARE(again.tokens(), vocabulary.tokens());
        QCOMPARE(again.merges(), vocabulary.merges());
        QCOMPARE(again.encode("lowest low"), vocabulary.encode("lowest low"));
    }

    void vocabulary_refusesBadMerges() {
        const Tokens tokens = {"<pad>", "<sos>", "<eos>", "<unk>", "a", "b", "ab"};
        const auto make = [&](std::vector<PairMerge> merges) {
            return Vocabulary::fromList(tokens, Tokenization::BytePairs, std::move(merges));
        };
        QCOMPARE(make({{"a", "b", 2}}).encode("ab").size(), std::size_t{1});
        GF_FAILS(make({{"a", "c", 2}}), "\"ac\"");
        GF_FAILS(make({{"b", "a", 2}}), "\"ba\"");
        GF_FAILS(make({{"a", "b", 2}, {"a", "b", 2}}), "twice");
    }

    /// A text of a megabyte, of words that hardly repeat and without any: half a second, of which
    /// this asks a multiple, since other programs run beside a test.
    void learning_isFast() {
        for (const bool spaces : {true, false}) {
            const std::string text = longText(1'000'000, spaces);
            const std::clock_t begin = std::clock();
            const Vocabulary vocabulary = learnt(text, 1000);
            const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            QCOMPARE(vocabulary.merges().size(), std::size_t{1000});
            QCOMPARE(vocabulary.decode(vocabulary.encode(text)), text);
            QVERIFY2(seconds < 5, qPrintable(QString::number(seconds)));
            qInfo("1000 merges of a megabyte: %.2f s", seconds);
        }
    }
};

} // namespace gf::tst_byte_pairs

#include "tests/entry.h"
GF_APPLESS_TEST(tst_byte_pairs, TstBytePairs)
#include "tst_byte_pairs.moc"
