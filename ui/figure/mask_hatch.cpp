// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/mask_hatch.h"

#include "ui/figure/heatmap_painter.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace gf {

namespace {

double hatchSpacing(const HeatmapLayout& layout) {
    const double side = std::min(layout.cellWidth, layout.cellHeight);
    return side >= 8 ? 7 : 5;
}

/// Parallel lines through rectangles. They keep one phase for the whole figure, and where
/// rectangles lie under each other they are drawn in one, which takes a fraction of the time of
/// many short ones.
class Hatch {
public:
    Hatch(double spacing, HatchLines lines) : m_spacing(spacing), m_run(lines) {}

    /// The next rectangle from the top.
    void add(const QRectF& area) {
        // A rising line has x + y = c, a falling one x − y = c, an upright one x = c.
        const bool rising = m_run == HatchLines::Rising;
        const bool upright = m_run == HatchLines::Upright;
        const double low = area.left() + (upright ? 0 : rising ? area.top() : -area.bottom());
        const double high = area.right() + (upright ? 0 : rising ? area.bottom() : -area.top());
        const auto last = static_cast<int>(std::ceil(high / m_spacing));
        auto line = static_cast<int>(std::ceil(low / m_spacing));
        if (line >= last && upright) // too narrow for the phase
            return m_lines.push_back(
                {area.center().x(), area.top(), area.center().x(), area.bottom()});
        for (; line < last; ++line) {
            const double c = line * m_spacing;
            if (upright) {
                goOn(line, {c, area.top(), c, area.bottom()});
                continue;
            }
            const auto yAt = [&](double x) { return rising ? c - x : x - c; };
            const auto xAt = [&](double y) { return rising ? c - y : y + c; };
            const double x1 = std::max(area.left(), xAt(rising ? area.bottom() : area.top()));
            const double x2 = std::min(area.right(), xAt(rising ? area.top() : area.bottom()));
            if (x2 > x1)
                goOn(line, {x1, yAt(x1), x2, yAt(x2)});
        }
    }

    const std::vector<QLineF>& lines() const { return m_lines; }

private:
    /// Takes a piece of a line into the one that ends where it begins, if there is one.
    void goOn(int line, const QLineF& piece) {
        const auto [place, isNew] = m_last.try_emplace(line, m_lines.size());
        if (!isNew) {
            QLineF& above = m_lines[place->second];
            const bool rising = m_run == HatchLines::Rising;
            const bool touches =
                m_run == HatchLines::Upright
                    ? std::abs(above.y2() - piece.y1()) < 1e-6
                    : std::abs(rising ? above.x1() - piece.x2() : above.x2() - piece.x1()) < 1e-6;
            if (touches && rising)
                return above.setP1(piece.p1());
            if (touches)
                return above.setP2(piece.p2());
            place->second = m_lines.size();
        }
        m_lines.push_back(piece);
    }

    double m_spacing;
    HatchLines m_run;
    std::vector<QLineF> m_lines;
    std::unordered_map<int, std::size_t> m_last; ///< the last piece of each
};

} // namespace

bool hiddenByCausal(Hidden hidden) {
    return hidden == Hidden::Causal || hidden == Hidden::Both;
}

bool hiddenByPadding(Hidden hidden) {
    return hidden == Hidden::Padding || hidden == Hidden::Both;
}

bool hasLines(Hidden hidden, HatchLines lines) {
    switch (lines) {
    case HatchLines::Rising:
        return hiddenByCausal(hidden);
    case HatchLines::Falling:
        return hiddenByPadding(hidden);
    case HatchLines::Upright:
        break;
    }
    return hidden == Hidden::Chosen || hidden == Hidden::Window;
}

bool hasValueUnderMask(float value) {
    return std::isfinite(value) && value != 0;
}

QColor hatchColour(HatchLines lines, const Theme& theme) {
    return lines == HatchLines::Falling ? theme.paddingHatch : theme.hatch;
}

QColor hatchGround(Hidden hidden, const Theme& theme) {
    return hiddenByPadding(hidden) ? theme.paddingBackground : theme.hatchBackground;
}

namespace {

/// The longest run of cells in a row, from `begin` to before `end`, that are hidden so and show
/// nothing else.
std::pair<Index, Index> longestRun(const HeatmapData& data, Index row, Hidden hidden, Index begin,
                                   Index end) {
    std::pair<Index, Index> longest{begin, begin};
    for (Index at = begin; at < end; ++at) {
        const Index from = at;
        while (at < end && data.hiddenAt(row, at) == hidden && !hasValueUnderMask(data.at(row, at)))
            ++at;
        if (at - from > longest.second - longest.first)
            longest = {from, at};
    }
    return longest;
}

/// The lowest block of cells from a row on that has room for the word; empty: there is none.
QRectF blockFrom(Index first, const HeatmapData& data, const HeatmapLayout& layout, Hidden hidden,
                 const QSizeF& word) {
    const CellBlock shown = layout.shown();
    std::pair<Index, Index> run{shown.firstColumn, shown.endColumn};
    for (Index row = first; row < shown.endRow; ++row) {
        run = longestRun(data, row, hidden, run.first, run.second);
        if (run.first == run.second)
            break;
        const QRectF area = layout.cellRect(first, run.first)
                                .united(layout.cellRect(row, run.second - 1))
                                .intersected(layout.cells);
        if (area.width() < word.width())
            break;
        if (area.height() >= word.height())
            return area;
    }
    return {};
}

/// Not at the edge of the field, if it can be: from a quarter of the rows on, else above it, else
/// below.
QRectF roomForWord(const HeatmapData& data, const HeatmapLayout& layout, Hidden hidden,
                   const QSizeF& word) {
    const CellBlock shown = layout.shown();
    const Index quarter = shown.firstRow + (shown.endRow - shown.firstRow) / 4;
    QRectF area;
    for (Index first = quarter; first >= shown.firstRow && area.isEmpty(); --first)
        area = blockFrom(first, data, layout, hidden, word);
    for (Index first = quarter + 1; first < shown.endRow && area.isEmpty(); ++first)
        area = blockFrom(first, data, layout, hidden, word);
    return area;
}

} // namespace

std::vector<MaskWord> wordsInMasks(const HeatmapData& data, const HeatmapLayout& layout,
                                   const TextMeasure& measure) {
    std::vector<MaskWord> words;
    if (data.hidden.empty() || layout.labelSize <= 0)
        return words;
    for (const auto& [hidden, text] :
         {std::pair(Hidden::Causal, tr("future")), std::pair(Hidden::Padding, tr("padding"))}) {
        if (std::ranges::find(data.hidden, hidden) == data.hidden.end())
            continue; // looking for room takes its time in a large matrix
        const QSizeF size(measure(text, layout.labelSize) + layout.labelSize,
                          layout.labelSize * 1.4);
        if (const QRectF area = roomForWord(data, layout, hidden, size); !area.isEmpty())
            words.push_back({hidden, area, text});
    }
    return words;
}

std::vector<QLineF> hatchOf(const HeatmapData& data, const HeatmapLayout& layout,
                            HatchLines lines) {
    Hatch hatch(hatchSpacing(layout), lines);
    const CellBlock shown = layout.shown();
    for (Index row = shown.firstRow; row < shown.endRow; ++row)
        for (Index column = shown.firstColumn; column < shown.endColumn; ++column) {
            const auto hides = [&](Index at) { return hasLines(data.hiddenAt(row, at), lines); };
            if (!hides(column))
                continue;
            QRectF area = layout.cellRect(row, column);
            // Cells that stand apart are hatched one by one.
            while (layout.gap == 0 && column + 1 < shown.endColumn && hides(column + 1))
                area.setRight(layout.cellRect(row, ++column).right());
            hatch.add(area);
        }
    return hatch.lines();
}

namespace {

// Of a legend, in font sizes.
constexpr double swatchWidth = 1.8;
constexpr double swatchGap = 0.5;
constexpr double entryGap = 1.5;

double entryWidth(const QString& words, double fontSize, const TextMeasure& measure) {
    return (swatchWidth + swatchGap) * fontSize + measure(words, fontSize);
}

} // namespace

double maskLegendWidth(const std::vector<Hidden>& masks, double fontSize,
                       const TextMeasure& measure, MaskWords words) {
    double width = 0;
    for (const Hidden mask : masks)
        width += (width > 0 ? entryGap * fontSize : 0) +
                 entryWidth(maskText(mask, words), fontSize, measure);
    return width;
}

void drawMaskLegend(Canvas& canvas, const QPointF& at, const std::vector<Hidden>& masks,
                    double fontSize, const HeatmapStyle& style, MaskWords words) {
    const TextMeasure measure = measureWith(style.font);
    double x = at.x();
    for (const Hidden mask : masks) {
        const QRectF swatch(x, std::round(at.y() - fontSize * 0.6), fontSize * swatchWidth,
                            fontSize * 1.2);
        canvas.rectangle(swatch, hatchGround(mask, style.theme), "legend");
        for (const HatchLines lines : allLines) {
            Hatch hatch(5, lines);
            if (hasLines(mask, lines))
                hatch.add(swatch);
            canvas.lines(hatch.lines(), hatchColour(lines, style.theme), 1.2, "legend-hatch");
        }
        canvas.text({{swatch.right() + fontSize * swatchGap, at.y()},
                     maskText(mask, words),
                     fontSize,
                     style.theme.mutedText,
                     Qt::AlignLeft,
                     false,
                     false});
        x += entryWidth(maskText(mask, words), fontSize, measure) + entryGap * fontSize;
    }
}

std::vector<Hidden> masksIn(const HeatmapData& data) {
    const auto any = [&](auto hides) {
        return std::any_of(data.hidden.begin(), data.hidden.end(), hides);
    };
    std::vector<Hidden> masks;
    if (any(hiddenByCausal))
        masks.push_back(Hidden::Causal);
    if (any(hiddenByPadding))
        masks.push_back(Hidden::Padding);
    if (any([](Hidden hidden) { return hidden == Hidden::Chosen; }))
        masks.push_back(Hidden::Chosen);
    if (any([](Hidden hidden) { return hidden == Hidden::Window; }))
        masks.push_back(Hidden::Window);
    return masks;
}

void addMasks(std::vector<Hidden>& all, const std::vector<Hidden>& masks) {
    for (const Hidden mask : masks)
        if (std::ranges::find(all, mask) == all.end())
            all.push_back(mask);
    std::ranges::sort(all);
}

QString maskText(Hidden hidden, MaskWords words) {
    const bool full = words == MaskWords::Full;
    switch (hidden) {
    case Hidden::Causal:
        return full ? tr("hidden by the causal mask") : tr("causal mask");
    case Hidden::Padding:
        return full ? tr("hidden by the padding mask") : tr("padding mask");
    case Hidden::Both:
        return full ? tr("hidden by both masks") : tr("both masks");
    case Hidden::Chosen:
        return tr("already chosen");
    case Hidden::Window:
        return full ? tr("outside the window") : tr("window");
    case Hidden::No:
        break;
    }
    return {};
}

} // namespace gf
