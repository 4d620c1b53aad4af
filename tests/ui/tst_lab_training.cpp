// SPDX-License-Identifier: GPL-3.0-or-later
// Labs about training: the scores of heads, now and over the moments, and sweeps.
#include "core/measure/head_scores.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"

#include <QTest>

#include <limits>

namespace gf::tst_lab_training {

using test::answered;
using test::DrawnLab;

namespace {

Finding headWith(int head, double induction) {
    return Finding{{"stack", "decoder"},     {"layer", 0},
                   {"head", head},           {"attention", "decoder.0.self_attn"},
                   {"previous", 0.125},      {"same", 0.125},
                   {"induction", induction}, {"first", 0.125},
                   {"self", 0.125},          {"entropy", 1.5}};
}

/// Two heads; over four moments the second learns.
LabFound scored() {
    Finding training = Finding::List();
    const double scores[] = {0.1, 0.15, 0.5, 0.625};
    for (int i = 0; i < 4; ++i)
        training.push_back({{"step", 10 * i},
                            {"loss", 4.0 - i},
                            {"heads", Finding::List{headWith(0, 0.2), headWith(1, scores[i])}}});
    return Finding{{"examples", 3},
                   {"heads", Finding::List{headWith(0, 0.2), headWith(1, 0.625)}},
                   {"training_examples", 2},
                   {"training", training}};
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A run that did not diverge has a share of right answers.
Finding runWith(double value, double loss, double accuracy, double divergedAt) {
    const Finding first(std::vector<double>{1, 3});
    const Finding last(std::vector<double>{9, loss});
    return Finding{{"value", value},
                   {"seed", 1},
                   {"loss", loss},
                   {"validation_accuracy", accuracy},
                   {"diverged_at", divergedAt},
                   {"curve", Finding::List{first, last}}};
}

QString wordsOf(const DrawnLab& page) {
    return page.words.texts.join(' ');
}

} // namespace

class TestLabTraining : public QObject {
    Q_OBJECT

private slots:
    void heads_nameTheOneWithTheMost() {
        const auto trace = traceOf(Architecture::Decoder);
        const DrawnLab page(trace, "heads", {}, {}, {}, answered("heads", trace, scored()));
        QVERIFY2(wordsOf(page).contains("self-attention, head 2 has the most, 0.63: by its weights "
                                        "a head for “induction”"),
                 qPrintable(wordsOf(page)));
        QVERIFY(wordsOf(page).contains("Means over 3 examples."));
        const auto column = static_cast<Index>(HeadScore::Induction);
        QCOMPARE(page.numbers.at({{1, column, 0, 0}}), 0.625F);
    }

    void heads_areSortedByTheChosenScore() {
        const auto trace = traceOf(Architecture::Decoder);
        const StationSettings table{{"heads.view", 1}};
        const DrawnLab page(trace, "heads", {}, table, {},
                            answered("heads", trace, scored(), table));
        const QStringList& texts = page.words.texts;
        QVERIFY(texts.indexOf("D1 self 2") < texts.indexOf("D1 self 1"));
        QVERIFY(texts.contains("most first: induction"));
    }

    void heads_sayWhenTheyWereHalfWay() {
        const auto trace = traceOf(Architecture::Decoder);
        const StationSettings training{{"heads.view", 2}};
        const LabPage& page = *findLabPage("heads");
        QCOMPARE(choiceIn(page.asks(test::labInput(page, *trace, {}, training))->knobs, "view"),
                 std::string("training"));
        const DrawnLab drawn(trace, "heads", {}, training, {},
                             answered("heads", trace, scored(), training));
        QVERIFY2(wordsOf(drawn).contains("head 2: 0.10 at the beginning, 0.63 in the end, half way "
                                         "at step 20, with a loss of 2.00"),
                 qPrintable(wordsOf(drawn)));
        QVERIFY(wordsOf(drawn).contains("Means over 2 examples."));
    }

    /// The head in focus where something is written before it reads, otherwise that with the most.
    void paths_sayWhatAScoreHangsOn() {
        const auto trace = traceOf(Architecture::Decoder);
        const StationSettings paths{{"heads.view", 3}};
        const LabPage& page = *findLabPage("heads");
        const auto into = [&](const char* step) {
            return choiceIn(page.asks(test::labInput(page, *trace, test::on(step), paths))->knobs,
                            "into");
        };
        QCOMPARE(into("decoder.0.self_attn.weights"), std::string("induction"));
        LabFound found = scored();
        found.finding["into"] = headWith(1, 0.75);
        const auto path = [](const char* from, const char* operand, double left) {
            Finding one = headWith(0, left);
            one["from"] = from;
            one["operand"] = operand;
            return one;
        };
        found.finding["paths"] = Finding::List{path("decoder.0.self_attn.head.1", "query", 0.7),
                                               path("decoder.0.self_attn", "query", 0.65),
                                               path("decoder.0.self_attn.head.1", "key", 0.5),
                                               path("decoder.0.self_attn", "key", 0.125)};
        const DrawnLab drawn(trace, "heads", {}, paths, {900, 560},
                             answered("heads", trace, found, paths));
        QVERIFY2(wordsOf(drawn).contains(
                     "head 2: 0.75 of “induction”. With the mean in the place of what D1 "
                     "self-attention writes into its keys, and there alone, 0.13 is left. Of "
                     "single heads most hangs on D1 self 2: 0.50."),
                 qPrintable(wordsOf(drawn)));
        QVERIFY(drawn.words.texts.contains("keys"));
        found.finding["paths"] = Finding::List();
        const DrawnLab none(trace, "heads", {}, paths, {}, answered("heads", trace, found, paths));
        QVERIFY(wordsOf(none).contains("nothing is written before it reads"));
        test::verifySeenWhole(trace, "heads", {}, paths, answered("heads", trace, found, paths));
    }

    void sweeps_sayWhatLearnsBestAndWhatDiverged() {
        const auto trace = traceOf(Architecture::Decoder);
        const Finding::List rows{runWith(0.001, 2, 0.5, none), runWith(0.01, 0.5, 0.75, none),
                                 runWith(1, none, none, 7)};
        const Finding found{{"key", "learning_rate"}, {"steps", 9}, {"rows", rows}};
        const DrawnLab page(trace, "sweep", {}, {}, {900, 560}, answered("sweep", trace, found));
        QVERIFY2(
            wordsOf(page).contains("After 9 steps the loss is least with learning rate = 0.01: "
                                   "0.500. 75 % of its answers are right. With 1 of the values"),
            qPrintable(wordsOf(page)));
        QCOMPARE(page.words.texts.count(QString("×")), 1);
        QCOMPARE(page.numbers.at({{1, 2, 0, 0}}), 0.5F);
    }

    void pages_areSeenWholeInASmallWindow() {
        const auto trace = traceOf(Architecture::Decoder);
        for (const double view : {0, 1, 2}) {
            const StationSettings settings{{"heads.view", view}};
            test::verifySeenWhole(trace, "heads", {}, settings,
                                  answered("heads", trace, scored(), settings));
        }
    }
};

} // namespace gf::tst_lab_training

#include "tests/entry.h"
GF_TEST(tst_lab_training, TestLabTraining)
#include "tst_lab_training.moc"
