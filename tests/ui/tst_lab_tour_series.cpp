// SPDX-License-Identifier: GPL-3.0-or-later
// The labs of cities and series: for which models they are, what they say, what is asked of the
// engine, and what a drag makes of the past.
#include "ui/language/language.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

namespace gf::tst_lab_tour_series {

using test::at;
using test::DrawnLab;

namespace {

std::shared_ptr<const Trace> seriesTrace(Index features = 1) {
    ModelConfig config;
    config.input = Input::Values;
    config.output = Output::Values;
    config.features = features;
    ProbeExample example;
    std::vector<float> past, future;
    for (Index i = 0; i < 6 * features; ++i)
        past.push_back(0.1F * static_cast<float>(i));
    for (Index i = 0; i < 3 * features; ++i)
        future.push_back(0.5F);
    example.source = past;
    example.target = future;
    return traceOf(smallConfig([&] {
                       config.features = features;
                       return config;
                   }()),
                   example);
}

QString wordsOf(const DrawnLab& page) {
    return page.words.texts.join(' ');
}

const LabRequest shuffled{"shuffle", {{"order", "2,0,1,3"}}};

} // namespace

class TestLabTourSeries : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); }
    void init() { failOnQtWarnings(); }

    void pages_areForModelsOfTheirKind() {
        for (const auto& [family, trace] : test::familyTraces()) {
            const NodeId values = trace->graph->find("source.values");
            const bool points = trace->graph->find("pointer.scores") != noNode;
            const bool foretells = trace->graph->find("prediction") != noNode;
            QCOMPARE(!findLabPage("tour")->missing(*trace).has_value(),
                     points && values != noNode && (*trace->graph)[values].shape[1] == 2);
            QCOMPARE(!findLabPage("series")->missing(*trace).has_value(), foretells);
        }
    }

    // ---- tour --------------------------------------------------------------------------------

    void tour_asksForEachOrderOnceAndForNoneAtFirst() {
        const auto trace = pointerTrace();
        const LabPage& page = *findLabPage("tour");
        QVERIFY(!page.asks(test::labInput(page, *trace)).has_value());
        const auto orderOf = [&](double number) {
            const LabRequest asked =
                *page.asks(test::labInput(page, *trace, {}, {{"tour.order", number}}));
            return *numbersIn(choiceIn((asked).knobs, "order"));
        };
        for (const double number : {1.0, 2.0, 99.0}) {
            std::vector<Index> order = orderOf(number);
            QCOMPARE(order, orderOf(number));
            std::ranges::sort(order);
            QCOMPARE(order, (std::vector<Index>{0, 1, 2, 3}));
        }
    }

    void tour_saysWhatAnotherOrderChanges() {
        const auto trace = pointerTrace();
        const LabPage& page = *findLabPage("tour");
        LabNews news;
        news.of = trace;
        news.request = shuffled;
        QVERIFY(wordsOf(DrawnLab(trace, "tour", {}, {}, {}, news))
                    .contains("order 3 1 2 4: This is being measured"));
        const auto differBy = [&](double difference) {
            const std::string& step = (*trace->graph)[page.node(*trace->graph, noNode)].name;
            return std::make_shared<const LabFound>(
                Finding{{"largest_difference", Finding::Fields{{step, difference}}}});
        };
        news.answer = differBy(2e-16);
        QVERIFY(wordsOf(DrawnLab(trace, "tour", {}, {}, {}, news)).contains("which is rounding"));
        news.answer = differBy(0.5);
        QVERIFY(wordsOf(DrawnLab(trace, "tour", {}, {}, {}, news))
                    .contains("moved back, steps differ by up to 0.5"));
        // Of another model, whose news are still there, nothing is said.
        news.of = pointerTrace();
        QVERIFY(wordsOf(DrawnLab(trace, "tour", {}, {}, {}, news)).contains("being measured"));
    }

    /// What a lab asked for is no part of the drawing once the lab is left.
    void tour_saysNothingOfAnOrderOutsideItsLab() {
        const auto trace = pointerTrace();
        const LabPage& page = *findLabPage("tour");
        StationNews news;
        news.lab.of = trace;
        news.lab.request = shuffled;
        const NodeId node = page.node(*trace->graph, noNode);
        const test::Drawn drawn(trace, "tour", (*trace->graph)[node].name.c_str(), {}, {}, false,
                                news);
        QVERIFY2(!drawn.words.all().contains("in the order"), qPrintable(drawn.words.all()));
    }

    // ---- series ------------------------------------------------------------------------------

    /// The truth is 0.5, what is known ends in 0.5.
    void series_isMeasuredBesideTheLastValueRepeated() {
        const DrawnLab page(seriesTrace(), "series");
        QVERIFY2(wordsOf(page).contains("3 points foretold"), qPrintable(wordsOf(page)));
        QVERIFY2(wordsOf(page).contains("the last value repeated has 0"),
                 qPrintable(wordsOf(page)));
    }

    void drag_drawsTheCurveOfWhatIsKnown() {
        for (const Index features : {1, 2}) {
            const auto trace = seriesTrace(features);
            const LabPage& page = *findLabPage("series");
            StationInput input = test::labInput(page, *trace);
            input.size = {640, 400};
            StationPicture picture;
            test::Words words;
            drawStation(page.drawing, input, words, picture);
            // The third point, dragged up: it and half of the way its neighbours follow.
            StationPlace held;
            for (const StationPicture::Grid& grid : picture.grids)
                if (grid.layout.columns == 6)
                    held = grid.placeOf(0, 2);
            QCOMPARE(held.column, 2 * features);
            const std::vector<float> before = page.drawing.movable(input);
            const auto third = [&] {
                for (const StationPicture::Grid& grid : picture.grids)
                    if (grid.layout.columns == 6)
                        return QPointF(grid.layout.cells.left() +
                                           grid.layout.cells.width() * 2.5 / 6,
                                       grid.layout.cells.top());
                return QPointF();
            }();
            const std::vector<float> after = page.drawing.dragged(input, held, third);
            QCOMPARE(after.size(), before.size());
            const auto place = [&](Index moment) {
                return static_cast<std::size_t>(moment * features);
            };
            QVERIFY(after[place(2)] > before[place(2)]);
            QVERIFY(after[place(1)] > before[place(1)]);
            QVERIFY(after[place(3)] > before[place(3)]);
            QVERIFY(after[place(1)] < after[place(2)]);
            QCOMPARE(after[place(0)], before[place(0)]);
            QCOMPARE(after[place(4)], before[place(4)]);
            if (features == 2) // the other number stays
                QCOMPARE(after[place(2) + 1], before[place(2) + 1]);
            // What is foretold is nobody's to draw.
            QVERIFY(page.drawing.dragged(input, {.row = 1}, third).empty());
        }
    }

    void keys_moveOnePoint() {
        const auto trace = seriesTrace();
        const LabPage& page = *findLabPage("series");
        const std::vector<float> before = page.drawing.movable(test::labInput(page, *trace));
        const std::vector<float> after = page.drawing.moved(before, at(-1, 2), {0, 1});
        QVERIFY(after[2] > before[2]);
        QCOMPARE(after[1], before[1]);
        QVERIFY(page.drawing.moved(before, at(-1, 6), {0, 1}).empty());
    }

    void pages_areSeenWholeInASmallWindow() { test::verifySeenWhole(seriesTrace(), "series"); }
};

} // namespace gf::tst_lab_tour_series

#include "tests/entry.h"
GF_TEST(tst_lab_tour_series, TestLabTourSeries)
#include "tst_lab_tour_series.moc"
