// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/vocabulary.h"
#include "core/tensor/error.h"
#include "tests/core/errors.h"

#include <QTest>

namespace gf::tst_vocabulary {
namespace {

using Tokens = std::vector<std::string>;
using Ids = std::vector<TokenId>;

} // namespace

class TstVocabulary : public QObject {
    Q_OBJECT

private slots:
    void tokenize_splitsIntoCharactersOfAnyLength() {
        QCOMPARE(tokenize("", Tokenization::Characters), Tokens());
        QCOMPARE(tokenize("aé€😀 \n", Tokenization::Characters),
                 (Tokens{"a", "é", "€", "😀", " ", "\n"}));
    }

    void tokenize_splitsIntoWordsAtAnyWhiteSpace() {
        QCOMPARE(tokenize("", Tokenization::Words), Tokens());
        QCOMPARE(tokenize(" \t\r\n ", Tokenization::Words), Tokens());
        QCOMPARE(tokenize("the cat", Tokenization::Words), (Tokens{"the", "cat"}));
        // An ideographic and a no-break space separate as well.
        QCOMPARE(tokenize("  große\tKatze,\n猫\u3000犬\u00a0! ", Tokenization::Words),
                 (Tokens{"große", "Katze,", "猫", "犬", "!"}));
    }

    void tokenize_keepsDigitsTogetherAsNumbers() {
        QCOMPARE(tokenize("", Tokenization::Numbers), Tokens());
        QCOMPARE(tokenize("17+4=21é0", Tokenization::Numbers),
                 (Tokens{"17", "+", "4", "=", "21", "é", "0"}));
        GF_FAILS(tokenize("12\xff", Tokenization::Numbers), "2");
        const Vocabulary numbers({"0", "1", "10", "="}, Tokenization::Numbers);
        QCOMPARE(numbers.encode("10=01"), (Ids{6, 7, 3})); // "01" is another token
        QCOMPARE(numbers.decode({6, 7, 5}), std::string("10=1"));
        QCOMPARE(numbers.question(), std::optional<TokenId>(7));
        QVERIFY(!Vocabulary({"1", "="}, Tokenization::Characters).question());
        QVERIFY(!Vocabulary({"1", "+"}, Tokenization::Numbers).question());
        GF_FAILS(
            Vocabulary::fromList({"<pad>", "<sos>", "<eos>", "<unk>", "1a"}, Tokenization::Numbers),
            "\"1a\" is not one number and not one character");
    }

    void tokenize_acceptsTheFirstAndLastCharacterOfEachLength() {
        const Tokens characters = {std::string(1, '\0'), "\x7f",         "\xc2\x80",
                                   "\xdf\xbf",           "\xe0\xa0\x80", "\xed\x9f\xbf",
                                   "\xee\x80\x80",       "\xef\xbf\xbf", "\xf0\x90\x80\x80",
                                   "\xf4\x8f\xbf\xbf"};
        std::string text;
        for (const std::string& character : characters)
            text += character;
        QCOMPARE(tokenize(text, Tokenization::Characters), characters);
    }

    void tokenize_namesTheByteWhereUtf8Ends_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("offset");
        QTest::newRow("stray continuation") << QByteArray("ab\x80") << 2;
        QTest::newRow("overlong, 2 bytes") << QByteArray("\xc0\xaf") << 0;
        QTest::newRow("overlong, 2 bytes, last") << QByteArray("a\xc1\xbf") << 1;
        QTest::newRow("overlong, 3 bytes") << QByteArray("é\xe0\x9f\xbf") << 2;
        QTest::newRow("overlong, 4 bytes") << QByteArray("\xf0\x8f\xbf\xbf") << 0;
        QTest::newRow("first surrogate") << QByteArray("abc\xed\xa0\x80") << 3;
        QTest::newRow("last surrogate") << QByteArray("abc\xed\xbf\xbf") << 3;
        QTest::newRow("past U+10FFFF") << QByteArray("\xf4\x90\x80\x80") << 0;
        QTest::newRow("F5") << QByteArray("\xf5\x80\x80\x80") << 0;
        QTest::newRow("FF") << QByteArray("x\xff") << 1;
        QTest::newRow("truncated, 2 bytes") << QByteArray("xy\xc3") << 2;
        QTest::newRow("truncated, 3 bytes") << QByteArray("xy\xe2\x82") << 2;
        QTest::newRow("truncated, 4 bytes") << QByteArray("\xf0\x9f\x98") << 0;
        QTest::newRow("second byte missing") << QByteArray("\xc3z") << 0;
        QTest::newRow("third byte missing") << QByteArray("\xe2\x82z") << 0;
        QTest::newRow("fourth byte missing") << QByteArray("\xf0\x9f\x98z") << 0;
        QTest::newRow("Latin-1") << QByteArray("caf\xe9 noir") << 3;
    }

    void tokenize_namesTheByteWhereUtf8Ends() {
        QFETCH(QByteArray, text);
        QFETCH(int, offset);
        const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
        for (const Tokenization tokenization : {Tokenization::Characters, Tokenization::Words}) {
            GF_FAILS(tokenize(view, tokenization),
                     (QString("byte offset %1.").arg(offset)).toStdString(), "UTF-8");
        }
        const Vocabulary vocabulary({"a"}, Tokenization::Characters);
        QVERIFY_EXCEPTION_THROWN(vocabulary.encode(view), Error);
    }

    void vocabulary_putsTheSpecialTokensFirst() {
        const Vocabulary vocabulary({"b", "a"}, Tokenization::Characters);
        QCOMPARE(vocabulary.size(), Index{6});
        QCOMPARE(vocabulary.tokens(), (Tokens{"<pad>", "<sos>", "<eos>", "<unk>", "b", "a"}));
        QCOMPARE(vocabulary.id("<pad>"), padId);
        QCOMPARE(vocabulary.id("<sos>"), sosId);
        QCOMPARE(vocabulary.id("<eos>"), eosId);
        QCOMPARE(vocabulary.id("<unk>"), unkId);
        QVERIFY(vocabulary.special().padding == padId && vocabulary.special().begin == sosId);
        QVERIFY(vocabulary.special().end == eosId && vocabulary.special().unknown == unkId);
        QVERIFY(!vocabulary.special().mask);
        QCOMPARE(vocabulary.id("b"), 4);
        QCOMPARE(vocabulary.id("a"), 5);
        for (const char* name : {"<pad>", "<sos>", "<eos>", "<unk>"})
            QVERIFY(isSpecialToken(name));
        QVERIFY(!isSpecialToken("pad"));
    }

    void encode_isUndoneByDecode() {
        const Vocabulary characters({"a", "ü", "😀", " "}, Tokenization::Characters);
        QCOMPARE(characters.encode("ü a😀"), (Ids{5, 7, 4, 6}));
        QCOMPARE(characters.decode({5, 7, 4, 6}), std::string("ü a😀"));
        const Vocabulary words({"black", "cat"}, Tokenization::Words);
        QCOMPARE(words.encode(" cat\tblack "), (Ids{5, 4}));
        QCOMPARE(words.decode({5, 4}), std::string("cat black"));
    }

    void encode_givesUnknownForWhatItDoesNotHave() {
        const Vocabulary vocabulary({"a"}, Tokenization::Characters);
        QCOMPARE(vocabulary.id("z"), unkId);
        QCOMPARE(vocabulary.encode("az€"), (Ids{4, unkId, unkId}));
        QCOMPARE(vocabulary.decode({4, unkId, 99, -1}), std::string("a\uFFFD\uFFFD\uFFFD"));
    }

    void encode_takesNoSpecialTokenFromText() {
        const Vocabulary words({"cat"}, Tokenization::Words);
        QCOMPARE(words.encode("<pad> cat <eos> <sos>"), (Ids{unkId, 4, unkId, unkId}));
    }

    void decode_stopsAtTheEndOfTheSequence() {
        const Vocabulary words({"black", "cat"}, Tokenization::Words);
        QCOMPARE(words.decode({sosId, 4, padId, 5, eosId, 4, 4}), std::string("black cat"));
        QCOMPARE(words.decode({eosId}), std::string());
        QCOMPARE(words.decode({}), std::string());
    }

    void token_labelsEveryId() {
        const Vocabulary vocabulary({"a"}, Tokenization::Characters);
        QCOMPARE(vocabulary.token(eosId), std::string("<eos>"));
        QCOMPARE(vocabulary.token(4), std::string("a"));
        QCOMPARE(vocabulary.token(5), std::string("#5"));
        QCOMPARE(vocabulary.token(-3), std::string("#-3"));
    }

    void fromList_readsItsOwnListBack() {
        const Vocabulary vocabulary({"x", "é", "\n"}, Tokenization::Characters);
        const Vocabulary again =
            Vocabulary::fromList(vocabulary.tokens(), Tokenization::Characters);
        QCOMPARE(again.tokens(), vocabulary.tokens());
        QCOMPARE(again.id("é"), vocabulary.id("é"));
        QCOMPARE(
            Vocabulary::fromList({"<pad>", "<sos>", "<eos>", "<unk>"}, Tokenization::Words).size(),
            specialTokens);
    }

    void fromList_refusesABadList_data() {
        QTest::addColumn<QStringList>("list");
        QTest::addColumn<bool>("words");
        QTest::addColumn<QString>("part");
        const QStringList special = {"<pad>", "<sos>", "<eos>", "<unk>"};
        QTest::newRow("empty") << QStringList() << false << "entry 0 is missing";
        QTest::newRow("short") << QStringList{"<pad>", "<sos>"} << false << "entry 2 is missing";
        QTest::newRow("order") << QStringList{"<pad>", "<eos>", "<sos>", "<unk>"} << false
                               << "entry 1 is \"<eos>\"";
        QTest::newRow("twice") << special + QStringList{"a", "b", "a"} << false
                               << "Entry 6 of the vocabulary: \"a\" is already entry 4";
        QTest::newRow("special twice")
            << special + QStringList{"<eos>"} << true << "\"<eos>\" is already entry 2";
        QTest::newRow("two characters")
            << special + QStringList{"ab"} << false << "\"ab\" is not one character";
        QTest::newRow("no character")
            << special + QStringList{""} << false << "\"\" is not one character";
        QTest::newRow("two words") << special + QStringList{"cat", "a b"} << true << "Entry 5";
        QTest::newRow("word and space")
            << special + QStringList{"cat "} << true << "is not one word";
        QTest::newRow("empty word") << special + QStringList{""} << true << "is not one word";
    }

    void fromList_refusesABadList() {
        QFETCH(QStringList, list);
        QFETCH(bool, words);
        QFETCH(QString, part);
        Tokens tokens;
        for (const QString& token : list)
            tokens.push_back(token.toStdString());
        GF_FAILS(
            Vocabulary::fromList(tokens, words ? Tokenization::Words : Tokenization::Characters),
            part.toStdString());
    }

    void vocabulary_survivesBeingCopiedAndMoved() {
        Vocabulary original({"a", "b"}, Tokenization::Characters);
        Vocabulary copy = original;
        const Vocabulary moved = std::move(original);
        QCOMPARE(copy.encode("ba"), (Ids{5, 4}));
        QCOMPARE(moved.encode("ba"), (Ids{5, 4}));
        QCOMPARE(copy.shared(), moved.shared());
    }
};

} // namespace gf::tst_vocabulary

#include "tests/entry.h"
GF_GUILESS_TEST(tst_vocabulary, TstVocabulary)
#include "tst_vocabulary.moc"
