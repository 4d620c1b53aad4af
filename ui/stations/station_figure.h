// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"
#include "ui/stations/station.h"

#include <optional>

namespace gf {

/// A station's drawing as a figure: white paper, a caption line under it, the size that it has in
/// `input`. The trace must live as long as the figure.
struct StationFigure {
    const Station* station = nullptr;
    StationInput input;
    QString caption;

    QSizeF size() const;
    std::vector<Hidden> masks() const;
    void draw(Canvas& canvas) const;
    /// Without paper as large as on the screen. Throws Error where the letters find no room.
    PaperDrawing onPaper(const std::optional<Paper>& paper) const;
};

} // namespace gf
