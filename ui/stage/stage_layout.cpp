// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_layout.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

struct Line {
    std::size_t first = 0;
    std::size_t count = 0;
    double idealHeight = 0;
};

std::vector<Line> breakLines(const std::vector<SlotSize>& items, double width, double gap) {
    std::vector<Line> lines;
    double used = 0;
    std::size_t at = 0;
    while (at < items.size()) {
        // A sign and the thing after it are one unit.
        const std::size_t unit = items[at].sign && at + 1 < items.size() ? 2 : 1;
        double needed = 0;
        for (std::size_t i = at; i < at + unit; ++i)
            needed += items[i].minimumWidth + gap;
        if (lines.empty() || used + needed > width + gap) {
            lines.push_back({at, 0, 0});
            used = 0;
        }
        Line& line = lines.back();
        for (std::size_t i = at; i < at + unit; ++i)
            line.idealHeight = std::max(line.idealHeight, items[i].idealHeight);
        line.count += unit;
        used += needed;
        at += unit;
    }
    return lines;
}

} // namespace

LineLayout layOutLines(const std::vector<SlotSize>& items, QPointF corner, double width,
                       double height, double minimumHeight, double gap) {
    LineLayout layout;
    layout.rects.resize(items.size());
    const std::vector<Line> lines = breakLines(items, width, gap);
    if (lines.empty())
        return layout;
    double wanted = 0;
    for (const Line& line : lines)
        wanted += line.idealHeight;
    const double gaps = gap * static_cast<double>(lines.size() - 1);
    const double shrink = std::min(1.0, std::max(0.0, height - gaps) / std::max(1.0, wanted));
    double y = corner.y();
    for (const Line& line : lines) {
        const double lineHeight =
            std::max(std::min(minimumHeight, line.idealHeight), line.idealHeight * shrink);
        double minimum = gap * static_cast<double>(line.count - 1);
        double ideal = minimum;
        for (std::size_t i = line.first; i < line.first + line.count; ++i) {
            minimum += items[i].minimumWidth;
            ideal += items[i].idealWidth;
        }
        // Between the minimum and the ideal, everything gives way by the same share.
        const double room =
            ideal > minimum ? std::clamp((width - minimum) / (ideal - minimum), 0.0, 1.0) : 1.0;
        double x = corner.x();
        for (std::size_t i = line.first; i < line.first + line.count; ++i) {
            const SlotSize& item = items[i];
            double w = item.minimumWidth + (item.idealWidth - item.minimumWidth) * room;
            w = std::min(w, width);
            layout.rects[i] = QRectF(x, y, w, lineHeight);
            x += w + gap;
        }
        y += lineHeight + gap;
    }
    layout.height = y - gap - corner.y();
    return layout;
}

LineLayout layOutGrid(int count, QPointF corner, double width, double height, QSizeF minimum,
                      double gap, double aspect) {
    LineLayout layout;
    if (count <= 0)
        return layout;
    // The number of columns whose cells come out largest, seen as they will be drawn.
    int best = 1;
    double bestArea = -1;
    for (int columns = 1; columns <= count; ++columns) {
        const int lines = (count + columns - 1) / columns;
        const double w = (width - gap * (columns - 1)) / columns;
        const double h = (height - gap * (lines - 1)) / lines;
        if (columns > 1 && w < minimum.width())
            break;
        const double side = std::min(w / aspect, std::max(h, minimum.height()));
        const double area = side * side * aspect;
        if (area > bestArea + 1) {
            bestArea = area;
            best = columns;
        }
    }
    const int lines = (count + best - 1) / best;
    const double w = (width - gap * (best - 1)) / best;
    const double h = std::max(minimum.height(), (height - gap * (lines - 1)) / lines);
    for (int i = 0; i < count; ++i) {
        const int line = i / best;
        layout.rects.emplace_back(corner.x() + (i % best) * (w + gap),
                                  corner.y() + line * (h + gap), w, h);
    }
    layout.height = lines * h + (lines - 1) * gap;
    return layout;
}

} // namespace gf
