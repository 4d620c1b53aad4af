// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_layout.h"

#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/theme/type_scale.h"

#include <QFontMetricsF>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace gf {

namespace {

constexpr double barWidth = 11;
constexpr double barGap = 8;
constexpr double lyingBar =
    8; ///< a colour bar below the cells is thinner and nearer: room is scarce
constexpr double lyingBarGap = 4;
constexpr double besideBar = 7;        ///< left of the cells, in font sizes
constexpr double labelledMatrix = 4.5; ///< side of a matrix that has labels, in font sizes
constexpr double labelledCell = 1.7;   ///< or of its cells, where they are few
constexpr double smallestLabel = 7;    ///< pixels; where rows are lower only some have their word
constexpr double thinnedLabel = 9;     ///< pixels; of those words
constexpr Index mostThinned = 10;      ///< one word for more rows than this says less than numbers
constexpr qsizetype mostWords = 600;   ///< a thousand words take their time, and find no room
constexpr double smallestAxisTitle = 0.7; ///< of its usual size
constexpr double smallestValue = 9;
constexpr double nameHeight = 0.8; ///< of the cell, where its number is a name
constexpr double valueMargin = 3;
constexpr double gapFrom = 16;     ///< cells of this side stand apart by a pixel
constexpr double longestWord = 9;  ///< in font sizes; longer ones are shortened
constexpr double shortPair = 7.7;  ///< likewise of two words of a row where these are to be short
constexpr double roomOfPair = 1.5; ///< of what one word may take of a small room, for two
constexpr double smallestSide = 0.01;
constexpr double overviewSide = 4.5; ///< the longer one, in font sizes
constexpr double leastOverviewSide = 1.5;

/// The room around the cells.
struct Frame {
    double title = 0;
    double columnTitle = 0;
    double columnLabels = 0;
    double rowTitle = 0;
    double rowLabels = 0;
    bool rowTitleLies = false; ///< over the labels: two words for two columns of them
    double above = 0;          ///< of a bar over the column labels
    double before = 0;         ///< of a bar left of the row labels
    double right = 0;
    double bottom = 0;
    std::optional<BarPlace> bar; ///< Fitting: right of the cells
    double labelSize = 0;
    Index rowStep = 0;
    Index columnStep = 0;
    bool rowWords = false;
    bool columnWords = false;

    double left() const { return before + rowTitle + rowLabels; }
    double top() const { return title + above + columnTitle + columnLabels; }
    QSizeF around(const HeatmapForm& form, const QSizeF& cell) const {
        return {left() + cell.width() * static_cast<double>(form.columns) + right,
                top() + cell.height() * static_cast<double>(form.rows) + bottom};
    }
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

/// The width of the widest of the words, in font sizes.
double widest(const QStringList& texts, const TextMeasure& measure, qsizetype longerThan = 0) {
    double width = 0;
    for (const QString& text : texts)
        if (text.size() > longerThan)
            width = std::max(width, measure(text, 100) / 100);
    return width;
}

double titleSizeOf(const HeatmapOptions& options) {
    return options.fontSize * type::section;
}

double barLetters(const HeatmapOptions& options) {
    return std::max(options.fontSize * type::small, std::min(options.least, options.fontSize));
}

/// How the words or numbers along one side are written.
struct Labels {
    bool words = false;
    Index step = 0;
    double size = 0;
};

/// Of letters that are not to be smaller than some size, lines may be a little closer.
Labels labelsFor(bool words, double cell, const HeatmapOptions& options) {
    constexpr double closest = 0.85;
    Labels labels;
    const double font = options.fontSize;
    const double floor = std::min(options.least, font);
    const double least = std::min(std::max(smallestLabel, closest * floor), font);
    const double thinned = std::min(std::max(thinnedLabel, floor), font);
    labels.words = words && thinned * 1.1 <= cell * static_cast<double>(mostThinned);
    if (!labels.words)
        labels.size = font;
    else if (cell >= least)
        labels.size = std::clamp(cell * 0.95, floor, font);
    else
        labels.size = thinned;
    labels.step =
        labels.words && cell < least ? static_cast<Index>(std::ceil(thinned * 1.1 / cell)) : 1;
    return labels;
}

/// The frame for cells of a size: what stands around them depends on that size and on nothing else,
/// so that more room never makes a cell smaller. `longest` is what a word may take on either side;
/// `wholeWords` are not shortened beside a small matrix.
Frame frameFor(const HeatmapForm& form, const QSizeF& cell, BarPlace bar, const QSizeF& longest,
               const HeatmapOptions& options, bool wholeWords = false) {
    const HeatmapParts parts = options.parts;
    const double font = options.fontSize;
    const double width = cell.width() * static_cast<double>(form.columns);
    const double height = cell.height() * static_cast<double>(form.rows);
    const double side = std::min(cell.width(), cell.height());
    Frame frame;
    const bool besideRows = parts.testFlag(HeatmapPart::RowLabels);
    const bool aboveColumns = parts.testFlag(HeatmapPart::ColumnLabels);
    if (form.title)
        frame.title = titleSizeOf(options) * 1.4;
    // In a small place the tokens, and cells that can be told apart, say more than "query" and
    // "key".
    if (parts.testFlag(HeatmapPart::AxisTitles) &&
        (options.namesAxes || height >= font * 18 || side >= font * labelledCell)) {
        frame.rowTitle = form.rowTitle && besideRows ? font * 1.2 : 0;
        frame.columnTitle = form.columnTitle && aboveColumns ? font * 1.15 : 0;
    }

    if ((besideRows || aboveColumns) &&
        (std::max(width, height) >= font * labelledMatrix || side >= font * labelledCell)) {
        const Labels rows = labelsFor(form.rowWord > 0, cell.height(), options);
        const Labels columns = labelsFor(form.columnWord > 0, cell.width(), options);
        const double size = frame.labelSize = std::min(rows.size, columns.size);
        frame.rowWords = rows.words;
        frame.columnWords = columns.words;
        // A word may be as long as is seemly beside so large a matrix; then it is shortened.
        const double seemly =
            wholeWords ? std::numeric_limits<double>::infinity()
                       : std::clamp(std::max(width, height) * 0.2, font * 3.6, font * longestWord);
        if (besideRows && (rows.words || form.rows > 1)) {
            frame.rowStep = rows.words ? rows.step : niceStep(size * 1.6 / cell.height());
            const double wide = (rows.words ? form.rowWord : form.rowNumber) * size;
            // Of two tokens that are cut too little is left to tell rows apart.
            const double most =
                form.rowRead > 0
                    ? std::min(std::max(seemly, font * (parts.testFlag(HeatmapPart::ShortPairs)
                                                            ? shortPair
                                                            : longestWord)),
                               longest.width() * roomOfPair)
                    : std::min(seemly, longest.width());
            frame.rowLabels = std::min(wide, most) + size * 0.6;
        }
        const double line = size * 1.3;
        if (aboveColumns && columns.words) {
            // Rotated where the column is too narrow; letters and digits stay upright.
            const double long_ = form.longColumnWord * size;
            const bool upright = long_ <= cell.width() * static_cast<double>(columns.step) - 1;
            const double rotated =
                upright ? 0 : std::min({long_, longest.height(), seemly}) + size * 0.6;
            frame.columnLabels = std::max(line, rotated);
            frame.columnStep = columns.step;
        } else if (aboveColumns && form.columns > 1) {
            frame.columnStep = niceStep((form.columnNumber + 0.8) * size / cell.width());
            frame.columnLabels = line;
        }
    }

    if (frame.rowTitle > 0 && frame.columnLabels > 0 && frame.rowWords && form.pairTitle > 0 &&
        form.pairTitle * font * smallestAxisTitle <= frame.rowLabels) {
        frame.rowTitleLies = true;
        frame.rowTitle = 0;
    }

    const bool part = !form.overview.isEmpty();
    if (form.bar && parts.testFlag(HeatmapPart::ColourBar) &&
        (std::max(width, height) >= font * 6 || side >= font * 1.2)) {
        const double size = barLetters(options);
        const bool low = bar == BarPlace::Fitting && !part && height < font * 5;
        // Beside a part there is the overview, and room for a bar above that.
        frame.bar = low                              ? BarPlace::Below
                    : part && bar == BarPlace::Below ? BarPlace::Fitting
                                                     : bar;
        if (frame.bar == BarPlace::Below) {
            frame.bottom = lyingBarGap + lyingBar + size * 1.5;
        } else if (frame.bar == BarPlace::Above) {
            frame.above = lyingBarGap + lyingBar + size * 1.5;
        } else if (frame.bar == BarPlace::Left) {
            // The last number reaches over the end of the bar.
            frame.before = font * (besideBar + 1) + barGap;
        } else {
            frame.right = barGap + barWidth + 5 + form.tick * size + 2;
            // The unit, where there is one, stands above the bar and must not meet the title.
            const double above = frame.columnTitle + frame.columnLabels;
            if (frame.title > 0 && above > 0 && above < size * 1.5)
                frame.title += size * 1.5 - above;
        }
    }
    if (part)
        frame.right = std::max(frame.right, barGap + form.overview.width() * font + 1);
    return frame;
}

bool isWithin(const QSizeF& size, const QSizeF& room) {
    constexpr double rounding = 1e-6;
    return size.width() <= room.width() + rounding && size.height() <= room.height() + rounding;
}

/// The frame with which cells of a size find room, the one that shows most first.
std::optional<Frame> fittingFrame(const HeatmapForm& form, const QSizeF& cell, const QSizeF& room,
                                  const HeatmapOptions& options) {
    const QSizeF any(1e9, 1e9);
    for (const QSizeF& longest : {any, room * 0.3})
        for (const BarPlace bar : {options.bar, BarPlace::Below}) {
            const Frame frame = frameFor(form, cell, bar, longest, options);
            if (isWithin(frame.around(form, cell), room))
                return frame;
        }
    return std::nullopt;
}

/// How numbers that are names are written in rows of a height, and in every how many of them: in a
/// column beside its words, where rows are too low as seldom as these.
struct NameRows {
    double size = 0; ///< 0: not at all
    Index step = 1;
};

NameRows nameRowsFor(double height, Index columns, const HeatmapOptions& options) {
    const double size = std::min(height * nameHeight, options.fontSize * 1.1);
    if (size >= std::max(smallestLabel, options.least))
        return {size, 1};
    const Labels words = labelsFor(true, height, options);
    return columns == 1 && words.words ? NameRows{words.size, words.step} : NameRows{};
}

/// Numbers that are names have no colour to say them: cells become as wide as they are, where that
/// fits.
template <class Fits> QSizeF withRoomForNames(const QSizeF& cell, const HeatmapForm& form,
                                              const HeatmapOptions& options, const Fits& fits) {
    const double size = nameRowsFor(cell.height(), form.columns, options).size;
    if (form.name == 0 || form.square || size == 0)
        return cell;
    const QSizeF wide(std::max(cell.width(), std::ceil(form.name * size + valueMargin)),
                      cell.height());
    return fits(wide) ? wide : cell;
}

/// The frame and the cells in it: the largest square ones that there is room for, and then wider or
/// higher ones where the matrix may have such.
std::pair<Frame, QSizeF> frameAndCells(const HeatmapForm& form, const QSizeF& room,
                                       const HeatmapOptions& options) {
    const auto fits = [&](const QSizeF& cell) {
        return fittingFrame(form, cell, room, options).has_value();
    };
    if (options.cell && options.origin)
        return {frameFor(form, *options.cell, options.bar, {1e9, 1e9}, options), *options.cell};
    if (options.cell && fits(*options.cell)) {
        const QSizeF cell = withRoomForNames(*options.cell, form, options, fits);
        return {*fittingFrame(form, cell, room, options), cell};
    }
    const double largest = std::floor(options.maxCell);
    const double side = largestFitting(smallestSide, largest, [&](double s) {
        return fits({s, s});
    });
    if (side <= smallestSide) // there is not even room for the title
        return {{},
                {room.width() / static_cast<double>(form.columns),
                 room.height() / static_cast<double>(form.rows)}};
    QSizeF cell(side, side);
    if (!form.square) {
        // Other matrices may stretch, but not to stripes,
        const auto stretch = [&](double most, auto&& with) {
            return largestFitting(side, largest,
                                  [&](double next) { return next <= most && fits(with(next)); });
        };
        cell.setWidth(stretch(side * 3, [&](double w) { return QSizeF(w, side); }));
        // except that rows with words are as high as those, and a single row can be seen.
        const bool high = form.rowWord > 0 || form.rows <= 2;
        cell.setHeight(stretch(std::max(cell.width() * 3, high ? options.fontSize : 0),
                               [&](double h) { return QSizeF(cell.width(), h); }));
    }
    return {*fittingFrame(form, cell, room, options), cell};
}

/// The number of decimals that a cell has room for, and the size in which they are written.
std::pair<NumberFormat, double> valuesFor(const HeatmapData& data, const QSizeF& cell,
                                          const HeatmapOptions& options) {
    NumberFormat format = data.format();
    if (!options.parts.testFlag(HeatmapPart::Values))
        return {format, 0};
    const bool names = data.scale == HeatmapData::Scale::Names;
    const double least = std::max(names ? smallestLabel : smallestValue, options.least);
    const auto range = data.colourRange();
    // Two digits say more than none, and one less than none.
    const bool manyDigits = format.decimals > 2 || format.exponent != 0;
    const int fewest = manyDigits ? format.decimals - 1 : format.decimals;
    for (; format.decimals >= fewest; --format.decimals) {
        const double last = options.measure(format.text(range.second), 100) / 100;
        const double wide =
            names ? last : std::max(options.measure(format.text(range.first), 100) / 100, last);
        const double high =
            names ? nameRowsFor(cell.height(), data.columns, options).size : cell.height() * 0.5;
        const double size =
            std::min({high, options.fontSize * 1.1, (cell.width() - valueMargin) / wide});
        if (size >= least)
            return {format, size};
    }
    return {data.format(), 0};
}

/// Everything but places.
HeatmapLayout sized(const HeatmapData& data, const QRectF& bounds, const Frame& frame,
                    const QSizeF& cell, const HeatmapOptions& options) {
    HeatmapLayout layout;
    layout.bounds = bounds;
    layout.rows = data.rows;
    layout.columns = data.columns;
    layout.rowOffset = data.rowOffset;
    layout.columnOffset = data.columnOffset;
    layout.cellWidth = cell.width();
    layout.cellHeight = cell.height();
    layout.gap = std::min(cell.width(), cell.height()) >= gapFrom ? 1 : 0;
    layout.barLies = frame.bar && frame.bar != BarPlace::Fitting;
    layout.rowLabelStep = frame.rowStep;
    layout.columnLabelStep = frame.columnStep;
    layout.rowWords = frame.rowWords;
    layout.columnWords = frame.columnWords;
    layout.labelSize = frame.labelSize;
    layout.titleSize = titleSizeOf(options);
    layout.least = options.least;
    std::tie(layout.valueFormat, layout.valueSize) = valuesFor(data, cell, options);
    if (data.scale == HeatmapData::Scale::Names)
        layout.valueStep = nameRowsFor(cell.height(), data.columns, options).step;
    return layout;
}

QRectF barFor(BarPlace bar, const HeatmapLayout& layout, const Frame& frame, const QPointF& corner,
              double font) {
    const QRectF& cells = layout.cells;
    const double lying = std::max(std::min(cells.width(), 240.0), 40.0);
    const double ticks = font * type::small * 1.5;
    switch (bar) {
    case BarPlace::Below:
        return {cells.left(), cells.bottom() + lyingBarGap, lying, lyingBar};
    case BarPlace::Above:
        return {std::min(cells.left(), layout.bounds.right() - font * besideBar),
                corner.y() + frame.title, std::max(lying, font * besideBar), lyingBar};
    case BarPlace::Left: // as high as a low matrix, with its numbers
        return {corner.x(),
                cells.top() + std::min(0.5 * (cells.height() - lyingBar - ticks),
                                       cells.height() - lyingBar - ticks),
                font * besideBar, lyingBar};
    case BarPlace::Fitting:
        break;
    }
    return {cells.right() + barGap, cells.top(), barWidth, cells.height()};
}

/// Columns for what a row reads and what it writes, each as wide as its longest word; where there
/// is less room the longer ones are shortened.
void placePairs(HeatmapLayout& layout, const HeatmapForm& form, const Frame& frame,
                const HeatmapOptions& options) {
    if (frame.rowLabels <= 0 || !frame.rowWords || form.rowRead <= 0)
        return;
    const double size = frame.labelSize;
    const double arrow =
        form.rowWord > form.rowRead ? pairGap(options.measure, size) : 0; // else none is written
    const double room = frame.rowLabels - size * 0.6 - arrow;
    const double read = form.rowRead * size;
    const double write = std::max(0.0, form.rowWord * size - read - arrow);
    layout.rowWrites = std::min(write, std::max(room / 2, room - read));
    layout.rowReads = std::min(read, room - layout.rowWrites);
}

/// Places what stands around the cells, which have their place.
void placeFrame(HeatmapLayout& layout, const HeatmapData& data, const HeatmapForm& form,
                const Frame& frame, const QPointF& corner, const HeatmapOptions& options) {
    const QRectF& bounds = layout.bounds;
    const double x = layout.cells.left();
    const double y = layout.cells.top();
    const double width = layout.cells.width();
    const double height = layout.cells.height();
    const double top = corner.y();
    if (frame.title > 0) {
        // A narrow matrix may have a long title: it may use all the room to the right, and then as
        // much to the left as it must.
        const double wanted = options.measure(data.lead + data.title, layout.titleSize) * 1.12 + 12;
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
            QRectF(from, y - frame.columnLabels - frame.columnTitle, length, frame.columnTitle);
    }
    if (frame.columnLabels > 0)
        layout.columnLabels = QRectF(x, y - frame.columnLabels, width, frame.columnLabels);
    layout.rowTitleLies = frame.rowTitleLies;
    if (frame.rowTitleLies) {
        const double line = frame.labelSize * 1.3;
        layout.rowTitle = QRectF(x - frame.rowLabels, y - line, frame.rowLabels, line);
    } else if (frame.rowTitle > 0) {
        const auto [from, length] = over(y, height, data.rowTitle, bounds.top(), bounds.bottom());
        layout.rowTitle =
            QRectF(x - frame.rowLabels - frame.rowTitle, from, frame.rowTitle, length);
    }
    if (frame.rowLabels > 0)
        layout.rowLabels = QRectF(x - frame.rowLabels, y, frame.rowLabels, height);
    placePairs(layout, form, frame, options);
    if (frame.bar)
        layout.colourBar = barFor(*frame.bar, layout, frame, corner, options.fontSize);
}

/// Words that would be shortened beside free room take of it what they need; no cell moves.
void lengthenWords(Frame& frame, const Frame& whole, QPointF& corner, const QRectF& bounds) {
    const auto grow = [](double& length, double wanted, double& from, double first) {
        const double more = std::clamp(wanted - length, 0.0, std::max(0.0, from - first));
        length += more;
        from -= more;
    };
    grow(frame.rowLabels, whole.rowLabels, corner.rx(), bounds.left());
    grow(frame.columnLabels, whole.columnLabels, corner.ry(), bounds.top());
}

HeatmapLayout placed(const HeatmapData& data, const QRectF& bounds, Frame frame, const QSizeF& cell,
                     const HeatmapOptions& options) {
    HeatmapLayout layout = sized(data, bounds, frame, cell, options);
    const double width = cell.width() * static_cast<double>(data.columns);
    const double height = cell.height() * static_cast<double>(data.rows);
    const double allWidth = frame.left() + width + frame.right;
    const double allHeight = frame.top() + height + frame.bottom;
    QPointF corner(std::round(bounds.left() + std::max(0.0, bounds.width() - allWidth) / 2),
                   std::round(bounds.top() + std::max(0.0, bounds.height() - allHeight) / 2));
    QPointF origin(std::round(corner.x() + frame.left()), std::round(corner.y() + frame.top()));
    if (options.cell && options.origin) {
        origin = *options.origin;
        corner = origin - QPointF(frame.left(), frame.top());
    }
    layout.cells = QRectF(origin, QSizeF(width, height));
    const QSizeF any(1e9, 1e9);
    const HeatmapForm form = formOf(data, options);
    lengthenWords(frame, frameFor(form, cell, frame.bar.value_or(options.bar), any, options, true),
                  corner, bounds);
    placeFrame(layout, data, form, frame, corner, options);
    return layout;
}

/// Of the whole, beside a part of it: as its cells stand to each other, but neither side too thin
/// to be pointed at.
QSizeF overviewOf(const HeatmapForm& form) {
    const auto rows = static_cast<double>(form.rows);
    const auto columns = static_cast<double>(form.columns);
    const double longer = std::max(rows, columns);
    return {std::max(leastOverviewSide, overviewSide * columns / longer),
            std::max(leastOverviewSide, overviewSide * rows / longer)};
}

/// What surrounds a window, and the room that is left for its cells.
std::pair<Frame, QSizeF> frameAndRoom(const HeatmapForm& form, const QSizeF& room,
                                      const HeatmapOptions& options) {
    const QSizeF& cell = options.window->cell;
    const auto most = [](Index count, double length, double side) {
        return std::clamp<Index>(static_cast<Index>(length / side), 1, count);
    };
    HeatmapForm part = form;
    part.rows = most(form.rows, room.height(), cell.height());
    part.columns = most(form.columns, room.width(), cell.width());
    part.overview = overviewOf(form);
    const Frame frame = frameFor(part, cell, options.bar, room * 0.3, options);
    const QSizeF left(room.width() - frame.left() - frame.right,
                      room.height() - frame.top() - frame.bottom);
    return left.width() < 1 || left.height() < 1 ? std::pair(Frame(), room)
                                                 : std::pair(frame, left);
}

/// One direction of a window: where in its room cells begin, the one that stands there, and how far
/// they reach.
struct Stretch {
    double start = 0;
    double first = 0;
    double length = 0;
};

Stretch stretchFor(double first, Index count, double cell, double room) {
    const double start = std::clamp(-first * cell, 0.0, room);
    const double seen = std::clamp(first, 0.0, static_cast<double>(count));
    return {start, seen, std::min(room - start, (static_cast<double>(count) - seen) * cell)};
}

/// The overview stands beside the lower end of the cells, under the colour bar where that stands
/// there.
void placeOverview(HeatmapLayout& layout, const QSizeF& size) {
    constexpr double apart = 1.4;  ///< in font sizes, from the bar with its last number
    constexpr double leastBar = 4; ///< likewise; the numbers of a lower one would meet
    const QRectF& cells = layout.cells;
    const bool all = layout.shownRows() >= static_cast<double>(layout.rows) &&
                     layout.shownColumns() >= static_cast<double>(layout.columns);
    if (all || cells.isEmpty())
        return;
    layout.overview = QRectF(QPointF(cells.right() + barGap, cells.bottom() - size.height()), size);
    layout.overview.moveTop(std::max(layout.overview.top(), layout.room.top()));
    const double font = layout.titleSize / type::section;
    const double bottom = layout.overview.top() - apart * font;
    if (layout.colourBar.isEmpty() || layout.barLies)
        return;
    layout.colourBar.setBottom(bottom);
    if (layout.colourBar.height() < leastBar * font)
        layout.colourBar = {};
}

/// Cells stand where the window has them, and what surrounds them follows.
HeatmapLayout placedWindow(const HeatmapData& data, const QRectF& bounds,
                           const HeatmapOptions& options) {
    const MatrixWindow& window = *options.window;
    const HeatmapForm form = formOf(data, options);
    const auto [frame, size] = frameAndRoom(form, bounds.size(), options);
    HeatmapLayout layout = sized(data, bounds, frame, window.cell, options);
    layout.isWindow = true;
    layout.room = QRectF(bounds.topLeft() + QPointF(frame.left(), frame.top()), size);
    if (options.origin && bounds.contains(*options.origin))
        layout.room.setTopLeft(*options.origin);
    const QSizeF room = layout.room.size();
    const Stretch rows = stretchFor(window.row, data.rows, window.cell.height(), room.height());
    const Stretch columns =
        stretchFor(window.column, data.columns, window.cell.width(), room.width());
    layout.firstRow = rows.first;
    layout.firstColumn = columns.first;
    layout.cells = QRectF(layout.room.left() + columns.start, layout.room.top() + rows.start,
                          columns.length, rows.length);
    placeFrame(layout, data, form, frame,
               layout.cells.topLeft() - QPointF(frame.left(), frame.top()), options);
    placeOverview(layout, overviewOf(form) * options.fontSize);
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
    if (isWindow && (point.x() >= cells.right() || point.y() >= cells.bottom()))
        return std::nullopt;
    const auto row = static_cast<Index>(firstRow + (point.y() - cells.top()) / cellHeight);
    const auto column = static_cast<Index>(firstColumn + (point.x() - cells.left()) / cellWidth);
    if (row >= rows || column >= columns)
        return std::nullopt;
    return CellPlace{row, column};
}

QRectF HeatmapLayout::wholeCellRect(Index row, Index column) const {
    return {cells.left() + (static_cast<double>(column) - firstColumn) * cellWidth,
            cells.top() + (static_cast<double>(row) - firstRow) * cellHeight, cellWidth - gap,
            cellHeight - gap};
}

QRectF HeatmapLayout::cellRect(Index row, Index column) const {
    const QRectF whole = wholeCellRect(row, column);
    return isWindow ? whole.intersected(cells) : whole;
}

QRectF HeatmapLayout::rowRect(Index row) const {
    QRectF area = wholeCellRect(row, 0);
    area.setLeft(cells.left());
    area.setWidth(cells.width() - gap);
    return isWindow ? area.intersected(cells) : area;
}

QRectF HeatmapLayout::columnRect(Index column) const {
    QRectF area = wholeCellRect(0, column);
    area.setTop(cells.top());
    area.setHeight(cells.height() - gap);
    return isWindow ? area.intersected(cells) : area;
}

CellBlock HeatmapLayout::shown() const {
    if (!isWindow)
        return {0, rows, 0, columns};
    const auto end = [](double first, double count, Index all) {
        return std::min(all, static_cast<Index>(std::ceil(first + count - 1e-6)));
    };
    return {static_cast<Index>(firstRow), end(firstRow, shownRows(), rows),
            static_cast<Index>(firstColumn), end(firstColumn, shownColumns(), columns)};
}

bool HeatmapLayout::showsRow(Index row) const {
    const CellBlock block = shown();
    return row >= block.firstRow && row < block.endRow;
}

bool HeatmapLayout::showsColumn(Index column) const {
    const CellBlock block = shown();
    return column >= block.firstColumn && column < block.endColumn;
}

namespace {

/// Every `step`-th of those of which at least a half is seen. Numbers are written at 10, 20, 30 …,
/// also where `offset` come before the first, words from the first one on.
std::vector<Index> labelled(Index step, bool words, Index offset, Index count, double first,
                            double shown) {
    std::vector<Index> places;
    if (step <= 0)
        return places;
    for (Index at = words ? 0 : step - 1 - offset % step; at < count; at += step)
        if (const double middle = static_cast<double>(at) + 0.5;
            middle >= first && middle <= first + shown)
            places.push_back(at);
    return places;
}

} // namespace

std::vector<Index> HeatmapLayout::labelledRows() const {
    return labelled(rowLabelStep, rowWords, rowOffset, rows, firstRow, shownRows());
}

std::vector<Index> HeatmapLayout::labelledColumns() const {
    return labelled(columnLabelStep, columnWords, columnOffset, columns, firstColumn,
                    shownColumns());
}

QRectF HeatmapLayout::used() const {
    QRectF all = cells;
    for (const QRectF& part : {rowLabels, columnLabels, rowTitle, columnTitle, colourBar, overview})
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
    if (options.window)
        return placedWindow(data, bounds, options);
    const auto [frame, cell] = frameAndCells(formOf(data, options), bounds.size(), options);
    return placed(data, bounds, frame, cell, options);
}

double pairGap(const TextMeasure& measure, double pixelSize) {
    constexpr double part = 0.62; ///< of the arrow with a whole space on each side
    return part * measure(pairArrow, pixelSize);
}

HeatmapForm formOf(const HeatmapData& data, const HeatmapOptions& options) {
    HeatmapForm form;
    form.rows = data.rows;
    form.columns = data.columns;
    const HeatmapParts parts = options.parts;
    form.title = parts.testFlag(HeatmapPart::Title) && !data.title.isEmpty();
    form.rowTitle = !data.rowTitle.isEmpty() && data.rows > 1;
    form.columnTitle = !data.columnTitle.isEmpty();
    form.bar = data.scale != HeatmapData::Scale::Names;
    form.square =
        (!data.rowLabels.isEmpty() && !data.columnLabels.isEmpty()) || data.rows == data.columns;
    const auto numberOf = [&](Index count) {
        return options.measure(QString::number(count), 100) / 100;
    };
    if (parts.testAnyFlags({HeatmapPart::RowLabels, HeatmapPart::ColumnLabels})) {
        if (data.rowLabels.size() <= mostWords && data.rowPairs) {
            QStringList reads, writes;
            for (const QString& label : data.rowLabels) {
                const QStringList pair = label.split(pairArrow);
                reads << pair.front();
                writes << pair.value(1);
            }
            const double write = widest(writes, options.measure);
            form.rowRead = widest(reads, options.measure);
            form.rowWord = form.rowRead;
            form.pairTitle = options.measure(data.rowTitle, 100) / 100;
            if (write > 0)
                form.rowWord += pairGap(options.measure, 100) / 100 + write;
        } else if (data.rowLabels.size() <= mostWords) {
            form.rowWord = widest(data.rowLabels, options.measure);
        }
        if (data.columnLabels.size() <= mostWords) {
            form.columnWord = widest(data.columnLabels, options.measure);
            form.longColumnWord = widest(data.columnLabels, options.measure, 1);
        }
        form.rowNumber = numberOf(data.rowOffset + data.rows);
        form.columnNumber = numberOf(data.columnOffset + data.columns);
    }
    if (data.scale == HeatmapData::Scale::Names) {
        const auto range = data.colourRange();
        form.name = options.measure(data.format().text(range.second), 100) / 100;
    }
    // The longest that a format has: nothing moves while the numbers change.
    form.tick =
        options.measure(data.scale == HeatmapData::Scale::Sequential ? QStringLiteral("0.888")
                                                                     : QStringLiteral("−0.888"),
                        100) /
        100;
    return form;
}

HeatmapForm partOf(HeatmapForm form, Index rows, Index columns) {
    if (form.rows <= rows && form.columns <= columns)
        return form;
    form.overview = overviewOf(form);
    form.rows = std::min(form.rows, rows);
    form.columns = std::min(form.columns, columns);
    return form;
}

QSizeF roomFor(const HeatmapForm& form, const QSizeF& cell, const HeatmapOptions& options) {
    return frameFor(form, cell, options.bar, {1e9, 1e9}, options).around(form, cell);
}

QMarginsF marginsFor(const HeatmapForm& form, const QSizeF& cell, const HeatmapOptions& options) {
    const Frame frame = frameFor(form, cell, options.bar, {1e9, 1e9}, options);
    return {frame.left(), frame.top(), frame.right, frame.bottom};
}

double smallerSide(double side) {
    return side > 5 ? std::ceil(side) - 1 : side * 0.97;
}

double leastLabelledCell(const HeatmapData& data, double fontSize) {
    const auto longer = static_cast<double>(std::max(data.rows, data.columns));
    return std::ceil(fontSize * std::min(labelledCell, labelledMatrix / longer));
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
    const HeatmapForm form = formOf(data, options);
    const Frame frame = frameFor(form, {width, height}, BarPlace::Fitting, {1e9, 1e9}, options);
    const QSizeF size = frame.around(form, {width, height});
    const double titled =
        frame.left() + options.fontSize +
        (frame.title > 0 ? options.measure(data.title, titleSizeOf(options)) * 1.1 : 0);
    return {std::ceil(std::max(size.width(), titled)), std::ceil(size.height())};
}

QString rowLabel(const HeatmapData& data, Index row) {
    return row < data.rowLabels.size() ? data.rowLabels[static_cast<int>(row)]
                                       : QString::number(data.rowOffset + row + 1);
}

QString columnLabel(const HeatmapData& data, Index column) {
    return column < data.columnLabels.size() ? data.columnLabels[static_cast<int>(column)]
                                             : QString::number(data.columnOffset + column + 1);
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
