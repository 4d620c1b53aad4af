// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/drawing.h"

#include <utility>
#include <vector>

namespace gf {

/// A chart inside a drawing: where its axes lie, and pixels for numbers.
struct Plot {
    QRectF area; ///< between the axes
    std::pair<double, double> x;
    std::pair<double, double> y;
    QRectF bounds; ///< of all that belongs to it, room for more included

    QPointF at(double across, double up) const;
    QPointF at(const QPointF& numbers) const { return at(numbers.x(), numbers.y()); }
    /// From zero to `value`, between two places of the horizontal axis; cut at the chart's ends.
    QRectF bar(double left, double right, double value) const;
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
/// The ranges `x` and, of the vertical axis, `now` must not be empty. `name` tells the charts of a
/// step apart: their vertical range may grow but not shrink while ranges are locked.
Plot placePlot(Drawing& drawing, const QRectF& bounds, const char* name, const PlotWords& words,
               const std::pair<double, double>& x, const std::pair<double, double>& now);

/// The smallest range around zero and all finite `values`, a little wider; −1 to 1 when all are 0.
std::pair<double, double> rangeAround(std::span<const float> values);

/// One bar for each value, from zero. The first stands around the first whole number of the axis,
/// which is 1, and of positions 0. `highlighted` (from 0) stands out; −1: none.
void drawBars(Drawing& drawing, const Plot& plot, std::span<const float> values,
              const QColor& colour, Index highlighted = -1);

/// One of them; none for a place where there is no value.
void drawBar(Canvas& canvas, const Plot& plot, std::span<const float> values, Index place,
             const QColor& colour);

/// The dashes of a line, each `dash` long, with a `gap` after each.
std::vector<QLineF> dashesOf(const QLineF& line, double dash, double gap);

/// Words under the bars of a chart that has one for each, of equal width: level where they fit,
/// upwards where they do not, every so many where even that is too dense. `height` is what there is
/// for them; the one that is highlighted always stands there.
/// The height that such words want under bars of the width `slot`, at most `most`.
double heightOfBarLabels(const StationInput& input, double slot, double most,
                         const QStringList& words);
void drawBarLabels(Drawing& drawing, const Plot& plot, double height, const QStringList& words,
                   Index highlighted, const QColor& highlightedColour);

/// A dashed line across the chart with a word, where there is one, at its right end, above it.
void drawLevel(Drawing& drawing, const Plot& plot, double value, const QString& word,
               const QColor& colour);

/// A vertical line through the chart at x.
void drawMark(Drawing& drawing, const Plot& plot, double x);

} // namespace gf
