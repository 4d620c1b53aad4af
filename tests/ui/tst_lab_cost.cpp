// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of costs says, by its numbers; the counts themselves are checked in tst_lab_runs.
#include "core/measure/cost.h"
#include "ui/language/language.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

namespace gf::tst_lab_cost {

using test::DrawnLab;

namespace {

QString wordsFor(const std::shared_ptr<const Trace>& trace, StationSettings settings) {
    return DrawnLab(trace, "cost", {}, std::move(settings)).words.texts.join(' ');
}

QString grouped(double count) {
    return QStringLiteral("%L1").arg(count, 0, 'f', 0);
}

} // namespace

class TestLabCost : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); } // plurals
    void init() { failOnQtWarnings(); }

    /// k is 16: 2·M²·k and 4·M·k² meet at 32 tokens.
    void squares_areThePriceFromTwiceTheWidthOn() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        QVERIFY(wordsFor(trace, {{"cost.tokens", 8}}).contains("not yet the price"));
        QVERIFY(wordsFor(trace, {{"cost.tokens", 32}}).contains("as many, for M = 2k"));
        QVERIFY(wordsFor(trace, {{"cost.tokens", 64}}).contains("beyond M = 2k = 32"));
        QVERIFY(wordsFor(trace, {{"cost.tokens", 8}}).contains("take 2,048 multiplications"));
    }

    void parts_areThoseOfTheGraph() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const Cost cost = costOf(*trace->graph);
        const QString words = wordsFor(trace, {{"cost.view", 1}});
        QVERIFY2(words.contains("M = 5, N = 4"), qPrintable(words));
        for (const CostPart part : {CostPart::EncoderSelfAttention, CostPart::CrossAttention,
                                    CostPart::FeedForward, CostPart::Output})
            QVERIFY2(words.contains(grouped(cost.of(part))), qPrintable(words));
    }

    /// What is kept for another target is all that hangs on the source alone: the encoder, and keys
    /// and values made of it. With it, it is the whole pass again.
    void anotherTarget_leavesTheEncoderGrey() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const QString words = wordsFor(trace, {{"cost.view", 1}, {"cost.again", 1}});
        const Cost kept = costAt(*trace->graph, 5, 0);
        const Cost whole = costOf(*trace->graph);
        QCOMPARE(kept.of(CostPart::EncoderSelfAttention), whole.of(CostPart::EncoderSelfAttention));
        QCOMPARE(kept.of(CostPart::CrossAttention), 0.0);
        QCOMPARE(kept.of(CostPart::Output), 0.0);
        QVERIFY2(words.contains("takes " + grouped(whole.total - kept.total)), qPrintable(words));
        // Encoder, its feed-forward layers, and projections of its rows.
        QCOMPARE(words.count("reused"), 3 + 1);
    }

    void waiting_isLongAsTheRecurrence() {
        const auto trace = traceOf(Architecture::Encoder);
        const DrawnLab page(trace, "cost", {}, {{"cost.view", 2}});
        const QString words = page.words.texts.join(' ');
        QVERIFY(words.contains("2 moments"));
        QVERIFY(words.contains("8 moments"));
        QVERIFY(
            words.contains(QString("%1 matrix products long").arg(costOf(*trace->graph).chain)));
        QCOMPARE(page.words.kinds.value("token"), 28);
    }

    void writing_isCountedAsInTheGraph() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const auto cost = writingCostAt(*trace->graph, 100, 100);
        QVERIFY(cost.has_value());
        const QString words = wordsFor(trace, {{"cost.view", 3}, {"cost.tokens", 100}});
        QVERIFY2(words.contains(grouped(cost->anew)), qPrintable(words));
        QVERIFY2(words.contains("and " + grouped(cost->kept) + " as one row"), qPrintable(words));
        // Keys and values 16 wide of 100 tokens and of 100 of the source, in two layers.
        QVERIFY2(words.contains("51.2 kB"), qPrintable(words));
    }

    void modelsThatDoNotWrite_haveNoSuchView() {
        const auto trace = traceOf(Architecture::Encoder);
        QVERIFY(!wordsFor(trace, {{"cost.view", 3}}).contains("computed anew"));
    }

    void everyView_isSeenWholeInASmallWindow() {
        for (const int view : {0, 1, 2, 3})
            test::verifySeenWhole(traceOf(Architecture::EncoderDecoder), "cost", {},
                                  {{"cost.view", view}, {"cost.again", 1}});
    }

    void everyFamily_isDrawn() {
        for (const auto& [family, trace] : test::familyTraces())
            for (const int view : {0, 1, 2, 3})
                for (const int tokens : {1, 1024}) {
                    const QString words =
                        wordsFor(trace, {{"cost.view", view}, {"cost.tokens", tokens}});
                    QVERIFY2(!words.contains("nan") && !words.isEmpty(), family.c_str());
                }
    }
};

} // namespace gf::tst_lab_cost

#include "tests/entry.h"
GF_TEST(tst_lab_cost, TestLabCost)
#include "tst_lab_cost.moc"
