// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"

namespace gf {

struct HeatmapStyle;

bool hiddenByCausal(Hidden hidden);
bool hiddenByPadding(Hidden hidden);

/// How the lines of a hatch run.
enum class HatchLines {
    Rising,  ///< like a slash: the causal mask
    Falling, ///< the padding mask
    Upright, ///< what a pointer has chosen before
};
inline constexpr HatchLines allLines[] = {HatchLines::Rising, HatchLines::Falling,
                                          HatchLines::Upright};
/// Whether a cell that is hidden so has these lines.
bool hasLines(Hidden hidden, HatchLines lines);

/// The lines of one hatch over all cells that have it.
std::vector<QLineF> hatchOf(const HeatmapData& data, const HeatmapLayout& layout, HatchLines lines);

/// Draws what the hatches of these masks mean, on one line centred at the height of `at`, and
/// returns its width.
double drawMaskLegend(Canvas& canvas, const QPointF& at, const std::vector<Hidden>& masks,
                      double fontSize, const HeatmapStyle& style);

/// What hides anything in `data`, for a legend: Causal, Padding, Chosen, or one after the other.
std::vector<Hidden> masksIn(const HeatmapData& data);

/// "hidden by the causal mask", "already chosen"; empty for No.
QString maskText(Hidden hidden);

} // namespace gf
