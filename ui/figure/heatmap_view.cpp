// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_view.h"

#include "ui/figure/mask_hatch.h"
#include "ui/figure/matrix_window.h"
#include "ui/figure/number_format.h"
#include "ui/figure/zoom_gesture.h"
#include "ui/language/plain_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr double margin = 6;

} // namespace

HeatmapView::HeatmapView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    // It fills itself, so that new numbers do not make all that lies under it paint too.
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
}

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

void HeatmapView::setCell(const QSizeF& cell) {
    if (cell == m_cell)
        return;
    m_cell = cell;
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

void HeatmapView::zoomAt(const QPointF& point, double factor) {
    if (!m_parts.testFlag(HeatmapPart::Values))
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
    const bool isLit = layout.showsRow(m_highlight.row) && layout.showsColumn(m_highlight.column);
    zoomAt(isLit ? layout.cellRect(m_highlight.row, m_highlight.column).center()
                 : layout.cells.center(),
           factor);
}

void HeatmapView::endZoom() {
    if (!m_zoomed)
        return;
    m_zoomed = false;
    letGo();
    forget();
    follow();
    describe();
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
}

/// A window moves to what is lit, unless the pointer is there: nothing runs away from it.
void HeatmapView::follow() {
    if ((!m_numbers && !m_zoomed) || m_grip)
        return;
    const HeatmapLayout layout = heatmapLayout();
    if (!layout.isWindow)
        return;
    const auto wanted = [](Index lit, Index count, Index under) {
        return lit < count && lit != under ? lit : -1;
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
    options.measure = measureWith(font);
    // In a large window the cells may fill it.
    options.maxCell = 72;
    return options;
}

HeatmapOptions HeatmapView::options() const {
    HeatmapOptions options = optionsFor(font(), m_parts);
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
    QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    HeatmapOptions options = this->options();
    const HeatmapLayout whole = layOutHeatmap(m_data, area, options);
    const double least = numberCell(m_data.scale, options.fontSize);
    if (!m_numbers || !m_parts.testFlag(HeatmapPart::Values) || whole.cells.isEmpty() ||
        (whole.cellWidth >= least && whole.cellHeight >= least))
        return whole;
    const QSizeF cell = m_cell.expandedTo(QSizeF(least, least));
    options.window = MatrixWindow{m_window.row, m_window.column, cell};
    // No cell is cut off at the end, and the room may have changed since the window came there.
    const QSizeF room = layOutHeatmap(m_data, area, options).room.size();
    const auto rest = [](double length, double side) {
        return length > side ? std::fmod(length, side) : 0;
    };
    area.adjust(0, 0, -rest(room.width(), cell.width()), -rest(room.height(), cell.height()));
    options.window = draggedWindow(layOutHeatmap(m_data, area, options), {});
    return layOutHeatmap(m_data, area, options);
}

HeatmapLayout HeatmapView::heatmapLayout() const {
    if (m_layout)
        return *m_layout;
    if (m_zoomed) {
        HeatmapOptions options = this->options();
        options.window = m_window;
        m_layout = layOutHeatmap(m_data, QRectF(rect()).adjusted(margin, margin, -margin, -margin),
                                 options);
    } else {
        m_layout = unzoomedLayout();
    }
    return *m_layout;
}

QSize HeatmapView::sizeHint() const {
    const QSizeF size = sizeForCells(m_data, m_preferredCell, options());
    return (size + QSizeF(2 * margin, 2 * margin)).toSize();
}

QSize HeatmapView::minimumSizeHint() const {
    return {72, 64};
}

void HeatmapView::forget() {
    m_layout.reset();
    m_picture = {};
    update();
}

void HeatmapView::describe() {
    setAccessibleName(m_data.title.isEmpty() ? tr("Heatmap") : tr("Heatmap: %1").arg(m_data.title));
    QString text = tr("%n rows", nullptr, static_cast<int>(m_data.rows)) + QStringLiteral(", ") +
                   tr("%n columns", nullptr, static_cast<int>(m_data.columns)) + '.';
    const Index row = m_highlight.row;
    const Index column = m_highlight.column;
    if (row >= 0 && row < m_data.rows && column >= 0 && column < m_data.columns)
        text += ' ' + tr("Row %1, column %2: %3.")
                          .arg(rowLabel(m_data, row), columnLabel(m_data, column),
                               numberText(m_data.at(row, column)));
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

bool HeatmapView::event(QEvent* event) {
    const bool zooms = m_parts.testFlag(HeatmapPart::Values);
    if (const auto gesture = zooms ? zoomGestureOf(event, this) : std::nullopt) {
        zoomAt(gesture->at, gesture->factor);
        event->accept();
        return true;
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const HeatmapLayout layout = heatmapLayout(); layout.overview.contains(help->pos()))
        showTip(help->globalPos(),
                windowText() + '\n' + tr("Click or drag here to look at another part."), this,
                layout.overview.toAlignedRect());
    else if (const auto place = heatmapLayout().cellAt(help->pos()))
        showTip(help->globalPos(), toolTipAt(*place), this,
                heatmapLayout().cellRect(place->row, place->column).toAlignedRect());
    else
        QToolTip::hideText();
    return true;
}

QString HeatmapView::toolTipAt(const CellPlace& place) const {
    const QString rowName = m_data.rowTitle.isEmpty() ? tr("row") : m_data.rowTitle;
    const QString columnName = m_data.columnTitle.isEmpty() ? tr("column") : m_data.columnTitle;
    const auto where = [](const QString& name, const QString& label, Index number, bool word) {
        return word ? QString("%1 %2 “%3”").arg(name).arg(number).arg(label)
                    : QString("%1 %2").arg(name).arg(number);
    };
    QStringList lines;
    lines << numberText(m_data.at(place.row, place.column), 6);
    lines << where(rowName, rowLabel(m_data, place.row), place.row + 1,
                   !m_data.rowLabels.isEmpty()) +
                 ", " +
                 where(columnName, columnLabel(m_data, place.column), place.column + 1,
                       !m_data.columnLabels.isEmpty());
    const Hidden hidden = m_data.hiddenAt(place.row, place.column);
    if (hidden != Hidden::No)
        lines << maskText(hidden);
    if (m_data.changedAt(place.row, place.column))
        lines << tr("changed by you");
    return lines.join('\n');
}

void HeatmapView::paintEvent(QPaintEvent*) {
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (pixels.isEmpty())
        return;
    const HeatmapLayout layout = heatmapLayout();
    const HeatmapStyle style = this->style();
    if (m_picture.size() != pixels || m_picture.devicePixelRatio() != ratio) {
        m_picture = QPixmap(pixels);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(palette().color(backgroundRole()));
        QPainter painter(&m_picture);
        PainterCanvas canvas(painter, style.font);
        drawHeatmap(canvas, m_data, layout, style);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    PainterCanvas canvas(painter, style.font);
    drawHighlight(canvas, m_data, layout, style, m_highlight);
    if (m_chosen || hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(style.theme.selection, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void HeatmapView::resizeEvent(QResizeEvent*) {
    forget();
    if (m_zoomed)
        setWindow(draggedWindow(heatmapLayout(), {}));
}

void HeatmapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange)
        forget();
    QWidget::changeEvent(event);
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    if (m_grip)
        return drag(event->position());
    const auto place = heatmapLayout().cellAt(event->position());
    if (place && *place != m_under) {
        m_under = *place;
        emit hovered(place->row, place->column);
    } else if (!place && m_under != CellPlace{}) {
        m_under = {};
        emit left();
    }
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || takeHold(event->position()))
        return;
    if (const auto place = heatmapLayout().cellAt(event->position()))
        emit pinned(place->row, place->column);
}

/// What is dragged is no click, so that on a window a click is one when it ends.
bool HeatmapView::takeHold(const QPointF& point) {
    const HeatmapLayout layout = heatmapLayout();
    if (!layout.isWindow)
        return false;
    const bool map = layout.overview.contains(point);
    if (!map && !layout.cells.contains(point))
        return false;
    m_grip = Grip{map ? Grip::On::Overview : Grip::On::Cells, point, layout, map};
    if (map)
        drag(point);
    return true;
}

void HeatmapView::drag(const QPointF& point) {
    const QPointF by = point - m_grip->at;
    m_grip->drags = m_grip->drags || by.manhattanLength() >= QApplication::startDragDistance();
    if (!m_grip->drags)
        return;
    setCursor(Qt::ClosedHandCursor);
    setWindow(m_grip->on == Grip::On::Overview ? windowAround(m_grip->from, point)
                                               : draggedWindow(m_grip->from, by));
}

void HeatmapView::letGo() {
    m_grip.reset();
    unsetCursor();
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_grip)
        return;
    const Grip grip = *m_grip;
    letGo();
    if (const auto place = grip.from.cellAt(grip.at); place && !grip.drags)
        emit pinned(place->row, place->column);
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit activated();
}

void HeatmapView::leaveEvent(QEvent*) {
    if (m_under == CellPlace{})
        return;
    m_under = {};
    emit left();
}

void HeatmapView::moveBy(Index rows, Index columns) {
    if (m_data.rows == 0 || m_data.columns == 0)
        return;
    // From nowhere the first cell is entered, whichever arrow it was.
    const bool nowhere = m_highlight.row < 0 && m_highlight.column < 0;
    const auto moved = [nowhere](Index at, Index by, Index count) {
        return nowhere ? 0 : std::clamp<Index>(std::max<Index>(at, 0) + by, 0, count - 1);
    };
    const Index row = moved(m_highlight.row, rows, m_data.rows);
    const Index column = moved(m_highlight.column, columns, m_data.columns);
    if (m_highlight.pinned)
        emit pinned(row, column);
    else
        emit hovered(row, column);
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        return moveBy(-1, 0);
    case Qt::Key_Down:
        return moveBy(1, 0);
    case Qt::Key_Left:
        return moveBy(0, -1);
    case Qt::Key_Right:
        return moveBy(0, 1);
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
        QWidget::keyPressEvent(event);
    }
}

void HeatmapView::contextMenuEvent(QContextMenuEvent* event) {
    emit menuRequested(event->globalPos());
}

} // namespace gf
