// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_company.h"
#include "ui/stage/stage_layout.h"

#include "plain_letters.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <vector>

namespace gf::tst_stage_layout {

namespace {

/// At a desk a label has 13 pixels, on a wall of 1920 × 1080 it has 21.
HeatmapOptions optionsOf(double font) {
    HeatmapOptions options = plainLetters();
    options.fontSize = font;
    return options;
}

HeatmapData matrix(Index rows, Index columns, bool rowWords, bool columnWords) {
    HeatmapData data;
    data.title = "weights";
    data.rowTitle = "query";
    data.columnTitle = "key";
    data.rows = rows;
    data.columns = columns;
    data.values.assign(rows * columns, 0.5F);
    for (Index i = 0; rowWords && i < rows; ++i)
        data.rowLabels << (i + 1 == rows ? "<eos>" : "a");
    for (Index i = 0; columnWords && i < columns; ++i)
        data.columnLabels << (i + 1 == columns ? "<eos>" : "a");
    return data;
}

LayoutItem item(Index rows, Index columns, bool rowWords, bool columnWords, double font) {
    LayoutItem one;
    one.form = formOf(matrix(rows, columns, rowWords, columnWords), optionsOf(font));
    one.form.square = rowWords && columnWords;
    one.least = {8 * font, 0};
    return one;
}

/// The four panels of attention over that many tokens, and four heads.
LayoutInput panels(Index tokens, double font) {
    LayoutInput input;
    const LayoutItem one = item(tokens, tokens, true, true, font);
    input.subject = {one};
    input.neighbours.assign(3, one);
    input.strip.assign(4, one);
    input.stripFolds = true;
    return input;
}

LayoutInput equalPanels(Index tokens, double font) {
    LayoutInput input = panels(tokens, font);
    input.equals.assign(4, input.subject.front());
    input.subject.clear();
    input.neighbours.clear();
    return input;
}

/// x · W = y with 64 features.
LayoutInput product(Index tokens, double font) {
    LayoutInput input;
    LayoutItem sign;
    sign.sign = true;
    sign.least = {20, 40};
    LayoutItem x = item(tokens, 64, true, false, font);
    x.columns = StageScale::Shared;
    LayoutItem w = item(64, 16, false, false, font);
    w.rows = StageScale::Shared;
    input.subject = {x, sign, w, sign, item(tokens, 16, true, false, font)};
    input.subject.back().result = true;
    input.isProduct = true;
    input.strip.assign(4, item(tokens, 16, true, false, font));
    input.stripFolds = true;
    return input;
}

/// concat · W_O = output, where width is what lacks.
LayoutInput output(Index tokens, double font) {
    LayoutInput input = product(tokens, font);
    input.strip.clear();
    input.subject[2].form = item(64, 64, false, false, font).form;
    input.subject[4].form = item(tokens, 64, true, false, font).form;
    return input;
}

/// Windows of five tokens with 64 features · a kernel.
LayoutInput convolution(Index tokens, double font) {
    LayoutInput input = product(tokens, font);
    const auto reshape = [&](std::size_t at, Index rows, Index columns, bool words) {
        input.subject[at].form = item(rows, columns, words, false, font).form;
    };
    reshape(0, tokens, 320, true);
    reshape(2, 320, 64, false);
    reshape(4, tokens, 64, true);
    return input;
}

/// Four heads beside each other, which make up one matrix.
LayoutInput joined(Index tokens, double font) {
    LayoutInput input;
    LayoutItem sign;
    sign.sign = true;
    sign.least = {20, 40};
    for (int head = 0; head < 4; ++head) {
        input.subject.push_back(item(tokens, 16, true, false, font));
        input.subject.back().columns = StageScale::Shared;
        input.subject.push_back(sign);
    }
    input.subject.push_back(item(tokens, 64, true, false, font));
    input.subject.back().result = true;
    return input;
}

LayoutInput sum(Index tokens, double font) {
    LayoutInput input;
    LayoutItem sign;
    sign.sign = true;
    sign.least = {20, 40};
    const LayoutItem x = item(tokens, 64, true, false, font);
    input.subject = {x, sign, x, sign, x};
    return input;
}

/// The signs of a product stand before the names in its views.
std::vector<QRectF> rectsOf(const StagePlan& plan, const LayoutInput& input) {
    std::vector<QRectF> rects;
    for (std::size_t i = 0; i < plan.subject.size(); ++i)
        if (!(input.isProduct && input.subject[i].sign))
            rects.push_back(plan.subject[i].rect);
    for (const auto* positions : {&plan.neighbours, &plan.equals, &plan.strip})
        for (const StageSlot& slot : *positions)
            rects.push_back(slot.rect);
    return rects;
}

constexpr double desk = 13;
constexpr double wall = 21;
/// What header, bars and docks leave of a window.
constexpr QSizeF inWindow(774, 500);
constexpr QSizeF inSmallWindow(516, 318);
constexpr QSizeF onWall(1880, 880);

} // namespace

class StageLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// Stages of different needs, each laid out for what all need: the matrix is drawn in the same
    /// cells in all.
    void commonLayout_servesStagesBesideEachOther() {
        const auto alone = [](Index tokens) {
            LayoutInput input = panels(tokens, desk);
            input.neighbours.clear();
            input.strip.clear();
            return input;
        };
        const LayoutInput longer = alone(13);
        const auto common = commonLayout({alone(9), alone(13), longer});
        QVERIFY(common);
        QVERIFY(*common == *commonLayout({longer, alone(9)}));
        QCOMPARE(common->subject[0].form.rows, Index{13});
        const StagePlan plan = layOutStage(*common, inWindow, optionsOf(desk));
        const StagePlan own = layOutStage(longer, inWindow, optionsOf(desk));
        QCOMPARE(plan.cell, own.cell);
        QCOMPARE(plan.subject[0].rect, own.subject[0].rect);
        // All heads are no single matrix: each is laid out by itself.
        QVERIFY(!commonLayout({alone(9), equalPanels(9, desk)}));
        QVERIFY(!commonLayout({}));
    }

    void layOutStage_givesCellsTheirPromisedSize_data() {
        QTest::addColumn<LayoutInput>("input");
        QTest::addColumn<QSizeF>("room");
        QTest::addColumn<double>("font");
        QTest::addColumn<double>("cell");
        QTest::addColumn<double>("neighbour");
        const auto row = [](const char* name, const LayoutInput& input, const QSizeF& room,
                            double font, double cell, double neighbour) {
            QTest::newRow(name) << input << room << font << cell << neighbour;
        };
        row("13 tokens, window", panels(13, desk), inWindow, desk, 24, 9);
        row("3 tokens, window", panels(3, desk), inWindow, desk, 60, 9);
        row("7 tokens, window", panels(7, desk), inWindow, desk, 34, 9);
        row("25 tokens, window", panels(25, desk), inWindow, desk, 12, 2.8);
        row("13 tokens, small window", panels(13, desk), inSmallWindow, desk, 14, 3);
        row("13 tokens, wall", panels(13, wall), onWall, wall, 40, 9);
        row("13 tokens, wall, equal", equalPanels(13, wall), onWall, wall, 28, 0);
        row("13 tokens, window, equal", equalPanels(13, desk), inWindow, desk, 10, 0);
        row("13 tokens, small window, equal", equalPanels(13, desk), inSmallWindow, desk, 7, 0);
        row("product, window", product(13, desk), inWindow, desk, 12, 0);
        row("sum, window", sum(13, desk), inWindow, desk, 6, 0);
        row("joined heads, window", joined(13, desk), inWindow, desk, 8, 0);
        row("joined heads, small window", joined(13, desk), inSmallWindow, desk, 4, 0);
        row("attention output, window", output(13, desk), inWindow, desk, 9, 0);
    }
    void layOutStage_givesCellsTheirPromisedSize() {
        QFETCH(LayoutInput, input);
        QFETCH(QSizeF, room);
        QFETCH(double, font);
        QFETCH(double, cell);
        QFETCH(double, neighbour);
        const StagePlan plan = layOutStage(input, room, optionsOf(font));
        const QString is = QString("%1, neighbours %2, height %3%4")
                               .arg(plan.cell)
                               .arg(plan.neighbourCell)
                               .arg(plan.height)
                               .arg(plan.folded ? ", folded" : "");
        qInfo("%s", qPrintable(is));
        QVERIFY2(plan.cell >= cell, qPrintable(is));
        QVERIFY2(plan.neighbourCell >= neighbour, qPrintable(is));
        QVERIFY2(plan.height <= room.height(), qPrintable(is));
    }

    /// Views stand on whole pixels: those of fractions would be of different sizes.
    void layOutStage_givesAllHeadsAsManyPixels() {
        LayoutInput input = panels(9, desk);
        input.strip.assign(12, input.strip.front());
        int seen = 0;
        for (double width = 500; width < 1000; width += 37)
            for (double height = 300; height < 800; height += 23) {
                const StagePlan plan = layOutStage(input, {width, height}, optionsOf(12.6));
                for (const StageSlot& slot : plan.strip) {
                    QCOMPARE(slot.rect.toAlignedRect().size(),
                             plan.strip.front().rect.toAlignedRect().size());
                    ++seen;
                }
            }
        QVERIFY(seen > 100);
    }

    void layOutStage_givesNumbersRoom_data() {
        QTest::addColumn<LayoutInput>("input");
        QTest::addColumn<QSizeF>("room");
        QTest::addColumn<double>("font");
        QTest::addColumn<int>("window"); ///< rows and columns that are seen at least
        const auto row = [](const char* name, const LayoutInput& input, const QSizeF& room,
                            double font,
                            int window) { QTest::newRow(name) << input << room << font << window; };
        LayoutInput features;
        features.subject = {item(13, 64, true, false, desk)};
        LayoutInput alone = panels(13, desk);
        alone.neighbours.clear();
        row("13 tokens, small window", panels(13, desk), inSmallWindow, desk, 4);
        row("13 tokens without company, small window", alone, inSmallWindow, desk, 6);
        row("13 tokens, window", panels(13, desk), inWindow, desk, 9);
        row("40 tokens, window", panels(40, desk), inWindow, desk, 9);
        row("13 tokens, wall", panels(13, wall), onWall, wall, 13);
        row("13 × 64, small window", features, inSmallWindow, desk, 6);
        row("13 × 64, window", features, inWindow, desk, 10);
        row("product, large window", product(13, desk), {1800, 1000}, desk, 8);
    }
    void layOutStage_givesNumbersRoom() {
        QFETCH(LayoutInput, input);
        QFETCH(QSizeF, room);
        QFETCH(double, font);
        QFETCH(int, window);
        input.leastCell = 30 * font / desk;
        const StagePlan plan = layOutStage(input, room, optionsOf(font));
        const QString is = QString("%1 with %2 × %2").arg(plan.cell).arg(plan.window);
        qInfo("%s", qPrintable(is));
        QVERIFY2(plan.cell >= input.leastCell, qPrintable(is));
        QVERIFY2(plan.window == 0 || plan.window >= window, qPrintable(is));
        QVERIFY(plan.height <= room.height());
        for (const QRectF& rect : rectsOf(plan, input))
            QVERIFY(QRectF({0, 0}, room + QSizeF(1, 1)).contains(rect));
    }

    void layOutStage_makesNoCellSmallerWithMoreRoom_data() {
        QTest::addColumn<LayoutInput>("input");
        for (const Index tokens : {3, 7, 13, 25, 40}) {
            QTest::addRow("%d panels", int(tokens)) << panels(tokens, desk);
            QTest::addRow("%d equal", int(tokens)) << equalPanels(tokens, desk);
            QTest::addRow("%d product", int(tokens)) << product(tokens, desk);
            QTest::addRow("%d sum", int(tokens)) << sum(tokens, desk);
        }
        for (const Index tokens : {7, 20})
            QTest::addRow("%d windows", int(tokens)) << convolution(tokens, desk);
    }
    void layOutStage_makesNoCellSmallerWithMoreRoom() {
        QFETCH(LayoutInput, input);
        const HeatmapOptions options = optionsOf(desk);
        for (const double fixed : {300.0, 480.0, 777.0, 1200.0}) {
            double wider = 0;
            double higher = 0;
            for (double grown = 280; grown < 1900; grown += 23) {
                const double w = layOutStage(input, {grown, fixed}, options).cell;
                QVERIFY2(w >= wider, qPrintable(QString("%1 × %2").arg(grown).arg(fixed)));
                wider = w;
                const double h = layOutStage(input, {fixed, grown}, options).cell;
                QVERIFY2(h >= higher, qPrintable(QString("%1 × %2").arg(fixed).arg(grown)));
                higher = h;
            }
        }
    }

    void layOutStage_keepsMatricesApartAndInside() {
        for (const Index tokens : {3, 7, 13, 25, 40})
            for (const QSizeF& room :
                 {inWindow, inSmallWindow, onWall, QSizeF(276, 400), QSizeF(176, 136)})
                for (const LayoutInput& input :
                     {panels(tokens, desk), equalPanels(tokens, desk), product(tokens, desk),
                      sum(tokens, desk), convolution(tokens, desk)}) {
                    const StagePlan plan = layOutStage(input, room, optionsOf(desk));
                    const std::vector<QRectF> rects = rectsOf(plan, input);
                    const QRectF all(0, 0, room.width() + 1, plan.height + 1);
                    for (std::size_t i = 0; i < rects.size(); ++i) {
                        QVERIFY(!rects[i].isEmpty());
                        QVERIFY2(all.contains(rects[i]),
                                 qPrintable(QString("%1 tokens, %2 × %3: %4 %5")
                                                .arg(tokens)
                                                .arg(room.width())
                                                .arg(room.height())
                                                .arg(rects[i].right())
                                                .arg(rects[i].bottom())));
                        for (std::size_t k = 0; k < i; ++k)
                            QVERIFY2(!rects[i].intersects(rects[k]),
                                     qPrintable(QString("%1 and %2").arg(i).arg(k)));
                    }
                }
    }

    void panels_haveNoCellSmallerThanAThumbnail() {
        for (const Index tokens : {3, 7, 13, 25})
            for (const QSizeF& room : {inWindow, inSmallWindow, QSizeF(420, 300)}) {
                const StagePlan plan = layOutStage(panels(tokens, desk), room, optionsOf(desk));
                QVERIFY(plan.cell >= plan.neighbourCell);
                QVERIFY(plan.cell * static_cast<double>(tokens) >= 70);
            }
    }

    /// Whatever room there is: what stands beside it grows, but not to its size.
    void subject_isLargerThanItsNeighbours() {
        for (const Index tokens : {3, 5, 7, 13})
            for (const QSizeF& room : {inWindow, onWall, QSizeF(1400, 700)}) {
                const StagePlan plan = layOutStage(panels(tokens, desk), room, optionsOf(desk));
                QVERIFY2(
                    plan.neighbourCell < 0.85 * plan.cell,
                    qPrintable(QString("%1 beside %2").arg(plan.neighbourCell).arg(plan.cell)));
            }
    }

    /// y in x · W = y is what one looks at: 13 × 16, beside a W of 64 rows.
    void product_givesItsResultTheRoomThatIsLeft() {
        const LayoutInput input = product(13, desk);
        for (const QSizeF& room : {inWindow, inSmallWindow, QSizeF(1000, 700), onWall}) {
            const StagePlan plan = layOutStage(input, room, optionsOf(desk));
            const QSizeF x = plan.subject[0].cell;
            const QSizeF w = plan.subject[2].cell;
            const QSizeF y = plan.subject[4].cell;
            QVERIFY(x.width() >= 2);
            QVERIFY(w.height() >= 2); // features may be narrow, not more
            QCOMPARE(x.height(), y.height());
            QCOMPARE(w.width(), y.width());
            QVERIFY(y.width() >= w.width());
            QVERIFY(y.height() >= x.height());
            QVERIFY2(16 * y.width() >= 72, qPrintable(QString::number(y.width())));
            for (const QRectF& rect : rectsOf(plan, input))
                QVERIFY(QRectF({0, 0}, room + QSizeF(1, 1)).contains(rect));
        }
    }

    /// However long the kernel is.
    void convolution_givesItsResultRoom() {
        for (const Index tokens : {7, 20})
            for (const QSizeF& room : {inWindow, QSizeF(1000, 700), onWall}) {
                const QSizeF y =
                    layOutStage(convolution(tokens, desk), room, optionsOf(desk)).subject[4].cell;
                QVERIFY2(64 * y.width() >= 130 && static_cast<double>(tokens) * y.height() >= 50,
                         qPrintable(QStringLiteral("%1 × %2").arg(y.width()).arg(y.height())));
            }
    }

    /// Heads have the same queries and keys: where these would leave little for the cells, they
    /// stand beside the first ones.
    void equalPanels_shareTheirLabelsWhenSmall() {
        const auto plan = [](const QSizeF& room) {
            return layOutStage(equalPanels(13, desk), room, optionsOf(desk));
        };
        const StagePlan large = plan({1200, 900});
        for (const StageSlot& slot : large.equals)
            QCOMPARE(slot.parts, allHeatmapParts);
        const StagePlan small = plan(inSmallWindow);
        QCOMPARE(small.equals.size(), 4U);
        for (std::size_t i = 0; i < 4; ++i) {
            const StageSlot& slot = small.equals[i];
            const bool first = slot.rect.left() < 1;
            const bool top = slot.rect.top() < 1;
            QCOMPARE(slot.parts.testFlag(HeatmapPart::RowLabels), first);
            QCOMPARE(slot.parts.testFlag(HeatmapPart::ColumnLabels), top);
            HeatmapOptions options = optionsOf(desk);
            options.parts = slot.parts;
            options.cell = slot.cell;
            const QRectF area = slot.rect.adjusted(6, 6, -6, -6);
            const HeatmapLayout drawn = layOutHeatmap(matrix(13, 13, true, true), area, options);
            QCOMPARE(drawn.cellWidth, small.cell);
            QCOMPARE(drawn.rowLabels.isEmpty(), !first);
            QCOMPARE(drawn.columnLabels.isEmpty(), !top);
        }
    }

    void planCell_isWhatTheHeatmapDraws() {
        const StagePlan plan = layOutStage(panels(13, desk), inWindow, optionsOf(desk));
        HeatmapOptions options = optionsOf(desk);
        options.cell = plan.subject[0].cell;
        const QRectF area = plan.subject[0].rect.adjusted(6, 6, -6, -6);
        const HeatmapLayout drawn = layOutHeatmap(matrix(13, 13, true, true), area, options);
        QCOMPARE(drawn.cellWidth, plan.cell);
        QVERIFY(area.adjusted(-1, -1, 1, 1).contains(drawn.used()));
    }
};

} // namespace gf::tst_stage_layout

#include "tests/entry.h"
GF_APPLESS_TEST(tst_stage_layout, StageLayoutTest)
#include "tst_stage_layout.moc"
