// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_painter.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace gf {

/// A drawing as a widget. It keeps a picture of the drawing as it is while nothing is highlighted,
/// and paints the light on what is pointed at over it: a pointer that moves redraws no drawing. It
/// keeps no selection of its own: it tells where the pointer is. Space, Esc, brackets and the like
/// are left to the window.
class DrawingView : public QWidget {
    Q_OBJECT
public:
    /// Shows a part of the drawing larger, or smaller for a factor below 1; what is at the point
    /// stays there.
    virtual void zoomAt(const QPointF& point, double factor) = 0;
    virtual void endZoom() = 0;
    virtual bool isZoomed() const = 0;
    /// What is in focus moves on, as by the arrow keys.
    void moveBy(Index rows, Index columns);

signals:
    /// The pointer is on a place, or an arrow key moved there while nothing is pinned.
    void hovered(gf::Index row, gf::Index column);
    void left();
    /// A place was clicked, or an arrow key moved the pinned one.
    void pinned(gf::Index row, gf::Index column);

protected:
    struct Tip {
        QString text;     ///< empty: there is none
        QRect area;       ///< in which it holds; empty: at this point
        QRect clear = {}; ///< which it is not to cover
    };
    /// How far the arrow keys go.
    struct Reach {
        Index rows = 0;
        Index columns = 0;
        bool cells = false; ///< they go from cell to cell, not along rows or columns alone
    };
    /// What pressing the button on a point begins.
    enum class Hold {
        None,  ///< a click
        Loose, ///< a drag as soon as the pointer moves, otherwise a click
        Fast   ///< a drag at once
    };

    explicit DrawingView(QWidget* parent);

    /// The drawing without any light; its ground is filled already.
    virtual void drawFigure(QPainter& painter) = 0;
    /// What is highlighted, over it.
    virtual void drawLight(QPainter& painter) = 0;
    virtual bool isFramed() const { return hasFocus(); }
    virtual bool canZoom() const = 0;
    virtual HeatmapHighlight highlighted() const = 0;
    virtual Reach reach() = 0;
    virtual Tip tipAt(const QPointF& point) = 0;
    /// The pointer is there, or has left the view.
    virtual void pointAt(const QPointF& point) = 0;
    virtual void pointNowhere() = 0;
    virtual void clickAt(const QPointF& point) = 0;
    virtual Hold takeHold(const QPointF& point) = 0;
    /// The pointer has come to a point, `by` from where the drag began.
    virtual void dragTo(const QPointF& point, const QPointF& by) = 0;
    /// The pointer while nothing is dragged.
    virtual Qt::CursorShape shapeOfPointer() const { return Qt::ArrowCursor; }
    /// The drawing has changed.
    virtual void forget();

    /// The picture of the drawing is there afterwards, unless there is no room for any.
    void drawPicture();
    /// While the left button is down on what can be dragged.
    bool isHeld() const { return m_grip.has_value(); }
    void letGo();

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Grip {
        QPointF at;
        bool drags = false; ///< no click any more
    };

    void drag(const QPointF& point);

    QPixmap m_picture;
    std::optional<Grip> m_grip;
};

} // namespace gf
