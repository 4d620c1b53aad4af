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

/// Scores are computed before the mask hides them: such a cell keeps a shade of its colour under
/// the hatch. After the mask there is nothing left to show.
bool hasValueUnderMask(float value);

/// The colours of a hatch: a direction alone cannot be told from the last row.
QColor hatchColour(HatchLines lines, const Theme& theme);
QColor hatchGround(Hidden hidden, const Theme& theme);

/// "future" or "padding", in the field that is hidden so and shows nothing else, where it has room
/// for the word.
struct MaskWord {
    Hidden hidden = Hidden::Causal;
    QRectF area; ///< of whole cells
    QString text;
};
std::vector<MaskWord> wordsInMasks(const HeatmapData& data, const HeatmapLayout& layout,
                                   const TextMeasure& measure);

/// The lines of one hatch over all cells that have it.
std::vector<QLineF> hatchOf(const HeatmapData& data, const HeatmapLayout& layout, HatchLines lines);

/// "hidden by the causal mask", or where there is little room "causal mask".
enum class MaskWords { Full, Brief };

/// Draws what the hatches of these masks mean, on one line centred at the height of `at`.
void drawMaskLegend(Canvas& canvas, const QPointF& at, const std::vector<Hidden>& masks,
                    double fontSize, const HeatmapStyle& style, MaskWords words = MaskWords::Full);

/// The width of that line.
double maskLegendWidth(const std::vector<Hidden>& masks, double fontSize,
                       const TextMeasure& measure, MaskWords words = MaskWords::Full);

/// What hides anything in `data`, for a legend: Causal, Padding, Chosen, or one after the other.
std::vector<Hidden> masksIn(const HeatmapData& data);

/// Adds masks that are not among `all` yet, in the order of legends.
void addMasks(std::vector<Hidden>& all, const std::vector<Hidden>& masks);

/// "hidden by the causal mask", "already chosen"; empty for No.
QString maskText(Hidden hidden, MaskWords words = MaskWords::Full);

} // namespace gf
