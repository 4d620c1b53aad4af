// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/strips.h"

#include "core/measure/norm_steps.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double stripHeight = 22;
constexpr double stripGap = 4;
constexpr double gapUnderTokens = 8;
constexpr double gapUnderWords = 10;
constexpr double gapAfterNames = 10;
constexpr double gapBeforeNumbers = 12;
constexpr double leastStrip = 130; ///< of two units for each of 64 features

double largestOf(std::span<const Strip> strips, int colours) {
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

Sides sidesOf(const StationInput& input, std::span<const Strip> strips) {
    const TextMeasure measure = measureWith(input.font);
    Sides sides;
    for (const Strip& strip : strips) {
        sides.names = std::max(sides.names, measure(strip.name, input.fontSize()));
        sides.numbers =
            std::max(sides.numbers, measure(spreadText(strip.values), input.fontSize()));
    }
    return {sides.names + gapAfterNames, sides.numbers + gapBeforeNumbers};
}

} // namespace

double drawStripsHead(const StationInput& input, Canvas& canvas, StationPicture& picture,
                      const StripsHead& head, double margin) {
    const double width = input.size.width() - 2 * margin;
    double top = margin / 2;
    top += drawSentence(input, canvas, picture, {margin, top}, width, head.tokens, head.token) +
           gapUnderTokens;
    top += drawParagraph(input, canvas, {margin, top}, width, head.words, input.theme.text);
    return top + gapUnderWords;
}

double stripsHeadHeight(const StationInput& input, const StripsHead& head, double margin) {
    const double width = input.size.width() - 2 * margin;
    return margin / 2 + sentenceHeight(input, width, head.tokens) + gapUnderTokens +
           paragraphHeight(input, width, head.words) + gapUnderWords;
}

double drawStrips(const StationInput& input, Canvas& canvas, StationPicture& picture,
                  std::span<const Strip> strips, Index token, double margin, double top) {
    const Sides sides = sidesOf(input, strips);
    const double left = margin + sides.names;
    const double right = input.size.width() - margin - sides.numbers;
    for (const Strip& strip : strips) {
        HeatmapData data;
        data.rows = 1;
        data.columns = static_cast<Index>(strip.values.size());
        data.values.assign(strip.values.begin(), strip.values.end());
        data.changed = strip.changed;
        // Factors are paler than what they are applied to: a gain of 1 is nothing special.
        const double largest = largestOf(strips, strip.colours) * (strip.factor ? 2.5 : 1);
        data.range = drawnRange(input, input.node,
                                QStringLiteral("strip %1/%2").arg(token).arg(strip.colours),
                                {-largest, largest});
        const double inset = strip.factor ? 4 : 0;
        const QRectF cells(left, top + inset, right - left, stripHeight - 2 * inset);
        const QColor colour = strip.factor ? input.theme.mutedText : input.theme.text;
        drawLine(input, canvas, {left - gapAfterNames, cells.center().y()}, strip.name, colour,
                 Qt::AlignRight);
        placeCells(input, canvas, picture, data, cells, litColumn,
                   [name = strip.name, values = data.values, token](Index, Index column) {
                       StationPlace place;
                       place.row = token;
                       place.column = column;
                       place.tip =
                           tr("%1, feature %2: %3")
                               .arg(name, QString::number(column + 1),
                                    numberText(values[static_cast<std::size_t>(column)], 6));
                       return place;
                   });
        drawLine(input, canvas, {right + gapBeforeNumbers, cells.center().y()},
                 spreadText(strip.values), colour);
        top += stripHeight + stripGap;
    }
    return top;
}

double stripsWidth(const StationInput& input, std::span<const Strip> strips, double margin) {
    const Sides sides = sidesOf(input, strips);
    return 2 * margin + sides.names + leastStrip + sides.numbers;
}

double stripsHeight(std::size_t strips) {
    return static_cast<double>(strips) * (stripHeight + stripGap);
}

} // namespace gf
