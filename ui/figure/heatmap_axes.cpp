// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_axes.h"

#include "ui/figure/number_format.h"
#include "ui/theme/type_scale.h"

#include <QHash>

#include <algorithm>
#include <limits>

namespace gf {

namespace {

constexpr double smallestTitle = 0.7;   ///< of its usual size
constexpr double leastBesideLead = 0.9; ///< otherwise what was done gives way to what it is

using Range = std::pair<double, double>;

constexpr double wordRounding = 0.5; ///< a column is as wide as its longest word
constexpr double unitGap = 6;        ///< pixels between a lying bar and its unit
/// From the cells to the middle of a letter over them, in font sizes: what hangs below the line, as
/// the sign of a space does, is above the frame of the first row.
constexpr double abovePinned = 0.88;

/// At least two ticks, or the bar would tell no scale.
std::vector<double> barTicks(const Range& range, int count) {
    std::vector<double> ticks = ticksFor(range, count);
    for (int more = count + 1; ticks.size() < 2 && more <= count + 3; ++more)
        ticks = ticksFor(range, more);
    return ticks;
}

/// A lying bar, shorter where its unit would not find room at its end.
QRectF besideUnit(QRectF bar, const QString& unit, double size, double right,
                  const TextMeasure& measure) {
    constexpr double shortest = 24;
    const double end = right - measure(unit, size) - unitGap;
    bar.setRight(std::clamp(end, std::min(bar.left() + shortest, bar.right()), bar.right()));
    return bar;
}

/// What stands before, or after, the first letter in which any of the words differ.
qsizetype sameLetters(const QStringList& words, qsizetype shortest, bool atEnd) {
    qsizetype same = 0;
    const auto letter = [&](const QString& word) {
        return atEnd ? word[word.size() - 1 - same] : word[same];
    };
    while (same < shortest && std::ranges::all_of(words, [&](const QString& word) {
               return letter(word) == letter(words.front());
           }))
        ++same;
    return same;
}

/// Of words that would become the same the part in which they differ, if that finds room.
QString partApart(const QString& word, const QStringList& others, double width, double size,
                  const TextMeasure& measure) {
    qsizetype shortest = word.size();
    for (const QString& other : others)
        shortest = std::min(shortest, other.size());
    qsizetype before = sameLetters(others, shortest, false);
    qsizetype after = sameLetters(others, shortest - before, true);
    while (before > 0 && word[before - 1].isHighSurrogate())
        --before;
    while (after > 0 && word[word.size() - after].isLowSurrogate())
        --after;
    const QChar dots(0x2026);
    for (const QString& part : {word.left(word.size() - after) + dots, dots + word.mid(before),
                                dots + word.mid(before, word.size() - before - after) + dots})
        if (measure(part, size) <= width)
            return part;
    return elided(word, width, size, measure);
}

/// The labels of an axis, shortened so that those which differ still do.
QStringList shortenedApart(const QStringList& words, double width, double size,
                           const TextMeasure& measure) {
    QHash<QString, QStringList> meanings; // of what is left of them
    QStringList shown;
    for (const QString& word : words) {
        shown << elided(word, width, size, measure);
        if (QStringList& all = meanings[shown.back()]; !all.contains(word))
            all << word;
    }
    for (qsizetype i = 0; i < words.size(); ++i)
        if (const QStringList& all = meanings[shown[i]]; all.size() > 1)
            shown[i] = partApart(words[i], all, width, size, measure);
    return shown;
}

/// Likewise those of rows, which may name two tokens.
QStringList rowLabelsApart(const HeatmapLayout& layout, const QStringList& labels,
                           const TextMeasure& measure) {
    const double size = layout.labelSize;
    if (layout.rowReads <= 0)
        return shortenedApart(labels, layout.rowLabels.width() - size * 0.4, size, measure);
    QStringList reads, writes;
    for (const QString& label : labels) {
        reads << label.section(pairArrow, 0, 0);
        writes << label.section(pairArrow, 1);
    }
    reads = shortenedApart(reads, layout.rowReads + wordRounding, size, measure);
    writes = shortenedApart(writes, layout.rowWrites + wordRounding, size, measure);
    QStringList shown;
    for (qsizetype i = 0; i < labels.size(); ++i)
        shown << (labels[i].contains(pairArrow) ? reads[i] + pairArrow + writes[i] : reads[i]);
    return shown;
}

} // namespace

RowLabel rowLabelOf(const HeatmapLayout& layout, Index row, const QString& label,
                    const QColor& colour, const TextMeasure& measure, bool whole) {
    const double size = layout.labelSize;
    const double y = layout.rowRect(row).center().y();
    const double right = layout.rowLabels.right() - size * 0.5;
    const QStringList pair = label.split(pairArrow);
    RowLabel words;
    const auto add = [&](double x, const QString& text, Qt::AlignmentFlag align) {
        const double wide = measure(text, size);
        const double left = align == Qt::AlignRight     ? x - wide
                            : align == Qt::AlignHCenter ? x - wide / 2
                                                        : x;
        words.texts.push_back({{x, y}, text, size, colour, align, false, false});
        words.area |= QRectF(left, y - size / 2, wide, size);
    };
    const double reads = layout.rowReads + wordRounding;
    const double writes = layout.rowWrites + wordRounding;
    const bool isCut = measure(pair.front(), size) > reads || measure(pair.value(1), size) > writes;
    if (layout.rowReads > 0 && !(whole && isCut)) {
        const double write = right - layout.rowWrites;
        const double read = layout.rowWrites > 0 ? write - pairGap(measure, size) : right;
        add(read, elided(pair.front(), reads, size, measure), Qt::AlignRight);
        if (pair.size() > 1) {
            add((read + write) / 2, pairArrow.trimmed(), Qt::AlignHCenter);
            add(write, elided(pair[1], writes, size, measure), Qt::AlignLeft);
        }
        return words;
    }
    const double end = std::max(
        right, std::min(layout.bounds.left() + measure(label, size) + 4, layout.bounds.right()));
    if (whole)
        add(end, label, Qt::AlignRight);
    else
        add(right, elided(label, layout.rowLabels.width() - size * 0.4, size, measure),
            Qt::AlignRight);
    return words;
}

bool isUpright(const HeatmapLayout& layout, const QString& label, const TextMeasure& measure) {
    return !layout.columnWords || label.size() <= 1 ||
           measure(label, layout.labelSize) <=
               layout.cellWidth * static_cast<double>(layout.columnLabelStep) - 1;
}

void drawColumnLabel(Canvas& canvas, const HeatmapLayout& layout, Index column,
                     const QString& label, const QColor& colour, const TextMeasure& measure) {
    const double x = layout.columnRect(column).center().x();
    const double size = layout.labelSize;
    if (isUpright(layout, label, measure)) {
        canvas.text({{x, layout.columnLabels.bottom() - size * abovePinned},
                     label,
                     size,
                     colour,
                     Qt::AlignHCenter,
                     false,
                     false});
        return;
    }
    const double length = layout.columnLabels.height() - size * 0.4;
    canvas.text({{x, layout.columnLabels.bottom() - size * 0.35},
                 elided(label, length, size, measure),
                 size,
                 colour,
                 Qt::AlignLeft,
                 false,
                 true});
}

void drawLabels(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                const HeatmapStyle& style, const TextMeasure& measure) {
    const Theme& theme = style.theme;
    const std::vector<Index> rows = layout.labelledRows();
    QStringList labels;
    for (const Index row : rows)
        labels << (layout.rowWords ? rowLabel(data, row)
                                   : QString::number(data.rowOffset + row + 1));
    labels = rowLabelsApart(layout, labels, measure);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const CanvasText& text :
             rowLabelOf(layout, rows[i], labels[static_cast<int>(i)], theme.text, measure, false)
                 .texts)
            canvas.text(text);
    const std::vector<Index> columns = layout.labelledColumns();
    labels.clear();
    for (const Index column : columns)
        labels << (layout.columnWords ? columnLabel(data, column)
                                      : QString::number(data.columnOffset + column + 1));
    const bool upright = std::ranges::all_of(
        labels, [&](const QString& label) { return isUpright(layout, label, measure); });
    if (!upright)
        labels = shortenedApart(labels, layout.columnLabels.height() - layout.labelSize * 0.4,
                                layout.labelSize, measure);
    for (std::size_t i = 0; i < columns.size(); ++i)
        drawColumnLabel(canvas, layout, columns[i], labels[static_cast<int>(i)], theme.text,
                        measure);

    // In smaller letters where there is little room; what would be cut says less than nothing.
    const double size = layout.labelSize > 0 ? layout.labelSize : layout.titleSize * 0.8;
    const auto name = [&](const QPointF& at, const QString& title, double room, bool upwards) {
        const double fits = room / std::max(measure(title, 1), 1e-6);
        if (fits >= std::max(size * smallestTitle, layout.least))
            canvas.text({at, title, std::min(size, fits), theme.mutedText, Qt::AlignHCenter, false,
                         upwards});
    };
    if (layout.rowTitleLies)
        name({layout.rowTitle.center().x(), layout.columnLabels.bottom() - size * abovePinned},
             data.rowTitle, layout.rowTitle.width(), false);
    else if (!layout.rowTitle.isEmpty())
        name({layout.rowTitle.left() + size * 0.6, layout.rowTitle.center().y()}, data.rowTitle,
             layout.rowTitle.height(), true);
    if (!layout.columnTitle.isEmpty())
        name({layout.columnTitle.center().x(), layout.columnTitle.top() + size * 0.6},
             data.columnTitle, layout.columnTitle.width(), false);
}

void drawTitle(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
               const HeatmapStyle& style, const TextMeasure& measure) {
    if (layout.title.isEmpty())
        return;
    const double size = layout.titleSize;
    double x = layout.title.left();
    const double y = layout.title.top() + size * 0.6;
    if (data.accent.isValid()) {
        canvas.rectangle(QRectF(x, y - size * 0.55, 4, size * 1.1),
                         style.theme.adapted(data.accent), "accent");
        x += 10;
    }
    // The sign of a formula is part of it, words before a title are a remark.
    const bool sign = data.lead.size() == 1;
    const double leadSize = size * (sign ? 1.3 : type::small);
    if (const double wide = data.lead.isEmpty() ? 0 : measure(data.lead, leadSize);
        wide > 0 && x + wide + size * 0.8 + measure(data.title, size) * 1.12 * leastBesideLead <=
                        layout.title.right()) {
        canvas.text({{x, y},
                     data.lead,
                     leadSize,
                     sign ? style.theme.text : style.theme.mutedText,
                     Qt::AlignLeft,
                     sign,
                     false});
        x += wide + size * 0.8; // arrows are wider in print than measured
    }
    // Bold is a tenth wider than what was measured. A name in small letters says more than its
    // ends.
    const double room = (layout.title.right() - x) / 1.12;
    const double least = std::min(std::max(smallestTitle, layout.least / size), 1.0);
    const double fitting =
        size * std::clamp(room / std::max(measure(data.title, size), 1.0), least, 1.0);
    canvas.text({{x, y},
                 elided(data.title, room, fitting, measure),
                 fitting,
                 style.theme.text,
                 Qt::AlignLeft,
                 true,
                 false});
}

void drawColourBar(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, double fontSize, const TextMeasure& measure) {
    QRectF bar = layout.colourBar;
    if (bar.isEmpty())
        return;
    const Range range = data.colourRange();
    const NumberFormat format = numberFormatFor(range);
    const Theme& theme = style.theme;
    const double size = fontSize * type::small;
    const bool upright = !layout.barLies;
    if (!upright && format.exponent != 0)
        bar = besideUnit(bar, format.unit(), size, layout.bounds.right(), measure);
    // Above the bar stands its power of ten, where nothing else stands: a title may reach over it.
    const double lowest = layout.title.bottom() + size * 1.3;
    if (upright && format.exponent != 0 && bar.top() < lowest && lowest < bar.center().y())
        bar.setTop(lowest);
    const double length = upright ? bar.height() : bar.width();
    const auto at = [&](double t) {
        return upright ? bar.bottom() - t * length : bar.left() + t * length;
    };
    const int steps = std::clamp(static_cast<int>(length), 16, 128);
    for (int i = 0; i < steps; ++i) {
        const double value = range.first + (range.second - range.first) * (i + 0.5) / steps;
        const double a = at(static_cast<double>(i) / steps);
        const double b = at(static_cast<double>(i + 1) / steps);
        const double overlap = i + 1 < steps ? 0.5 : 0;
        const QRectF area = upright ? QRectF(bar.left(), b - overlap, bar.width(), a - b + overlap)
                                    : QRectF(a, bar.top(), b - a + overlap, bar.height());
        canvas.rectangle(area, colourFor(value, range, data.scale, theme), "bar");
    }

    const double roomPerTick = upright ? size * 2.6 : size * 4.5;
    const int count = std::clamp(static_cast<int>(length / roomPerTick), 1, 5);
    std::vector<QLineF> marks;
    double end = -std::numeric_limits<double>::infinity(); // of the number before, in a lying bar
    for (const double tick : barTicks(range, count)) {
        const double t = (tick - range.first) / (range.second - range.first);
        const double place = at(t);
        // A tick at the very end keeps its number beside the bar.
        if (upright) {
            marks.emplace_back(bar.right(), place, bar.right() + 3, place);
            const double y = std::clamp(place, bar.top() + size * 0.4, bar.bottom() - size * 0.4);
            canvas.text({{bar.right() + 5, y},
                         format.text(tick),
                         size,
                         theme.text,
                         Qt::AlignLeft,
                         false,
                         false});
        } else {
            marks.emplace_back(place, bar.bottom(), place, bar.bottom() + 3);
            const QString text = format.text(tick);
            const double half = measure(text, size) / 2;
            const double x = std::max(layout.bounds.left() + half,
                                      std::min(place, layout.bounds.right() - half));
            if (x - half < end)
                continue;
            end = x + half + size * 0.4;
            canvas.text({{x, bar.bottom() + 3 + size * 0.7},
                         text,
                         size,
                         theme.text,
                         Qt::AlignHCenter,
                         false,
                         false});
        }
    }
    canvas.lines(marks, theme.mutedText, 1, "tick");
    if (format.exponent != 0)
        canvas.text({upright ? QPointF(bar.left(), bar.top() - size * 0.8)
                             : QPointF(bar.right() + unitGap, bar.center().y()),
                     format.unit(), size, theme.text, Qt::AlignLeft, false, false});
}

} // namespace gf
