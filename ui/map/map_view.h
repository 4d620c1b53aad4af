// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/map/map_layout.h"

#include <QWidget>

#include <memory>

class QAbstractButton;
class QScrollArea;

namespace gf {

class MapCanvas;

/// The architecture as a drawing, with the place of the focus on it. A click goes there.
class MapView : public QWidget {
    Q_OBJECT
public:
    explicit MapView(FocusModel* focus, QWidget* parent = nullptr);

    /// Redraws only when the graph is another one.
    void setGraph(std::shared_ptr<const Graph> graph);

    MapZoom zoom() const;
    void setZoom(MapZoom zoom);

    MapCanvas* canvas() const { return m_canvas; }

    QSize sizeHint() const override { return {300, 560}; }

private:
    void addZoomButtons(QWidget* row);

    MapCanvas* m_canvas;
    QScrollArea* m_scroll;
    QVector<QAbstractButton*> m_zoomButtons;
};

} // namespace gf
