// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"
#include "ui/figure/paper.h"

#include <optional>
#include <vector>

namespace gf {

/// A figure for a slide or a paper: one matrix or a grid of them (all heads), a line of legend for
/// the masks, and a caption line that says what it is and where it comes from.
struct Figure {
    std::vector<HeatmapData> panels;
    int columns = 0; ///< panels beside each other; 0: about as wide as high
    QString caption; ///< "date · encoder-decoder · 2 layers · step 1200 · encoder.0… · head 2"
    bool values = true; ///< numbers in cells that are large enough
    /// The panels are compared: in `columns` beside each other even where their cells are smaller
    /// then.
    bool compared = false;
};

/// The size of a figure's labels, in units of its drawing.
inline constexpr double figureLetters = 13;

/// On white; without paper in the size at which its cells are comfortable to read. Throws Error
/// where its letters find no room.
PaperDrawing onPaper(const Figure& figure, const std::optional<Paper>& paper);

} // namespace gf
