// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace gf {

/// What one thing on the stage would like, in pixels.
struct SlotSize {
    double minimumWidth = 0;
    double idealWidth = 0;
    double idealHeight = 0;
    bool sign = false; ///< stays with what follows it when a line is broken
};

/// Places things in lines from left to right: as wide as they like when there is room, narrower
/// when there is not, and on another line when even the minimum is too much. All things of a line
/// are equally high.
struct LineLayout {
    std::vector<QRectF> rects; ///< one for each slot
    double height = 0;         ///< of all lines together, gaps included
};

/// `height` is what there is for all lines; a line is never lower than `minimumHeight`.
LineLayout layOutLines(const std::vector<SlotSize>& items, QPointF corner, double width,
                       double height, double minimumHeight, double gap);

/// A grid of `count` equal cells, as large as fits, at least `minimum` in size; the height follows.
LineLayout layOutGrid(int count, QPointF corner, double width, double height, QSizeF minimum,
                      double gap, double aspect);

} // namespace gf
