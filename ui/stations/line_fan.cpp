// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/line_fan.h"

#include "ui/figure/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace gf {

LineFan::LineFan(const QRectF& area, std::vector<FanLine> lines)
    : m_area(area), m_lines(std::move(lines)) {}

/// Adds one line, column of pixels by column: in each it covers a piece as high as the line is
/// thick along that direction, its two ends in part. Heights are counted in 256ths of a pixel: a
/// few thousand lines a frame leave three nanoseconds for each of their pixels.
void LineFan::add(Coverage& coverage, const QLineF& line, double thickness, double strength) {
    const double run = line.x2() - line.x1();
    if (!(run > 0) || coverage.height < 1)
        return;
    constexpr double unit = 256;
    constexpr int fraction = 255;
    const double slope = (line.y2() - line.y1()) / run;
    const double high = std::max(1 / unit, thickness * std::sqrt(1 + slope * slope));
    const int first = std::max(0, static_cast<int>(std::floor(line.x1())));
    const int last = std::min(coverage.width - 1, static_cast<int>(std::ceil(line.x2())) - 1);
    // The fraction of a slope needs more digits than that of a height.
    constexpr int digits = 12;
    const auto step = std::lround(slope * unit * (1 << digits));
    auto top = std::lround((line.y1() - high / 2 + slope * (first + 0.5 - line.x1())) * unit *
                           (1 << digits));
    const auto thick = static_cast<long>(high * unit);
    const long end = coverage.height * static_cast<long>(unit);
    const auto full = static_cast<long>(255 * strength);
    const std::ptrdiff_t width = coverage.width;
    const auto cover = [full](std::uint8_t& pixel, long part) {
        pixel = std::max(pixel, static_cast<std::uint8_t>(full * part >> 8));
    };
    for (int x = first; x <= last; ++x, top += step) {
        const long from = std::clamp(top >> digits, 0L, end);
        const long to = std::clamp((top >> digits) + thick, 0L, end);
        std::uint8_t* pixel = &coverage.values[(from >> 8) * width + x];
        std::uint8_t* const lowest = pixel + ((to >> 8) - (from >> 8)) * width;
        cover(*pixel, std::min(to, (from | fraction) + 1) - from);
        if (pixel == lowest)
            continue;
        for (pixel += width; pixel != lowest; pixel += width)
            cover(*pixel, 1 << 8);
        cover(*lowest, to & fraction);
    }
}

QImage LineFan::coloured(const Coverage& coverage, const QColor& colour) {
    std::array<QRgb, 256> shades{};
    for (int alpha = 0; alpha < 256; ++alpha)
        shades[alpha] = qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(), alpha));
    QImage image(coverage.width, coverage.height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < coverage.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(y));
        const std::uint8_t* values = coverage.values.data() + std::ptrdiff_t{y} * coverage.width;
        for (int x = 0; x < coverage.width; ++x)
            row[x] = shades[values[x]];
    }
    return image;
}

void LineFan::cover(Coverage& coverage, const std::vector<FanLine>& lines) const {
    for (const FanLine& line : lines) {
        const QLineF moved = line.line.translated(-m_area.topLeft());
        add(coverage, QLineF(moved.p1() * m_ratio, moved.p2() * m_ratio), line.width * m_ratio,
            line.strength);
    }
}

void LineFan::draw(Canvas& canvas, const QColor& colour, const std::vector<FanLine>& more) {
    if (!canvas.prefersImages()) {
        std::vector<FanLine> lines = m_lines;
        lines.insert(lines.end(), more.begin(), more.end());
        std::ranges::stable_sort(lines, {}, &FanLine::strength);
        for (const FanLine& line : lines) {
            QColor shade = colour;
            shade.setAlphaF(static_cast<float>(line.strength));
            canvas.lines({line.line}, shade, line.width, "fan");
        }
        return;
    }
    const double ratio = canvas.pixelRatio();
    const QSize pixels = (m_area.size() * ratio).toSize();
    if (pixels.isEmpty())
        return;
    if (ratio != m_ratio) {
        m_ratio = ratio;
        m_coverage = {pixels.width(), pixels.height(), {}};
        m_coverage.values.resize(static_cast<std::size_t>(pixels.width()) *
                                 static_cast<std::size_t>(pixels.height() + 1));
        cover(m_coverage, m_lines);
    }
    if (more.empty()) {
        canvas.image(m_area, coloured(m_coverage, colour));
        return;
    }
    Coverage all = m_coverage;
    cover(all, more);
    canvas.image(m_area, coloured(all, colour));
}

} // namespace gf
