// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/bars.h"

#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/stations/plot.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double air = 0.08; ///< of the range, beyond the longest bar
constexpr double tickSize = 0.85;

} // namespace

double BarScale::y(double value) const {
    return area.bottom() - (value - low) / (high - low) * area.height();
}

QRectF BarScale::bar(double value, double left, double right) const {
    const double end = y(std::clamp(value, low, high));
    const double zero = y(0);
    return {QPointF(left, std::min(end, zero)), QPointF(right, std::max(end, zero))};
}

BarScale barScale(const QRectF& area, double low, double high) {
    low = std::isfinite(low) ? std::min(low, 0.0) : 0;
    high = std::isfinite(high) ? std::max(high, 0.0) : 0;
    if (low == high)
        high = 1;
    const double span = high - low;
    return {area, low < 0 ? low - air * span : 0, high > 0 ? high + air * span : 0};
}

void drawBarScale(const StationInput& input, Canvas& canvas, const BarScale& scale) {
    const QRectF& area = scale.area;
    const double size = input.fontSize() * tickSize;
    const int count = std::clamp(static_cast<int>(area.height() / (size * 2.6)), 1, 6);
    const NumberFormat format = numberFormatFor({scale.low, scale.high});
    for (const double tick : ticksFor({scale.low, scale.high}, count)) {
        const double y = scale.y(tick);
        canvas.lines({{QPointF(area.left(), y), QPointF(area.right(), y)}},
                     tick == 0 ? input.theme.mutedText : input.theme.grid, 1, "scale");
        canvas.text({{area.left() - 5, y},
                     format.text(tick),
                     size,
                     input.theme.mutedText,
                     Qt::AlignRight,
                     false,
                     false});
    }
    if (!format.unit().isEmpty())
        canvas.text({{area.left() - 5, area.top() - size},
                     format.unit(),
                     size,
                     input.theme.mutedText,
                     Qt::AlignRight,
                     false,
                     false});
}

void drawLevel(const StationInput& input, Canvas& canvas, const BarScale& scale, double value,
               const QString& word, const QColor& colour) {
    if (!(value >= scale.low && value <= scale.high))
        return;
    const double y = scale.y(value);
    const QLineF line(scale.area.left(), y, scale.area.right(), y);
    canvas.lines(dashesOf(line, 5, 5), colour, 1.4, "level");
    canvas.text({{scale.area.right(), y - input.fontSize() * 0.75},
                 word,
                 input.fontSize() * tickSize,
                 input.theme.textColour(colour),
                 Qt::AlignRight,
                 false,
                 false});
}

void drawLine(const StationInput& input, Canvas& canvas, const QPointF& at, const QString& text,
              double width, const QColor& colour, double size, bool bold) {
    const double pixels = input.fontSize() * size;
    // Bold letters are wider than the measure knows.
    const double room = bold ? width * 0.9 : width;
    canvas.text({at, elided(text, room, pixels, measureWith(input.font)), pixels, colour,
                 Qt::AlignLeft, bold, false});
}

void drawBarLabels(const StationInput& input, Canvas& canvas, const QPointF& corner, double slot,
                   double height, const QStringList& words, Index lit, const QColor& litColour) {
    const TextMeasure measure = measureWith(input.font);
    const double size = input.fontSize() * 0.95;
    double widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, measure(word, size));
    const bool level = widest + 2 <= slot;
    const double needed = level ? widest : size * 1.15;
    const auto step = std::max<Index>(1, static_cast<Index>(std::ceil(needed / slot)));
    for (Index i = 0; i < words.size(); ++i) {
        const bool chosen = i == lit;
        const bool besideChosen = lit >= 0 && !chosen && std::abs(i - lit) < step;
        if ((i % step != 0 || besideChosen) && !chosen)
            continue;
        const double x = corner.x() + (static_cast<double>(i) + 0.5) * slot;
        const QString word = level ? words[i] : elided(words[i], height - 2, size, measure);
        canvas.text({{x, level ? corner.y() + size * 0.8 : corner.y() + height},
                     word,
                     size,
                     chosen ? litColour : input.theme.text,
                     level ? Qt::AlignHCenter : Qt::AlignLeft,
                     chosen,
                     !level});
    }
}

} // namespace gf
