// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that ask what a model answers: what they ask for, and what they say of what is found.
#include "core/measure/cost.h"
#include "core/measure/head_pattern.h"
#include "core/train/ablation.h"
#include "ui/language/language.h"
#include "ui/stations/station_view.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_lab_answers {

using test::answered;
using test::DrawnLab;

namespace {

QString wordsOf(const DrawnLab& page) {
    return page.words.texts.join(' ');
}

LabFound written() {
    const auto token = [](const char* label, const char* forced, double forcedProbability,
                          const char* free, double freeProbability) {
        return Finding{{"label", label},
                       {"forced", forced},
                       {"forced_probability", forcedProbability},
                       {"free", free},
                       {"free_probability", freeProbability}};
    };
    return Finding{
        {"tokens", Finding::List{token("a", "a", 0.9, "a", 0.9), token("b", "b", 0.8, "c", 0.3),
                                 token("c", "c", 0.7, "a", 0.1),
                                 token("<eos>", "<eos>", 0.9, "<pad>",
                                       std::numeric_limits<double>::quiet_NaN())}}};
}

/// A head of one attention with the same in its place as with its mean there.
Finding headWith(const char* attention, int head, double loss, const std::vector<double>& costs) {
    return {{"attention", attention}, {"head", head},         {"loss", loss},
            {"loss_with_mean", loss}, {"token_costs", costs}, {"token_costs_with_mean", costs}};
}

/// Two heads, of which the second is needed.
LabFound ablated() {
    const char* const attention = "decoder.0.cross_attn";
    const Finding pair{{"attention", Finding::List{attention, attention}},
                       {"heads", Finding::List{1, 2}},
                       {"loss", 1.7}};
    return Finding{{"loss", 0.1},
                   {"heads", Finding::List{headWith(attention, 1, 0.105, {0.5, 0, 0, 0, 0}),
                                           headWith(attention, 2, 0.9, {0.1, 2, 0, 0, 0})}},
                   {"output_projection_is_identity",
                    Finding::List{Finding{{"attention", attention}, {"loss", 2.5}}}},
                   {"token_losses", std::vector{0.1, 0.1, 0.1, 0.1, 0.1}},
                   {"pairs", Finding::List{pair}}};
}

Focus scores() {
    Focus focus;
    focus.step = "encoder.0.self_attn.scores";
    return focus;
}

/// Models of each K whose scores have a mean of 0 and this variance.
LabNews retrained(const std::shared_ptr<const Trace>& trace, double (*variance)(double width)) {
    Finding widths = Finding::List();
    for (const int width : {4, 8, 16, 32, 64}) {
        const auto scores = [](const char* attention, double spread) {
            return Finding{
                {"attention", attention}, {"mean", 0}, {"variance", spread}, {"independent", 2}};
        };
        widths.push_back({{"width", width},
                          {"scores", Finding::List{scores("encoder.0.self_attn", variance(width)),
                                                   scores("decoder.0.self_attn", 1000)}}});
    }
    return answered("variance", trace, Finding{{"widths", widths}});
}

const StationSettings allPlots{{"variance.plot", 4}};

LabFound ladder() {
    return Finding{
        {"task", "copy"},
        {"longest", 3},
        {"lengths", std::vector{2, 3, 4}},
        {"exact_match",
         {{"none", std::vector{0.5, 0.4, 0.0}}, {"sinusoidal", std::vector{1.0, 0.98, 0.25}}}}};
}

} // namespace

class TestLabAnswers : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); }
    void init() { failOnQtWarnings(); }

    // ---- writing -----------------------------------------------------------------------------

    void writing_setsTheErrorsOfBothUnderEachOther() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const DrawnLab page(trace, "writing", {}, {}, {}, answered("writing", trace, written()));
        QVERIFY2(wordsOf(page).contains("4 of 4 are right; reading its own, 1. Its first error is "
                                        "token 2"),
                 qPrintable(wordsOf(page)));
        QCOMPARE(page.words.kinds.value("wrong"), 3);
        QCOMPARE(page.words.kinds.value("right"), 5);
        QCOMPARE(page.words.texts.count("<sos>"), 2);
        QCOMPARE(page.numbers.at({{1, 1, 0, 0}}), 0.3F);
    }

    void writing_canStartWithTheEndToken() {
        const auto trace = traceOf(Architecture::Decoder);
        const StationSettings settings{{"writing.start", 1}, {"writing.given", 2}};
        const LabPage& page = *findLabPage("writing");
        const auto asked = (*page.asks(test::labInput(page, *trace, {}, settings)));
        QVERIFY(asked == (LabRequest{"writing", {{"start", "eos"}, {"given", std::int64_t{2}}}}));
        const DrawnLab drawn(trace, "writing", {}, settings, {},
                             answered("writing", trace, written(), settings));
        QCOMPARE(drawn.words.texts.count("<sos>"), 0);
        QVERIFY(drawn.words.texts.count("<eos>") >= 2);
    }

    void writing_isForModelsThatWriteWords() {
        for (const auto& [family, trace] : test::familyTraces()) {
            const NodeId said = trace->graph->find("probabilities");
            const bool writes = said != noNode && (*trace->graph)[said].axes[0] == Axis::Target &&
                                (*trace->graph)[said].axes[1] == Axis::TargetWord &&
                                !trace->labels.empty();
            QCOMPARE(!findLabPage("writing")->missing(*trace).has_value(), writes);
        }
    }

    // ---- variance ----------------------------------------------------------------------------

    /// A bar from mean less to mean plus deviation, and a dot at the mean, of each K.
    void variance_drawsWhatWasTrained() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const LabNews news = retrained(trace, [](double width) { return 1e-4 / width; });
        const DrawnLab page(trace, "variance", scores(), allPlots, {}, news);
        QCOMPARE(page.words.kinds.value("retrained"), 2 * 5);
        QCOMPARE(page.words.kinds.value("goes on"), 0);
        const QString said = page.picture.said.join(' ');
        QVERIFY2(said.contains("variance 2.50×10⁻⁵, 1.25×10⁻⁵"), qPrintable(said));
        QVERIFY2(said.contains("at K = 4, 8, 16, 32, 64"), qPrintable(said));
        test::verifySeenWhole(trace, "variance", scores(), allPlots, news);
        const Index columns = page.numbers.shape()[1];
        QCOMPARE(page.numbers.at({{1, columns - 1, 0, 0}}), 1.25e-5F);
        // Without it the page says how to have it.
        const DrawnLab before(trace, "variance", scores(), allPlots);
        QCOMPARE(before.words.kinds.value("retrained"), 0);
        QVERIFY(before.picture.said.join(' ').contains("Models with other K"));
        test::verifySeenWhole(trace, "variance", scores());
    }

    /// They may be a hundred times as wide, and would make the live ones a line.
    void variance_keepsTheAxisOfTheLiveScoresWhenModelsAreTrained() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const DrawnLab before(trace, "variance", scores(), allPlots);
        const LabNews news = retrained(trace, [](double width) { return 1e6 * width; });
        const DrawnLab wide(trace, "variance", scores(), allPlots, before.least, news);
        QCOMPARE(wide.words.kinds.value("goes on"), 2 * 5);
        QStringList gone(before.words.texts);
        for (const QString& text : wide.words.texts)
            gone.removeOne(text);
        for (const QString& text : gone) // the numbers of its axis are there still
            QVERIFY2(text.contains("measured"), qPrintable(text));
    }

    // ---- ablation ----------------------------------------------------------------------------

    void ablation_namesTheHeadThatIsNeededMost() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const DrawnLab page(trace, "ablation", {}, {}, {}, answered("ablation", trace, ablated()));
        const QString words = wordsOf(page);
        QVERIFY2(words.contains("Loss 0.100 as it is; without Decoder · layer 1 · cross-attention, "
                                "head 2 it is 0.900, the most of all."),
                 qPrintable(words));
        QVERIFY2(words.contains("Of 2 heads, each alone, 1 could go"), qPrintable(words));
        QCOMPARE(page.numbers.count(), Index(2));
    }

    /// The formula beside them says Δ = L(c = 0) − L, not a loss.
    void ablation_drawsWhatItsFormulaSays() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        LabFound without = ablated();
        without.finding["heads"].push_back(
            headWith("decoder.0.self_attn", 1, 0.06, {0, 0, 0, 0, 0})); // goes better so
        const DrawnLab page(trace, "ablation", {}, {}, {}, answered("ablation", trace, without));
        const QString words = wordsOf(page);
        for (const char* number : {"Δ = +0.800", "Δ = +0.00500", "Δ = −0.0400"})
            QVERIFY2(words.contains(number), qPrintable(words));
        QCOMPARE(page.words.kinds.value("bar"), 3);
        QCOMPARE(page.numbers.at({{1, 0, 0, 0}}), 0.8F);
    }

    void ablation_hasPairsAndProjectionsAsWell() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const StationSettings pairs{{"ablation.view", 1}};
        const LabPage& page = *findLabPage("ablation");
        const auto asksForPairs = [&](const StationSettings& settings) {
            return page.asks(test::labInput(page, *trace, {}, settings))->knobs.contains("pairs");
        };
        QVERIFY(asksForPairs(pairs));
        QVERIFY(!asksForPairs({}));
        const DrawnLab both(trace, "ablation", {}, pairs, QSizeF(700, 560),
                            answered("ablation", trace, ablated(), pairs));
        QVERIFY2(wordsOf(both).contains("it is 1.70, the most of all pairs"),
                 qPrintable(wordsOf(both)));
        QCOMPARE(both.numbers.at({{0, 1, 0, 0}}), 1.6F); // Δ
        QCOMPARE(both.numbers.at({{1, 0, 0, 0}}), 1.6F);
        QCOMPARE(both.numbers.at({{1, 1, 0, 0}}), 0.8F);
        // No name of a head is cut, which would make it that of another.
        QCOMPARE(both.words.texts.count("D1 cross 1"), 2);
        QCOMPARE(both.words.texts.count("D1 cross 2"), 2);
        const StationSettings identity{{"ablation.view", 2}};
        const DrawnLab output(trace, "ablation", {}, identity, {},
                              answered("ablation", trace, ablated(), identity));
        QVERIFY2(wordsOf(output).contains("the identity for W_O of Decoder · layer 1 · "
                                          "cross-attention it is 2.50"),
                 qPrintable(wordsOf(output)));
    }

    void ablation_ranksHeadsByWhatTheyCostAToken() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const StationSettings byToken{{"ablation.view", 3}};
        const LabPage& page = *findLabPage("ablation");
        QCOMPARE(choiceIn(page.asks(test::labInput(page, *trace, {}, byToken))->knobs, "view"),
                 std::string("token"));
        const LabNews news = answered("ablation", trace, ablated(), byToken);
        const DrawnLab drawn(trace, "ablation", {}, byToken, {}, news);
        QVERIFY2(wordsOf(drawn).contains("cross-attention, head 2 cost “"),
                 qPrintable(wordsOf(drawn)));
        QVERIFY2(wordsOf(drawn).contains("the most of all: 2.00 more"), qPrintable(wordsOf(drawn)));
        QVERIFY(std::abs(drawn.numbers.at({{0, 0, 0, 0}}) - 0.5F) < 1e-6F);
        QVERIFY(std::abs(drawn.numbers.at({{1, 1, 0, 0}}) - 2.0F) < 1e-6F);
    }

    void ablation_saysWhatStandsInAHeadsPlace() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const StationSettings mean{{"ablation.place", 1}};
        const LabPage& page = *findLabPage("ablation");
        const auto asksForMean = [&](const StationSettings& settings) {
            const LabRequest asked = *page.asks(test::labInput(page, *trace, {}, settings));
            return choiceIn(asked.knobs, "place") == "mean";
        };
        QVERIFY(asksForMean(mean));
        QVERIFY(!asksForMean({}));
        QVERIFY(!asksForMean({{"ablation.place", 1}, {"ablation.view", 2}}));
        const DrawnLab drawn(trace, "ablation", {}, mean, {},
                             answered("ablation", trace, ablated(), mean));
        QVERIFY2(wordsOf(drawn).contains("with its mean in the place of Decoder · layer 1 · "
                                         "cross-attention, head 2 it is 0.900"),
                 qPrintable(wordsOf(drawn)));
    }

    void ablation_showsWhichHeadKeepsToAPattern() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const StationSettings byPattern{{"ablation.view", 4}};
        const DrawnLab drawn(trace, "ablation", {}, byPattern, {},
                             answered("ablation", trace, ablated(), byPattern));
        const NodeId weights = trace->graph->find("decoder.0.cross_attn.weights");
        const auto measured = measureHeads(*trace, weights);
        for (Index head = 0; head < 2; ++head)
            for (const HeadEvidence& one : measured[head].evidence)
                QCOMPARE(drawn.numbers.at({{head, static_cast<Index>(one.rule.pattern), 0, 0}}),
                         static_cast<float>(one.measured));
        QVERIFY2(wordsOf(drawn).contains("keeps to a pattern most"), qPrintable(wordsOf(drawn)));
    }

    // ---- length ------------------------------------------------------------------------------

    void length_saysWhatIsRightBeyondTraining() {
        const auto trace = traceOf(Architecture::Encoder);
        const DrawnLab page(trace, "length", {}, {}, {}, answered("length", trace, ladder()));
        QVERIFY2(wordsOf(page).contains("up to 3 tokens of “copy”, right at 4 tokens: none 0 %, "
                                        "sinusoidal 25 %"),
                 qPrintable(wordsOf(page)));
        QCOMPARE(page.numbers.at({{1, 2, 0, 0}}), 0.25F);
    }

    // ---- cost --------------------------------------------------------------------------------

    /// Times are asked for where they are shown, and not of lengths that take long.
    void cost_isTimedWhereTimesAreShown() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const LabPage& page = *findLabPage("cost");
        const auto asks = [&](const StationSettings& settings) {
            return page.asks(test::labInput(page, *trace, {}, settings)).has_value();
        };
        QVERIFY(!asks({}));
        QVERIFY(asks({{"cost.view", 1}}));
        QVERIFY(asks({{"cost.view", 2}}));
        QVERIFY(!asks({{"cost.view", 2}, {"cost.tokens", 4000}}));
        Finding measured{
            {"instead",
             {{"attention", {{"milliseconds", 0.5}}}, {"recurrence", {{"milliseconds", 2.5}}}}}};
        for (std::size_t part = 0; part < costParts; ++part)
            measured["milliseconds"][nameOf(static_cast<CostPart>(part))] = 0.25;
        const StationSettings parts{{"cost.view", 1}};
        const StationSettings waits{{"cost.view", 2}};
        QVERIFY(wordsOf(DrawnLab(trace, "cost", {}, parts, {},
                                 answered("cost", trace, LabFound(measured), parts)))
                    .contains("0.25 ms"));
        QVERIFY(wordsOf(DrawnLab(trace, "cost", {}, waits, {},
                                 answered("cost", trace, LabFound(measured), waits)))
                    .contains("takes 0.50 ms here, with a recurrence in the place of attention "
                              "2.5 ms"));
    }

    // ---- all ---------------------------------------------------------------------------------

    void pages_areSeenWholeInASmallWindow() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        test::verifySeenWhole(trace, "writing", {}, {}, answered("writing", trace, written()));
        for (const int view : {0, 1, 2, 3, 4}) {
            const StationSettings settings{{"ablation.view", view}};
            test::verifySeenWhole(trace, "ablation", {}, settings,
                                  answered("ablation", trace, ablated(), settings));
        }
        test::verifySeenWhole(trace, "length", {}, {}, answered("length", trace, ladder()));
    }

    /// While it waits a page has little to say, in large letters; what is found has to find room.
    void answers_findRoomWhereWaitingHadLargeLetters() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const LabPage& page = *findLabPage("writing");
        StationView view;
        view.resize(760, 390);
        view.show(&page.drawing, trace, page.node(*trace->graph, noNode), {}, {});
        StationNews news; // the answer of the lab before
        news.lab = answered("length", trace, ladder());
        view.setNews(news);
        const double waiting = view.input().size.height();
        news.lab = answered("writing", trace, written());
        view.setNews(news);
        const StationInput input = view.input();
        QVERIFY(input.size.height() > waiting);
        QVERIFY(minimumSizeOf(page.drawing, input).height() <= input.size.height());
    }

    /// Of a run that begins there is none for a while, though that of the run before is known.
    void answers_findRoomAfterThoseOfAnotherRun() {
        const auto before = traceOf(Architecture::EncoderDecoder);
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const LabPage& page = *findLabPage("writing");
        const auto show = [&](StationView& view, const std::shared_ptr<const Trace>& shown) {
            view.show(&page.drawing, shown, page.node(*shown->graph, noNode), {}, {});
        };
        StationView view;
        view.resize(760, 390);
        show(view, before);
        StationNews news;
        news.lab = answered("writing", before, written());
        view.setNews(news);
        show(view, trace);
        const double waiting = view.input().size.height();
        news.lab = answered("writing", trace, written());
        view.setNews(news);
        QVERIFY(view.input().size.height() > waiting);
    }

    /// What is asked in vain is said.
    void failures_areSaid() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        for (const char* const lab : {"writing", "ablation", "length", "linear"}) {
            LabNews news = answered(lab, trace, written());
            news.answer = nullptr;
            news.failure = "no memory";
            QVERIFY(wordsOf(DrawnLab(trace, lab, {}, {}, {}, news)).contains("no memory"));
        }
    }
};

} // namespace gf::tst_lab_answers

#include "tests/entry.h"
GF_TEST(tst_lab_answers, TestLabAnswers)
#include "tst_lab_answers.moc"
