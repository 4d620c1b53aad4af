// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/drawing_zoom.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double largestScale = 8;

QPointF within(const QPointF& offset, double scale, const QSizeF& widget) {
    const auto one = [&](double at, double length) {
        return std::clamp(at, 0.0, std::max(0.0, (scale - 1) * length));
    };
    return {one(offset.x(), widget.width()), one(offset.y(), widget.height())};
}

} // namespace

DrawingZoom DrawingZoom::zoomedAt(const QPointF& point, double factor, const QSizeF& widget) const {
    const double wanted = std::clamp(scale * factor, 1.0, largestScale);
    if (wanted < 1.01)
        return {};
    return {wanted, within(onDrawing(point) * wanted - point, wanted, widget)};
}

DrawingZoom DrawingZoom::draggedBy(const QPointF& by, const QSizeF& widget) const {
    return {scale, within(offset - by, scale, widget)};
}

DrawingZoom DrawingZoom::showing(const QRectF& area, const QSizeF& widget) const {
    constexpr double around = 12; ///< pixels that are seen with it
    const QRectF seen = onWidget(area).adjusted(-around, -around, around, around);
    const auto one = [](double start, double end, double length) {
        return start < 0 || end - start > length ? -start : std::min(0.0, length - end);
    };
    return draggedBy({one(seen.left(), seen.right(), widget.width()),
                      one(seen.top(), seen.bottom(), widget.height())},
                     widget);
}

} // namespace gf
