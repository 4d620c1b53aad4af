// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/line_fan.h"

#include "ui/figure/canvas.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace gf {

namespace {

/// How strongly each pixel is covered, 0 to 255.
struct Coverage {
    int width;
    int height;
    std::vector<std::uint8_t> values;

    std::uint8_t* row(int y) { return values.data() + std::ptrdiff_t{y} * width; }
    const std::uint8_t* row(int y) const { return values.data() + std::ptrdiff_t{y} * width; }
};

/// Adds one line, column of pixels by column: in each it covers a piece as high as the line is
/// thick along that direction, its two ends in part.
void add(Coverage& coverage, const QLineF& line, double thickness, double strength) {
    const double run = line.x2() - line.x1();
    if (run <= 0)
        return;
    const double slope = (line.y2() - line.y1()) / run;
    const double half = thickness / 2 * std::sqrt(1 + slope * slope);
    const int first = std::max(0, static_cast<int>(std::floor(line.x1())));
    const int last = std::min(coverage.width - 1, static_cast<int>(std::ceil(line.x2())) - 1);
    for (int x = first; x <= last; ++x) {
        const double middle = line.y1() + slope * (x + 0.5 - line.x1());
        const double top = middle - half;
        const double bottom = middle + half;
        const int from = std::max(0, static_cast<int>(std::floor(top)));
        const int to = std::min(coverage.height - 1, static_cast<int>(std::floor(bottom)));
        for (int y = from; y <= to; ++y) {
            const double part = std::min(bottom, y + 1.0) - std::max(top, static_cast<double>(y));
            const auto value = static_cast<std::uint8_t>(255 * strength * std::min(1.0, part));
            std::uint8_t& pixel = coverage.row(y)[x];
            pixel = std::max(pixel, value);
        }
    }
}

QImage coloured(const Coverage& coverage, const QColor& colour) {
    std::array<QRgb, 256> shades{};
    for (int alpha = 0; alpha < 256; ++alpha)
        shades[static_cast<std::size_t>(alpha)] =
            qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(), alpha));
    QImage image(coverage.width, coverage.height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < coverage.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(y));
        const std::uint8_t* values = coverage.row(y);
        for (int x = 0; x < coverage.width; ++x)
            row[x] = shades[values[x]];
    }
    return image;
}

} // namespace

void drawFan(Canvas& canvas, const QRectF& area, std::vector<FanLine> lines, const QColor& colour) {
    if (!canvas.prefersImages()) {
        std::stable_sort(lines.begin(), lines.end(), [](const FanLine& a, const FanLine& b) {
            return a.strength < b.strength;
        });
        for (const FanLine& line : lines) {
            QColor shade = colour;
            shade.setAlphaF(static_cast<float>(line.strength));
            canvas.lines({line.line}, shade, line.width, "fan");
        }
        return;
    }
    const double ratio = canvas.pixelRatio();
    const QSize pixels = (area.size() * ratio).toSize();
    if (pixels.isEmpty())
        return;
    Coverage coverage{pixels.width(), pixels.height(),
                      std::vector<std::uint8_t>(static_cast<std::size_t>(pixels.width()) *
                                                static_cast<std::size_t>(pixels.height()))};
    for (const FanLine& line : lines) {
        const QLineF moved = line.line.translated(-area.topLeft());
        add(coverage, QLineF(moved.p1() * ratio, moved.p2() * ratio), line.width * ratio,
            line.strength);
    }
    canvas.image(area, coloured(coverage, colour));
}

} // namespace gf
