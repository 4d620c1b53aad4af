// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"

namespace gf {

struct HeatmapStyle;

bool hiddenByCausal(Hidden hidden);
bool hiddenByPadding(Hidden hidden);

/// The diagonals over all cells that one mask hides: rising like a slash for the causal mask,
/// falling for the padding mask.
std::vector<QLineF> hatchOf(const HeatmapData& data, const HeatmapLayout& layout, bool causal);

/// Draws what the hatches of these masks mean, on one line centred at the height of `at`, and
/// returns its width.
double drawMaskLegend(Canvas& canvas, const QPointF& at, const std::vector<Hidden>& masks,
                      double fontSize, const HeatmapStyle& style);

/// The masks that hide anything in `data`, for a legend: Causal, Padding, or one after the other.
std::vector<Hidden> masksIn(const HeatmapData& data);

/// "hidden by the causal mask"; empty for No.
QString maskText(Hidden hidden);

} // namespace gf
