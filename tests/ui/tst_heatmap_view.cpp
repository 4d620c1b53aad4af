// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/drawn_station.h"
#include "tests/ui/small_attention.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/heatmap_words.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

namespace gf::tst_heatmap_view {

class HeatmapViewTest : public QObject {
    Q_OBJECT

    Trace m_trace = smallAttention(2, 6, true, 1);

    HeatmapData weights() const { return heatmapOf(m_trace, attentionNode(m_trace, "weights"), 1); }

    static void turnWheel(HeatmapView& view, const QPointF& at, int notches,
                          Qt::KeyboardModifiers keys = Qt::ControlModifier) {
        QWheelEvent turn(at, view.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, keys,
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &turn);
    }

    static QPoint centre(const HeatmapView& view, Index row, Index column) {
        return view.heatmapLayout().cellRect(row, column).center().toPoint();
    }

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void hovered_tellsTheCellUnderThePointer() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        view.show();
        QSignalSpy hovered(&view, &HeatmapView::hovered);
        QSignalSpy left(&view, &HeatmapView::left);
        QTest::mouseMove(&view, centre(view, 2, 3));
        QTest::mouseMove(&view, centre(view, 2, 3) + QPoint(1, 1)); // still the same cell
        QTest::mouseMove(&view, centre(view, 4, 0));
        QCOMPARE(hovered.size(), 2);
        QCOMPARE(hovered[0][0].toLongLong(), 2);
        QCOMPARE(hovered[0][1].toLongLong(), 3);
        QCOMPARE(hovered[1][0].toLongLong(), 4);
        QCOMPARE(left.size(), 0);
        QTest::mouseMove(&view, QPoint(2, 2));
        QCOMPARE(left.size(), 1);
    }

    /// It stands on a ground of its own, which is as high as the row where rows are low.
    void highlightedLabel_coversNoLabelBesideIt() {
        class Ground : public test::Words {
        public:
            void rectangle(const QRectF& area, const QColor&, const char* kind) override {
                if (QLatin1String(kind) == QLatin1String("highlighted"))
                    ofLabel = area;
            }
            void text(const CanvasText& line) override { placed.push_back(line); }
            QRectF ofLabel;
            std::vector<CanvasText> placed;
        };
        const HeatmapStyle style{Theme::light(), QFont()};
        for (const Index tokens : {6, 12, 24})
            for (const bool inPairs : {false, true}) {
                const Trace trace = smallAttention(1, tokens, true, 0);
                HeatmapData data = heatmapOf(trace, attentionNode(trace, "weights"));
                if (!inPairs) {
                    data.rowLabels = data.columnLabels;
                    data.rowPairs = false;
                }
                const HeatmapLayout layout =
                    layOutHeatmap(data, QRectF(0, 0, 300, 300),
                                  HeatmapView::optionsFor(style.font, allHeatmapParts));
                QVERIFY(layout.rowWords);
                Ground labels, light;
                drawHeatmap(labels, data, layout, style);
                drawHighlight(light, data, layout, style, {3, -1, true});
                QVERIFY(!light.ofLabel.isEmpty());
                for (const CanvasText& text : labels.placed)
                    if (text.at.x() < layout.cells.left() && text.at.y() > layout.cells.top() &&
                        !text.upwards && std::abs(text.at.y() - light.ofLabel.center().y()) > 1)
                        QVERIFY2(std::abs(text.at.y() - light.ofLabel.center().y()) >=
                                     (light.ofLabel.height() + layout.labelSize * 0.7) / 2,
                                 qPrintable(text.text));
            }
    }

    void click_pinsAndDoubleClickActivates() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        view.show();
        QSignalSpy pinned(&view, &HeatmapView::pinned);
        QSignalSpy activated(&view, &HeatmapView::activated);
        QTest::mouseClick(&view, Qt::LeftButton, {}, centre(view, 1, 1));
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(pinned[0][1].toLongLong(), 1);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(pinned.size(), 1);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, centre(view, 1, 1));
        QCOMPARE(activated.size(), 1);
    }

    void ctrlWheel_zoomsAtThePointer() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        view.show();
        const QPoint at = centre(view, 4, 1);
        turnWheel(view, at, 1, Qt::NoModifier);
        QVERIFY(!view.isZoomed());
        const double before = view.heatmapLayout().cellWidth;
        turnWheel(view, at, 2);
        turnWheel(view, at, 3);
        QVERIFY(view.isZoomed());
        QVERIFY(view.heatmapLayout().cellWidth > 1.4 * before);
        QCOMPARE(view.heatmapLayout().cellAt(at), (CellPlace{4, 1}));
        QVERIFY(!view.heatmapLayout().overview.isEmpty());
        QVERIFY(view.accessibleDescription().contains("Shown are rows"));
        QVERIFY(!view.grab().isNull());
        QSignalSpy hovered(&view, &HeatmapView::hovered);
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(&view, &move);
        QCOMPARE(hovered.size(), 1);
        QCOMPARE(hovered[0][0].toLongLong(), 4);
        turnWheel(view, at, -20);
        QVERIFY(!view.isZoomed());
        QCOMPARE(view.heatmapLayout().cellWidth, before);
    }

    void drag_movesTheMatrixAndPinsNothing() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        view.show();
        QSignalSpy pinned(&view, &HeatmapView::pinned);
        view.zoom(3);
        const QPoint at = view.heatmapLayout().cells.center().toPoint();
        const auto held = view.heatmapLayout().cellAt(at);
        QTest::mousePress(&view, Qt::LeftButton, {}, at);
        QTest::mouseMove(&view, at + QPoint(20, 24));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, at + QPoint(20, 24));
        QVERIFY(pinned.isEmpty());
        QCOMPARE(view.heatmapLayout().cellAt(at + QPoint(20, 24)), held);
        QTest::mouseClick(&view, Qt::LeftButton, {}, at + QPoint(20, 24));
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(pinned[0][0].toLongLong(), held->row);
        // The overview moves it too, and pins nothing either.
        const QPointF corner = view.heatmapLayout().overview.topLeft() + QPointF(2, 2);
        QTest::mouseClick(&view, Qt::LeftButton, {}, corner.toPoint());
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(view.heatmapLayout().firstRow, 0.0);
        QCOMPARE(view.heatmapLayout().firstColumn, 0.0);
    }

    void handCursor_opensHoweverADragEnds_data() {
        QTest::addColumn<int>("end");
        QTest::newRow("release") << 0;
        QTest::newRow("the zoom ends") << 1;
        QTest::newRow("another shape comes") << 2;
        QTest::newRow("the numbers go") << 3;
    }
    void handCursor_opensHoweverADragEnds() {
        QFETCH(int, end);
        HeatmapView view;
        view.setData(weights());
        view.resize(300, 260);
        view.show();
        end == 3 ? view.setNumbersShown(true) : view.zoom(3);
        const QPoint at = view.heatmapLayout().cells.center().toPoint();
        QTest::mousePress(&view, Qt::LeftButton, {}, at);
        QTest::mouseMove(&view, at + QPoint(20, 24));
        QCOMPARE(view.cursor().shape(), Qt::ClosedHandCursor);
        HeatmapData other = weights();
        other.rows = 1;
        other.columns = static_cast<Index>(other.values.size());
        if (end == 1)
            view.endZoom();
        else if (end == 2)
            view.setData(other);
        else if (end == 3)
            view.setNumbersShown(false);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, at + QPoint(20, 24));
        QCOMPARE(view.cursor().shape(), Qt::ArrowCursor);
    }

    void zoomedView_followsTheHighlight() {
        HeatmapView view;
        view.setData(weights());
        view.resize(300, 260);
        view.show();
        view.zoom(4);
        for (const CellPlace& place : {CellPlace{5, 5}, CellPlace{0, 0}, CellPlace{3, 4}}) {
            view.setHighlight({place.row, place.column, true});
            QVERIFY(view.heatmapLayout().showsRow(place.row));
            QVERIFY(view.heatmapLayout().showsColumn(place.column));
        }
        view.endZoom();
        QVERIFY(!view.heatmapLayout().isWindow);
    }

    void setNumbersShown_givesCellsRoomForNumbers_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("tokens") << 13 << 13;
        QTest::newRow("features") << 13 << 64;
        QTest::newRow("one row") << 1 << 64;
    }
    void setNumbersShown_givesCellsRoomForNumbers() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        HeatmapData data;
        data.rows = rows;
        data.columns = columns;
        data.values.assign(rows * columns, -0.25F);
        HeatmapView view;
        view.setData(data);
        view.resize(330, 250);
        view.show();
        QCOMPARE(view.heatmapLayout().valueSize, 0.0);
        view.setNumbersShown(true);
        const HeatmapLayout layout = view.heatmapLayout();
        QVERIFY(layout.cellWidth >= 30);
        QVERIFY(layout.cellHeight >= 30);
        QVERIFY(layout.valueSize > 0);
        QVERIFY(layout.showsRow(0));
        QVERIFY(layout.showsColumn(0));
        view.setHighlight({rows - 1, columns - 1, true});
        QVERIFY(view.heatmapLayout().showsColumn(columns - 1));
        view.setNumbersShown(false);
        QVERIFY(!view.heatmapLayout().isWindow);
    }

    /// In line with other views, which leave no room for all of its cells.
    void givenCells_areAWindowWhereTheyHaveNoRoom() {
        HeatmapData data;
        data.rows = 13;
        data.columns = 64;
        data.values.assign(data.rows * data.columns, -0.25F);
        HeatmapView view;
        view.setData(data);
        view.setParts(HeatmapParts(allHeatmapParts).setFlag(HeatmapPart::RowLabels, false));
        view.resize(330, 250);
        view.show();
        view.setCell({36, 36}, QPointF(40, 60));
        view.setNumbersShown(true);
        HeatmapLayout layout = view.heatmapLayout();
        QVERIFY(layout.isWindow);
        QCOMPARE(layout.cells.topLeft(), QPointF(40, 60));
        QVERIFY(QRectF(view.rect()).contains(layout.cells));
        QCOMPARE(layout.cellWidth, 36.0);
        QVERIFY(layout.valueSize > 0);
        view.setHighlight({12, 63, true});
        QVERIFY(view.heatmapLayout().showsRow(12));
        QVERIFY(view.heatmapLayout().showsColumn(63));
        view.resize(40 + 64 * 36 + 100, 60 + 13 * 36 + 100);
        layout = view.heatmapLayout();
        QVERIFY(!layout.isWindow);
        QCOMPARE(layout.cells.topLeft(), QPointF(40, 60));
    }

    void arrowKeys_moveTheHighlightedCell() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        view.show();
        QSignalSpy hovered(&view, &HeatmapView::hovered);
        QSignalSpy pinned(&view, &HeatmapView::pinned);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(hovered.takeFirst(),
                 (QVariantList{QVariant::fromValue(Index(0)), QVariant::fromValue(Index(0))}));
        view.setHighlight({2, 2, true});
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Up);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(pinned.size(), 3);
        // It keeps no selection of its own: each key starts from what it was given.
        QCOMPARE(pinned[0][1].toLongLong(), 3);
        QCOMPARE(pinned[1][0].toLongLong(), 1);
        QCOMPARE(pinned[2][1].toLongLong(), 5);
        QVERIFY(hovered.isEmpty());
    }

    void heatmapView_leavesTheKeysOfTheWindowAlone() {
        class Parent : public QWidget {
        public:
            QList<int> keys;

        protected:
            void keyPressEvent(QKeyEvent* event) override { keys << event->key(); }
        } parent;
        HeatmapView view(&parent);
        view.setData(weights());
        for (const Qt::Key key :
             {Qt::Key_Space, Qt::Key_Escape, Qt::Key_BracketLeft, Qt::Key_Comma})
            QTest::keyClick(&view, key);
        QCOMPARE(parent.keys.size(), 4);
    }

    void highlight_changesOnlyItsRowAndColumn() {
        HeatmapView view;
        view.setData(weights());
        view.resize(420, 360);
        const auto picture = [&] { return view.grab().toImage(); };
        const QImage before = picture();
        view.setHighlight({1, 2, false});
        const QImage highlighted = picture();
        QVERIFY(highlighted != before);
        const QPoint elsewhere = centre(view, 4, 4);
        QCOMPARE(highlighted.pixel(elsewhere), before.pixel(elsewhere));
        const QRectF row = view.heatmapLayout().rowRect(1);
        QVERIFY(highlighted.pixel(QPointF(row.left() + 9, row.top() - 1).toPoint()) !=
                before.pixel(QPointF(row.left() + 9, row.top() - 1).toPoint()));
        view.setHighlight({});
        QCOMPARE(picture(), before);
        view.setHighlight({99, 99, true}); // of a larger matrix elsewhere on the stage
        QCOMPARE(picture(), before);
    }

    void hover_redrawsNoCell() {
        class Counted : public HeatmapView {
        public:
            int figures = 0;

        protected:
            void drawFigure(QPainter& painter) override {
                ++figures;
                HeatmapView::drawFigure(painter);
            }
        } view;
        view.setData(weights());
        view.resize(420, 360);
        connect(&view, &HeatmapView::hovered, this, [&](Index row, Index column) {
            view.setHighlight({row, column, false});
        });
        view.show();
        view.grab();
        for (Index i = 0; i < 10; ++i) {
            QTest::mouseMove(&view, centre(view, i % 6, (i + 1) % 6));
            QCOMPARE(view.highlight().row, i % 6);
            view.grab();
        }
        QCOMPARE(view.figures, 1);
        view.setData(weights());
        view.grab();
        QCOMPARE(view.figures, 2);
    }

    void hiddenCells_areHatchedByTheirMask() {
        const Trace trace = smallAttention(1, 6, true, 2);
        HeatmapView view;
        view.setData(heatmapOf(trace, attentionNode(trace, "masked")));
        view.resize(420, 360);
        const QImage picture = view.grab().toImage();
        const auto cell = [&](Index row, Index column) {
            return picture.copy(view.heatmapLayout().cellRect(row, column).toAlignedRect());
        };
        const auto colours = [](const QImage& image) {
            QSet<QRgb> set;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    set << image.pixel(x, y);
            return set.size();
        };
        QVERIFY(colours(cell(0, 2)) > 3);
        QVERIFY(cell(0, 2) != cell(5, 4)); // causal, padding
        QVERIFY(cell(0, 4) != cell(5, 4)); // both, padding
        QVERIFY(cell(0, 4) != cell(0, 2)); // both, causal
    }

    void largeMatrix_isDrawnAsAPictureWithItsPeak() {
        HeatmapData data;
        data.rows = data.columns = 1024;
        data.scale = HeatmapData::Scale::Sequential;
        data.values.assign(1024 * 1024, 0.0F);
        data.values[700 * 1024 + 300] = 1;
        HeatmapView view;
        view.setData(data);
        view.resize(500, 500);
        QVERIFY(view.heatmapLayout().drawnAsImage());
        const QImage picture = view.grab().toImage();
        // A single peak among a million is not lost.
        const QPoint peak = centre(view, 700, 300);
        bool found = false;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
                found |= picture.pixelColor(peak + QPoint(x, y)).lightness() > 120 &&
                         picture.pixelColor(peak + QPoint(x, y)).red() > 200;
        QVERIFY(found);
    }

    /// Rows that are many pixels high are of one colour from top to bottom, and each of its own.
    void wideMatrix_isDrawnAsAPictureRowByRow() {
        constexpr Index columns = 4096;
        HeatmapData data;
        data.rows = 3;
        data.columns = columns;
        data.scale = HeatmapData::Scale::Sequential;
        for (const float value : {0.0F, 0.5F, 1.0F})
            data.values.insert(data.values.end(), columns, value);
        HeatmapView view;
        view.setData(data);
        view.resize(500, 400);
        const HeatmapLayout layout = view.heatmapLayout();
        QVERIFY(layout.drawnAsImage());
        const QImage picture = view.grab().toImage();
        const Theme theme = Theme::of(view.palette());
        for (Index row = 0; row < 3; ++row) {
            const QRect area = layout.rowRect(row).toAlignedRect().adjusted(2, 2, -2, -2);
            const QRgb colour =
                colourFor(data.at(row, 0), data.colourRange(), data.scale, theme).rgb();
            for (int y = area.top(); y <= area.bottom(); ++y)
                QCOMPARE(picture.pixel(static_cast<int>(layout.cells.center().x()), y), colour);
        }
    }

    void accessibleText_saysWhatIsShown() {
        HeatmapView view;
        view.setData(weights());
        QVERIFY(view.accessibleName().contains("weights"));
        view.setHighlight({0, 0, true});
        QVERIFY(view.accessibleDescription().contains("<sos>"));
        QVERIFY(view.accessibleDescription().contains("1.000"));
    }

    /// In the tool tip, and to who does not see the colours.
    void rowText_tellsTheWholeRow() {
        HeatmapData data;
        data.title = "weights";
        data.rows = 2;
        data.columns = 3;
        data.values = {0.5F, 0.25F, 0.25F, 0.1F, 0.9F, 0};
        data.hidden = {Hidden::No, Hidden::No, Hidden::No, Hidden::No, Hidden::No, Hidden::Causal};
        data.rowLabels = {"a", "b"};
        data.columnLabels = {"x", "y", "z"};
        QCOMPARE(rowText(data, 0, 24), QString::fromUtf8("x 0.500 · y 0.250 · z 0.250"));
        QCOMPARE(rowText(data, 1, 24), QString::fromUtf8("x 0.100 · y 0.900 · z hidden"));
        QCOMPARE(rowText(data, 1, 2), QString::fromUtf8("x 0.100 · y 0.900 · and 1 smaller"));
        QVERIFY(cellTip(data, 1, 0).contains(rowText(data, 1, 24)));
        HeatmapView view;
        view.setData(data);
        view.setHighlight({1, 0, true});
        QVERIFY(view.accessibleDescription().contains(rowText(data, 1, 24)));
    }

    void tokenIds_standBesideTheirWordsInLowRows() {
        HeatmapData ids;
        ids.rows = 20;
        ids.columns = 1;
        ids.scale = HeatmapData::Scale::Names;
        ids.values.assign(20, 1234);
        for (Index row = 0; row < ids.rows; ++row)
            ids.rowLabels << "a";
        HeatmapOptions options = HeatmapView::optionsFor(QFont(), allHeatmapParts);
        options.cell = QSizeF(4, 4);
        const HeatmapLayout layout = layOutHeatmap(ids, QRectF(0, 0, 200, 200), options);
        test::Words drawn;
        drawHeatmap(drawn, ids, layout, {Theme::light(), QFont()});
        QVERIFY(layout.valueStep > 1);
        QCOMPARE(drawn.texts.count("1234"), static_cast<qsizetype>(layout.labelledRows().size()));
    }

    void emptyView_isDrawnAndTakesInput() {
        HeatmapView view;
        view.resize(100, 100);
        view.setHighlight({0, 0, true});
        QVERIFY(!view.grab().isNull());
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(50, 50));
        QTest::keyClick(&view, Qt::Key_Down);
        view.setData(weights());
        view.resize(10, 10);
        QVERIFY(!view.grab().isNull());
    }
};

} // namespace gf::tst_heatmap_view

#include "tests/entry.h"
GF_TEST(tst_heatmap_view, HeatmapViewTest)
#include "tst_heatmap_view.moc"
