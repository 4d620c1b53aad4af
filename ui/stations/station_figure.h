// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"
#include "ui/stations/station.h"

#include <optional>
#include <vector>

namespace gf {

/// A station's drawing as a figure: white paper, a caption line under it, the size that it has in
/// `input`. The trace must live as long as the figure.
struct StationFigure {
    const Station* station = nullptr;
    StationInput input;
    QString caption;

    /// Without paper as large as on the screen. Throws Error where the letters find no room.
    PaperDrawing onPaper(const std::optional<Paper>& paper) const;
};

/// Figures beside each other, each under its own caption, and what all are about under them. The
/// figure becomes wider than the paper where its letters find no room otherwise.
PaperDrawing onPaper(const std::vector<StationFigure>& figures, const Paper& paper);

} // namespace gf
