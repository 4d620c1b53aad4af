// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the cells of a heatmap; for heatmap_painter.cpp alone.
#pragma once

#include "ui/figure/heatmap_painter.h"

namespace gf {

/// A label that stands beside its row, and how wide it is.
struct RowLabel {
    CanvasText text;
    double width = 0;
};

RowLabel rowLabelOf(const HeatmapLayout& layout, Index row, const QString& label,
                    const QColor& colour, const TextMeasure& measure);

/// Whether a label stands upright over its column; otherwise it runs upwards.
bool isUpright(const HeatmapLayout& layout, const QString& label, const TextMeasure& measure);

void drawColumnLabel(Canvas& canvas, const HeatmapLayout& layout, Index column,
                     const QString& label, const QColor& colour, const TextMeasure& measure);

/// Of all rows and columns, and what both are.
void drawLabels(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                const HeatmapStyle& style, const TextMeasure& measure);

void drawTitle(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
               const HeatmapStyle& style, const TextMeasure& measure);

void drawColourBar(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, double fontSize, const TextMeasure& measure);

} // namespace gf
