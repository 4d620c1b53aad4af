// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_layout.h"

#include <optional>

namespace gf {

/// The side from which on the cells of a window are large enough for their numbers, at a font size:
/// a little larger where these have a sign.
double numberCell(HeatmapData::Scale scale, double fontSize);

/// The window that a layout shows; of a whole matrix, all of it.
MatrixWindow windowOf(const HeatmapLayout& layout);

/// The window after zooming by `factor` at a point of `now`: the cell at that point stays there.
/// Nothing where cells would be no larger than in `unzoomed`, the layout that a zoom begins from.
/// `options` are those of `unzoomed`.
std::optional<MatrixWindow> zoomedWindow(const HeatmapData& data, HeatmapOptions options,
                                         const HeatmapLayout& unzoomed, const HeatmapLayout& now,
                                         const QPointF& at, double factor);

/// The window after its matrix was dragged by so many pixels, no further than to its end.
MatrixWindow draggedWindow(const HeatmapLayout& from, const QPointF& by);

/// The window moved no further than it takes to see a row and a column; −1: any will do.
MatrixWindow windowShowing(const HeatmapLayout& now, const CellPlace& cell);

/// The window with a point of its overview in the middle.
MatrixWindow windowAround(const HeatmapLayout& now, const QPointF& onOverview);

/// What the window covers of its overview.
QRectF coveredPart(const HeatmapLayout& layout);

} // namespace gf
