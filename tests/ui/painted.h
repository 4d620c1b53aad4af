// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/stage_canvas.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"

#include <QImage>
#include <QPixmap>

#include <algorithm>

namespace gf::test {

/// Around all pixels that are not of the colour in the corner.
inline QRect paintedBounds(const QImage& image) {
    const QRgb ground = image.pixel(0, 0);
    const auto isEmpty = [&](int y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        return std::all_of(line, line + image.width(), [&](QRgb p) { return p == ground; });
    };
    int top = 0;
    while (top < image.height() && isEmpty(top))
        ++top;
    int bottom = image.height() - 1;
    while (bottom > top && isEmpty(bottom))
        --bottom;
    int left = image.width();
    int right = -1;
    for (int y = top; y <= bottom; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < left; ++x)
            if (line[x] != ground)
                left = x;
        for (int x = image.width() - 1; x > right; --x)
            if (line[x] != ground)
                right = x;
    }
    return right < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

/// The part of the room for its drawing that a stage has painted, from the first to the last pixel.
inline double paintedShare(const StageWidget& stage) {
    const QWidget* drawing = stage.stationView();
    if (!drawing)
        drawing = &stage.canvas();
    const QImage image =
        const_cast<QWidget*>(drawing)->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QSize painted = paintedBounds(image).size();
    return static_cast<double>(painted.width()) * painted.height() / image.width() / image.height();
}

} // namespace gf::test
