// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace gf {

/// How a drawing that fills a widget is shown larger: scaled, and moved so that a part of it fills
/// the widget.
struct DrawingZoom {
    double scale = 1;
    QPointF offset; ///< of the widget's corner on the scaled drawing

    bool isZoomed() const { return scale > 1; }
    /// The point of the drawing at a point of the widget.
    QPointF onDrawing(const QPointF& point) const { return (point + offset) / scale; }
    /// Where an area of the drawing is on the widget.
    QRectF onWidget(const QRectF& area) const {
        return {area.topLeft() * scale - offset, area.size() * scale};
    }
    /// Zoomed by `factor`; what is at a point of the widget stays there, as far as the drawing
    /// still fills it.
    DrawingZoom zoomedAt(const QPointF& point, double factor, const QSizeF& widget) const;
    /// Dragged by so many pixels, no further than to the drawing's end.
    DrawingZoom draggedBy(const QPointF& by, const QSizeF& widget) const;

    /// Moved no further than it takes to see an area of the drawing.
    DrawingZoom showing(const QRectF& area, const QSizeF& widget) const;

    friend bool operator==(const DrawingZoom&, const DrawingZoom&) = default;
};

} // namespace gf
