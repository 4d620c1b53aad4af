// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <utility>

namespace gf {

/// A station's drawing while it comes about: what it is of, what it is drawn on, and where its
/// places lie. All that draws in a station takes it.
struct Drawing {
    const StationInput& input;
    Canvas& canvas;
    StationPicture& picture;

    const Theme& theme() const { return input.theme; }
    double fontSize() const { return input.fontSize(); }

    /// One line; `at` as CanvasText has it, `size` in pixels.
    void text(const QPointF& at, const QString& words, double size, const QColor& colour,
              Qt::AlignmentFlag align = Qt::AlignLeft, bool bold = false, bool upwards = false);
    /// Says what an area stands for, above what has been said before.
    void place(const QRectF& area, StationPlace place) {
        picture.hitRegions.push_back({area, std::move(place)});
    }
    /// What depends on the row and the column in focus is drawn over the figure, and again whenever
    /// they change. It must not refer to this drawing nor to its input: it gets those of its time.
    void onFocus(StationHighlight draw) { picture.highlights.push_back(std::move(draw)); }
};

} // namespace gf
