// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/drawing_zoom.h"
#include "ui/stations/station.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace gf {

/// A station as a widget. It keeps no selection of its own: it tells where the pointer is and draws
/// the focus that it is given.
class StationView : public QWidget {
    Q_OBJECT
public:
    explicit StationView(QWidget* parent = nullptr);

    /// What to draw; nothing when `station` is null. `node` must have numbers in `trace`.
    void show(const Station* station, const std::shared_ptr<const Trace>& trace, NodeId node,
              const Focus& focus, const StationSettings& settings);
    /// While locked, colours and axes keep the ranges that they have now.
    void setRangesLocked(bool locked);
    const Station* station() const { return m_station; }

    /// Shows the drawing larger, or smaller for a factor below 1; what is at the point stays there.
    void zoomAt(const QPointF& point, double factor);
    /// The same in the middle.
    void zoom(double factor);
    void endZoom();
    bool isZoomed() const { return m_zoom.isZoomed(); }
    /// What lies at a point of the widget.
    std::optional<StationPlace> placeAt(const QPointF& point);

    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    /// What is drawn, for exports too.
    StationInput input() const;
    /// Where things lie on the drawing. With usual letters that fills the widget unless it is
    /// zoomed; with larger ones the drawing has fewer units, so that all of it grows with its
    /// words.
    const StationPicture& picture();

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

signals:
    void hovered(gf::Index row, gf::Index column);
    void left();
    void pinned(gf::Index row, gf::Index column);
    /// Another step or head was clicked.
    void chosen(const gf::StationPlace& place);
    /// A menu is wanted: for the place under the pointer, or with none for the focused step.
    void menuRequested(const gf::StationPlace& place, const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void forget();
    void draw();
    void moveBy(Index rows, Index columns);
    void choose(const QPointF& point);
    void setZoom(const DrawingZoom& zoom);
    void letGo();
    void follow();
    double unit() const;

    const Station* m_station = nullptr;
    std::shared_ptr<const Trace> m_trace;
    NodeId m_node = noNode;
    Focus m_focus;
    StationSettings m_settings;
    StationPicture m_picture;
    std::shared_ptr<StationMemory> m_memory = std::make_shared<StationMemory>(); ///< of the trace
    std::shared_ptr<LockedRanges> m_ranges;                                      ///< while locked
    QPixmap m_drawing;
    DrawingZoom m_zoom;
    std::optional<DrawingGrip> m_grip; ///< while the left button is down on a zoomed drawing
    std::optional<StationPlace> m_under;
};

} // namespace gf
