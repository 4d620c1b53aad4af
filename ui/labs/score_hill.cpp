// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/score_hill.h"

#include "core/measure/norm_steps.h"
#include "ui/figure/canvas.h"
#include "ui/stations/plot.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gf {

namespace {

constexpr int bins = 48;
constexpr double reach = 3.3; ///< of the axes, in deviations

/// φ((x − μ)/σ)/σ; nothing where there is no spread.
double normalDensity(double x, const ScoreMoments& moments) {
    if (!(moments.variance > 0) || !std::isfinite(moments.variance))
        return 0;
    const double away = x - moments.mean;
    return std::exp(-away * away / (2 * moments.variance)) /
           std::sqrt(2 * std::numbers::pi * moments.variance);
}

void widen(ScaleRange& range, const ScoreMoments& moments) {
    const double spread = reach * std::sqrt(moments.variance);
    if (!std::isfinite(moments.mean) || !std::isfinite(spread))
        return;
    range.first = std::min(range.first, moments.mean - spread);
    range.second = std::max(range.second, moments.mean + spread);
}

/// A line through the density of a normal distribution.
std::vector<QPointF> curveOf(const Hill& hill, const ScoreMoments& moments, double unit) {
    std::vector<QPointF> points;
    for (double x = hill.area.left(); x <= hill.area.right(); x += 2) {
        const double score = hill.range.first + (x - hill.area.left()) / hill.area.width() *
                                                    (hill.range.second - hill.range.first);
        points.emplace_back(x, hill.area.bottom() - normalDensity(score, moments) * unit);
    }
    return points;
}

/// The mean of a normal distribution, upright, and one deviation to both sides of it, level, where
/// its density has its points of inflection.
std::vector<QLineF> momentLines(const Hill& hill, const ScoreMoments& moments, double unit) {
    const double deviation = std::sqrt(moments.variance);
    const double bottom = hill.area.bottom();
    const double level = bottom - normalDensity(moments.mean + deviation, moments) * unit;
    const auto at = [&](double score) {
        return std::clamp(hill.at(score), hill.area.left(), hill.area.right());
    };
    const double mean = at(moments.mean);
    return {{mean, bottom, mean, bottom - normalDensity(moments.mean, moments) * unit},
            {at(moments.mean - deviation), level, at(moments.mean + deviation), level}};
}

} // namespace

ScoreMoments divided(const ScoreMoments& moments, double divisor) {
    return {moments.mean / divisor, moments.variance / (divisor * divisor)};
}

ScaleRange rangeOfHills(const std::vector<ScoreMoments>& all) {
    ScaleRange range{1e300, -1e300};
    for (const ScoreMoments& moments : all)
        widen(range, moments);
    if (range.first > range.second)
        return {-1, 1};
    if (range.first == range.second) {
        // Beside a large mean a room of 1 is lost in rounding.
        const double room = std::max(1.0, 1e-6 * std::abs(range.first));
        return {range.first - room, range.second + room};
    }
    return range;
}

void drawHill(Drawing& drawing, const Hill& hill, std::vector<float> scores, double divisor,
              const ScoreMoments& theory, std::optional<double> misprint, const QColor& colour) {
    for (float& score : scores)
        score /= static_cast<float>(divisor);
    const std::vector<int> counts = histogram(scores, hill.range.first, hill.range.second, bins);
    const double width = (hill.range.second - hill.range.first) / bins;
    const double count = static_cast<double>(std::max<std::size_t>(scores.size(), 1));
    const double peak = normalDensity(theory.mean / divisor, divided(theory, divisor));
    double tallest = peak;
    for (const int each : counts)
        tallest = std::max(tallest, each / count / width);
    const double unit = tallest > 0 ? hill.area.height() / tallest : 0;
    for (int i = 0; i < bins; ++i) {
        const double from = hill.range.first + i * width;
        const QRectF bar(
            QPointF(hill.at(from) + 0.5, hill.area.bottom() - counts[i] / count / width * unit),
            QPointF(hill.at(from + width) - 0.5, hill.area.bottom()));
        if (bar.height() > 0)
            drawing.canvas.rectangle(bar, colour, "bar");
    }
    const Theme& theme = drawing.theme();
    drawing.canvas.lines({QLineF(hill.area.bottomLeft(), hill.area.bottomRight())}, theme.border, 1,
                         "axis");
    if (peak > 0) {
        drawing.canvas.polyline(curveOf(hill, divided(theory, divisor), unit), theme.text, 1.8,
                                "theory");
        drawing.canvas.lines(momentLines(hill, divided(theory, divisor), unit), theme.text, 1,
                             "moments");
    }
    if (!misprint || !(*misprint > 0))
        return;
    const ScoreMoments wrong = divided({theory.mean, *misprint}, divisor);
    const std::vector<QPointF> line = curveOf(hill, wrong, unit);
    std::vector<QLineF> dashes = dashesOf(momentLines(hill, wrong, unit).back(), 5, 5);
    for (std::size_t i = 0; i + 3 < line.size(); i += 5)
        dashes.emplace_back(line[i], line[i + 3]);
    drawing.canvas.lines(dashes, theme.error, 1.8, "misprint");
}

} // namespace gf
