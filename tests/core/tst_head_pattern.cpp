// SPDX-License-Identifier: GPL-3.0-or-later
// Labels for heads on matrices that were made to have them, and on some that must get none.
#include "core/measure/head_pattern.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace gf::tst_head_pattern {

namespace {

constexpr Index tokens = 6;
constexpr float hiddenScore = -std::numeric_limits<float>::infinity();

/// Weights [T,S] where the query i gives `strong` to the key `at(i)` and shares out the rest.
std::vector<float> lookingAt(const std::function<Index(Index)>& at, float strong = 0.8F,
                             Index keys = tokens) {
    std::vector<float> weights;
    for (Index i = 0; i < tokens; ++i)
        for (Index j = 0; j < keys; ++j)
            weights.push_back(j == at(i) ? strong : (1 - strong) / static_cast<float>(keys - 1));
    return weights;
}

/// Six different words, the same on both sides (self-attention) or not.
AttentionSides sides(bool self = true, Index keys = tokens) {
    AttentionSides result;
    result.self = self;
    for (Index i = 0; i < tokens; ++i)
        result.queryWords.push_back(static_cast<int>(i));
    for (Index j = 0; j < keys; ++j)
        result.keyWords.push_back(static_cast<int>(self ? j : 100 + j));
    return result;
}

std::optional<HeadPattern> guessOf(const AttentionSides& between, const std::vector<float>& weights,
                                   const std::vector<float>& masked = {}) {
    const auto guess = measureHead(between, weights, masked).guess;
    return guess ? std::optional(guess->rule.pattern) : std::nullopt;
}

/// A token for each character.
std::vector<std::string> tokensOf(const std::string& text) {
    std::vector<std::string> characters;
    for (const char c : text)
        if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U)
            characters.back() += c;
        else
            characters.emplace_back(1, c);
    return characters;
}

/// "3 march 1997<eos>" is read, "1997-03-03<eos>" is written.
AttentionSides dateSides() {
    AttentionSides date;
    date.self = false;
    for (int i = 0; i < 11; ++i)
        date.queryWords.push_back(i);
    for (int j = 0; j < 13; ++j)
        date.keyWords.push_back(100 + j);
    date.keyFields = fieldsOf(tokensOf("3 march 1997"));
    date.keyFields.push_back(-1);
    date.writtenFields = fieldsOf(tokensOf("1997-03-03"));
    date.writtenFields.push_back(-1);
    date.queryFields.assign(11, -1);
    return date;
}

/// Each row gives `strong` to the field that belongs to the one it writes.
std::vector<float> readingFields(float strong) {
    const AttentionSides date = dateSides();
    const std::vector<int> readFor{2, 1, 0}; // year, month, day
    std::vector<float> weights;
    for (const int written : date.writtenFields) {
        const int read = written < 0 ? -1 : readFor[written];
        const auto among = static_cast<float>(std::ranges::count(date.keyFields, read));
        for (const int field : date.keyFields)
            weights.push_back(read < 0        ? 1 / 13.0F
                              : field == read ? strong / among
                                              : (1 - strong) / (13 - among));
    }
    return weights;
}

} // namespace

class TestHeadPattern : public QObject {
    Q_OBJECT
private slots:
    void pattern_isRecognisedOnItsOwnMatrix() {
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return i - 1; })),
                 HeadPattern::PreviousToken);
        QCOMPARE(guessOf(sides(), lookingAt([](Index) { return 0; })), HeadPattern::FirstToken);
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return i; })), HeadPattern::SameToken);
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return tokens - 1 - i; })),
                 HeadPattern::BackwardDiagonal);
        QCOMPARE(guessOf(sides(), lookingAt([](Index) { return 0; }, 1.0F / tokens)),
                 HeadPattern::Broad);
        QCOMPARE(guessOf(sides(false), lookingAt([](Index i) { return i; })),
                 HeadPattern::Diagonal);
        QCOMPARE(guessOf(sides(false), lookingAt([](Index i) { return tokens - 2 - i; })),
                 HeadPattern::BackwardDiagonal); // one place beside the diagonal
        QCOMPARE(guessOf(sides(false), lookingAt([](Index) { return 0; })),
                 HeadPattern::FirstToken);
    }

    /// Twice as many keys as queries: query i is as far along as key 2.2·i.
    void diagonal_isThatOfTheWholeRectangle() {
        constexpr Index keys = 2 * tokens;
        const auto along = [](Index i) { return std::lround(static_cast<double>(i) * 11 / 5); };
        QCOMPARE(guessOf(sides(false, keys), lookingAt(along, 0.8F, keys)), HeadPattern::Diagonal);
    }

    void sameToken_countsTheWordAtOtherPositionsToo() {
        AttentionSides repeated = sides();
        repeated.queryWords = repeated.keyWords = {1, 2, 3, 1, 2, 3};
        const auto elsewhere = lookingAt([](Index i) { return (i + 3) % tokens; });
        QCOMPARE(guessOf(repeated, elsewhere), HeadPattern::SameToken);
        QCOMPARE(guessOf(sides(), elsewhere), std::optional<HeadPattern>());
    }

    void measure_isTheMeanWeightAndIsComparedWithTheThreshold() {
        const HeadMeasures measures =
            measureHead(sides(), lookingAt([](Index i) { return i - 1; }, 0.55F), {});
        QCOMPARE(measures.evidence.size(), std::size_t(7)); // self-attention has no diagonal
        QCOMPARE(measures.evidence[0].rule.pattern, HeadPattern::PreviousToken);
        QVERIFY(std::abs(measures.evidence[0].measured - 0.55) < 1e-6);
        QVERIFY(measures.evidence[0].holds());
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return i - 1; }, 0.45F)),
                 std::optional<HeadPattern>());
    }

    void headWithoutPattern_getsNoLabel() {
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return (3 * i + 2) % tokens; })),
                 std::optional<HeadPattern>());
    }

    void tooFewQueries_giveNoLabel() {
        AttentionSides two;
        two.queryWords = two.keyWords = {1, 2};
        QCOMPARE(guessOf(two, {0, 1, 1, 0}), std::optional<HeadPattern>());
    }

    /// Equal weights on what the causal mask leaves: entropy is that of the visible keys, not ln S.
    void uniformEntropy_countsVisibleKeysAlone() {
        std::vector<float> weights;
        std::vector<float> masked;
        double uniform = 0;
        for (Index i = 0; i < tokens; ++i)
            for (Index j = 0; j < tokens; ++j) {
                weights.push_back(j <= i ? 1 / static_cast<float>(i + 1) : 0);
                masked.push_back(j <= i ? 0.5F : hiddenScore);
            }
        for (Index i = 1; i < tokens; ++i)
            uniform += std::log(static_cast<double>(i + 1)) / (tokens - 1);
        const HeadMeasures measures = measureHead(sides(), weights, masked);
        QCOMPARE(measures.queries, tokens - 1); // the first sees only itself
        QVERIFY(std::abs(measures.uniform - uniform) < 1e-6);
        QVERIFY(std::abs(measures.entropy - uniform) < 1e-5);
        QCOMPARE(guessOf(sides(), weights, masked), HeadPattern::Broad);
    }

    /// Filler at the end: as keys it is hidden, as queries it does not count, and the diagonal
    /// ends before it.
    void padding_countsNeitherAsQueryNorAsKey() {
        AttentionSides padded = sides(false);
        padded.queryWords[5] = -1;
        padded.keyWords[4] = padded.keyWords[5] = -1;
        std::vector<float> weights = lookingAt([](Index i) { return std::lround(i * 0.75); });
        std::vector<float> masked(weights.size(), 0);
        for (Index i = 0; i < tokens; ++i)
            for (const Index j : {4, 5}) {
                masked[i * tokens + j] = hiddenScore;
                weights[i * tokens + j] = 0;
            }
        const HeadMeasures measures = measureHead(padded, weights, masked);
        QCOMPARE(measures.queries, Index(5));
        QVERIFY(std::abs(measures.uniform - std::log(4.0)) < 1e-6);
        QVERIFY(measures.guess);
        QCOMPARE(measures.guess->rule.pattern, HeadPattern::Diagonal);
    }

    void fields_areRunsOfLettersOrDigits() {
        QCOMPARE(fieldsOf(tokensOf("14th of märz, 1997")),
                 (std::vector<int>{0, 0, 1, 1, -1, 2, 2, -1, 3, 3, 3, 3, -1, -1, 4, 4, 4, 4}));
        QCOMPARE(fieldsOf({"<sos>", "the", "girl"}), (std::vector<int>{-1, -1, -1}));
    }

    void fields_areWordsWhereTokensArePartsOfThem() {
        QCOMPARE(fieldsOf({"[CLS]", "the", "cat", "##s", "sat", ".", "[SEP]"}),
                 (std::vector<int>{-1, 0, 1, 1, 2, -1, -1}));
        QCOMPARE(fieldsOf({"The", " c", "ats", " sat", ",", " 19", "97"}),
                 (std::vector<int>{0, 1, 1, 2, -1, 3, 3}));
        QCOMPARE(fieldsOf({"<s>", " A", " B", "</s>"}), (std::vector<int>{-1, 0, 1, -1}));
    }

    void distance_isTheMeanOfWhatIsReadFromAfar() {
        std::vector<float> weights(36);
        for (std::size_t i = 0; i < 6; ++i) {
            weights[i * 6 + i] = 0.5F;
            weights[i * 6 + (i < 4 ? i + 2 : i - 2)] = 0.5F;
        }
        const HeadMeasures measures = measureHead(sides(), weights, {});
        QVERIFY(measures.distance);
        QCOMPARE(*measures.distance, 1.0);
        QVERIFY(!measureHead(sides(false), weights, {}).distance);
    }

    /// Rows that write "03" look at "march"; the name says which field is read for which.
    void fields_areReadByTheRowsThatWriteTheirs() {
        const HeadMeasures measures = measureHead(dateSides(), readingFields(0.9F), {});
        QCOMPARE(measures.fields.size(), std::size_t(3));
        const std::vector<std::pair<int, int>> expected{{0, 2}, {1, 1}, {2, 0}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(measures.fields[i].written, expected[i].first);
            QCOMPARE(measures.fields[i].read, expected[i].second);
            QVERIFY(std::abs(measures.fields[i].weight - 0.9) < 1e-5);
        }
        QVERIFY(measures.guess);
        QCOMPARE(measures.guess->rule.pattern, HeadPattern::Fields);
    }

    /// Five of thirteen keys are "march": equal weights alone put 38 % there.
    void fields_mustBeBeyondWhatEqualWeightsWouldGive() {
        const HeadMeasures measures = measureHead(dateSides(), readingFields(0.6F), {});
        QCOMPARE(measures.fields.size(), std::size_t(1)); // the day alone, one key of thirteen
        QCOMPARE(measures.fields[0].written, 2);
        QVERIFY(!measureHead(dateSides(), std::vector<float>(11 * 13, 1 / 13.0F), {})
                     .guess->rule.wide); // broad
    }

    void ownField_isGuessedWhereItIsNarrowEnough() {
        AttentionSides date = sides(true, 13);
        date.queryFields = date.keyFields = fieldsOf(tokensOf("3 march 1997"));
        date.queryFields.push_back(-1);
        date.keyFields = date.queryFields;
        date.queryWords.resize(13);
        date.keyWords.resize(13);
        for (int i = 0; i < 13; ++i)
            date.queryWords[i] = date.keyWords[i] = i;
        const auto weightsFor = [&](auto isLookedAt) {
            std::vector<float> weights;
            for (std::size_t i = 0; i < 13; ++i) {
                float among = 0;
                for (std::size_t j = 0; j < 13; ++j)
                    among += isLookedAt(i, j) ? 1.0F : 0.0F;
                for (std::size_t j = 0; j < 13; ++j)
                    weights.push_back(isLookedAt(i, j) ? 0.8F / among : 0.2F / (13 - among));
            }
            return weights;
        };
        const std::vector<int>& fields = date.keyFields;
        QCOMPARE(guessOf(date, weightsFor([&](std::size_t i, std::size_t j) {
                             return fields[i] == fields[j];
                         })),
                 HeadPattern::OwnField);
        QCOMPARE(
            guessOf(date, weightsFor([&](std::size_t, std::size_t j) { return fields[j] < 0; })),
            HeadPattern::Separators);
        // A text of one field has nothing between fields, and its own is all that there is.
        date.queryFields.assign(13, 0);
        date.keyFields.assign(13, 0);
        const auto own = measureHead(
            date, weightsFor([](std::size_t i, std::size_t j) { return (i + j) % 3 == 0; }), {});
        QVERIFY(!own.guess);
    }

    /// Where a narrow pattern holds, a wide one that holds too is no better name.
    void narrowPatterns_comeBeforeWideOnes() {
        AttentionSides fields = sides();
        fields.queryFields = fields.keyFields = {-1, 0, 0, 1, 1, -1};
        QCOMPARE(guessOf(fields, lookingAt([](Index) { return 0; }, 0.6F)),
                 HeadPattern::FirstToken);
    }

    void divergedHead_getsNoLabel() {
        const std::vector<float> weights(tokens * tokens, std::numeric_limits<float>::quiet_NaN());
        const HeadMeasures measures = measureHead(sides(), weights, {});
        QVERIFY(std::isnan(measures.entropy));
        QVERIFY(!measures.guess);
    }

    void headRules_holdEveryPatternOnce() {
        for (std::size_t i = 0; i < headRules().size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(headRules()[i].pattern), i);
            QVERIFY(headRules()[i].threshold > 0);
            QVERIFY(headRules()[i].threshold <= 1);
            QVERIFY(headRules()[i].self || headRules()[i].cross);
        }
        QCOMPARE(headRules().back().pattern, HeadPattern::Broad);
    }
};

} // namespace gf::tst_head_pattern

#include "tests/entry.h"
GF_APPLESS_TEST(tst_head_pattern, TestHeadPattern)
#include "tst_head_pattern.moc"
