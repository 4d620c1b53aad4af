// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_painter.h"

#include "ui/figure/heatmap_axes.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/matrix_window.h"
#include "ui/figure/number_format.h"
#include "ui/theme/colour_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

using Range = std::pair<double, double>;

/// Cells that a vector file has as shapes of their own. One of a million is beyond what programs
/// for slides and papers open; there the cells are a picture, and all else stays as it is.
constexpr Index mostShapes = 300 * 300;

/// A key that the person took away, not a mask of the model.
bool hiddenByHand(const HeatmapData& data, Index row, Index column) {
    const float value = data.at(row, column);
    return data.changedAt(row, column) && std::isinf(value) && value < 0;
}

QColor cellColour(const HeatmapData& data, Index row, Index column, const Range& range,
                  const Theme& theme) {
    const float value = data.at(row, column);
    if (data.scale == HeatmapData::Scale::Names)
        return theme.grid;
    if (hiddenByHand(data, row, column))
        return theme.hatchBackground;
    const Hidden hidden = data.hiddenAt(row, column);
    if (hidden == Hidden::No)
        return colourFor(value, range, data.scale, theme);
    const QColor ground = hatchGround(hidden, theme);
    return hasValueUnderMask(value) ? mixed(colourFor(value, range, data.scale, theme), ground, 0.5)
                                    : ground;
}

/// A line around the matrix and, where cells stand apart, around each of them: a cell near zero has
/// nearly the colour of the background.
void drawGround(Canvas& canvas, const HeatmapLayout& layout, const Theme& theme) {
    const double apart = layout.gap > 0 ? 0 : 1;
    canvas.rectangle(layout.cells.adjusted(-1, -1, apart, apart),
                     layout.gap > 0 ? theme.border : theme.fieldBorder, "ground");
}

void drawCellsOneByOne(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                       const Theme& theme) {
    const Range range = data.colourRange();
    // In a vector file neighbours overlap a little, or viewers show the paper between them.
    const double overlap = layout.gap == 0 && !canvas.prefersImages() ? 0.25 : 0;
    const CellBlock shown = layout.shown();
    for (Index row = shown.firstRow; row < shown.endRow; ++row)
        for (Index column = shown.firstColumn; column < shown.endColumn; ++column) {
            const QRectF cell = layout.cellRect(row, column);
            const QRectF area(cell.topLeft(),
                              QPointF(std::min(cell.right() + overlap, layout.cells.right()),
                                      std::min(cell.bottom() + overlap, layout.cells.bottom())));
            canvas.rectangle(area, cellColour(data, row, column, range, theme), "cell");
        }
    const double width = layout.cellWidth >= 20 ? 1.3 : 1;
    const auto draw = [&](HatchLines lines, const char* name) {
        canvas.lines(hatchOf(data, layout, lines), hatchColour(lines, theme), width, name);
    };
    draw(HatchLines::Rising, "hatch-causal");
    draw(HatchLines::Falling, "hatch-padding");
    draw(HatchLines::Upright, "hatch-chosen");
}

/// The cell that a pixel shows when several share it: the strongest one, so that no peak is lost;
/// not-a-number before all others; a hidden one only when all are.
CellPlace strongest(const HeatmapData& data, Index row0, Index row1, Index column0, Index column1) {
    CellPlace best{row0, column0};
    float most = -1;
    for (Index row = row0; row < row1; ++row)
        for (Index column = column0; column < column1; ++column) {
            const float value = data.at(row, column);
            if (std::abs(value) <= most || data.hiddenAt(row, column) != Hidden::No)
                continue;
            best = {row, column};
            if (std::isnan(value))
                return best;
            most = std::abs(value);
        }
    return best;
}

/// The pixels of a picture of all cells: the screen's own, or in a vector file as many for each
/// cell as show which mask hides it.
QSize pixelsFor(const Canvas& canvas, const HeatmapLayout& layout) {
    constexpr int perCell = 3;
    if (!canvas.prefersImages())
        return QSize(static_cast<int>(layout.columns), static_cast<int>(layout.rows)) * perCell;
    const QSizeF size = layout.cells.size() * canvas.pixelRatio();
    return QSize(static_cast<int>(std::lround(size.width())),
                 static_cast<int>(std::lround(size.height())))
        .expandedTo({1, 1});
}

/// Many small cells as one picture.
void drawCellsAsImage(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                      const Theme& theme) {
    const Range range = data.colourRange();
    const QSize pixels = pixelsFor(canvas, layout);
    const int width = pixels.width();
    const int height = pixels.height();
    const double ratio = canvas.prefersImages() ? canvas.pixelRatio() : 1;
    // The cells from the first that is seen on to the end of `count`, one after the other.
    struct Cells {
        double first, shown;
        Index count;
        Index at(int pixel, int pixels) const {
            const double at = first + pixel * shown / pixels;
            return std::clamp<Index>(static_cast<Index>(at), 0, count);
        }
    };
    const auto all = [&](Index count, double seen) {
        return layout.isWindow ? seen : static_cast<double>(count);
    };
    const Cells rows{layout.firstRow, all(data.rows, layout.shownRows()), data.rows};
    const Cells columns{layout.firstColumn, all(data.columns, layout.shownColumns()), data.columns};
    const int period = std::max(4, static_cast<int>(std::lround(5 * ratio)));
    const int thickness = std::max(1, static_cast<int>(std::lround(1.2 * ratio)));
    const QRgb hatch = hatchColour(HatchLines::Rising, theme).rgb();
    const QRgb padding = hatchColour(HatchLines::Falling, theme).rgb();
    QImage image(width, height, QImage::Format_RGB32);
    std::pair<Index, Index> above; // the rows of the line above
    for (int y = 0; y < height; ++y) {
        const Index row0 = std::min(rows.at(y, height), data.rows - 1);
        const Index row1 = std::max(row0 + 1, rows.at(y + 1, height));
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        // A few rows of many columns are as many pixels as a large matrix; hatching differs by
        // line.
        const bool isAsAbove = std::exchange(above, std::pair(row0, row1)) == std::pair(row0, row1);
        if (isAsAbove && data.hidden.empty()) {
            std::copy_n(reinterpret_cast<const QRgb*>(image.constScanLine(y - 1)), width, line);
            continue;
        }
        // Neighbouring pixels often show the same cell: its colour is worked out once.
        Index shown = -1;
        QRgb colour = 0;
        Hidden hidden = Hidden::No;
        for (int x = 0; x < width; ++x) {
            const Index column0 = std::min(columns.at(x, width), data.columns - 1);
            const Index column1 = std::max(column0 + 1, columns.at(x + 1, width));
            if (column0 != shown || column1 > column0 + 1) {
                const CellPlace cell = strongest(data, row0, row1, column0, column1);
                hidden = data.hiddenAt(cell.row, cell.column);
                colour = cellColour(data, cell.row, cell.column, range, theme).rgb();
                shown = column0;
            }
            const bool isPadding =
                hiddenByPadding(hidden) && (x - y + period * height) % period < thickness;
            const bool hatched = (hiddenByCausal(hidden) && (x + y) % period < thickness) ||
                                 (hasLines(hidden, HatchLines::Upright) && x % period < thickness);
            line[x] = isPadding ? padding : hatched ? hatch : colour;
        }
    }
    canvas.image(layout.cells, image);
}

/// Not at the edge of a window that cuts the cell.
bool hasRoomForValue(const HeatmapLayout& layout, const QRectF& cell) {
    constexpr double aside = 0.1; ///< of the cell; a number leaves that free
    const double x = cell.width() * aside;
    const double y = cell.height() * 0.25;
    return !layout.isWindow || layout.cells.contains(cell.adjusted(x, y, -x, -y));
}

void drawValues(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                const HeatmapStyle& style) {
    const Range range = data.colourRange();
    const NumberFormat& format = layout.valueFormat;
    const CellBlock shown = layout.shown();
    for (Index row = shown.firstRow; row < shown.endRow; ++row)
        for (Index column = shown.firstColumn; column < shown.endColumn; ++column) {
            const float value = data.at(row, column);
            if (row % layout.valueStep != 0 || data.hiddenAt(row, column) != Hidden::No ||
                hiddenByHand(data, row, column))
                continue;
            const QRectF cell = layout.wholeCellRect(row, column);
            if (!hasRoomForValue(layout, cell))
                continue;
            const QColor colour = cellColour(data, row, column, range, style.theme);
            canvas.text({cell.center(), format.cellText(value), layout.valueSize,
                         readableOn(colour), Qt::AlignHCenter, false, false});
        }
}

void drawMaskWords(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const Theme& theme, const TextMeasure& measure) {
    const double size = layout.labelSize;
    for (const MaskWord& word : wordsInMasks(data, layout, measure)) {
        QRectF plate(0, 0, measure(word.text, size) + size * 0.6, size * 1.3);
        plate.moveCenter(word.area.center());
        canvas.rectangle(plate, hatchGround(word.hidden, theme), "mask-word");
        canvas.text({plate.center(), word.text, size, theme.text, Qt::AlignHCenter, false, false});
    }
}

/// A number that is none cannot be missed, also where cells are too small for words.
void markNotNumbers(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                    const Theme& theme) {
    std::vector<QLineF> crosses;
    const CellBlock shown = layout.shown();
    for (Index row = shown.firstRow; row < shown.endRow; ++row)
        for (Index column = shown.firstColumn; column < shown.endColumn; ++column) {
            const float value = data.at(row, column);
            if (std::isfinite(value) || data.hiddenAt(row, column) != Hidden::No ||
                hiddenByHand(data, row, column))
                continue;
            const QRectF cell = layout.cellRect(row, column);
            canvas.outline(cell, theme.error, layout.cellWidth >= 12 ? 2 : 1);
            if (std::isnan(value) && layout.valueSize == 0) {
                crosses.emplace_back(cell.topLeft(), cell.bottomRight());
                crosses.emplace_back(cell.bottomLeft(), cell.topRight());
            }
        }
    canvas.lines(crosses, readableOn(theme.error), 1, "not-a-number");
}

/// A line around the cells that the person changed, whatever their shape: between a changed cell
/// and one that is not. A key taken away is crossed out.
void markChanges(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                 const Theme& theme) {
    if (data.changed.empty())
        return;
    const auto changed = [&](Index row, Index column) {
        return row >= 0 && row < data.rows && column >= 0 && column < data.columns &&
               data.changedAt(row, column);
    };
    std::vector<QLineF> contour, crosses;
    const CellBlock shown = layout.shown();
    for (Index row = shown.firstRow; row < shown.endRow; ++row)
        for (Index column = shown.firstColumn; column < shown.endColumn; ++column) {
            if (!data.changedAt(row, column))
                continue;
            const QRectF area = layout.cellRect(row, column);
            // Inside a large cell; around a small one, whose colour would be gone.
            const double in = std::min(layout.cellWidth, layout.cellHeight) >= 16 ? 1.5 : -1;
            const QRectF cell = area.adjusted(in, in, -in, -in);
            if (!changed(row - 1, column))
                contour.emplace_back(cell.topLeft(), cell.topRight());
            if (!changed(row + 1, column))
                contour.emplace_back(cell.bottomLeft(), cell.bottomRight());
            if (!changed(row, column - 1))
                contour.emplace_back(cell.topLeft(), cell.bottomLeft());
            if (!changed(row, column + 1))
                contour.emplace_back(cell.topRight(), cell.bottomRight());
            if (hiddenByHand(data, row, column)) {
                crosses.emplace_back(area.topLeft(), area.bottomRight());
                crosses.emplace_back(area.bottomLeft(), area.topRight());
            }
        }
    canvas.lines(crosses, theme.hatch, 1.2, "hidden-by-hand");
    canvas.lines(contour, QColor(changedGround), 4.5, "changed-ground");
    canvas.lines(contour, QColor(changedColour), 2.2, "changed");
}

/// A frame that shows on every colour: the highlight's own with the opposite on both sides.
void frame(Canvas& canvas, const QRectF& area, const Theme& theme, double width) {
    const QColor opposite = theme.isDark ? QColor(0x10, 0x12, 0x16) : QColor(Qt::white);
    canvas.outline(area.adjusted(-width - 1, -width - 1, width + 1, width + 1), opposite, 1);
    canvas.outline(area.adjusted(-width, -width, width, width), theme.highlight, width);
    canvas.outline(area, opposite, 1);
}

/// All of the matrix that the window is a part of, and where that part lies.
void drawOverview(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                  const Theme& theme) {
    HeatmapLayout whole;
    whole.rows = data.rows;
    whole.columns = data.columns;
    whole.cells = layout.overview;
    whole.cellWidth = layout.overview.width() / static_cast<double>(data.columns);
    whole.cellHeight = layout.overview.height() / static_cast<double>(data.rows);
    canvas.rectangle(whole.cells.adjusted(-1, -1, 1, 1), theme.fieldBorder, "overview");
    drawCellsAsImage(canvas, data, whole, theme);
    const QRectF part = coveredPart(layout);
    // A part of a large matrix is still to be seen.
    const QSizeF more = (QSizeF(4, 4) - part.size()).expandedTo({0, 0}) / 2;
    frame(canvas, part.adjusted(-more.width(), -more.height(), more.width(), more.height()), theme,
          1);
}

} // namespace

QColor colourFor(double value, const std::pair<double, double>& range, HeatmapData::Scale scale,
                 const Theme& theme) {
    if (std::isnan(value))
        return theme.error;
    const double span = range.second - range.first;
    if (scale == HeatmapData::Scale::Sequential)
        return QColor(sequentialColour(span > 0 ? (value - range.first) / span : 0));
    // Zero is the middle of the map even when a locked range is not symmetric.
    const double largest = std::max(std::abs(range.first), std::abs(range.second));
    return QColor(divergingColour(largest > 0 ? value / largest : 0, theme.isDark));
}

void drawHeatmap(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                 const HeatmapStyle& style) {
    if (layout.rows == 0 || layout.columns == 0)
        return;
    const TextMeasure measure = measureWith(style.font);
    drawGround(canvas, layout, style.theme);
    const bool asImage =
        canvas.prefersImages() ? layout.drawnAsImage() : layout.rows * layout.columns > mostShapes;
    if (asImage) {
        drawCellsAsImage(canvas, data, layout, style.theme);
    } else {
        drawCellsOneByOne(canvas, data, layout, style.theme);
        markNotNumbers(canvas, data, layout, style.theme);
        markChanges(canvas, data, layout, style.theme);
    }
    if (layout.valueSize > 0)
        drawValues(canvas, data, layout, style);
    drawMaskWords(canvas, data, layout, style.theme, measure);
    drawLabels(canvas, data, layout, style, measure);
    drawTitle(canvas, data, layout, style, measure);
    drawColourBar(canvas, data, layout, style, layout.titleSize / 1.15, measure);
    if (!layout.overview.isEmpty())
        drawOverview(canvas, data, layout, style.theme);
}

void drawHighlight(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, const HeatmapHighlight& highlight) {
    const Index row = layout.showsRow(highlight.row) ? highlight.row : -1;
    const Index column = layout.showsColumn(highlight.column) ? highlight.column : -1;
    if (layout.rows == 0 || (row < 0 && column < 0))
        return;
    const Theme& theme = style.theme;
    const TextMeasure measure = measureWith(style.font);
    const double width = highlight.pinned ? 2 : 1;
    if (row >= 0)
        frame(canvas, layout.rowRect(row), theme, width);
    if (column >= 0)
        frame(canvas, layout.columnRect(column), theme, width);
    if (row >= 0 && column >= 0)
        frame(canvas, layout.cellRect(row, column), theme, width + 1);

    // Both are named in full, whatever their labels have room for.
    if (row >= 0 && !layout.rowLabels.isEmpty()) {
        const QString label = rowLabel(data, row);
        const double size = layout.labelSize;
        const RowLabel words = rowLabelOf(layout, row, label, theme.selectionText, measure, true);
        // Over no label of a row beside it.
        const double rows =
            layout.cellHeight * static_cast<double>(std::max<Index>(1, layout.rowLabelStep));
        const double height = std::max(size * 0.9, std::min(size * 1.5, rows - 2));
        canvas.rectangle(QRectF(words.area.left() - 4, words.area.center().y() - height / 2,
                                words.area.width() + 8, height),
                         theme.selection, "highlighted");
        for (const CanvasText& text : words.texts)
            canvas.text(text);
    }
    if (column >= 0 && !layout.columnLabels.isEmpty()) {
        const QString label = columnLabel(data, column);
        const double size = layout.labelSize;
        const double wide = measure(label, size);
        const bool cut = wide > layout.columnLabels.height() - size * 0.4;
        const bool upright = cut || isUpright(layout, label, measure);
        const double half = upright ? wide / 2 + 4 : size * 0.75;
        const double bottom = layout.columnLabels.bottom() - 1;
        const double height = upright ? size * 1.4 : wide + 8;
        double x = layout.columnRect(column).center().x();
        if (upright)
            x = std::max(layout.bounds.left() + half, std::min(x, layout.bounds.right() - half));
        canvas.rectangle(QRectF(x - half, bottom - height, 2 * half, height), theme.selection,
                         "highlighted");
        if (upright)
            canvas.text({{x, bottom - size * 0.7},
                         label,
                         size,
                         theme.selectionText,
                         Qt::AlignHCenter,
                         false,
                         false});
        else
            drawColumnLabel(canvas, layout, column, label, theme.selectionText, measure);
    }
}

} // namespace gf
