// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// A vertical scale for bars: `low` at the bottom of the area, `high` at its top.
struct BarScale {
    QRectF area;
    double low = 0;
    double high = 1;

    double y(double value) const;
    /// From zero to `value`, between `left` and `right`.
    QRectF bar(double value, double left, double right) const;
};

/// A scale that holds zero and all of [low, high], with a little air beyond what is not zero.
BarScale barScale(const QRectF& area, double low, double high);

/// Round numbers at the left of the area, faint lines across it and a firm one at zero.
void drawBarScale(const StationInput& input, Canvas& canvas, const BarScale& scale);

/// A dashed line across the area with a word at its right end, above it.
void drawLevel(const StationInput& input, Canvas& canvas, const BarScale& scale, double value,
               const QString& word, const QColor& colour);

/// One line of text at its left end, cut to `width`; `size` in font sizes.
void drawLine(const StationInput& input, Canvas& canvas, const QPointF& at, const QString& text,
              double width, const QColor& colour, double size = 1, bool bold = false);

/// Words under bars of width `slot` each: level where they fit, upwards where they do not, every
/// so many where even that is too dense. `height` is what there is for them.
void drawBarLabels(const StationInput& input, Canvas& canvas, const QPointF& corner, double slot,
                   double height, const QStringList& words, Index lit, const QColor& litColour);

} // namespace gf
