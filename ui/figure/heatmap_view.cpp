// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_view.h"

#include "ui/figure/heatmap_words.h"
#include "ui/figure/matrix_window.h"
#include "ui/theme/presented_text.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr double viewMargin = 6;

} // namespace

HeatmapView::HeatmapView(QWidget* parent) : DrawingView(parent) {}

void HeatmapView::setData(HeatmapData data) {
    const bool sameShape = data.rows == m_data.rows && data.columns == m_data.columns;
    m_data = std::move(data);
    m_data.range = m_data.colourRange(); // asked for in many places, and a walk over all values
    forget();
    if (!sameShape) {
        m_under = {};
        m_window = {};
        m_zoomed = false;
        letGo();
        updateGeometry();
    }
    describe();
}

void HeatmapView::setLead(const QString& lead) {
    if (std::exchange(m_data.lead, lead) != lead)
        forget();
}

void HeatmapView::setParts(HeatmapParts parts) {
    if (parts == m_parts)
        return;
    m_parts = parts;
    forget();
    updateGeometry();
}

void HeatmapView::setPreferredCell(double pixels) {
    m_preferredCell = pixels;
    updateGeometry();
}

void HeatmapView::setCell(const QSizeF& cell, const std::optional<QPointF>& origin, BarPlace bar) {
    if (cell == m_cell && origin == m_origin && bar == m_bar)
        return;
    m_cell = cell;
    m_origin = origin;
    m_bar = bar;
    forget();
}

void HeatmapView::setChosen(bool chosen) {
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    update();
}

void HeatmapView::setHighlight(const HeatmapHighlight& highlight) {
    if (highlight == m_highlight)
        return;
    m_highlight = highlight;
    follow();
    describe();
    update();
}

void HeatmapView::setNumbersShown(bool shown) {
    if (shown == m_numbers)
        return;
    m_numbers = shown;
    letGo();
    if (!m_zoomed)
        m_window = {};
    forget();
    follow();
    describe();
}

void HeatmapView::setMostShown(Index rows, Index columns) {
    if (rows == m_mostRows && columns == m_mostColumns)
        return;
    m_mostRows = rows;
    m_mostColumns = columns;
    forget();
    describe();
}

void HeatmapView::setWindowStart(const CellPlace& first) {
    if (!m_numbers || m_zoomed || isHeld())
        return;
    const MatrixWindow before = m_window;
    m_window.row = first.row < 0 ? before.row : static_cast<double>(first.row);
    m_window.column = first.column < 0 ? before.column : static_cast<double>(first.column);
    if (m_window == before)
        return;
    forget();
    describe();
}

void HeatmapView::zoomAt(const QPointF& point, double factor) {
    if (!canZoom())
        return;
    const HeatmapLayout unzoomed = unzoomedLayout();
    const auto window = zoomedWindow(m_data, options(), unzoomed, heatmapLayout(), point, factor);
    if (!window)
        return endZoom();
    m_zoomed = true;
    setWindow(*window);
}

void HeatmapView::zoom(double factor) {
    const HeatmapLayout layout = heatmapLayout();
    const bool isHighlighted =
        layout.showsRow(m_highlight.row) && layout.showsColumn(m_highlight.column);
    zoomAt(isHighlighted ? layout.cellRect(m_highlight.row, m_highlight.column).center()
                         : layout.cells.center(),
           factor);
}

void HeatmapView::endZoom() {
    if (!m_zoomed)
        return;
    m_zoomed = false;
    letGo();
    setWindow({m_window.row, m_window.column, {}}); // whole cells, if they have numbers
    follow();
}

void HeatmapView::setWindow(const MatrixWindow& window) {
    MatrixWindow next = window;
    if (!m_zoomed) { // cells with numbers are seen as a whole
        next.row = std::round(next.row);
        next.column = std::round(next.column);
    }
    if (next == m_window && m_layout)
        return;
    m_window = next;
    forget();
    describe();
    if (!m_zoomed)
        emit windowMoved();
}

/// A window moves to what is highlighted, unless the pointer is there: nothing runs away from it.
void HeatmapView::follow() {
    if ((!m_numbers && !m_zoomed) || isHeld())
        return;
    const HeatmapLayout layout = heatmapLayout();
    if (!layout.isWindow)
        return;
    const auto wanted = [](Index highlighted, Index count, Index under) {
        return highlighted < count && highlighted != under ? highlighted : -1;
    };
    const MatrixWindow window =
        windowShowing(layout, {wanted(m_highlight.row, m_data.rows, m_under.row),
                               wanted(m_highlight.column, m_data.columns, m_under.column)});
    if (window != windowOf(layout))
        setWindow(window);
}

HeatmapOptions HeatmapView::optionsFor(const QFont& font, HeatmapParts parts) {
    HeatmapOptions options;
    options.parts = parts;
    options.fontSize = QFontMetricsF(font).height() * 0.8;
    options.least = leastLetters();
    options.measure = measureWith(font);
    // In a large window the cells may fill it.
    options.maxCell = 72;
    return options;
}

HeatmapOptions HeatmapView::options() const {
    HeatmapOptions options = optionsFor(font(), m_parts);
    options.bar = m_bar;
    options.origin = m_origin;
    if (!m_cell.isEmpty())
        options.cell = m_cell;
    return options;
}

HeatmapStyle HeatmapView::style() const {
    return {Theme::of(palette()), numberFont(font())};
}

/// The whole matrix, or where its numbers are wanted and have no room there, the part of it that
/// the window has come to.
HeatmapLayout HeatmapView::unzoomedLayout() const {
    QRectF area = QRectF(rect()).adjusted(viewMargin, viewMargin, -viewMargin, -viewMargin);
    HeatmapOptions options = this->options();
    const HeatmapLayout whole = layOutHeatmap(m_data, area, options);
    const double least = numberCell(m_data.scale, options.fontSize);
    const bool isLegible = whole.cellWidth >= least && whole.cellHeight >= least;
    // Cells of a given size may need more than there is.
    const bool fits = QRectF(rect()).contains(whole.cells);
    if (!m_numbers || !m_parts.testFlag(HeatmapPart::Values) || whole.cells.isEmpty() ||
        (isLegible && fits))
        return whole;
    const QSizeF cell = m_cell.expandedTo(QSizeF(least, least));
    options.window = MatrixWindow{m_window.row, m_window.column, cell};
    // No cell is cut off at the end, nor moved to the middle where it stands in line with others;
    // and the room may have changed since the window came there.
    const QSizeF room = layOutHeatmap(m_data, area, options).room.size();
    const auto spare = [this](double length, double side, Index count, Index most) {
        double cells = std::max(std::floor(length / side), 1.0);
        if (m_origin)
            cells = std::min(cells, static_cast<double>(count));
        if (most > 0)
            cells = std::min(cells, static_cast<double>(most));
        return std::max(length - cells * side, 0.0);
    };
    area.adjust(0, 0, -spare(room.width(), cell.width(), m_data.columns, m_mostColumns),
                -spare(room.height(), cell.height(), m_data.rows, m_mostRows));
    options.window = draggedWindow(layOutHeatmap(m_data, area, options), {});
    return layOutHeatmap(m_data, area, options);
}

HeatmapLayout HeatmapView::heatmapLayout() const {
    if (m_layout)
        return *m_layout;
    if (m_zoomed) {
        HeatmapOptions options = this->options();
        options.window = m_window;
        m_layout = layOutHeatmap(
            m_data, QRectF(rect()).adjusted(viewMargin, viewMargin, -viewMargin, -viewMargin),
            options);
    } else {
        m_layout = unzoomedLayout();
    }
    return *m_layout;
}

QSize HeatmapView::sizeHint() const {
    const QSizeF size = sizeForCells(m_data, m_preferredCell, options());
    return (size + QSizeF(2 * viewMargin, 2 * viewMargin)).toSize();
}

QSize HeatmapView::minimumSizeHint() const {
    return {72, 64};
}

void HeatmapView::forget() {
    m_layout.reset();
    DrawingView::forget();
}

void HeatmapView::describe() {
    setAccessibleName(m_data.title.isEmpty() ? tr("Heatmap") : tr("Heatmap: %1").arg(m_data.title));
    QString text = tr("%n rows", nullptr, static_cast<int>(m_data.rows)) + QStringLiteral(", ") +
                   tr("%n columns", nullptr, static_cast<int>(m_data.columns)) + '.';
    const Index row = m_highlight.row;
    const Index column = m_highlight.column;
    if (row >= 0 && row < m_data.rows && column >= 0 && column < m_data.columns)
        text += ' ' + cellDescription(m_data, row, column);
    if (const QString part = windowText(); !part.isEmpty())
        text += ' ' + part;
    setAccessibleDescription(text);
}

/// What of the matrix is seen; empty where all is.
QString HeatmapView::windowText() const {
    if (!m_numbers && !m_zoomed)
        return {};
    const HeatmapLayout layout = heatmapLayout();
    if (layout.overview.isEmpty())
        return {};
    const CellBlock shown = layout.shown();
    return tr("Shown are rows %1 to %2 of %3 and columns %4 to %5 of %6.")
        .arg(shown.firstRow + 1)
        .arg(shown.endRow)
        .arg(m_data.rows)
        .arg(shown.firstColumn + 1)
        .arg(shown.endColumn)
        .arg(m_data.columns);
}

DrawingView::Tip HeatmapView::tipAt(const QPointF& point) {
    const HeatmapLayout layout = heatmapLayout();
    if (layout.overview.contains(point))
        return {windowText() + '\n' + tr("Click or drag here to look at another part."),
                layout.overview.toAlignedRect()};
    if (const auto place = layout.cellAt(point))
        return {cellTip(m_data, place->row, place->column),
                layout.cellRect(place->row, place->column).toAlignedRect(),
                layout.cells.toAlignedRect()};
    return {};
}

void HeatmapView::drawFigure(QPainter& painter) {
    const HeatmapStyle style = this->style();
    PainterCanvas canvas(painter, style.font, false, leastLetters());
    drawHeatmap(canvas, m_data, heatmapLayout(), style);
}

void HeatmapView::drawLight(QPainter& painter) {
    const HeatmapStyle style = this->style();
    PainterCanvas canvas(painter, style.font, false, leastLetters());
    drawHighlight(canvas, m_data, heatmapLayout(), style, m_highlight);
}

void HeatmapView::resizeEvent(QResizeEvent* event) {
    DrawingView::resizeEvent(event);
    if (m_zoomed)
        setWindow(draggedWindow(heatmapLayout(), {}));
}

void HeatmapView::pointAt(const QPointF& point) {
    const auto place = heatmapLayout().cellAt(point);
    if (!place)
        return pointNowhere();
    if (*place == m_under)
        return;
    m_under = *place;
    emit hovered(place->row, place->column);
}

void HeatmapView::pointNowhere() {
    if (std::exchange(m_under, {}) != CellPlace{})
        emit left();
}

void HeatmapView::clickAt(const QPointF& point) {
    if (const auto place = heatmapLayout().cellAt(point))
        emit pinned(place->row, place->column);
}

DrawingView::Hold HeatmapView::takeHold(const QPointF& point) {
    m_held = heatmapLayout();
    m_heldOverview = m_held.isWindow && m_held.overview.contains(point);
    return m_heldOverview                                    ? Hold::Fast
           : m_held.isWindow && m_held.cells.contains(point) ? Hold::Loose
                                                             : Hold::None;
}

void HeatmapView::dragTo(const QPointF& point, const QPointF& by) {
    setWindow(m_heldOverview ? windowAround(m_held, point) : draggedWindow(m_held, by));
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit activated();
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier)
        return DrawingView::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Home:
        return moveBy(0, -m_data.columns);
    case Qt::Key_End:
        return moveBy(0, m_data.columns);
    case Qt::Key_PageUp:
        return moveBy(-m_data.rows, 0);
    case Qt::Key_PageDown:
        return moveBy(m_data.rows, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit activated();
        return;
    default:
        DrawingView::keyPressEvent(event);
    }
}

void HeatmapView::contextMenuEvent(QContextMenuEvent* event) {
    emit menuRequested(event->globalPos());
}

} // namespace gf
