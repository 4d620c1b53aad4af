// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the cells of a heatmap; for heatmap_painter.cpp alone.
#pragma once

#include "ui/figure/heatmap_painter.h"

namespace gf {

/// The label beside a row, and where it stands: of two tokens each in its column.
struct RowLabel {
    std::vector<CanvasText> texts;
    QRectF area;
};

/// Shortened to the room there is; `whole`: in full, whatever stands beside it.
RowLabel rowLabelOf(const HeatmapLayout& layout, Index row, const QString& label,
                    const QColor& colour, const TextMeasure& measure, bool whole);

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
