// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_view.h"

#include "ui/figure/canvas.h"
#include "ui/language/plain_text.h"
#include "ui/stations/stations.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace gf {

StationView::StationView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void StationView::show(const Station* station, const std::shared_ptr<const Trace>& trace,
                       NodeId node, const Focus& focus, const StationSettings& settings) {
    const bool otherForm = station != m_station || node != m_node || !m_trace || !trace ||
                           trace->graph != m_trace->graph || settings != m_settings;
    if (trace != m_trace)
        m_memory = std::make_shared<StationMemory>();
    if (m_ranges && (!trace || !m_trace || trace->graph != m_trace->graph))
        m_ranges = std::make_shared<LockedRanges>(); // its keys are steps of the other graph
    m_station = station;
    m_trace = trace;
    m_node = node;
    m_focus = focus;
    m_settings = settings;
    forget();
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

StationInput StationView::input() const {
    return {*m_trace,   m_node,   m_focus, Theme::of(palette()), font(), QSizeF(size()),
            m_settings, m_memory, m_ranges};
}

const StationPicture& StationView::picture() {
    draw();
    return m_picture;
}

QSize StationView::minimumSizeHint() const {
    return m_station ? minimumSizeOf(*m_station, input()).toSize() : QSize();
}

void StationView::forget() {
    m_drawing = {};
    update();
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
    PainterCanvas canvas(painter, font());
    m_station->draw(input(), canvas, m_picture);
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
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = picture().at(help->pos());
    if (place && !place->tip.isEmpty())
        showTip(help->globalPos(), place->tip, this);
    else
        QToolTip::hideText();
    return true;
}

void StationView::resizeEvent(QResizeEvent*) {
    forget();
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
    const auto place = picture().at(event->position());
    if (place == m_under)
        return;
    m_under = place;
    const bool goesElsewhere = place && (!place->step.isEmpty() || place->head >= 0);
    setCursor(goesElsewhere ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (place && (place->row >= 0 || place->column >= 0))
        emit hovered(place->row, place->column);
    else
        emit left();
}

void StationView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const auto place = picture().at(event->position());
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
    const auto place = byKey ? std::nullopt : picture().at(event->pos());
    emit menuRequested(place.value_or(StationPlace()), event->globalPos());
}

} // namespace gf
