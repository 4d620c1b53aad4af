// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

namespace gf {

/// The cells of a row with the names of their columns, "3 0.46 · m 0.51"; of more than `most` the
/// largest, and how many others there are.
QString rowText(const HeatmapData& data, Index row, Index most);

/// What is said of a cell that is pointed at: its number, where it is, what hides it, and its row.
QString cellTip(const HeatmapData& data, Index row, Index column);

/// The same for who does not see it, with more of the row.
QString cellDescription(const HeatmapData& data, Index row, Index column);

} // namespace gf
