// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/matrix_window.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double usualFont = 13;
constexpr double usualCell = 30;   ///< with numbers, at the usual font
constexpr double signedCell = 34;  ///< with signed ones
constexpr double largestCell = 12; ///< in font sizes

/// One direction of a window.
struct Direction {
    double first = 0; ///< at the beginning of the room
    double count = 0; ///< of all
    double cell = 1;
    double room = 0; ///< in pixels

    double shown() const { return room / cell; }

    /// The first where the matrix ends with its room, or stands in the middle of that.
    double within(double wanted) const {
        const double spare = count - shown();
        return spare > 0 ? std::clamp(wanted, 0.0, spare) : spare / 2;
    }

    /// Moved to show a place, with the one beside it where there is room, and whole cells first.
    double showing(Index place) const {
        const auto at = static_cast<double>(place);
        const double end = first + shown();
        if (place < 0 || (at >= first && at + 1 <= end + 1e-6))
            return first;
        const double beside = shown() >= 3 ? 1 : 0;
        const bool far = at + 1 < first - 1 || at > end + 1;
        const double middle = std::floor(at + 0.5 - shown() / 2);
        const double wanted = far          ? middle
                              : at < first ? at - beside
                                           : std::ceil(at + 1 + beside - shown());
        return within(wanted);
    }

    /// Near the first that is within, as far as the cell at `place`, which stands `place` − first
    /// cells from the beginning, stays there.
    double nearWithin(double place) const {
        constexpr double inside = 0.05;  ///< from the edge of that cell
        constexpr double surely = 0.001; ///< whatever rounding does
        const double into = place - std::floor(place);
        const double least = std::max(std::min(inside - into, 0.0), surely - into);
        const double most = std::min(std::max(1 - inside - into, 0.0), 1 - surely - into);
        return std::clamp(within(first), first + least, first + most);
    }
};

Direction rowsOf(const HeatmapLayout& layout) {
    const QRectF& room = layout.isWindow ? layout.room : layout.cells;
    return {layout.firstRow - (layout.cells.top() - room.top()) / layout.cellHeight,
            static_cast<double>(layout.rows), layout.cellHeight, room.height()};
}

Direction columnsOf(const HeatmapLayout& layout) {
    const QRectF& room = layout.isWindow ? layout.room : layout.cells;
    return {layout.firstColumn - (layout.cells.left() - room.left()) / layout.cellWidth,
            static_cast<double>(layout.columns), layout.cellWidth, room.width()};
}

/// Of stripes the thin side grows first.
QSizeF zoomedCell(const QSizeF& cell, double factor) {
    const double thin = std::min(cell.width(), cell.height()) * factor;
    return {std::max(cell.width(), thin), std::max(cell.height(), thin)};
}

QPointF clamped(const QPointF& point, const QRectF& area) {
    constexpr double inside = 0.01;
    return {std::clamp(point.x(), area.left(), std::max(area.left(), area.right() - inside)),
            std::clamp(point.y(), area.top(), std::max(area.top(), area.bottom() - inside))};
}

} // namespace

double numberCell(HeatmapData::Scale scale, double fontSize) {
    const double side = scale == HeatmapData::Scale::Diverging ? signedCell : usualCell;
    return std::ceil(side * std::max(1.0, fontSize / usualFont));
}

MatrixWindow windowOf(const HeatmapLayout& layout) {
    return {rowsOf(layout).first, columnsOf(layout).first, {layout.cellWidth, layout.cellHeight}};
}

std::optional<MatrixWindow> zoomedWindow(const HeatmapData& data, HeatmapOptions options,
                                         const HeatmapLayout& unzoomed, const HeatmapLayout& now,
                                         const QPointF& at, double factor) {
    if (unzoomed.rows == 0 || unzoomed.columns == 0 || now.cells.isEmpty())
        return std::nullopt;
    const QSizeF usual(unzoomed.cellWidth, unzoomed.cellHeight);
    const double side = std::min(usual.width(), usual.height());
    const double most = std::max(1.0, largestCell * options.fontSize / side);
    const double reached = std::min(now.cellWidth, now.cellHeight) / side;
    const double wanted = std::min(reached * factor, std::max(most, reached));
    if (wanted < 1.01)
        return std::nullopt;
    MatrixWindow window{0, 0, zoomedCell(usual, wanted)};
    options.window = window;
    const HeatmapLayout next = layOutHeatmap(data, unzoomed.bounds, options);
    const QPointF from = clamped(at, now.cells);
    const QPointF to = clamped(from, next.room);
    const double row = now.firstRow + (from.y() - now.cells.top()) / now.cellHeight;
    const double column = now.firstColumn + (from.x() - now.cells.left()) / now.cellWidth;
    Direction rows = rowsOf(next);
    Direction columns = columnsOf(next);
    rows.first = row - (to.y() - next.room.top()) / rows.cell;
    columns.first = column - (to.x() - next.room.left()) / columns.cell;
    window.row = rows.nearWithin(row);
    window.column = columns.nearWithin(column);
    return window;
}

MatrixWindow draggedWindow(const HeatmapLayout& from, const QPointF& by) {
    const Direction rows = rowsOf(from);
    const Direction columns = columnsOf(from);
    return {rows.within(rows.first - by.y() / rows.cell),
            columns.within(columns.first - by.x() / columns.cell),
            {from.cellWidth, from.cellHeight}};
}

MatrixWindow windowShowing(const HeatmapLayout& now, const CellPlace& cell) {
    return {rowsOf(now).showing(cell.row),
            columnsOf(now).showing(cell.column),
            {now.cellWidth, now.cellHeight}};
}

MatrixWindow windowAround(const HeatmapLayout& now, const QPointF& onOverview) {
    const QRectF& map = now.overview;
    const Direction rows = rowsOf(now);
    const Direction columns = columnsOf(now);
    const double row = (onOverview.y() - map.top()) / map.height() * rows.count;
    const double column = (onOverview.x() - map.left()) / map.width() * columns.count;
    return {rows.within(row - rows.shown() / 2),
            columns.within(column - columns.shown() / 2),
            {now.cellWidth, now.cellHeight}};
}

QRectF coveredPart(const HeatmapLayout& layout) {
    const QRectF& map = layout.overview;
    const double row = map.height() / static_cast<double>(layout.rows);
    const double column = map.width() / static_cast<double>(layout.columns);
    return {map.left() + layout.firstColumn * column, map.top() + layout.firstRow * row,
            layout.shownColumns() * column, layout.shownRows() * row};
}

} // namespace gf
