// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/picture_field.h"

#include "ui/figure/canvas.h"
#include "ui/stations/patch_picture.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int usualSide = 288; ///< pixels: 12 for each point

} // namespace

PictureField::PictureField(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(usualSide / 2, usualSide / 2);
    setAccessibleName(tr("Picture of the example"));
}

QSize PictureField::sizeHint() const {
    return {usualSide + 8, usualSide + 8};
}

QRectF PictureField::square() const {
    return pictureSquare(QRectF(rect()).adjusted(4, 4, -4, -4));
}

void PictureField::setShapes(std::vector<PictureShape> shapes) {
    if (shapes == m_shapes)
        return;
    m_shapes = std::move(shapes);
    choose(-1);
    update();
}

void PictureField::setBrush(const PictureShape& brush) {
    m_brush.kind = brush.kind;
    m_brush.size = brush.size;
    m_brush.colour = brush.colour;
    if (m_chosen < 0)
        return;
    PictureShape& shape = m_shapes[static_cast<std::size_t>(m_chosen)];
    const QPoint corner(shape.x, shape.y);
    const QPoint grown = QPoint(1, 1) * ((extentOf(shape.size) - extentOf(brush.size)) / 2);
    shape.kind = brush.kind;
    shape.size = brush.size;
    shape.colour = brush.colour;
    moveChosen(corner + grown);
    update();
    emit edited();
}

QPoint PictureField::pointAt(const QPointF& position) const {
    const QRectF picture = square();
    const double point = picture.width() / static_cast<double>(pictureSide);
    return {static_cast<int>(std::floor((position.x() - picture.left()) / point)),
            static_cast<int>(std::floor((position.y() - picture.top()) / point))};
}

/// The one that is seen there.
int PictureField::shapeAt(const QPoint& point) const {
    for (const PictureShape& named : inOrderOfNames(m_shapes))
        if (covers(named, point.x(), point.y()))
            return static_cast<int>(std::ranges::find(m_shapes, named) - m_shapes.begin());
    return -1;
}

void PictureField::choose(int shape) {
    m_chosen = shape;
    if (shape >= 0)
        m_brush = m_shapes[static_cast<std::size_t>(shape)];
    update();
    emit choiceChanged();
}

/// Its corner to a point, or as near as there is room.
void PictureField::moveChosen(const QPoint& to) {
    PictureShape& shape = m_shapes[static_cast<std::size_t>(m_chosen)];
    const int room = static_cast<int>(pictureSide) - extentOf(shape.size);
    shape.x = std::clamp(to.x(), 0, room);
    shape.y = std::clamp(to.y(), 0, room);
}

void PictureField::mousePressEvent(QMouseEvent* event) {
    const QPoint point = pointAt(event->position());
    if (const int found = shapeAt(point); found >= 0 || m_shapes.size() >= mostShapes) {
        choose(found);
        if (found >= 0)
            m_held = point - QPoint(m_brush.x, m_brush.y);
        return;
    }
    if (!square().contains(event->position()))
        return choose(-1);
    m_shapes.push_back(m_brush);
    m_held = QPoint(1, 1) * (extentOf(m_brush.size) / 2);
    m_chosen = static_cast<int>(m_shapes.size()) - 1;
    moveChosen(point - m_held);
    choose(m_chosen);
    emit edited();
}

void PictureField::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || m_chosen < 0)
        return;
    const PictureShape before = m_shapes[static_cast<std::size_t>(m_chosen)];
    moveChosen(pointAt(event->position()) - m_held);
    if (m_shapes[static_cast<std::size_t>(m_chosen)] == before)
        return;
    update();
    emit edited();
}

void PictureField::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (m_chosen >= 0 && (key == Qt::Key_Delete || key == Qt::Key_Backspace))
        return removeChosen();
    const QPoint by(key == Qt::Key_Right  ? 1
                    : key == Qt::Key_Left ? -1
                                          : 0,
                    key == Qt::Key_Down ? 1
                    : key == Qt::Key_Up ? -1
                                        : 0);
    if (m_chosen < 0 || by.isNull())
        return QWidget::keyPressEvent(event);
    const PictureShape& shape = m_shapes[static_cast<std::size_t>(m_chosen)];
    moveChosen(QPoint(shape.x, shape.y) + by);
    update();
    emit edited();
}

void PictureField::removeChosen() {
    if (m_chosen < 0)
        return;
    m_shapes.erase(m_shapes.begin() + m_chosen);
    choose(-1);
    emit edited();
}

void PictureField::clear() {
    m_shapes.clear();
    choose(-1);
    emit edited();
}

void PictureField::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    PainterCanvas canvas(painter, font());
    const QRectF picture = square();
    drawPicture(canvas, PatchPicture{patchesOf(m_shapes)}, picture);
    const Theme theme = Theme::of(palette());
    canvas.outline(picture.adjusted(-2, -2, 2, 2), hasFocus() ? theme.selection : theme.fieldBorder,
                   2);
    if (m_chosen < 0)
        return;
    const PictureShape& shape = m_shapes[static_cast<std::size_t>(m_chosen)];
    const double point = picture.width() / static_cast<double>(pictureSide);
    const double side = point * extentOf(shape.size);
    canvas.outline(
        QRectF(picture.left() + shape.x * point, picture.top() + shape.y * point, side, side)
            .adjusted(-2, -2, 2, 2),
        Theme::dark().highlight, 2);
}

} // namespace gf
