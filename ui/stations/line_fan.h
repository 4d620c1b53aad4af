// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QLineF>
#include <QRectF>

#include <vector>

namespace gf {

class Canvas;

/// A line from left to right.
struct FanLine {
    QLineF line;
    double width = 1;    ///< pixels
    double strength = 1; ///< of the colour, 0 to 1
};

/// Draws thousands of crossing lines of one colour inside `area`. Where lines cross, the stronger
/// one is seen, so a crowd of weak ones never looks like a strong one. On a screen they are drawn
/// as one picture: a painter takes longer than a frame for a few hundred wide, smoothed lines.
void drawFan(Canvas& canvas, const QRectF& area, std::vector<FanLine> lines, const QColor& colour);

} // namespace gf
