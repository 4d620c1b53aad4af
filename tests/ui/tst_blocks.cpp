// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: what they need, how they share room, and that they draw within it.
#include "ui/stations/station_blocks.h"

#include "drawn_station.h"
#include "small_model.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

namespace gf::tst_blocks {

namespace {

/// A canvas that keeps how far a drawing reaches, and its words.
class Extent : public test::Words {
public:
    void rectangle(const QRectF& area, const QColor& colour, const char* kind) override {
        Words::rectangle(area, colour, kind);
        add(area);
    }
    void lines(const std::vector<QLineF>& drawn, const QColor& colour, double width,
               const char* kind) override {
        Words::lines(drawn, colour, width, kind);
        for (const QLineF& line : drawn)
            add(QRectF(line.p1(), line.p2()).normalized());
    }
    void polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                  const char* kind) override {
        Words::polyline(points, colour, width, kind);
        for (const QPointF& point : points)
            add({point, QSizeF()});
    }
    void text(const CanvasText& line) override {
        Words::text(line);
        const double width = measureWith(QFont())(line.text, line.size) * (line.bold ? 1.1 : 1);
        const double before = line.align == Qt::AlignHCenter ? width / 2
                              : line.align == Qt::AlignRight ? width
                                                             : 0;
        const double half = line.size * 0.4;
        if (line.upwards)
            add({line.at.x() - half, line.at.y() - width + before, 2 * half, width});
        else
            add({line.at.x() - before, line.at.y() - half, width, 2 * half});
    }
    QRectF all;

private:
    void add(const QRectF& area) {
        left = std::min(left, area.left());
        top = std::min(top, area.top());
        right = std::max(right, area.right());
        bottom = std::max(bottom, area.bottom());
        all = {QPointF(left, top), QPointF(right, bottom)};
    }
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
};

HeatmapData someMatrix(Index rows, Index columns, const QString& title = QStringLiteral("a")) {
    HeatmapData data;
    data.title = title;
    data.rows = rows;
    data.columns = columns;
    for (Index i = 0; i < rows * columns; ++i)
        data.values.push_back(static_cast<float>(i % 7) - 3);
    return data;
}

const QString text =
    QStringLiteral("Each of these words can be read whole wherever this paragraph stands.");
const QStringList tokens{QStringLiteral("the"), QStringLiteral("girl"), QStringLiteral("sings")};

/// A block that notes where it is drawn.
Block noted(std::vector<QRectF>& areas, const QSizeF& least = {}) {
    Block block;
    block.draw = [&areas](Drawing&, const QRectF& area) { areas.push_back(area); };
    return atLeast(least, block);
}

} // namespace

class TestBlocks : public QObject {
    Q_OBJECT
private:
    std::shared_ptr<const Trace> m_trace;

    StationInput input(Index row = -1, Index column = -1) const {
        StationInput input{*m_trace,
                           m_trace->graph->find("encoder.0.self_attn.weights"),
                           test::at(row, column),
                           Theme::light(),
                           QFont(),
                           {},
                           {}};
        return input;
    }

    /// Draws a block into an area, and what is highlighted over it.
    template <class OnCanvas> void draw(const Block& block, const QRectF& area, OnCanvas& canvas,
                                        StationPicture& picture, Index row = -1) const {
        const StationInput figure = input();
        Drawing drawing{figure, canvas, picture};
        block.draw(drawing, area);
        picture.drawHighlights(input(row), canvas);
    }

    std::vector<QRectF> areasOf(std::vector<QRectF>& areas, const Block& block,
                                const QRectF& area) const {
        areas.clear();
        Extent canvas;
        StationPicture picture;
        draw(block, area, canvas, picture);
        return areas;
    }

private slots:
    void initTestCase() { m_trace = traceOf(Architecture::EncoderDecoder); }
    void init() { failOnQtWarnings(); }

    void drawing_staysWithinItsArea_data() {
        QTest::addColumn<Block>("block");
        const auto add = [](const char* name, const Block& block) { QTest::newRow(name) << block; };
        const Block map = matrix(someMatrix(5, 6));
        const Block chart =
            plot({.name = "x",
                  .words = {QStringLiteral("title"), QStringLiteral("feature")},
                  .x = {0.5, 4.5},
                  .y = {-1, 1}},
                 {barsOf({0.5F, -1, 0.2F, 1}, Qt::blue), curve({{1, 0.5}, {4, -0.5}}, Qt::red),
                  markAt(2), levelAt(0.5, QStringLiteral("ln V"), Qt::red)});
        const Block lying =
            bars({{QStringLiteral("embedding"), 1, QStringLiteral("3.14"), Qt::blue},
                  {QStringLiteral("output"),
                   0.2,
                   QStringLiteral("0.63"),
                   Qt::blue,
                   {},
                   true,
                   QStringLiteral("note")}});
        const Block signs =
            legend({{Qt::red, QStringLiteral("truth")},
                    {Qt::blue, QStringLiteral("foretold"), LegendEntry::Sign::Dashes}});
        add("paragraph", paragraph(text));
        add("heading", heading(text));
        add("chooser", chooser(QStringLiteral("Choose a token:"), tokens, 1));
        add("matrix", map);
        add("equation", equation({{someMatrix(4, 4)}, {someMatrix(4, 4)}}, {QStringLiteral("=")}));
        add("plot", chart);
        add("bars", lying);
        add("legend", signs);
        add("strips",
            strips({{QStringLiteral("x"), {1, 2, 3}}, {QStringLiteral("y"), {4, 5, 6}}}, 0));
        add("column", column({heading(text), map, paragraph(text), chart}));
        add("row", row({map, chart, lying}));
        add("grid", grid({map, map, map}));
        add("fit", fit({row({map, chart}), column({map, chart})}));
        add("padded", padded(20, 10, column({map, signs})));
        add("live", live([chart](const StationInput&) { return chart; }));
    }
    void drawing_staysWithinItsArea() {
        QFETCH(Block, block);
        const QSizeF least = block.minimum(input());
        for (const double more : {0.0, 40.0, 400.0}) {
            const QRectF area(100, 50, least.width() + more, least.height() + more);
            Extent canvas;
            StationPicture picture;
            draw(block, area, canvas, picture, 1);
            QVERIFY(!canvas.all.isEmpty());
            QVERIFY2(area.adjusted(-2, -2, 2, 2).contains(canvas.all),
                     qPrintable(QStringLiteral("%1 %2 to %3 %4 in %5 × %6")
                                    .arg(canvas.all.left() - 100)
                                    .arg(canvas.all.top() - 50)
                                    .arg(canvas.all.right() - 100)
                                    .arg(canvas.all.bottom() - 50)
                                    .arg(area.width())
                                    .arg(area.height())));
        }
    }

    void minimum_isEnoughForAllWords() {
        for (const Block& block : {paragraph(text), heading(text)}) {
            const double least = block.leastWidth(input());
            for (const double width : {least, 1.7 * least, 5 * least}) {
                Extent canvas;
                StationPicture picture;
                draw(block, {0, 0, width, block.leastHeight(input(), width)}, canvas, picture);
                QCOMPARE(canvas.texts.join(QLatin1Char(' ')), text);
            }
        }
        const Block narrow = paragraph(text);
        QVERIFY(narrow.leastHeight(input(), 150) > narrow.leastHeight(input(), 600));
    }

    /// Whatever the arrangement, one pixel more in either direction makes no cell smaller.
    void moreRoom_makesNoCellSmaller() {
        const Block map = matrix(someMatrix(9, 12));
        const Block words = paragraph(text);
        const Block chart = plot({.name = "x"}, {});
        for (const Block& block :
             {map, row({map, map}), column({words, map, map}), grid({map, map, map}),
              fit({row({map, chart}), column({map, chart})})}) {
            const QSizeF least = block.minimum(input());
            double before = block.cell(input(), least);
            QVERIFY(before > 0);
            for (int more = 0; more < 500; more += 7) {
                const QSizeF room = least + QSizeF(more, more * 0.6);
                const double cell = block.cell(input(), room);
                QVERIFY2(
                    cell >= before,
                    qPrintable(QStringLiteral("%1: %2 after %3").arg(more).arg(cell).arg(before)));
                before = cell;
            }
        }
    }

    void column_dividesWhatIsLeftByShares() {
        std::vector<QRectF> areas;
        const Block block =
            column({noted(areas, {50, 30}), grows(noted(areas), 2), grows(noted(areas), 1)}, 10);
        QCOMPARE(block.minimum(input()), QSizeF(50, 50));
        areasOf(areas, block, {5, 0, 80, 200});
        QCOMPARE(areas[0], QRectF(5, 0, 80, 30));
        QVERIFY(std::abs(areas[1].height() - 100) < 0.01);
        QVERIFY(std::abs(areas[2].top() - 150) < 0.01);
        QVERIFY(std::abs(areas[2].height() - 50) < 0.01);
    }

    void row_dividesWidthsWithinLeastAndMost() {
        std::vector<QRectF> areas;
        const Block block = row(
            {grows(noted(areas, {120, 10})), grows(noted(areas), 1, 60), grows(noted(areas))}, 0);
        areasOf(areas, block, {0, 0, 240, 90});
        QVERIFY(std::abs(areas[0].width() - 120) < 0.01);
        QVERIFY(std::abs(areas[1].width() - 60) < 0.01);
        QVERIFY(std::abs(areas[2].width() - 60) < 0.01);
        QCOMPARE(areas[2].height(), 90.0);
    }

    void grid_takesTheColumnsWithTheLargestCells() {
        const Block flat = grid({matrix(someMatrix(2, 40)), matrix(someMatrix(2, 40))}, 10);
        const Block high = grid({matrix(someMatrix(40, 2)), matrix(someMatrix(40, 2))}, 10);
        const QSizeF room(700, 700);
        QCOMPARE(flat.cell(input(), room), matrix(someMatrix(2, 40)).cell(input(), {700, 345}));
        QCOMPARE(high.cell(input(), room), matrix(someMatrix(40, 2)).cell(input(), {345, 700}));
    }

    void fit_takesTheFirstOfThoseThatAreLargeEnough() {
        std::vector<QRectF> rich, plain;
        const auto withCell = [](Block block, double cell) {
            block.cell = [cell](const StationInput&, const QSizeF&) { return cell; };
            return block;
        };
        const auto chosen = [&](double richCell, double plainCell, double enough) {
            plain.clear();
            areasOf(
                rich,
                fit({withCell(noted(rich), richCell), withCell(noted(plain), plainCell)}, enough),
                {0, 0, 100, 100});
            return rich.size() == 1 && plain.empty();
        };
        QVERIFY(chosen(20, 20, 100));
        QVERIFY(!chosen(20, 30, 100));
        QVERIFY(chosen(20, 30, 18));
        // What finds no room is not taken, however large its cells are.
        plain.clear();
        areasOf(rich, fit({withCell(noted(rich, {500, 10}), 50), withCell(noted(plain), 10)}),
                {0, 0, 100, 100});
        QCOMPARE(plain.size(), std::size_t{1});
    }

    void live_followsTheFocusOverTheFigure() {
        const Block block = live([](const StationInput& now) {
            return paragraph(now.focus.row < 0 ? QStringLiteral("none")
                                               : QString::number(now.focus.row));
        });
        Extent canvas;
        StationPicture picture;
        draw(block, {0, 0, 200, 50}, canvas, picture, 3);
        QCOMPARE(canvas.texts, QStringList{QStringLiteral("3")});
        picture.drawHighlights(input(4), canvas);
        QCOMPARE(canvas.texts.last(), QStringLiteral("4"));
    }

    void sentence_sendsTheFocusToItsRows() {
        Extent canvas;
        StationPicture picture;
        draw(walked(3, 0, sentence(tokens, 1)), {0, 0, 300, 40}, canvas, picture);
        QCOMPARE(picture.rows, Index{3});
        QCOMPARE(picture.hitRegions.size(), std::size_t{3});
        QCOMPARE(picture.at(picture.hitRegions[2].area.center())->row, Index{2});
    }
};

} // namespace gf::tst_blocks

#include "tests/entry.h"
GF_TEST(tst_blocks, TestBlocks)
#include "tst_blocks.moc"
