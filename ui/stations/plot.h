// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <utility>
#include <vector>

namespace gf {

/// A chart inside a drawing: where its axes lie, and pixels for numbers.
struct Plot {
    QRectF area; ///< between the axes
    std::pair<double, double> x;
    std::pair<double, double> y;

    QPointF at(double across, double up) const;
    /// The number on the horizontal axis under a point.
    double acrossAt(const QPointF& point) const;
};

/// The words of a chart.
struct PlotWords {
    /// What the ticks of the horizontal axis are.
    enum class Across { Places, Numbers, None };

    QString title;  ///< above, bold; cut to fit
    QString across; ///< under the horizontal axis
    Across ticks = Across::Places;
};

/// Draws title, axes, ticks and grid of a chart into `bounds`; the curves are drawn afterwards.
/// Both ranges must not be empty.
Plot placePlot(const StationInput& input, Canvas& canvas, const QRectF& bounds,
               const PlotWords& words, const std::pair<double, double>& x,
               const std::pair<double, double>& y);

/// The smallest range around zero and all finite `values`, a little wider; −1 to 1 when all are 0.
std::pair<double, double> rangeAround(std::span<const float> values);

/// One bar for each value, from zero. They are counted from 1, as everywhere in the window: the
/// first stands around x = 1. `lit` (from 0) stands out; −1: none.
void drawBars(const StationInput& input, Canvas& canvas, const Plot& plot,
              std::span<const float> values, const QColor& colour, Index lit = -1);

/// The dashes of a line, each `dash` long, with a `gap` after each.
std::vector<QLineF> dashesOf(const QLineF& line, double dash, double gap);

/// A vertical line through the chart at x.
void drawMark(const StationInput& input, Canvas& canvas, const Plot& plot, double x);

} // namespace gf
