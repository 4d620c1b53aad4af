// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/theme/theme.h"

#include <QFont>

namespace gf {

/// The row and column that are highlighted; −1 means none.
struct HeatmapHighlight {
    Index row = -1;
    Index column = -1;
    bool pinned = false; ///< drawn stronger
    friend bool operator==(const HeatmapHighlight&, const HeatmapHighlight&) = default;
};

/// What a heatmap looks like, whatever it shows.
struct HeatmapStyle {
    Theme theme;
    QFont font;
};

/// The mark of what the person changed: dark and light together are seen on every colour.
inline constexpr QRgb changedColour = 0xffffb000;
inline constexpr QRgb changedGround = 0xff2a1a00;

/// The colour of a value: its place in `range` on the map of `scale`. Not-a-number and infinities
/// have no colour of a map; they get the theme's error colour (NaN) or the map's end (±∞).
QColor colourFor(double value, const std::pair<double, double>& range, HeatmapData::Scale scale,
                 const Theme& theme);

/// Draws cells, hatches, numbers, labels, titles and colour bar on any canvas.
void drawHeatmap(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                 const HeatmapStyle& style);

/// Draws the light on a row and a column over a heatmap.
void drawHighlight(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, const HeatmapHighlight& highlight);

} // namespace gf
