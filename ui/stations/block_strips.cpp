// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_blocks.h"

#include "core/measure/norm_steps.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double stripHeight = 22;
constexpr double stripGap = 4;
constexpr double gapAfterNames = 10;
constexpr double gapBeforeNumbers = 12;
constexpr double leastStrip = 130; ///< of two units for each of 64 features

double largestOf(const std::vector<Strip>& strips, int colours) {
    double largest = 0;
    for (const Strip& strip : strips)
        if (strip.colours == colours)
            for (const float value : strip.values)
                if (std::isfinite(value))
                    largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest > 0 ? largest : 1;
}

/// "mean 0.45, deviation 0.75"; what only rounding keeps from 0 is 0.
QString spreadText(std::span<const float> values) {
    const Spread spread = spreadOf(values);
    const bool rounded = std::abs(spread.mean) < 1e-6 * spread.deviation;
    return tr("mean %1, deviation %2")
        .arg(numberText(rounded ? 0 : spread.mean, 3), numberText(spread.deviation, 3));
}

/// How wide the words at the left and at the right of strips are, with the gap to these.
struct Sides {
    double names = 0;
    double numbers = 0;
};

Sides sidesOf(const StationInput& input, const std::vector<Strip>& strips) {
    const TextMeasure measure = measureWith(input.font);
    Sides sides;
    for (const Strip& strip : strips) {
        sides.names = std::max(sides.names, measure(strip.name, input.fontSize()));
        sides.numbers =
            std::max(sides.numbers, measure(spreadText(strip.values), input.fontSize()));
    }
    return {sides.names + gapAfterNames, sides.numbers + gapBeforeNumbers};
}

void drawStrips(Drawing& drawing, const std::vector<Strip>& strips, Index token,
                const QRectF& area) {
    const Sides sides = sidesOf(drawing.input, strips);
    const double left = area.left() + sides.names;
    const double right = area.right() - sides.numbers;
    double top = area.top();
    for (const Strip& strip : strips) {
        HeatmapData data;
        data.rows = 1;
        data.columns = static_cast<Index>(strip.values.size());
        data.values = strip.values;
        data.changed = strip.changed;
        // Factors are paler than what they are applied to: a gain of 1 is nothing special.
        const double largest = largestOf(strips, strip.colours) * (strip.factor ? 2.5 : 1);
        data.range = drawnRange(drawing.input, drawing.input.node,
                                QStringLiteral("strip %1/%2").arg(token).arg(strip.colours),
                                {-largest, largest});
        const double inset = strip.factor ? 4 : 0;
        const QRectF cells(left, top + inset, right - left, stripHeight - 2 * inset);
        const QColor colour = strip.factor ? drawing.theme().mutedText : drawing.theme().text;
        drawLine(drawing, {left - gapAfterNames, cells.center().y()}, strip.name, colour,
                 Qt::AlignRight);
        placeCells(drawing, data, cells, highlightedColumn,
                   [name = strip.name, values = data.values, token](Index, Index column) {
                       return StationPlace{token, column, -1, QString(),
                                           tr("%1, feature %2: %3")
                                               .arg(name, QString::number(column + 1),
                                                    numberText(values[column], 6))};
                   });
        drawLine(drawing, {right + gapBeforeNumbers, cells.center().y()}, spreadText(strip.values),
                 colour);
        top += stripHeight + stripGap;
    }
}

} // namespace

Block strips(std::vector<Strip> strips, Index token) {
    const auto count = static_cast<double>(strips.size());
    const auto all = std::make_shared<const std::vector<Strip>>(std::move(strips));
    Block made;
    made.leastWidth = [all](const StationInput& input) {
        const Sides sides = sidesOf(input, *all);
        return sides.names + leastStrip + sides.numbers;
    };
    made.leastHeight = [count](const StationInput&, double) {
        return count * (stripHeight + stripGap);
    };
    made.draw = [all, token](Drawing& drawing, const QRectF& area) {
        drawStrips(drawing, *all, token, area);
    };
    return made;
}

} // namespace gf
