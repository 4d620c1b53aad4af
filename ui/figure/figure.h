// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QSizeF>

#include <vector>

namespace gf {

class Canvas;

/// A figure for a slide or a paper: one matrix or a grid of them (all heads), a line of legend for
/// the masks, and a caption line that says what it is and where it comes from.
struct Figure {
    std::vector<HeatmapData> panels;
    int columns = 0; ///< panels beside each other; 0: about as wide as high
    QString title;   ///< above everything; may be empty
    QString caption; ///< "date · encoder-decoder · 2 layers · step 1200 · encoder.0… · head 2"
    bool values = true; ///< numbers in cells that are large enough
    /// The panels are compared: in `columns` beside each other even where their cells are smaller
    /// then.
    bool compared = false;
};

/// How a figure is drawn. White paper whatever the window's theme.
struct FigureOptions {
    Theme theme = Theme::light();
    QFont font;
    /// Pixels (PNG, SVG) or 1/96 inch (PDF). Empty: the natural size.
    QSizeF size;
    double scale = 1; ///< PNG only: pixels per unit, 2 for a sharp slide
    /// Instead of a size: all of this width, and up to this height, in units of the drawing. The
    /// panels stand as their cells become largest, and the figure is as high as they need.
    QSizeF paper;
};

/// The size of a figure's labels, in units of its drawing.
inline constexpr double figureLetters = 13;

/// The size at which cells are comfortable to read.
QSizeF naturalSize(const Figure& figure, const FigureOptions& options = {});

/// The size of a figure that is asked for, and the coordinates in which it is drawn. Letters grow
/// with the figure: a poster is a large slide, not a slide with small print.
struct FigureScale {
    QSizeF size;       ///< what was asked for, or the natural size
    QSizeF drawing;    ///< at least the natural size
    double factor = 1; ///< size / drawing
    int columns = 1;   ///< panels beside each other
};
FigureScale scaleOf(const Figure& figure, const FigureOptions& options);

/// Draws the figure into the rectangle (0, 0, scale.drawing).
void drawFigure(Canvas& canvas, const Figure& figure, const FigureScale& scale,
                const FigureOptions& options);

} // namespace gf
