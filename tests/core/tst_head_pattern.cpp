// SPDX-License-Identifier: GPL-3.0-or-later
// Labels for heads on matrices that were made to have them, and on some that must get none.
#include "core/measure/head_pattern.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace gf;

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

} // namespace

class TestHeadPattern : public QObject {
    Q_OBJECT
private slots:
    void eachPatternIsRecognisedOnItsOwnMatrix() {
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
    void theDiagonalIsThatOfTheWholeRectangle() {
        constexpr Index keys = 2 * tokens;
        const auto along = [](Index i) { return std::lround(static_cast<double>(i) * 11 / 5); };
        QCOMPARE(guessOf(sides(false, keys), lookingAt(along, 0.8F, keys)), HeadPattern::Diagonal);
    }

    void aWordThatStandsElsewhereTooCountsThere() {
        AttentionSides repeated = sides();
        repeated.queryWords = repeated.keyWords = {1, 2, 3, 1, 2, 3};
        const auto elsewhere = lookingAt([](Index i) { return (i + 3) % tokens; });
        QCOMPARE(guessOf(repeated, elsewhere), HeadPattern::SameToken);
        QCOMPARE(guessOf(sides(), elsewhere), std::optional<HeadPattern>());
    }

    void theMeasureIsTheMeanWeightAndTheThresholdDecides() {
        const HeadMeasures measures =
            measureHead(sides(), lookingAt([](Index i) { return i - 1; }, 0.55F), {});
        QCOMPARE(measures.evidence.size(), std::size_t(5)); // self-attention has no diagonal
        QCOMPARE(measures.evidence[0].rule.pattern, HeadPattern::PreviousToken);
        QVERIFY(std::abs(measures.evidence[0].measured - 0.55) < 1e-6);
        QVERIFY(measures.evidence[0].holds());
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return i - 1; }, 0.45F)),
                 std::optional<HeadPattern>());
    }

    void aHeadWithoutPatternGetsNoLabel() {
        QCOMPARE(guessOf(sides(), lookingAt([](Index i) { return (3 * i + 2) % tokens; })),
                 std::optional<HeadPattern>());
    }

    void tooFewQueriesGiveNoLabel() {
        AttentionSides two;
        two.queryWords = two.keyWords = {1, 2};
        QCOMPARE(guessOf(two, {0, 1, 1, 0}), std::optional<HeadPattern>());
    }

    /// Equal weights on what the causal mask leaves: entropy is that of the visible keys, not ln S.
    void theUniformLineKnowsWhatMayBeSeen() {
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
    void paddingCountsNeitherAsQueryNorAsKey() {
        AttentionSides padded = sides(false);
        padded.queryWords[5] = -1;
        padded.keyWords[4] = padded.keyWords[5] = -1;
        std::vector<float> weights = lookingAt([](Index i) { return std::lround(i * 0.75); });
        std::vector<float> masked(weights.size(), 0);
        for (Index i = 0; i < tokens; ++i)
            for (const Index j : {4, 5}) {
                masked[static_cast<std::size_t>(i * tokens + j)] = hiddenScore;
                weights[static_cast<std::size_t>(i * tokens + j)] = 0;
            }
        const HeadMeasures measures = measureHead(padded, weights, masked);
        QCOMPARE(measures.queries, Index(5));
        QVERIFY(std::abs(measures.uniform - std::log(4.0)) < 1e-6);
        QVERIFY(measures.guess);
        QCOMPARE(measures.guess->rule.pattern, HeadPattern::Diagonal);
    }

    void aDivergedHeadGetsNoLabel() {
        const std::vector<float> weights(tokens * tokens, std::numeric_limits<float>::quiet_NaN());
        const HeadMeasures measures = measureHead(sides(), weights, {});
        QVERIFY(std::isnan(measures.entropy));
        QVERIFY(!measures.guess);
    }

    void theTableHoldsEveryPatternOnce() {
        for (std::size_t i = 0; i < headRules().size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(headRules()[i].pattern), i);
            QVERIFY(headRules()[i].threshold > 0);
            QVERIFY(headRules()[i].threshold <= 1);
            QVERIFY(headRules()[i].self || headRules()[i].cross);
        }
        QCOMPARE(headRules().back().pattern, HeadPattern::Broad);
    }
};

#include "tests/entry.h"
GF_APPLESS_TEST(tst_head_pattern, TestHeadPattern)
#include "tst_head_pattern.moc"
