// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_view.h"

#include "ui/figure/canvas.h"
#include "ui/figure/zoom_gesture.h"
#include "ui/language/plain_text.h"
#include "ui/stations/stations.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace gf {

namespace {

Qt::CursorShape cursorOver(const std::optional<StationPlace>& place) {
    const bool goesElsewhere = place && (!place->step.isEmpty() || place->head >= 0);
    return goesElsewhere ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

} // namespace

StationView::StationView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    grabGesture(Qt::PinchGesture);
}

void StationView::show(const Station* station, const std::shared_ptr<const Trace>& trace,
                       NodeId node, const Focus& focus, const StationSettings& settings) {
    const bool otherStep = station != m_station || node != m_node || !m_trace || !trace ||
                           trace->graph != m_trace->graph;
    const bool otherForm = otherStep || settings != m_settings;
    if (trace != m_trace)
        m_memory = std::make_shared<StationMemory>();
    if (m_ranges && (!trace || !m_trace || trace->graph != m_trace->graph))
        m_ranges = std::make_shared<LockedRanges>(); // its keys are steps of the other graph
    m_station = station;
    m_trace = trace;
    m_node = node;
    const bool otherPlace = focus.row != m_focus.row || focus.column != m_focus.column;
    m_focus = focus;
    m_settings = settings;
    forget();
    if (otherStep)
        endZoom();
    if (otherPlace)
        follow();
    if (!otherForm)
        return;
    m_under.reset();
    setAccessibleName(station ? titleOf(*station) : QString());
    setAccessibleDescription(station ? summaryOf(*station) : QString());
    updateGeometry();
}

void StationView::setRangesLocked(bool locked) {
    if (locked == (m_ranges != nullptr))
        return;
    m_ranges = locked ? std::make_shared<LockedRanges>() : nullptr;
    forget();
    // The ranges of now, before other numbers come.
    if (locked)
        draw();
}

/// Pixels for each unit of the drawing.
double StationView::unit() const {
    constexpr double usual = 14; ///< of a line of letters, in units
    return std::max(1.0, QFontMetricsF(font()).height() * 0.8 / usual);
}

StationInput StationView::input() const {
    QFont letters = font();
    if (const double pixels = unit(); pixels > 1)
        letters.setPointSizeF(QFontInfo(letters).pointSizeF() / pixels);
    return {*m_trace,   m_node,   m_focus, Theme::of(palette()), letters, QSizeF(size()) / unit(),
            m_settings, m_memory, m_ranges};
}

const StationPicture& StationView::picture() {
    draw();
    return m_picture;
}

QSize StationView::minimumSizeHint() const {
    return m_station ? (minimumSizeOf(*m_station, input()) * unit()).toSize() : QSize();
}

void StationView::forget() {
    m_drawing = {};
    update();
}

std::optional<StationPlace> StationView::placeAt(const QPointF& point) {
    return picture().at(m_zoom.onDrawing(point) / unit());
}

void StationView::zoomAt(const QPointF& point, double factor) {
    if (m_station)
        setZoom(m_zoom.zoomedAt(point, factor, size()));
}

void StationView::zoom(double factor) {
    zoomAt(QRectF(rect()).center(), factor);
}

void StationView::endZoom() {
    setZoom({});
}

void StationView::setZoom(const DrawingZoom& zoom) {
    if (zoom == m_zoom)
        return;
    m_zoom = zoom;
    if (!zoom.isZoomed())
        letGo();
    forget();
}

void StationView::letGo() {
    m_grip.reset();
    setCursor(cursorOver(m_under));
}

/// A zoomed drawing moves to what is lit, unless the pointer is there: nothing runs away from it.
void StationView::follow() {
    const bool isLit = m_focus.row >= 0 || m_focus.column >= 0;
    const bool isUnder =
        m_under && m_under->row == m_focus.row && m_under->column == m_focus.column;
    if (!m_station || !m_zoom.isZoomed() || m_grip || !isLit || isUnder)
        return;
    const double unit = this->unit();
    std::optional<QRectF> first;
    for (const QRectF& area : picture().areasOf(m_focus.row, m_focus.column)) {
        const QRectF onDrawing(area.topLeft() * unit, area.size() * unit);
        if (QRectF(rect()).contains(m_zoom.onWidget(onDrawing)))
            return;
        if (!first)
            first = onDrawing;
    }
    if (first)
        setZoom(m_zoom.showing(*first, size()));
}

/// Draws into the pixmap unless it is there already.
void StationView::draw() {
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (!m_station || pixels.isEmpty() ||
        (m_drawing.size() == pixels && m_drawing.devicePixelRatio() == ratio))
        return;
    m_drawing = QPixmap(pixels);
    m_drawing.setDevicePixelRatio(ratio);
    m_drawing.fill(Qt::transparent);
    m_picture = {};
    QPainter painter(&m_drawing);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(-m_zoom.offset);
    painter.scale(m_zoom.scale * unit(), m_zoom.scale * unit());
    const StationInput input = this->input();
    PainterCanvas canvas(painter, input.font);
    m_station->draw(input, canvas, m_picture);
}

void StationView::paintEvent(QPaintEvent*) {
    if (!m_station)
        return;
    draw();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_drawing);
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(palette()).selection, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

bool StationView::event(QEvent* event) {
    if (const auto gesture = m_station ? zoomGestureOf(event, this) : std::nullopt) {
        zoomAt(gesture->at, gesture->factor);
        event->accept();
        return true;
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = placeAt(help->pos());
    if (place && !place->tip.isEmpty())
        showTip(help->globalPos(), place->tip, this);
    else
        QToolTip::hideText();
    return true;
}

void StationView::resizeEvent(QResizeEvent*) {
    forget();
    m_zoom = m_zoom.draggedBy({}, size());
}

void StationView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        m_memory = std::make_shared<StationMemory>(); // it holds titles too
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange || event->type() == QEvent::LanguageChange)
        forget();
    QWidget::changeEvent(event);
}

void StationView::mouseMoveEvent(QMouseEvent* event) {
    if (m_grip) {
        const QPointF by = event->position() - m_grip->at;
        m_grip->drags = m_grip->drags || by.manhattanLength() >= QApplication::startDragDistance();
        if (m_grip->drags) {
            setCursor(Qt::ClosedHandCursor);
            setZoom(m_grip->from.draggedBy(by, size()));
        }
        return;
    }
    const auto place = placeAt(event->position());
    if (place == m_under)
        return;
    m_under = place;
    setCursor(cursorOver(place));
    if (place && (place->row >= 0 || place->column >= 0))
        emit hovered(place->row, place->column);
    else
        emit left();
}

/// What is dragged is no click, so that on a zoomed drawing a click is one when it ends.
void StationView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    if (m_zoom.isZoomed())
        m_grip = DrawingGrip{event->position(), m_zoom};
    else
        choose(event->position());
}

void StationView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_grip)
        return;
    const DrawingGrip grip = *m_grip;
    letGo();
    if (!grip.drags)
        choose(grip.at);
}

void StationView::choose(const QPointF& point) {
    const auto place = placeAt(point);
    if (!place)
        return;
    if (!place->step.isEmpty() || place->head >= 0)
        emit chosen(*place);
    else if (place->row >= 0 || place->column >= 0)
        emit pinned(place->row, place->column);
}

void StationView::leaveEvent(QEvent*) {
    if (!m_under)
        return;
    m_under.reset();
    emit left();
}

void StationView::moveBy(Index rows, Index columns) {
    const auto moved = [](Index at, Index by, Index count) {
        return count == 0 ? -1 : std::clamp<Index>(std::max<Index>(at, 0) + by, 0, count - 1);
    };
    const StationPicture& places = picture();
    // From nowhere the first place is entered, whichever arrow it was; along one direction the
    // other one stays free.
    const bool nowhere = m_focus.row < 0 && m_focus.column < 0;
    const Index row =
        rows == 0 && m_focus.row < 0 ? -1 : moved(m_focus.row, nowhere ? 0 : rows, places.rows);
    const Index column = columns == 0 && m_focus.column < 0
                             ? -1
                             : moved(m_focus.column, nowhere ? 0 : columns, places.columns);
    if (m_focus.pinned)
        emit pinned(row, column);
    else
        emit hovered(row, column);
}

void StationView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
        return moveBy(-1, 0);
    case Qt::Key_Down:
        return moveBy(1, 0);
    case Qt::Key_Left:
        return moveBy(0, -1);
    case Qt::Key_Right:
        return moveBy(0, 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void StationView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto place = byKey ? std::nullopt : placeAt(event->pos());
    emit menuRequested(place.value_or(StationPlace()), event->globalPos());
}

} // namespace gf
