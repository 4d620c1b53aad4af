// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_canvas.h"

#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/language/titles.h"
#include "ui/map/map_painter.h"
#include "ui/theme/type_scale.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>
#include <limits>
#include <utility>

namespace gf {

namespace {

/// A little smaller than the window's: the map says much in little room.
QFont mapFont(const QFont& base) {
    QFont font = base;
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * type::small);
    else
        font.setPixelSize(static_cast<int>(base.pixelSize() * type::small));
    return font;
}

bool isCursorKey(int key) {
    return (key >= Qt::Key_Left && key <= Qt::Key_Down) || key == Qt::Key_Return ||
           key == Qt::Key_Enter || key == Qt::Key_Home || key == Qt::Key_End;
}

} // namespace

MapCanvas::MapCanvas(FocusModel* focus, QWidget* parent) : QWidget(parent), m_focus(focus) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Map of the model"));
    connect(focus, &FocusModel::changed, this, &MapCanvas::follow);
}

void MapCanvas::setGraph(std::shared_ptr<const Graph> graph) {
    if (graph == m_graph)
        return;
    m_graph = std::move(graph);
    m_model = m_graph ? buildMap(*m_graph) : MapModel();
    m_step = m_focus->focus().step;
    layOut();
}

void MapCanvas::setZoom(MapZoom zoom) {
    m_zoom = zoom;
    layOut();
}

void MapCanvas::setViewportHeight(int height) {
    if (height == m_viewportHeight)
        return;
    m_viewportHeight = height;
    layOut();
}

QString MapCanvas::describe(const MapItem& item) const {
    const MapBlock& block = m_model.blocks[item.block];
    if (item.layer)
        return titleOf(block.scope().layerScope());
    QString place = block.label;
    if (block.layer >= 0)
        place = titleOf(block.scope().layerScope()) + QStringLiteral(" · ") + place;
    const MapStep& step = block.steps[item.step];
    const Scope& cell = block.cells[step.cell];
    if (block.cells.size() > 1 && item.kind != MapItem::Kind::Block)
        place += QStringLiteral(" · ") + titleOf(cell.levels.back());
    return item.kind == MapItem::Kind::Step ? tr("%1: %2").arg(place, translated(step.label))
                                            : place;
}

QSize MapCanvas::sizeHint() const {
    return {300, static_cast<int>(m_drawing.size.height())};
}

/// Gradients have the place of what they are the gradient of, and so have parameters: that of their
/// operation's block.
void MapCanvas::follow(const Focus& focus) {
    if (focus.step == m_step)
        return;
    m_step = focus.step;
    layOut();
}

void MapCanvas::layOut() {
    const QFontMetricsF font(mapFont(this->font()));
    MapMetrics metrics;
    metrics.width = width();
    metrics.height = m_viewportHeight;
    metrics.lineHeight = font.height();
    metrics.textWidth = [&font](const QString& text) { return font.horizontalAdvance(text); };
    m_drawing = layOutMap(m_model, m_step, m_zoom, metrics);
    m_hovered = -1;
    m_cursor = m_drawing.here;
    setMinimumHeight(static_cast<int>(std::ceil(m_drawing.size.height())));
    updateGeometry();
    update();
    announce();
    if (m_drawing.here >= 0)
        emit placeMoved(m_drawing.items[m_drawing.here].rect.toAlignedRect());
}

void MapCanvas::goTo(int item) {
    if (item < 0)
        return;
    const MapItem& chosen = m_drawing.items[item];
    const MapBlock& block = m_model.blocks[chosen.block];
    m_focus->setStep(block.steps[chosen.step].name);
}

/// Up and down go through the boxes in the order in which they run; left and right change to the
/// nearest box of the other column, or of the same row.
void MapCanvas::moveCursor(int key) {
    const int count = static_cast<int>(m_drawing.items.size());
    if (count == 0)
        return;
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const int delta = key == Qt::Key_Up ? 1 : -1;
        m_cursor = m_cursor < 0 ? 0 : std::clamp(m_cursor + delta, 0, count - 1);
    } else if (key == Qt::Key_Home || key == Qt::Key_End) {
        m_cursor = key == Qt::Key_Home ? 0 : count - 1;
    } else if (m_cursor >= 0) {
        const QPointF here = m_drawing.items[m_cursor].rect.center();
        double best = std::numeric_limits<double>::max();
        int found = m_cursor;
        for (int i = 0; i < count; ++i) {
            const QPointF way = m_drawing.items[i].rect.center() - here;
            const double forward = key == Qt::Key_Right ? way.x() : -way.x();
            const double distance = std::abs(way.y()) * 3 + std::abs(way.x());
            if (forward > 1 && distance < best) {
                best = distance;
                found = i;
            }
        }
        m_cursor = found;
    }
    update();
    announce();
    emit placeMoved(m_drawing.items[m_cursor].rect.toAlignedRect());
}

void MapCanvas::announce() {
    const QString words = m_cursor >= 0 ? describe(m_drawing.items[m_cursor]) : QString();
    if (words == accessibleDescription())
        return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

bool MapCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        // The cursor's keys are the map's while it has the keyboard.
        auto* key = static_cast<QKeyEvent*>(event);
        if (isCursorKey(key->key()) && key->modifiers() == Qt::NoModifier) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int item = m_drawing.itemAt(help->pos());
        if (item >= 0)
            showTip(help->globalPos(), describe(m_drawing.items[item]), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void MapCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(mapFont(font()));
    const Theme theme = Theme::of(palette());
    painter.fillRect(rect(), theme.surface);
    paintMap(painter, m_model, m_drawing, {m_hovered, hasFocus() ? m_cursor : -1}, theme);
}

void MapCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

void MapCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event) {
    const int item = m_drawing.itemAt(event->position());
    if (item == m_hovered)
        return;
    m_hovered = item;
    setCursor(item >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void MapCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        goTo(m_drawing.itemAt(event->position()));
}

void MapCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
}

void MapCanvas::keyPressEvent(QKeyEvent* event) {
    if (!isCursorKey(event->key()) || event->modifiers() != Qt::NoModifier)
        QWidget::keyPressEvent(event);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        goTo(m_cursor);
    else
        moveCursor(event->key());
}

void MapCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void MapCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

} // namespace gf
