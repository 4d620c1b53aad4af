// SPDX-License-Identifier: GPL-3.0-or-later
// How byte pairs came about: the steps of a word, and the drawing of them.
#include "core/measure/word_merges.h"
#include "drawn_station.h"
#include "small_model.h"
#include "warnings.h"

#include <QTest>

#include <memory>

namespace gf::tst_byte_pairs_station {

namespace {

using test::Drawn;

/// "low" and " lower" are learned in this order: lo, low, " low", " lowe" (tst_byte_pairs).
const TokenMerges merges = {{"l", "o", 3}, {"lo", "w", 3}, {" ", "low", 2}, {" low", "e", 2}};

Tokens textsOf(const std::vector<WordPiece>& pieces) {
    Tokens texts;
    for (const WordPiece& piece : pieces)
        texts.push_back(piece.text);
    return texts;
}

/// A decoder that reads "low lowest".
std::shared_ptr<const Trace> trace() {
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.layers = 1;
    config.heads = 2;
    config.dModel = 8;
    config.dFf = 8;
    config.maxLength = 16;
    Vocabularies words;
    const auto vocabulary = std::make_shared<const Vocabulary>(
        LearntPairs{{" ", "e", "l", "o", "r", "s", "t", "w"},
                    {{"l", "o", 3}, {"lo", "w", 3}, {" ", "low", 2}, {" low", "e", 2}}});
    words.target = vocabulary;
    words.merges = std::make_shared<const TokenMerges>(merges);
    config.sourceVocab = config.targetVocab = vocabulary->size();
    ProbeExample example;
    example.target = vocabulary->encode("low lowest");
    example.loss = example.gradients = false;
    return traceOf(config, example, {}, words);
}

constexpr const char* step = "target.embedded";

} // namespace

class TestBytePairsStation : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void word_isMergedInTheOrderOfLearning() {
        const MergeTable table(merges);
        const Tokens tokens = {" lowe", "s", "t"};
        const WordMerges word = table.of(tokens);
        QCOMPARE(textsOf(word.characters), (Tokens{" ", "l", "o", "w", "e", "s", "t"}));
        QCOMPARE(word.merges.size(), std::size_t{4});
        QCOMPARE(textsOf(word.merges[0].pieces), (Tokens{" ", "lo", "w", "e", "s", "t"}));
        QCOMPARE(textsOf(word.merges[1].pieces), (Tokens{" ", "low", "e", "s", "t"}));
        QCOMPARE(textsOf(word.merges[3].pieces), tokens);
        for (Index i = 0; i < 4; ++i)
            QCOMPARE(word.merges[static_cast<std::size_t>(i)].rank, i);
        QVERIFY(word.merges[1].pieces[1].isNew);
        QVERIFY(!word.merges[1].pieces[2].isNew);
        QCOMPARE(word.merges[1].pieces[1].characters, Index{3});
    }

    void word_isMergedInsideItsTokensAlone() {
        const MergeTable table({{"a", "b", 9}, {"ä", "ö", 4}});
        const Tokens tokens = {"a", "b"};
        QVERIFY(table.of(tokens).merges.empty());
        const Tokens twice = {"ab", "ab", "äö"};
        const WordMerges word = table.of(twice);
        QCOMPARE(word.merges.size(), std::size_t{2}); // "ab" twice is one row
        QCOMPARE(textsOf(word.merges[0].pieces), (Tokens{"ab", "ab", "ä", "ö"}));
        QCOMPARE(word.merges[1].count, std::int64_t{4});
    }

    void drawing_showsTheWordOfTheChosenToken() {
        const auto shown = trace();
        QCOMPARE(shown->targetTokens, (Tokens{"<sos>", "low", " lowe", "s", "t"}));
        const Drawn drawn(shown, "byte-pairs", step, test::at(3, -1)); // "s" of " lowest"
        QVERIFY2(drawn.words.all().contains("“␣lowest”: 7 characters, 3 tokens"),
                 qPrintable(drawn.words.all()));
        for (const char* label : {"merge 1", "merge 2", "merge 3", "merge 4", "characters"})
            QVERIFY2(drawn.words.texts.contains(QLatin1String(label)), label);
        QCOMPARE(drawn.words.kinds["new piece"], 4);
        QCOMPARE(drawn.words.kinds["piece"], 7 + 5 + 4 + 3 + 2);
        QVERIFY(drawn.words.texts.contains("3. ␣ + low"));
        const QString said = drawn.picture.said.join(' ');
        QVERIFY2(said.contains("10 characters of this text are 4 tokens"), qPrintable(said));

        const Drawn one(shown, "byte-pairs", step, test::at(1, -1));
        QVERIFY(one.words.all().contains("“low”: 3 characters, 1 token"));
        const Drawn special(shown, "byte-pairs", step, test::at(0, -1));
        QVERIFY(special.words.all().contains("“<sos>” is a special token"));
        QCOMPARE(special.words.kinds["piece"], 0);
    }

    void drawing_showsTheWordOfMostMergesWhileNoneIsChosen() {
        const Drawn drawn(trace(), "byte-pairs", step, test::at(-1, -1));
        QVERIFY(drawn.words.all().contains("“␣lowest”: 7 characters, 3 tokens"));
    }

    void drawing_isAsLargeForEveryToken() {
        const auto shown = trace();
        const NodeId node = shown->graph->find(step);
        const Station* station = Drawn(shown, "byte-pairs", step).station;
        QSizeF first;
        for (Index row = -1; row < 5; ++row) {
            const StationInput input{*shown, node, test::at(row, -1), Theme::light(), QFont(),
                                     {},     {}};
            const QSizeF size = minimumSizeOf(*station, input);
            if (first.isEmpty())
                first = size;
            QCOMPARE(size, first);
        }
    }

    void drawing_isThereForBytePairsAlone() {
        QVERIFY(test::idsFor(trace(), step).contains("byte-pairs"));
        QVERIFY(!test::idsFor(traceOf(Architecture::Decoder), step).contains("byte-pairs"));
        QVERIFY(!test::idsFor(trace(), "target.input").contains("byte-pairs"));
    }
};

} // namespace gf::tst_byte_pairs_station

#include "tests/entry.h"
GF_TEST(tst_byte_pairs_station, TestBytePairsStation)
#include "tst_byte_pairs_station.moc"
