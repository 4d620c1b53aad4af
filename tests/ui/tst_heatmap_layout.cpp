// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_axes.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/matrix_window.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"

#include "plain_letters.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_heatmap_layout {

namespace {

HeatmapData matrix(Index rows, Index columns, bool rowWords, bool columnWords) {
    HeatmapData data;
    data.title = "weights";
    data.rowTitle = "query";
    data.columnTitle = "key";
    data.rows = rows;
    data.columns = columns;
    for (Index i = 0; i < rows * columns; ++i)
        data.values.push_back(static_cast<float>(i % 7) / 7);
    for (Index i = 0; rowWords && i < rows; ++i)
        data.rowLabels << (i == 0 ? "<sos>" : "a");
    for (Index i = 0; columnWords && i < columns; ++i)
        data.columnLabels << (i == 0 ? "<sos>" : "a");
    return data;
}

/// Where a drawing's texts stand.
class PlacedTexts : public Canvas {
public:
    void rectangle(const QRectF&, const QColor&, const char*) override {}
    void outline(const QRectF&, const QColor&, double) override {}
    void lines(const std::vector<QLineF>&, const QColor&, double, const char*) override {}
    void polyline(const std::vector<QPointF>&, const QColor&, double, const char*) override {}
    void disc(const QPointF&, double, const QColor&, const char*) override {}
    void polygon(const std::vector<QPointF>&, const QColor&, const char*) override {}
    void text(const CanvasText& line) override { texts.push_back(line); }
    void image(const QRectF&, const QImage&) override {}
    bool prefersImages() const override { return true; }

    std::vector<CanvasText> texts;
};

} // namespace

class HeatmapLayoutTest : public QObject {
    Q_OBJECT

    /// What a row reads and what it writes, eight letters at most.
    static HeatmapData pairs(Index rows) {
        HeatmapData data = matrix(rows, rows, false, true);
        data.rowPairs = true;
        for (Index i = 0; i < rows; ++i)
            data.rowLabels << QStringLiteral("%1 → %2").arg(i == 0   ? "<sos>"
                                                            : i == 3 ? "red"
                                                                     : "a",
                                                            i == 2 ? "voiture" : "b");
        return data;
    }

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void pairs_standInTwoColumnsEachAsWideAsItsLongestWord() {
        const HeatmapData data = pairs(9);
        for (const double side : {260.0, 340.0, 560.0, 900.0}) {
            const HeatmapOptions options = plainLetters();
            const HeatmapLayout layout = layOutHeatmap(data, QRectF(0, 0, side, side), options);
            PlacedTexts drawn;
            drawLabels(drawn, data, layout, {Theme::light(), QFont()}, options.measure);
            const double size = layout.labelSize;
            std::vector<double> reads, writes;
            for (const CanvasText& text : drawn.texts) {
                if (text.at.y() < layout.cells.top())
                    continue; // over a column
                QVERIFY2(!text.text.contains(QChar(0x2026)), qPrintable(text.text));
                if (text.align == Qt::AlignRight)
                    reads.push_back(text.at.x());
                else if (text.align == Qt::AlignLeft)
                    writes.push_back(text.at.x());
            }
            QCOMPARE(reads.size(), std::size_t{9});
            QCOMPARE(writes.size(), std::size_t{9});
            QVERIFY(std::ranges::all_of(reads, [&](double x) { return x == reads.front(); }));
            QVERIFY(std::ranges::all_of(writes, [&](double x) { return x == writes.front(); }));
            QCOMPARE(layout.rowReads, options.measure("<sos>", size));
            QCOMPARE(layout.rowWrites, options.measure("voiture", size));
            QVERIFY(reads.front() - layout.rowReads >= layout.rowLabels.left() - 1e-6);
            QVERIFY(writes.front() + layout.rowWrites <= layout.cells.left());
        }
    }

    void powerOfTen_standsBelowTheTitle() {
        HeatmapData data = matrix(7, 7, false, false);
        data.title = QStringLiteral("a title that reaches over the colour bar");
        data.range = {{-2e9, 2e9}};
        const HeatmapOptions options = plainLetters();
        bool wasUpright = false;
        for (const double width : {120.0, 180.0, 240.0, 320.0}) {
            const HeatmapLayout layout =
                layOutHeatmap(data, QRectF(0, 0, width, width * 0.75), options);
            if (layout.colourBar.isEmpty() || layout.barLies)
                continue;
            PlacedTexts drawn;
            drawColourBar(drawn, data, layout, {Theme::light(), QFont()}, options.fontSize,
                          options.measure);
            const auto unit = std::ranges::find_if(
                drawn.texts, [](const CanvasText& text) { return text.text.contains("10"); });
            QVERIFY(unit != drawn.texts.end());
            QVERIFY(unit->at.y() - unit->size / 2 >= layout.title.bottom() - 0.5);
            wasUpright = true;
        }
        QVERIFY(wasUpright);
    }

    void cellAt_findsTheCellOfEachPixel_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("words");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("tokens") << 11 << 11 << true << QSizeF(500, 400);
        QTest::newRow("cross attention") << 6 << 15 << true << QSizeF(300, 300);
        QTest::newRow("features") << 11 << 64 << false << QSizeF(640, 300);
        QTest::newRow("one row") << 1 << 23 << false << QSizeF(600, 160);
        QTest::newRow("thousand tokens") << 1024 << 1024 << true << QSizeF(500, 500);
        QTest::newRow("one cell") << 1 << 1 << false << QSizeF(100, 100);
        QTest::newRow("thumbnail") << 23 << 23 << true << QSizeF(90, 70);
    }
    void cellAt_findsTheCellOfEachPixel() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, words);
        QFETCH(QSizeF, size);
        const QRectF bounds({20, 30}, size);
        const HeatmapLayout layout =
            layOutHeatmap(matrix(rows, columns, words, words), bounds, plainLetters());
        QVERIFY(bounds.adjusted(-1, -1, 1, 1).contains(layout.cells));
        for (const Index row : {Index(0), Index(rows / 2), Index(rows - 1)})
            for (const Index column : {Index(0), Index(columns / 2), Index(columns - 1)}) {
                const auto hit = layout.cellAt(layout.cellRect(row, column).center());
                QVERIFY(hit.has_value());
                QCOMPARE(hit->row, row);
                QCOMPARE(hit->column, column);
            }
        QVERIFY(!layout.cellAt(layout.cells.topLeft() - QPointF(1, 1)));
        QVERIFY(!layout.cellAt(layout.cells.bottomRight() + QPointF(1, 1)));
        QVERIFY(!layout.cellAt({layout.cells.right() + 1, layout.cells.center().y()}));
    }

    void areas_doNotOverlap() {
        const HeatmapLayout layout =
            layOutHeatmap(matrix(11, 11, true, true), QRectF(0, 0, 500, 400), plainLetters());
        const QList<QRectF> areas{layout.cells,    layout.rowLabels,   layout.columnLabels,
                                  layout.rowTitle, layout.columnTitle, layout.colourBar,
                                  layout.title};
        for (int i = 0; i < areas.size(); ++i) {
            QVERIFY(!areas[i].isEmpty());
            QVERIFY(QRectF(0, 0, 500, 400).contains(areas[i]));
            for (int j = 0; j < i; ++j)
                QVERIFY2(!areas[i].intersects(areas[j]),
                         qPrintable(QString("%1 %2").arg(i).arg(j)));
        }
    }

    void tokenCells_areSquare() {
        for (const QSizeF& size : {QSizeF(800, 300), QSizeF(300, 800)}) {
            const auto layout =
                layOutHeatmap(matrix(6, 15, true, true), QRectF({0, 0}, size), plainLetters());
            QCOMPARE(layout.cellWidth, layout.cellHeight);
        }
    }

    void denseLabels_becomeNumbersInsteadOfWords() {
        const auto roomy =
            layOutHeatmap(matrix(11, 11, true, true), QRectF(0, 0, 500, 400), plainLetters());
        QVERIFY(roomy.rowWords);
        QVERIFY(roomy.columnWords);
        QCOMPARE(roomy.rowLabelStep, Index(1));
        QCOMPARE(roomy.columnLabelStep, Index(1));
        // A thousand words are seen as what they are only one by one.
        const auto dense =
            layOutHeatmap(matrix(1024, 1024, true, true), QRectF(0, 0, 500, 400), plainLetters());
        QVERIFY(!dense.rowWords);
        QVERIFY(!dense.columnWords);
        QVERIFY(dense.rowLabelStep * dense.cellHeight >= dense.labelSize);
        QVERIFY(dense.columnLabelStep * dense.cellWidth >= 3 * 0.6 * dense.labelSize);
    }

    void labels_areThinnedOutBeforeTheyBecomeNumbers() {
        for (const Index tokens : {13, 25, 60, 128})
            for (double height = 120; height < 400; height += 3) {
                const auto layout = layOutHeatmap(matrix(tokens, tokens, true, true),
                                                  QRectF(0, 0, 260, height), plainLetters());
                if (layout.cellHeight < 1)
                    continue;
                QVERIFY(layout.rowLabelStep == 0 || layout.rowWords);
                QVERIFY(layout.rowLabelStep == 0 ||
                        layout.rowLabelStep * layout.cellHeight >= layout.labelSize);
                QVERIFY(layout.labelSize == 0 || layout.labelSize >= 6.6);
            }
    }

    void cells_neverShrinkWithMoreRoom() {
        // Where cells are too small to be drawn one by one, words and numbers take turns.
        constexpr double drawn = 3;
        for (const HeatmapData& data : {matrix(3, 3, true, true), matrix(13, 13, true, true),
                                        matrix(25, 13, true, true), matrix(13, 64, true, false),
                                        matrix(64, 16, false, false), matrix(1, 64, false, false)})
            for (const double fixed : {120.0, 250.0, 600.0}) {
                double wider = 0;
                double higher = 0;
                for (double grown = 60; grown < 900; grown += 7) {
                    const auto side = [&](double w, double h) {
                        const auto layout = layOutHeatmap(data, QRectF(0, 0, w, h), plainLetters());
                        return std::min(layout.cellWidth, layout.cellHeight);
                    };
                    QVERIFY2(side(grown, fixed) >= wider || wider < drawn,
                             qPrintable(QString("%1 × %2").arg(grown).arg(fixed)));
                    wider = side(grown, fixed);
                    QVERIFY2(side(fixed, grown) >= higher || higher < drawn,
                             qPrintable(QString("%1 × %2").arg(fixed).arg(grown)));
                    higher = side(fixed, grown);
                }
            }
    }

    void cells_showNumbersFromThirtyPixels() {
        for (const double largest : {1.0, 12.0, 0.05, 3e-5}) {
            HeatmapData data = matrix(4, 4, true, true);
            data.range = {-largest, largest};
            HeatmapOptions options = plainLetters();
            options.cell = QSizeF(30, 30);
            const auto layout = layOutHeatmap(data, QRectF(0, 0, 400, 400), options);
            QCOMPARE(layout.cellWidth, 30.0);
            QVERIFY2(layout.valueSize >= 9, qPrintable(QString::number(largest)));
        }
    }

    void smallHeatmap_dropsWhatDoesNotFit() {
        const auto layout =
            layOutHeatmap(matrix(23, 23, true, true), QRectF(0, 0, 110, 90), plainLetters());
        QVERIFY(layout.columnTitle.isEmpty());
        QVERIFY(layout.cells.height() > 40);
    }

    void smallHeatmap_prefersCellsToAxisTitles() {
        // One of the four panels of attention in a window of 1024 by 640.
        const QRectF place(0, 0, 178, 156);
        const auto layout = layOutHeatmap(matrix(11, 13, true, true), place, plainLetters());
        QVERIFY2(layout.cellWidth >= 7, qPrintable(QString::number(layout.cellWidth)));
        QVERIFY(layout.columnTitle.isEmpty());
        QVERIFY(!layout.colourBar.isEmpty());
        QVERIFY(place.adjusted(-1, -1, 1, 1).contains(layout.used()));
        const auto roomy =
            layOutHeatmap(matrix(11, 13, true, true), QRectF(0, 0, 400, 360), plainLetters());
        QVERIFY(!roomy.columnTitle.isEmpty());
    }

    void values_areShownWhereTheyFit() {
        QVERIFY(layOutHeatmap(matrix(5, 5, true, true), QRectF(0, 0, 500, 400), plainLetters())
                    .valueSize >= 9);
        QCOMPARE(layOutHeatmap(matrix(40, 40, true, true), QRectF(0, 0, 500, 400), plainLetters())
                     .valueSize,
                 0.0);
    }

    void colourBar_liesBelowFewRows() {
        const auto layout =
            layOutHeatmap(matrix(1, 20, false, false), QRectF(0, 0, 500, 160), plainLetters());
        QVERIFY(layout.barLies);
        QVERIFY(layout.colourBar.top() > layout.cells.bottom());
    }

    /// "2.00" beside cells of 0.0002 is wrong by four digits without it.
    void colourBar_showsTheUnitOfSmallNumbers() {
        HeatmapData data = matrix(1, 20, false, false);
        for (float& value : data.values)
            value *= 1e-4F;
        const QRectF bounds(0, 0, 230, 160);
        const HeatmapOptions options = plainLetters();
        const HeatmapLayout layout = layOutHeatmap(data, bounds, options);
        QVERIFY(layout.barLies);
        PlacedTexts canvas;
        drawColourBar(canvas, data, layout, {Theme::light(), QFont()}, options.fontSize,
                      options.measure);
        const QString unit = numberFormatFor(data.colourRange()).unit();
        QVERIFY(!unit.isEmpty());
        const auto drawn = std::ranges::find(canvas.texts, unit, &CanvasText::text);
        QVERIFY(drawn != canvas.texts.end());
        QVERIFY(drawn->at.x() + options.measure(unit, drawn->size) <= bounds.right());
        for (const CanvasText& tick : canvas.texts)
            QVERIFY(tick.text == unit || tick.at.x() < drawn->at.x());
    }

    void tokenIds_areWholeNumbersWithoutAColourBar() {
        HeatmapData ids = matrix(1, 11, false, true);
        ids.scale = HeatmapData::Scale::Names;
        for (float& id : ids.values)
            id *= 70;
        QCOMPARE(ids.format().text(37), "37");
        const auto layout = layOutHeatmap(ids, QRectF(0, 0, 500, 160), plainLetters());
        QVERIFY(layout.colourBar.isEmpty());
        QVERIFY(layout.valueSize > 0);
    }

    /// Also where the stage asks for the narrow cells of the matrices beside them.
    void tokenIds_showTheirNumbersInNarrowCells() {
        HeatmapData ids = matrix(20, 1, true, false);
        ids.scale = HeatmapData::Scale::Names;
        for (float& id : ids.values)
            id = 1234;
        HeatmapOptions options = plainLetters();
        options.cell = QSizeF(9, 12);
        const HeatmapLayout layout = layOutHeatmap(ids, QRectF(0, 0, 140, 400), options);
        QVERIFY(layout.valueSize >= 7);
        QCOMPARE(layout.cellHeight, 12.0);
        QVERIFY(layout.cellWidth >= options.measure("1234", layout.valueSize));
        // In low rows as often as there is a word beside them.
        options.cell = QSizeF(4, 4);
        const HeatmapLayout low = layOutHeatmap(ids, QRectF(0, 0, 140, 200), options);
        QCOMPARE(low.cellHeight, 4.0);
        QVERIFY(low.valueStep > 1);
        QCOMPARE(low.valueStep, low.rowLabelStep);
        QVERIFY(low.valueStep * low.cellHeight >= low.valueSize);
    }

    /// A word is not shortened beside room that nothing takes.
    void labels_takeTheFreeRoomBesideThem() {
        HeatmapData data = matrix(3, 3, true, true);
        data.rowLabels = data.columnLabels = {"moulin", "maintenant", "la"};
        HeatmapOptions options = plainLetters();
        options.cell = QSizeF(20, 20);
        const auto texts = [&](const QSizeF& room) {
            const HeatmapLayout layout = layOutHeatmap(data, QRectF({0, 0}, room), options);
            PlacedTexts drawn;
            drawLabels(drawn, data, layout, {Theme::light(), QFont()}, options.measure);
            QStringList words;
            for (const CanvasText& text : drawn.texts)
                words << text.text;
            return words;
        };
        QCOMPARE(texts({600, 400}).count("maintenant"), 2);
        QCOMPARE(texts({170, 170}).count("maintenant"), 0);
        // The cells stay where they are.
        HeatmapData brief = data;
        brief.rowLabels = brief.columnLabels = {"moul", "main", "la"};
        QCOMPARE(layOutHeatmap(data, QRectF(0, 0, 600, 400), options).cells.size(),
                 layOutHeatmap(brief, QRectF(0, 0, 600, 400), options).cells.size());
    }

    void singleRow_isHigherThanALine() {
        const auto layout =
            layOutHeatmap(matrix(1, 64, false, false), QRectF(0, 0, 190, 84), plainLetters());
        QVERIFY(layout.cellHeight >= 8);
        QVERIFY(!layout.colourBar.isEmpty());
    }

    void sizeForCells_holdsTheCells() {
        for (const Index tokens : {3, 11, 23}) {
            const HeatmapData data = matrix(tokens, tokens, true, true);
            const QSizeF size = sizeForCells(data, 24, plainLetters());
            const auto layout = layOutHeatmap(data, QRectF({0, 0}, size), plainLetters());
            QVERIFY2(layout.cellWidth >= 22, qPrintable(QString::number(layout.cellWidth)));
        }
    }

    // Windows

    void matrixWindow_showsTheCellsAskedFor_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<double>("row");
        QTest::addColumn<double>("column");
        QTest::newRow("tokens") << 13 << 13 << QSizeF(300, 240) << 4.0 << 7.0;
        QTest::newRow("between two rows") << 13 << 64 << QSizeF(500, 300) << 2.5 << 20.3;
        QTest::newRow("a thousand") << 1024 << 1024 << QSizeF(500, 500) << 700.0 << 300.0;
        QTest::newRow("one row") << 1 << 64 << QSizeF(400, 160) << 0.0 << 30.0;
        QTest::newRow("in the smallest place") << 13 << 13 << QSizeF(60, 50) << 3.0 << 3.0;
    }
    void matrixWindow_showsTheCellsAskedFor() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(QSizeF, size);
        QFETCH(double, row);
        QFETCH(double, column);
        const HeatmapData data = matrix(rows, columns, true, false);
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{row, column, {32, 32}};
        const QRectF bounds({20, 30}, size);
        const auto layout = layOutHeatmap(data, bounds, options);
        QVERIFY(layout.isWindow);
        QCOMPARE(layout.cellWidth, 32.0);
        QVERIFY(bounds.adjusted(-1, -1, 1, 1).contains(layout.cells));
        QCOMPARE(layout.cellAt(layout.cells.topLeft() + QPointF(0.1, 0.1))->row, Index(row));
        QCOMPARE(layout.cellAt(layout.cells.topLeft() + QPointF(0.1, 0.1))->column, Index(column));
        const CellBlock shown = layout.shown();
        for (Index r = shown.firstRow; r < shown.endRow; ++r)
            for (Index c = shown.firstColumn; c < shown.endColumn; ++c) {
                const QRectF cell = layout.cellRect(r, c);
                QVERIFY(layout.cells.adjusted(-0.01, -0.01, 0.01, 0.01).contains(cell));
                if (const auto hit = layout.cellAt(cell.center()); !cell.isEmpty())
                    QCOMPARE(*hit, (CellPlace{r, c}));
            }
        QVERIFY(layout.cellRect(shown.endRow + 1, 0).isEmpty());
        // Its labels are those of its rows and columns.
        for (const Index r : layout.labelledRows())
            QVERIFY(layout.showsRow(r));
        for (const Index c : layout.labelledColumns())
            QVERIFY(layout.showsColumn(c));
    }

    /// Columns 33 to 48 of a larger matrix are numbers as those of the whole are.
    void partOfAMatrix_countsOnInItsLabels() {
        HeatmapData part = matrix(64, 16, false, false);
        part.columnOffset = 32;
        bool thinned = false;
        for (double width = 120; width < 700; width += 4) {
            const HeatmapLayout layout =
                layOutHeatmap(part, QRectF(0, 0, width, 400), plainLetters());
            PlacedTexts texts;
            drawLabels(texts, part, layout, {Theme::light(), QFont()}, plainLetters().measure);
            double end = -1;
            int count = 0;
            for (const CanvasText& text : texts.texts)
                if (text.text.toInt() > 32 && text.align == Qt::AlignHCenter && !text.upwards) {
                    const double half = plainLetters().measure(text.text, text.size) / 2;
                    QVERIFY2(text.at.x() - half > end, qPrintable(text.text));
                    end = text.at.x() + half;
                    const auto column = layout.cellAt({text.at.x(), layout.cells.center().y()});
                    QCOMPARE(column->column + 33, Index(text.text.toInt()));
                    ++count;
                } else {
                    QVERIFY2(!text.upwards || text.text == "query", qPrintable(text.text));
                }
            thinned |= count > 0 && count < 16;
        }
        QVERIFY(thinned);
        QCOMPARE(columnLabel(part, 0), QString("33"));
        QCOMPARE(rowLabel(transposed(part), 15), QString("48"));
    }

    void matrixWindow_labelsEveryRow() {
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{5, 20, {32, 32}};
        const auto layout =
            layOutHeatmap(matrix(13, 64, true, false), QRectF(0, 0, 500, 300), options);
        std::vector<Index> rows;
        for (Index row = 5;
             row < 13 && layout.wholeCellRect(row, 20).center().y() < layout.cells.bottom(); ++row)
            rows.push_back(row);
        QVERIFY(rows.size() >= 5);
        QCOMPARE(layout.labelledRows(), rows);
    }

    void colourBar_keepsItsNumbersApartAboveAnOverview() {
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{0, 0, {32, 32}};
        bool isDropped = false;
        for (double height = 120; height < 400; height += 5) {
            const auto layout =
                layOutHeatmap(matrix(40, 40, true, true), QRectF(0, 0, 400, height), options);
            isDropped = isDropped || layout.colourBar.isEmpty();
            QVERIFY(layout.colourBar.isEmpty() ||
                    layout.colourBar.height() >= 4 * options.fontSize);
        }
        QVERIFY(isDropped);
    }

    void overview_saysWhereTheWindowIs() {
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{0, 32, {32, 32}};
        const auto layout =
            layOutHeatmap(matrix(13, 64, true, false), QRectF(0, 0, 500, 300), options);
        QVERIFY(QRectF(0, 0, 500, 300).contains(layout.overview));
        QVERIFY(!layout.overview.intersects(layout.cells));
        QVERIFY(!layout.overview.intersects(layout.colourBar));
        QVERIFY(!layout.colourBar.isEmpty());
        const QRectF part = coveredPart(layout);
        QCOMPARE(part.left(), layout.overview.center().x());
        QCOMPARE(part.top(), layout.overview.top());
        // Pointing into it brings that place into the middle.
        const MatrixWindow there = windowAround(layout, layout.overview.center());
        QVERIFY(std::abs(there.column + layout.shownColumns() / 2 - 32) <= 0.5);
        const MatrixWindow end = windowAround(layout, layout.overview.bottomRight());
        QCOMPARE(end.column + layout.shownColumns(), 64.0);
        QCOMPARE(end.row + layout.shownRows(), 13.0);
    }

    void overview_isLeftOutWhereTheWholeMatrixIsShown() {
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{-1, -2, {32, 32}};
        const auto layout =
            layOutHeatmap(matrix(3, 3, true, true), QRectF(0, 0, 500, 300), options);
        QVERIFY(layout.overview.isEmpty());
        QCOMPARE(layout.cells.size(), QSizeF(96, 96));
        QCOMPARE(layout.cells.topLeft(), layout.room.topLeft() + QPointF(64, 32));
    }

    void zoomedWindow_keepsTheCellUnderThePointer_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("words");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("tokens") << 13 << 13 << true << QSizeF(300, 260);
        QTest::newRow("few tokens, wide place") << 6 << 6 << true << QSizeF(900, 300);
        QTest::newRow("features") << 13 << 64 << false << QSizeF(640, 400);
        QTest::newRow("high") << 64 << 16 << false << QSizeF(500, 300);
        QTest::newRow("a thousand") << 1024 << 1024 << true << QSizeF(500, 500);
        QTest::newRow("one row") << 1 << 64 << false << QSizeF(600, 200);
    }
    void zoomedWindow_keepsTheCellUnderThePointer() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, words);
        QFETCH(QSizeF, size);
        const HeatmapData data = matrix(rows, columns, true, words);
        const HeatmapOptions options = plainLetters();
        const auto whole = layOutHeatmap(data, QRectF({0, 0}, size), options);
        for (const double x : {0.17, 0.5, 0.83})
            for (const double y : {0.23, 0.5, 0.77}) {
                const QPointF at(whole.cells.left() + x * whole.cells.width(),
                                 whole.cells.top() + y * whole.cells.height());
                const auto cell = whole.cellAt(at);
                HeatmapLayout now = whole;
                double side = 0;
                for (int notch = 0; notch < 25; ++notch) {
                    const auto window = zoomedWindow(data, options, whole, now, at, 1.2);
                    QVERIFY(window);
                    HeatmapOptions zoomed = options;
                    zoomed.window = window;
                    now = layOutHeatmap(data, whole.bounds, zoomed);
                    QCOMPARE(now.cellAt(at), cell);
                    QVERIFY(std::min(now.cellWidth, now.cellHeight) >= side);
                    side = std::min(now.cellWidth, now.cellHeight);
                }
                QVERIFY(side >= 30);
                // And back out, to where the whole matrix has room again.
                bool ends = false;
                for (int notch = 0; notch < 80 && !ends; ++notch) {
                    const auto window = zoomedWindow(data, options, whole, now, at, 1 / 1.2);
                    HeatmapOptions zoomed = options;
                    zoomed.window = window;
                    now = layOutHeatmap(data, whole.bounds, zoomed);
                    ends = !window;
                }
                QVERIFY(ends);
            }
    }

    void draggedWindow_endsWhereTheMatrixDoes() {
        const HeatmapData data = matrix(64, 64, false, false);
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{10, 10, {32, 32}};
        const QRectF bounds(0, 0, 400, 300);
        const auto layout = layOutHeatmap(data, bounds, options);
        const MatrixWindow moved = draggedWindow(layout, {-32, 64});
        QCOMPARE(moved.column, 11.0);
        QCOMPARE(moved.row, 8.0);
        QCOMPARE(draggedWindow(layout, {1e6, 1e6}).row, 0.0);
        QCOMPARE(draggedWindow(layout, {-1e6, 0}).column + layout.shownColumns(), 64.0);
    }

    void windowShowing_movesNoFurtherThanNeeded() {
        const HeatmapData data = matrix(64, 64, false, false);
        HeatmapOptions options = plainLetters();
        options.window = MatrixWindow{10, 10, {32, 32}};
        const auto layout = layOutHeatmap(data, QRectF(0, 0, 400, 300), options);
        QCOMPARE(windowShowing(layout, {12, -1}), *options.window);
        for (const CellPlace& cell : {CellPlace{9, 10}, CellPlace{0, 63}, CellPlace{63, 12},
                                      CellPlace{40, 40}, CellPlace{20, -1}}) {
            HeatmapOptions next = options;
            next.window = windowShowing(layout, cell);
            const auto there = layOutHeatmap(data, layout.bounds, next);
            QCOMPARE(there.cellRect(cell.row, std::max(cell.column, Index(11))).size(),
                     QSizeF(31, 31));
        }
        QCOMPARE(windowShowing(layout, {9, 10}).row, 8.0); // with the row above
        QCOMPARE(windowShowing(layout, {9, 10}).column, 10.0);
    }

    void thinnedLabels_beginWithTheFirst() {
        const auto layout =
            layOutHeatmap(matrix(60, 60, true, true), QRectF(0, 0, 300, 300), plainLetters());
        QVERIFY(layout.rowLabelStep > 1);
        QVERIFY(layout.rowWords);
        QCOMPARE(layout.labelledRows().front(), Index(0));
    }

    void layOutHeatmap_acceptsNoDataAndNoRoom() {
        const auto layout = layOutHeatmap({}, QRectF(0, 0, 100, 100), plainLetters());
        QVERIFY(!layout.cellAt({50, 50}));
        QVERIFY(!layOutHeatmap(matrix(3, 3, true, true), {}, plainLetters()).cellAt({0, 0}));
    }

    void elided_cutsTheMiddle() {
        const TextMeasure measure = plainLetters().measure;
        QCOMPARE(elided("abc", 100, 10, measure), "abc");
        QCOMPARE(elided("abcdefghij", 30, 10, measure), QString::fromUtf8("ab…ij"));
        QCOMPARE(elided("abcdefghij", 1, 10, measure), QString::fromUtf8("…"));
    }

    void elided_cutsNoCharacterInTwo() {
        const TextMeasure measure = plainLetters().measure;
        // A surrogate pair, a letter with two accents, a flag of two letters, a family.
        for (const char* character : {"😀", "e\u0301\u0302", "🇩🇪", "👩‍👩‍👧"}) {
            const QString one = QString::fromUtf8(character);
            const QString text = one.repeated(6);
            for (double width = 0; width < 10.0 * static_cast<double>(text.size()); width += 5) {
                const QString cut = elided(text, width, 10, measure);
                const QStringList ends = cut.split(QChar(0x2026));
                QVERIFY2(cut == text || ends.size() == 2, qPrintable(cut));
                for (const QString& end : ends)
                    QCOMPARE(end, one.repeated(end.size() / one.size()));
            }
            for (int most = 1; most < 8; ++most)
                QCOMPARE(shortened(text, most),
                         most >= 6 ? text : one.repeated(most - 1) + QChar(0x2026));
        }
    }

    void numberFormat_isOneForTheWholeMatrix_data() {
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("unit");
        QTest::newRow("probabilities") << 1.0 << 0.5 << "0.50"
                                       << "";
        QTest::newRow("scores") << 12.0 << -3.14159 << QString::fromUtf8("−3.1") << "";
        QTest::newRow("large") << 4321.0 << 1234.4 << "1234"
                               << "";
        QTest::newRow("gradients")
            << 3.2e-5 << -1.5e-5 << QString::fromUtf8("−1.50") << QString::fromUtf8("×10⁻⁵");
        QTest::newRow("no minus zero") << 1.0 << -0.001 << "0.00"
                                       << "";
        QTest::newRow("masked") << 1.0 << -std::numeric_limits<double>::infinity()
                                << QString::fromUtf8("−∞") << "";
        QTest::newRow("not a number") << 1.0 << std::nan("") << "NaN"
                                      << "";
    }
    void numberFormat_isOneForTheWholeMatrix() {
        QFETCH(double, largest);
        QFETCH(double, value);
        QFETCH(QString, text);
        QFETCH(QString, unit);
        const NumberFormat format = numberFormatFor({-largest, largest});
        QCOMPARE(format.text(value), text);
        QCOMPARE(format.unit(), unit);
    }

    /// A zero of whole numbers says something; "0.00" hides the cells that do.
    void cellText_isADotForWhatRoundsToZero() {
        const QString dot = QString::fromUtf8("·");
        const NumberFormat shares = numberFormatFor({0, 1});
        QCOMPARE(shares.cellText(0.004), dot);
        QCOMPARE(shares.cellText(-0.004), dot);
        QCOMPARE(shares.cellText(0), dot);
        QCOMPARE(shares.cellText(0.006), QString("0.01"));
        QCOMPARE((NumberFormat{0, 0}.cellText(0)), QString("0"));
    }

    void numberText_keepsTheDigits() {
        QCOMPARE(numberText(0.31415926), "0.3142");
        QCOMPARE(numberText(-1.2345e-7, 3), QString::fromUtf8("−1.23×10⁻⁷"));
        QCOMPARE(changeText(0.25), QString("+0.250"));
        QCOMPARE(changeText(-0.25), QString::fromUtf8("−0.250"));
        QCOMPARE(changeText(0), QString("0"));
        QCOMPARE(termText(0.25, 2), QString("0.25"));
        QCOMPARE(termText(-0.25, 2), QString::fromUtf8("(−0.25)"));
        QCOMPARE(withMinus("-2e-05"), QString::fromUtf8("−2e-05"));
        QCOMPARE(withMinus("-0.00"), QString("0.00"));
        QCOMPARE(superscript(-12), QString::fromUtf8("⁻¹²"));
        QCOMPARE(numberText(9.9999, 3), "10.0");
        QCOMPARE(numberText(0), "0");
    }

    void ticksFor_givesRoundNumbersInsideTheRange() {
        QCOMPARE(ticksFor({0, 1}, 5), (std::vector<double>{0, 0.2, 0.2 * 2, 0.2 * 3, 0.8, 1}));
        const auto ticks = ticksFor({-1.37, 1.37}, 4);
        QVERIFY(std::find(ticks.begin(), ticks.end(), 0.0) != ticks.end());
        for (const double tick : ticks)
            QVERIFY(std::abs(tick) <= 1.37);
        QVERIFY(ticksFor({1, 1}, 4).empty());
    }

    /// 0.125 is not where "0.13" says.
    void ticks_areWhereTheirNumbersSay_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("weights of 24 keys") << 0.0 << 0.125;
        QTest::newRow("shares") << 0.0 << 0.21;
        QTest::newRow("tens") << -12.5 << 12.5;
        QTest::newRow("hundreds") << 0.0 << 125.0;
        QTest::newRow("small") << 0.0 << 1.25e-5;
    }
    void ticks_areWhereTheirNumbersSay() {
        QFETCH(double, low);
        QFETCH(double, high);
        const NumberFormat format = numberFormatFor({low, high});
        for (int count = 1; count <= 8; ++count) {
            const std::vector<double> ticks = ticksFor({low, high}, count);
            QVERIFY(!ticks.empty());
            for (const double tick : ticks) {
                const QString said = format.text(tick).replace(QChar(0x2212), '-');
                QVERIFY2(std::abs(said.toDouble() * std::pow(10.0, format.exponent) - tick) <=
                             1e-9 * high,
                         qPrintable(QStringLiteral("%1 at %2").arg(said).arg(tick)));
            }
        }
    }
};

} // namespace gf::tst_heatmap_layout

#include "tests/entry.h"
GF_APPLESS_TEST(tst_heatmap_layout, HeatmapLayoutTest)
#include "tst_heatmap_layout.moc"
