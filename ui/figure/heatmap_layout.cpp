// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_layout.h"

#include "ui/figure/cut.h"

#include "ui/figure/number_format.h"

#include <QFontMetricsF>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gf {

namespace {

constexpr double barWidth = 11;
constexpr double barGap = 8;
constexpr double lyingBar =
    8; ///< a colour bar below the cells is thinner and nearer: room is scarce
constexpr double lyingBarGap = 4;
constexpr double smallestLabel = 7; ///< pixels; below that labels are left out instead
constexpr double smallestValue = 9;
constexpr double smallCell = 10; ///< below that, cells need the room of the axis titles more
constexpr double gapFrom = 16;   ///< cells of this side stand apart by a pixel

/// The room around the cells.
struct Frame {
    double title = 0;
    double columnTitle = 0;
    double columnLabels = 0;
    double rowTitle = 0;
    double rowLabels = 0;
    double right = 0;
    double bottom = 0;
    bool barBelow = false;
    double labelSize = 0;
    Index rowStep = 0;
    Index columnStep = 0;
    bool rowWords = false;
    bool columnWords = false;

    double left() const { return rowTitle + rowLabels; }
    double top() const { return title + columnTitle + columnLabels; }
};

/// 1, 2, 5, 10, 20, 50 …: the first that is at least `least`.
Index niceStep(double least) {
    Index power = 1;
    while (true) {
        for (const Index factor : {1, 2, 5})
            if (static_cast<double>(factor * power) >= least)
                return factor * power;
        power *= 10;
    }
}

double widest(const QStringList& texts, double size, const TextMeasure& measure) {
    double width = 0;
    for (const QString& text : texts)
        width = std::max(width, measure(text, size));
    return width;
}

double titleSizeOf(const HeatmapOptions& options) {
    return options.fontSize * 1.15;
}

/// The widest text that a cell or a tick may show.
double numberWidth(const HeatmapData& data, double size, const TextMeasure& measure) {
    if (data.scale == HeatmapData::Scale::Names)
        return measure(data.format().text(data.colourRange().second), size);
    const auto range = data.colourRange();
    const NumberFormat format = data.format();
    return std::max(measure(format.text(range.first), size),
                    measure(format.text(range.second), size));
}

double unitWidth(const HeatmapData& data, double size, const TextMeasure& measure) {
    return measure(numberFormatFor(data.colourRange()).unit(), size);
}

/// The frame for cells of about this size, inside `limits`.
Frame frameFor(const HeatmapData& data, double cellWidth, double cellHeight, const QSizeF& limits,
               const HeatmapOptions& options, bool words = true) {
    const HeatmapParts parts = options.parts;
    const double font = options.fontSize;
    Frame frame;
    // Every second word of a sentence says less than its numbers.
    const double least = std::min(smallestLabel, font);
    // Where all the room would not do for them nobody asks how long they are: a thousand words
    // take their time.
    const auto fit = [&](const QStringList& labels, double cell, double room) {
        return words && !labels.isEmpty() && cell >= least &&
               room >= least * static_cast<double>(labels.size());
    };
    const bool rowWords = fit(data.rowLabels, cellHeight, limits.height());
    const bool columnWords = fit(data.columnLabels, cellWidth, limits.width());
    frame.rowWords = rowWords;
    frame.columnWords = columnWords;
    if (parts.testFlag(HeatmapPart::Title) && !data.title.isEmpty())
        frame.title = titleSizeOf(options) * 1.4;
    if (parts.testFlag(HeatmapPart::AxisTitles)) {
        frame.rowTitle = data.rowTitle.isEmpty() || data.rows == 1 ? 0 : font * 1.2;
        frame.columnTitle = data.columnTitle.isEmpty() ? 0 : font * 1.15;
    }

    if (parts.testFlag(HeatmapPart::Labels)) {
        const double tight =
            std::min(rowWords ? cellHeight : font * 2, columnWords ? cellWidth : font * 2);
        frame.labelSize = std::clamp(tight * 0.95, least, font);
        const double size = frame.labelSize;
        if (!data.rowLabels.isEmpty() || data.rows > 1) {
            const double line = size * 1.6 / cellHeight;
            frame.rowStep = rowWords ? 1 : niceStep(line);
            const QStringList texts =
                rowWords ? data.rowLabels : QStringList(QString::number(data.rows));
            frame.rowLabels =
                std::min({widest(texts, size, options.measure), limits.width() * 0.3, font * 9}) +
                size * 0.6;
        }
        const double line = size * 1.3;
        if (columnWords) {
            // Rotated where the column is too narrow; letters and digits stay upright.
            double rotated = 0;
            for (const QString& text : data.columnLabels) {
                const double width = options.measure(text, size);
                if (width > cellWidth - 1 && text.size() > 1)
                    rotated = std::max(rotated, width);
            }
            frame.columnLabels =
                std::max(line, std::min({rotated, limits.height() * 0.3, font * 9}) + size * 0.6);
            frame.columnStep = 1;
        } else if (data.columns > 1) {
            const double width = options.measure(QString::number(data.columns), size) + size * 0.8;
            frame.columnStep = niceStep(width / cellWidth);
            frame.columnLabels = line;
        }
    }

    if (parts.testFlag(HeatmapPart::ColourBar) && data.scale != HeatmapData::Scale::Names) {
        const double size = font * 0.9;
        frame.barBelow = options.barBelow || cellHeight * static_cast<double>(data.rows) < font * 5;
        const double number = numberWidth(data, size, options.measure);
        if (frame.barBelow)
            frame.bottom = lyingBarGap + lyingBar + size * 1.5;
        else {
            // Never less than most ticks need, so that matrices side by side are drawn alike.
            const double tick = std::max(number, options.measure(QStringLiteral("−88.8"), size));
            frame.right = barGap + barWidth + 5 +
                          std::max(tick, unitWidth(data, size, options.measure) - barWidth) + 2;
            // The unit stands above the bar and must not meet the title.
            const bool unit = !data.format().unit().isEmpty();
            const double above = frame.columnTitle + frame.columnLabels;
            if (unit && frame.title > 0 && above < size * 1.5)
                frame.title += size * 1.5 - above;
        }
    }
    return frame;
}

/// The cells that fit between the frame.
QSizeF cellsWithin(const HeatmapData& data, const QSizeF& limits, const Frame& frame,
                   const HeatmapOptions& options) {
    const double width = std::max(1.0, limits.width() - frame.left() - frame.right);
    const double height = std::max(1.0, limits.height() - frame.top() - frame.bottom);
    double w = std::min(width / static_cast<double>(data.columns), options.maxCell);
    double h = std::min(height / static_cast<double>(data.rows), options.maxCell);
    const bool words = !data.rowLabels.isEmpty() && !data.columnLabels.isEmpty();
    if (words || data.rows == data.columns) {
        w = h = std::min(w, h);
    } else {
        // Other matrices may stretch, but not to stripes,
        w = std::min(w, h * 3);
        // except that rows with words are as high as those, and a single row can be seen.
        h = std::min(
            h, std::max(w * 3, data.rowLabels.isEmpty() && data.rows > 2 ? 0.0 : options.fontSize));
    }
    // Whole pixels make all cells equally large.
    return {w >= 5 ? std::floor(w) : w, h >= 5 ? std::floor(h) : h};
}

/// Leaves out what a small heatmap has no room for, the least important first.
bool dropOne(HeatmapParts& parts) {
    for (const HeatmapPart part :
         {HeatmapPart::AxisTitles, HeatmapPart::ColourBar, HeatmapPart::Labels})
        if (parts.testFlag(part)) {
            parts.setFlag(part, false);
            return true;
        }
    return false;
}

bool tooNarrow(const HeatmapData& data, const QSizeF& cell, const QSizeF& limits) {
    const double width = cell.width() * static_cast<double>(data.columns);
    const double height = cell.height() * static_cast<double>(data.rows);
    if (data.rows <= 2 && cell.height() < 8)
        return true; // a row that is a mere line
    return width < limits.width() * 0.4 && height < limits.height() * 0.4 &&
           std::min(cell.width(), cell.height()) < 10;
}

double valueSizeFor(const HeatmapData& data, const QSizeF& cell, const HeatmapOptions& options) {
    if (!options.parts.testFlag(HeatmapPart::Values))
        return 0;
    const double widthPerPixel = numberWidth(data, 100, options.measure) / 100;
    const bool names = data.scale == HeatmapData::Scale::Names;
    const double size = std::min({cell.height() * (names ? 0.8 : 0.5), options.fontSize * 1.1,
                                  (cell.width() - 5) / widthPerPixel});
    return size >= (names ? smallestLabel : smallestValue) ? size : 0;
}

/// Whether cells of a small heatmap come out larger with the colour bar below them. Judged by the
/// shape alone: with the width of the numbers the bar would change sides while a model learns.
bool barBelongsBelow(const HeatmapData& data, const QSizeF& limits, double font) {
    const auto side = [&](double frameWidth, double frameHeight) {
        return std::min((limits.width() - frameWidth * font) / static_cast<double>(data.columns),
                        (limits.height() - frameHeight * font) / static_cast<double>(data.rows));
    };
    return side(2, 5.2) > side(7, 3);
}

/// The frame and the cells in it. Each depends on the other: three passes are enough. Words take
/// more room than numbers, which may leave cells too small for the words again; then it is numbers.
std::pair<Frame, QSizeF> frameAndCells(const HeatmapData& data, const QSizeF& limits,
                                       const HeatmapOptions& options) {
    const double least = std::min(smallestLabel, options.fontSize);
    const auto settle = [&](double start, bool words) {
        QSizeF cell(start, start);
        Frame frame;
        for (int pass = 0; pass < 3; ++pass) {
            frame = frameFor(data, cell.width(), cell.height(), limits, options, words);
            cell = cellsWithin(data, limits, frame, options);
        }
        return std::pair(frame, cell);
    };
    for (const double start : {options.fontSize * 2, least}) {
        const auto [frame, cell] = settle(start, true);
        const bool rows = data.rowLabels.isEmpty() || (frame.rowWords && cell.height() >= least);
        const bool columns =
            data.columnLabels.isEmpty() || (frame.columnWords && cell.width() >= least);
        if (rows && columns)
            return {frame, cell};
    }
    // One side may still have its words.
    const auto [frame, cell] = settle(options.fontSize * 2, true);
    if ((!frame.rowWords || cell.height() >= least) &&
        (!frame.columnWords || cell.width() >= least))
        return {frame, cell};
    return settle(options.fontSize * 2, false);
}

HeatmapLayout placed(const HeatmapData& data, const QRectF& bounds, const Frame& frame,
                     const QSizeF& cell, const HeatmapOptions& options) {
    HeatmapLayout layout;
    layout.bounds = bounds;
    layout.rows = data.rows;
    layout.columns = data.columns;
    layout.cellWidth = cell.width();
    layout.cellHeight = cell.height();
    layout.gap = std::min(cell.width(), cell.height()) >= gapFrom ? 1 : 0;
    layout.barBelow = frame.barBelow;
    layout.rowLabelStep = frame.rowStep;
    layout.columnLabelStep = frame.columnStep;
    layout.rowWords = frame.rowWords;
    layout.columnWords = frame.columnWords;
    layout.labelSize = frame.labelSize;
    layout.titleSize = titleSizeOf(options);
    layout.valueSize = valueSizeFor(data, cell, options);

    const double width = cell.width() * static_cast<double>(data.columns);
    const double height = cell.height() * static_cast<double>(data.rows);
    const double allWidth = frame.left() + width + frame.right;
    const double allHeight = frame.top() + height + frame.bottom;
    const double left = std::round(bounds.left() + std::max(0.0, bounds.width() - allWidth) / 2);
    const double top = std::round(bounds.top() + std::max(0.0, bounds.height() - allHeight) / 2);
    const double x = std::round(left + frame.left());
    const double y = std::round(top + frame.top());
    layout.cells = QRectF(x, y, width, height);

    if (frame.title > 0) {
        // A narrow matrix may have a long title: it may use all the room to the right, and then as
        // much to the left as it must.
        const double wanted = options.measure(data.title, layout.titleSize) * 1.12 + 12;
        const double end = std::max(bounds.right(), x + width);
        const double start = std::max(bounds.left(), std::min(x, end - wanted));
        layout.title = QRectF(start, top, end - start, frame.title);
    }
    // What the axes are called may be longer than a matrix of few rows or columns.
    const auto over = [&](double from, double length, const QString& text, double lowest,
                          double highest) {
        const double middle = from + length / 2;
        const double room = 2 * std::min(middle - lowest, highest - middle);
        const double wanted = options.measure(text, options.fontSize) + 2;
        const double taken = std::max(length, std::min(wanted, room));
        return std::pair(middle - taken / 2, taken);
    };
    if (frame.columnTitle > 0) {
        const auto [from, length] = over(x, width, data.columnTitle, bounds.left(), bounds.right());
        layout.columnTitle =
            QRectF(from, top + frame.title, length, y - frame.columnLabels - top - frame.title);
    }
    if (frame.columnLabels > 0)
        layout.columnLabels = QRectF(x, y - frame.columnLabels, width, frame.columnLabels);
    if (frame.rowTitle > 0) {
        const auto [from, length] = over(y, height, data.rowTitle, bounds.top(), bounds.bottom());
        layout.rowTitle = QRectF(left, from, x - frame.rowLabels - left, length);
    }
    if (frame.rowLabels > 0)
        layout.rowLabels = QRectF(x - frame.rowLabels, y, frame.rowLabels, height);
    if (frame.right > 0)
        layout.colourBar = QRectF(x + width + barGap, y, barWidth, height);
    else if (frame.barBelow)
        layout.colourBar =
            QRectF(x, y + height + lyingBarGap, std::max(std::min(width, 240.0), 40.0), lyingBar);
    return layout;
}

} // namespace

TextMeasure measureWith(const QFont& font) {
    constexpr qsizetype mostTexts = 50000; ///< of one font
    QFont reference = font;
    reference.setPixelSize(64);
    // The width of a text never changes, and every drawing of a matrix asks for those of all its
    // words: shaping them anew took longer than to colour its cells.
    thread_local std::map<QString, QHash<QString, double>> widths;
    QHash<QString, double>& known = widths[reference.key()];
    if (known.size() > mostTexts)
        known.clear();
    return [metrics = QFontMetricsF(reference), &known](const QString& text, double pixelSize) {
        auto width = known.constFind(text);
        if (width == known.cend())
            width = known.insert(text, metrics.horizontalAdvance(text));
        return *width * pixelSize / 64;
    };
}

std::optional<CellPlace> HeatmapLayout::cellAt(const QPointF& point) const {
    if (!(cellWidth > 0) || !(cellHeight > 0) || point.x() < cells.left() ||
        point.y() < cells.top())
        return std::nullopt;
    const auto row = static_cast<Index>((point.y() - cells.top()) / cellHeight);
    const auto column = static_cast<Index>((point.x() - cells.left()) / cellWidth);
    if (row >= rows || column >= columns)
        return std::nullopt;
    return CellPlace{row, column};
}

QRectF HeatmapLayout::cellRect(Index row, Index column) const {
    return {cells.left() + static_cast<double>(column) * cellWidth,
            cells.top() + static_cast<double>(row) * cellHeight, cellWidth - gap, cellHeight - gap};
}

QRectF HeatmapLayout::rowRect(Index row) const {
    return {cells.left(), cells.top() + static_cast<double>(row) * cellHeight, cells.width() - gap,
            cellHeight - gap};
}

QRectF HeatmapLayout::columnRect(Index column) const {
    return {cells.left() + static_cast<double>(column) * cellWidth, cells.top(), cellWidth - gap,
            cells.height() - gap};
}

QRectF HeatmapLayout::used() const {
    QRectF all = cells;
    for (const QRectF& part : {rowLabels, columnLabels, rowTitle, columnTitle, colourBar})
        all = all.united(part);
    if (!title.isEmpty())
        all.setTop(title.top());
    return all;
}

HeatmapLayout layOutHeatmap(const HeatmapData& data, const QRectF& bounds,
                            const HeatmapOptions& options) {
    if (data.rows == 0 || data.columns == 0 || bounds.isEmpty()) {
        HeatmapLayout nothing;
        nothing.bounds = bounds;
        return nothing;
    }
    HeatmapOptions fitting = options;
    while (true) {
        auto [frame, cell] = frameAndCells(data, bounds.size(), fitting);
        const auto wordless = [&data](const Frame& f) {
            return (!data.rowLabels.isEmpty() && !f.rowWords) ||
                   (!data.columnLabels.isEmpty() && !f.columnWords);
        };
        // In a small place the tokens, and cells that can be told apart, say more than "query" and
        // "key".
        const auto worth = [&wordless](const Frame& f, const QSizeF& size) {
            return std::pair(!wordless(f), std::min(size.height(), smallCell));
        };
        if (fitting.parts.testFlag(HeatmapPart::Labels) && wordless(frame)) {
            HeatmapOptions plain = fitting;
            plain.parts.setFlag(HeatmapPart::AxisTitles, false);
            plain.barBelow = barBelongsBelow(data, bounds.size(), options.fontSize);
            const auto [plainFrame, plainCell] = frameAndCells(data, bounds.size(), plain);
            if (worth(plainFrame, plainCell) > worth(frame, cell)) {
                frame = plainFrame;
                cell = plainCell;
                fitting = plain;
            }
        }
        if (!tooNarrow(data, cell, bounds.size()) || !dropOne(fitting.parts))
            return placed(data, bounds, frame, cell, fitting);
    }
}

QSizeF sizeForCells(const HeatmapData& data, double cell, const HeatmapOptions& options) {
    if (data.rows == 0 || data.columns == 0)
        return {cell, cell};
    // Long axes get smaller cells, so that a thousand features still fit on a screen.
    const auto side = [cell](Index count) {
        return std::max(1.0, std::min(cell, std::floor(26 * cell / static_cast<double>(count))));
    };
    double width = side(data.columns);
    double height = side(data.rows);
    if ((!data.rowLabels.isEmpty() && !data.columnLabels.isEmpty()) || data.rows == data.columns)
        width = height = std::min(width, height);
    width = std::min(width, height * 3);
    height = std::min(height, width * 3);
    const QSizeF unlimited(1e6, 1e6);
    const Frame frame = frameFor(data, width, height, unlimited, options);
    const double inner = frame.left() + width * static_cast<double>(data.columns) + frame.right;
    const double titled =
        frame.left() + options.fontSize +
        (frame.title > 0 ? options.measure(data.title, titleSizeOf(options)) * 1.1 : 0);
    return {std::ceil(std::max(inner, titled)),
            std::ceil(frame.top() + height * static_cast<double>(data.rows) + frame.bottom)};
}

QString rowLabel(const HeatmapData& data, Index row) {
    return row < data.rowLabels.size() ? data.rowLabels[static_cast<int>(row)]
                                       : QString::number(row + 1);
}

QString columnLabel(const HeatmapData& data, Index column) {
    return column < data.columnLabels.size() ? data.columnLabels[static_cast<int>(column)]
                                             : QString::number(column + 1);
}

QString elided(const QString& text, double width, double pixelSize, const TextMeasure& measure) {
    if (measure(text, pixelSize) <= width)
        return text;
    const std::vector<qsizetype> places = placesToCut(text);
    const std::size_t count = places.size() - 1;
    for (std::size_t kept = count - 1; kept > 0 && kept < count; --kept) {
        QString cut =
            text.left(places[(kept + 1) / 2]) + QChar(0x2026) + text.mid(places[count - kept / 2]);
        if (measure(cut, pixelSize) <= width)
            return cut;
    }
    return QString(QChar(0x2026));
}

} // namespace gf
