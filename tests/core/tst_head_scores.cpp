// SPDX-License-Identifier: GPL-3.0-or-later
// What heads look for, on matrices that were made to have it.
#include "core/measure/head_scores.h"

#include <QTest>

#include <cmath>

namespace gf::tst_head_scores {

namespace {

/// "abcab": the words by their numbers.
AttentionSides twice(bool self = true) {
    AttentionSides sides;
    sides.self = self;
    sides.queryWords = {0, 1, 2, 0, 1};
    sides.keyWords = sides.queryWords;
    return sides;
}

/// Weights [5,5] where query i gives `strong` to a key and the rest to itself.
template <class KeyOf> std::vector<float> lookingAt(const KeyOf& keyOf, float strong = 0.75F) {
    std::vector<float> weights(25, 0);
    for (int i = 0; i < 5; ++i) {
        weights[static_cast<std::size_t>(i * 5 + i)] += 1 - strong;
        weights[static_cast<std::size_t>(i * 5 + keyOf(i))] += strong;
    }
    return weights;
}

} // namespace

class TestHeadScores : public QObject {
    Q_OBJECT

private slots:
    void eachScore_isTheMeanOverTheQueriesThatHaveItsKey() {
        HeadScores scores;
        // The second a and b look at what came after the first ones.
        scores.add(twice(), lookingAt([](int i) { return i >= 3 ? i - 2 : 0; }));
        QCOMPARE(*scores.of(HeadScore::Induction), 0.75);
        QCOMPARE(*scores.of(HeadScore::Same), 0.0);
        QCOMPARE(*scores.of(HeadScore::First), (1 + 0.75 + 0.75) / 5);
        QCOMPARE(*scores.of(HeadScore::Self), (1 + 4 * 0.25) / 5);
        QCOMPARE(*scores.of(HeadScore::Previous), 0.75 / 4); // b at a
        const double entropy = -(0.75 * std::log(0.75) + 0.25 * std::log(0.25));
        QVERIFY(std::abs(*scores.of(HeadScore::Entropy) - 4 * entropy / 5) < 1e-6);
        QVERIFY(scores.guess() == HeadScore::Induction);
    }

    void aHead_isNamedByWhatItLooksForBeforeWhereItRests() {
        HeadScores weak;
        weak.add(twice(), lookingAt([](int i) { return std::max(0, i - 1); }, 0.35F));
        QVERIFY(weak.guess() == HeadScore::Self);
        HeadScores previous;
        previous.add(twice(), lookingAt([](int i) { return std::max(0, i - 1); }));
        QVERIFY(previous.guess() == HeadScore::Previous);
        HeadScores resting; // at the first token, where there is no earlier equal one
        resting.add(twice(), lookingAt([](int i) { return i >= 3 ? i - 2 : 0; }, 0.9F));
        QVERIFY(*resting.of(HeadScore::First) > leastHeadScore);
        QVERIFY(resting.guess() == HeadScore::Induction);
        HeadScores none;
        none.add(twice(), std::vector<float>(25, 0.2F));
        QVERIFY(!none.guess());
    }

    void examples_areOneSetOfQueries() {
        AttentionSides single;
        single.queryWords = single.keyWords = {0, 1};
        HeadScores scores;
        scores.add(twice(), lookingAt([](int i) { return std::max(0, i - 1); })); // four of 0.75
        scores.add(single, std::vector<float>{1, 0, 0, 1});                       // one of 0
        QCOMPARE(*scores.of(HeadScore::Previous), 0.75 * 4 / 5);
    }

    void paddingAndOtherSequences_haveNoSuchKeys() {
        AttentionSides padded = twice();
        padded.queryWords[4] = padded.keyWords[4] = -1;
        HeadScores scores;
        scores.add(padded, lookingAt([](int i) { return i >= 3 ? i - 2 : 0; }));
        QCOMPARE(*scores.of(HeadScore::First), (1 + 0.75 + 0.75) / 4);
        HeadScores cross;
        cross.add(twice(false), lookingAt([](int) { return 0; }));
        for (const HeadScore score :
             {HeadScore::Previous, HeadScore::Same, HeadScore::Induction, HeadScore::Self})
            QVERIFY(!cross.of(score));
        QCOMPARE(*cross.of(HeadScore::First), (1 + 4 * 0.75) / 5);
    }

    void noHeads_areAnEmptyList() {
        QVERIFY(scoredHeads({}).empty());
        QVERIFY(!HeadScores().of(HeadScore::Entropy));
        QVERIFY(!HeadScores().guess());
    }
};

} // namespace gf::tst_head_scores

#include "tests/entry.h"
GF_APPLESS_TEST(tst_head_scores, TestHeadScores)
#include "tst_head_scores.moc"
