// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/plot.h"

#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>

namespace gf {

QPointF Plot::at(double across, double up) const {
    return {area.left() + (across - x.first) / (x.second - x.first) * area.width(),
            area.bottom() - (up - y.first) / (y.second - y.first) * area.height()};
}

QRectF Plot::bar(double left, double right, double value) const {
    const double shown = std::isnan(value) ? 0 : value;
    const QPointF end = at(left, std::clamp(shown, y.first, y.second));
    const QPointF zero = at(right, std::clamp(0.0, y.first, y.second));
    return {QPointF(end.x(), std::min(end.y(), zero.y())),
            QPointF(zero.x(), std::max(end.y(), zero.y()))};
}

namespace {

void drawTicksAcross(Drawing& drawing, const Plot& plot, PlotWords::Across kind, double size) {
    if (kind == PlotWords::Across::None)
        return;
    const int count = std::clamp(static_cast<int>(plot.area.width() / (size * 5)), 2, 10);
    const NumberFormat format = numberFormatFor(plot.x);
    for (const double tick : ticksFor(plot.x, count)) {
        const bool places = kind == PlotWords::Across::Places;
        if (places && tick != std::floor(tick))
            continue; // places are whole
        drawing.text({plot.at(tick, plot.y.first).x(), plot.area.bottom() + size * 0.9},
                     places ? withMinus(QString::number(tick, 'f', 0)) : format.text(tick), size,
                     drawing.theme().mutedText, Qt::AlignHCenter);
    }
    if (kind == PlotWords::Across::Numbers && format.exponent != 0)
        drawing.text({plot.area.right(), plot.area.bottom() + size * 2.1}, format.unit(), size,
                     drawing.theme().mutedText, Qt::AlignRight);
}

} // namespace

Plot placePlot(Drawing& drawing, const QRectF& bounds, const char* name, const PlotWords& words,
               const std::pair<double, double>& x, const std::pair<double, double>& now) {
    const ScaleRange y = drawnAxis(drawing.input, QLatin1String(name), now);
    const Theme& theme = drawing.theme();
    const double size = drawing.fontSize() * type::small;
    const TextMeasure measure = measureWith(drawing.input.font);
    const double above = words.title.isEmpty() ? size * 0.6 : size * 1.9;
    const double ticksBelow = words.ticks == PlotWords::Across::None ? 0.4 : 1.6;
    const double below = size * ticksBelow + (words.across.isEmpty() ? 0 : size * 1.3);
    const int count =
        std::clamp(static_cast<int>((bounds.height() - above - below) / (size * 2.2)), 2, 5);
    std::vector<double> ticks = ticksFor(y, count);
    for (int more = count + 1; ticks.size() < 2 && more < 8; ++more)
        ticks = ticksFor(y, more); // of one alone there is no scale
    const NumberFormat format = numberFormatFor(y);
    double widest = 0;
    for (const double tick : ticks)
        widest = std::max(widest, measure(format.text(tick), size));

    Plot plot{bounds.adjusted(widest + 8, above, -size * 0.6, -below), x, y, bounds};
    if (!words.title.isEmpty())
        drawing.text({plot.area.left(), bounds.top() + size * 0.8},
                     elided(words.title, plot.area.width() / 1.12, size * type::section, measure),
                     size * type::section, theme.text, Qt::AlignLeft, true);
    if (format.exponent != 0)
        drawing.text({plot.area.left() - 4, plot.area.top() - size * 0.7}, format.unit(), size,
                     theme.mutedText, Qt::AlignRight);

    std::vector<QLineF> grid;
    for (const double tick : ticks) {
        const double height = plot.at(x.first, tick).y();
        grid.emplace_back(plot.area.left(), height, plot.area.right(), height);
        drawing.text({plot.area.left() - 5, height}, format.text(tick), size, theme.mutedText,
                     Qt::AlignRight);
    }
    drawTicksAcross(drawing, plot, words.ticks, size);
    drawing.canvas.lines(grid, theme.grid, 1, "grid");
    drawing.canvas.lines({QLineF(plot.area.bottomLeft(), plot.area.bottomRight()),
                          QLineF(plot.area.bottomLeft(), plot.area.topLeft())},
                         theme.border, 1, "axis");
    if (y.first < 0 && y.second > 0)
        drawing.canvas.lines({QLineF(plot.at(x.first, 0), plot.at(x.second, 0))}, theme.mutedText,
                             1, "axis");
    if (!words.across.isEmpty())
        drawing.text({plot.area.center().x(), bounds.bottom() - size * 0.7},
                     elided(words.across, bounds.width(), size, measure), size, theme.mutedText,
                     Qt::AlignHCenter);
    return plot;
}

std::pair<double, double> rangeAround(std::span<const float> values) {
    double lowest = 0;
    double highest = 0;
    for (const float value : values)
        if (std::isfinite(value)) {
            lowest = std::min(lowest, static_cast<double>(value));
            highest = std::max(highest, static_cast<double>(value));
        }
    if (lowest == highest)
        return {-1, 1};
    const double margin = (highest - lowest) * 0.06;
    return {lowest < 0 ? lowest - margin : 0, highest > 0 ? highest + margin : 0};
}

void drawBar(Canvas& canvas, const Plot& plot, std::span<const float> values, Index place,
             const QColor& colour) {
    if (place < 0 || place >= static_cast<Index>(values.size()))
        return;
    const double value = values[place];
    if (!std::isfinite(value))
        return;
    const double step = plot.area.width() / (plot.x.second - plot.x.first);
    const double width = step >= 4 ? std::floor(step * 0.8) : step;
    const double zero = plot.at(0, std::clamp(0.0, plot.y.first, plot.y.second)).y();
    const QPointF end = plot.at(std::ceil(plot.x.first) + static_cast<double>(place),
                                std::clamp(value, plot.y.first, plot.y.second));
    const QRectF bar(end.x() - width / 2, std::min(zero, end.y()), width,
                     std::max(1.0, std::abs(end.y() - zero)));
    canvas.rectangle(bar, colour, "bar");
}

void drawBars(Drawing& drawing, const Plot& plot, std::span<const float> values,
              const QColor& colour, Index highlighted) {
    for (Index i = 0; i < static_cast<Index>(values.size()); ++i)
        drawBar(drawing.canvas, plot, values, i,
                i == highlighted ? drawing.theme().highlight : colour);
}

std::vector<QLineF> dashesOf(const QLineF& line, double dash, double gap) {
    std::vector<QLineF> dashes;
    const double length = line.length();
    const auto count = static_cast<int>(std::ceil(length / (dash + gap)));
    for (int i = 0; i < count; ++i) {
        const double from = i * (dash + gap);
        dashes.emplace_back(line.pointAt(from / length),
                            line.pointAt(std::min(from + dash, length) / length));
    }
    return dashes;
}

namespace {

constexpr double barLabelSize = 0.95; ///< in font sizes

double widestOf(const StationInput& input, const QStringList& words) {
    const TextMeasure measure = measureWith(input.font);
    double widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, measure(word, input.fontSize() * barLabelSize));
    return widest;
}

} // namespace

double heightOfBarLabels(const StationInput& input, double slot, double most,
                         const QStringList& words) {
    const double line = input.fontSize() * 1.6;
    const double widest = widestOf(input, words) + 2;
    return widest <= slot ? line : std::clamp(widest, line, std::max(line, most));
}

void drawBarLabels(Drawing& drawing, const Plot& plot, double height, const QStringList& words,
                   Index highlighted, const QColor& highlightedColour) {
    const QPointF corner = plot.area.bottomLeft() + QPointF(0, 4);
    const double slot =
        plot.area.width() / static_cast<double>(std::max<qsizetype>(words.size(), 1));
    const TextMeasure measure = measureWith(drawing.input.font);
    const double size = drawing.fontSize() * barLabelSize;
    const double widest = widestOf(drawing.input, words);
    const bool level = widest + 2 <= slot;
    const double needed = level ? widest : size * 1.15;
    const auto step = std::max<Index>(1, static_cast<Index>(std::ceil(needed / slot)));
    for (Index i = 0; i < words.size(); ++i) {
        const bool chosen = i == highlighted;
        const bool besideChosen = highlighted >= 0 && !chosen && std::abs(i - highlighted) < step;
        if ((i % step != 0 || besideChosen) && !chosen)
            continue;
        const double x = corner.x() + (static_cast<double>(i) + 0.5) * slot;
        const bool lies = measure(words[i], size) + 2 <= slot * static_cast<double>(step);
        drawing.text({x, lies ? corner.y() + size * 0.8 : corner.y()},
                     lies ? words[i] : elided(words[i], height, size, measure), size,
                     chosen ? highlightedColour : drawing.theme().text,
                     lies ? Qt::AlignHCenter : Qt::AlignRight, chosen, !lies);
    }
}

void drawLevel(Drawing& drawing, const Plot& plot, double value, const QString& word,
               const QColor& colour) {
    if (!(value >= plot.y.first && value <= plot.y.second))
        return;
    const double y = plot.at(plot.x.first, value).y();
    const QLineF line(plot.area.left(), y, plot.area.right(), y);
    drawing.canvas.lines(dashesOf(line, 5, 5), colour, 1.4, "level");
    if (word.isEmpty())
        return;
    // On a ground of its own: bars may stand behind it.
    const double size = drawing.fontSize() * type::small;
    const double width = measureWith(drawing.input.font)(word, size) + 8;
    const QRectF ground(plot.area.right() - width, y - size * 1.5, width, size * 1.4);
    drawing.canvas.rectangle(ground, drawing.theme().surface, "ground");
    drawing.text({ground.right() - 4, ground.center().y()}, word, size,
                 drawing.theme().textColour(colour), Qt::AlignRight);
}

void drawMark(Drawing& drawing, const Plot& plot, double x) {
    if (!(x >= plot.x.first && x <= plot.x.second))
        return;
    drawing.canvas.lines({QLineF(plot.at(x, plot.y.first), plot.at(x, plot.y.second))},
                         drawing.theme().highlight, 1.5, "mark");
}

} // namespace gf
