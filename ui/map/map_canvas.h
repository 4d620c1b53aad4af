// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/map/map_layout.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <memory>

namespace gf {

/// The drawing inside MapView. Arrow keys move a cursor over its boxes, Return goes there.
class MapCanvas : public QWidget {
    Q_OBJECT
public:
    explicit MapCanvas(FocusModel* focus, QWidget* parent = nullptr);

    void setGraph(std::shared_ptr<const Graph> graph);
    void setZoom(MapZoom zoom);
    MapZoom zoom() const { return m_zoom; }
    /// The height that can be seen at once.
    void setViewportHeight(int height);

    const MapModel& model() const { return m_model; }
    const MapDrawing& drawing() const { return m_drawing; }
    /// The item the arrow keys are at, or −1.
    int cursor() const { return m_cursor; }

    /// "Encoder, layer 1, self-attention: scores": for tooltips and screen readers.
    QString describe(const MapItem& item) const;

    bool hasHeightForWidth() const override { return false; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {220, 100}; }

signals:
    /// Something should be scrolled into view.
    void placeMoved(const QRect& rect);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void follow(const Focus& focus);
    void layOut();
    void goTo(int item);
    void moveCursor(int key);
    void announce();

    FocusModel* m_focus;
    std::shared_ptr<const Graph> m_graph;
    MapModel m_model;
    MapDrawing m_drawing;
    MapZoom m_zoom = MapZoom::Step;
    QString m_step; ///< the one that is marked
    int m_viewportHeight = 400;
    int m_hovered = -1;
    int m_cursor = -1;
};

} // namespace gf
