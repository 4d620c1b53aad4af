// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/drawing_view.h"

#include "ui/figure/zoom_gesture.h"
#include "ui/language/plain_text.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gf {

DrawingView::DrawingView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    // It fills itself, so that new numbers do not make all that lies under it paint too.
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
}

void DrawingView::forget() {
    m_picture = {};
    update();
}

void DrawingView::drawPicture() {
    const double ratio = devicePixelRatioF();
    const QSize pixels(static_cast<int>(std::ceil(width() * ratio)),
                       static_cast<int>(std::ceil(height() * ratio)));
    if (pixels.isEmpty() || (m_picture.size() == pixels && m_picture.devicePixelRatio() == ratio))
        return;
    m_picture = QPixmap(pixels);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(palette().color(backgroundRole()));
    QPainter painter(&m_picture);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    drawFigure(painter);
}

void DrawingView::paintEvent(QPaintEvent*) {
    drawPicture();
    QPainter painter(this);
    // Where a pixel of the screen is not one of the window, the view may begin or end within one
    // that the picture does not reach.
    painter.fillRect(rect().adjusted(-1, -1, 1, 1), palette().color(backgroundRole()));
    const bool isOnPixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (isOnPixels)
        painter.drawPixmap(0, 0, m_picture);
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (!isOnPixels) // what is recorded or printed keeps its words and shapes
        drawFigure(painter);
    drawLight(painter);
    painter.restore();
    if (!isFramed())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(palette()).selection, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

void DrawingView::resizeEvent(QResizeEvent*) {
    forget();
}

void DrawingView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange || event->type() == QEvent::LanguageChange)
        forget();
    QWidget::changeEvent(event);
}

bool DrawingView::event(QEvent* event) {
    if (const auto gesture = zoomGestureOf(event, this); gesture && canZoom()) {
        zoomAt(gesture->at, gesture->factor);
        event->accept();
        return true;
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const Tip tip = tipAt(help->pos()); !tip.text.isEmpty())
        showTip(help->globalPos(), tip.text, this, tip.area, tip.clear);
    else
        QToolTip::hideText();
    return true;
}

void DrawingView::mouseMoveEvent(QMouseEvent* event) {
    m_grip ? drag(event->position()) : pointAt(event->position());
}

/// What is dragged is no click, so that where it can be a click is one when it ends.
void DrawingView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const Hold hold = takeHold(event->position());
    if (hold == Hold::None)
        return clickAt(event->position());
    m_grip = Grip{event->position(), hold == Hold::Fast};
    if (m_grip->drags)
        drag(event->position());
}

void DrawingView::drag(const QPointF& point) {
    const QPointF by = point - m_grip->at;
    m_grip->drags = m_grip->drags || by.manhattanLength() >= QApplication::startDragDistance();
    if (!m_grip->drags)
        return;
    setCursor(Qt::ClosedHandCursor);
    dragTo(point, by);
}

void DrawingView::letGo() {
    m_grip.reset();
    setCursor(shapeOfPointer());
}

void DrawingView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_grip)
        return;
    const Grip grip = *m_grip;
    letGo();
    if (!grip.drags)
        clickAt(grip.at);
}

void DrawingView::leaveEvent(QEvent*) {
    pointNowhere();
}

/// From nowhere the first place is entered, whichever arrow it was; along one direction the other
/// one stays free where a place may be a row or a column alone.
void DrawingView::moveBy(Index rows, Index columns) {
    const HeatmapHighlight from = highlighted();
    const Reach reach = this->reach();
    if (reach.cells && (reach.rows == 0 || reach.columns == 0))
        return;
    const bool nowhere = from.row < 0 && from.column < 0;
    const auto moved = [&](Index at, Index by, Index count) -> Index {
        if (count == 0 || (!reach.cells && by == 0 && at < 0))
            return -1;
        return std::clamp<Index>(std::max<Index>(at, 0) + (nowhere ? 0 : by), 0, count - 1);
    };
    const Index row = moved(from.row, rows, reach.rows);
    const Index column = moved(from.column, columns, reach.columns);
    if (from.pinned)
        emit pinned(row, column);
    else
        emit hovered(row, column);
}

void DrawingView::keyPressEvent(QKeyEvent* event) {
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

} // namespace gf
