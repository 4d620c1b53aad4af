// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

#include <QFont>
#include <QMarginsF>
#include <QRectF>

#include <functional>
#include <optional>
#include <vector>

namespace gf {

/// What is drawn besides the cells.
enum class HeatmapPart : unsigned {
    Title = 1,
    RowLabels = 2,    ///< tokens or numbers beside rows
    ColumnLabels = 4, ///< and above columns
    AxisTitles = 8,   ///< "query", "key", beside such labels
    ColourBar = 16,
    Values = 32,     ///< the number inside each cell that is large enough
    ShortPairs = 64, ///< of two tokens of a row rather less is written than of one
};
Q_DECLARE_FLAGS(HeatmapParts, HeatmapPart)
Q_DECLARE_OPERATORS_FOR_FLAGS(HeatmapParts)

inline constexpr HeatmapParts allHeatmapParts{HeatmapPart::Title,        HeatmapPart::RowLabels,
                                              HeatmapPart::ColumnLabels, HeatmapPart::AxisTitles,
                                              HeatmapPart::ColourBar,    HeatmapPart::Values};
/// For a strip of many: cells under a title.
inline constexpr HeatmapParts smallHeatmapParts{HeatmapPart::Title};

/// Beside a matrix with the same words.
inline constexpr HeatmapParts plainHeatmapParts{HeatmapPart::Title, HeatmapPart::ColourBar,
                                                HeatmapPart::Values};

/// Where the colour bar stands.
enum class BarPlace {
    Fitting, ///< right of the cells, or below them where there are few rows
    Below,
    Above, ///< between the cells and the title
    Left,  ///< lying
};

/// Width of a text at a font size in pixels.
using TextMeasure = std::function<double(const QString& text, double pixelSize)>;

/// Measures with a real font (its size is ignored).
TextMeasure measureWith(const QFont& font);

/// The part of a matrix that is shown where all of it has no room: cells of a size, and the row and
/// column that stand first. They have fractions while a person zooms and drags; where they are
/// negative, room stays free before the matrix.
struct MatrixWindow {
    double row = 0;
    double column = 0;
    QSizeF cell;
    friend bool operator==(const MatrixWindow&, const MatrixWindow&) = default;
};

/// How a heatmap is to be laid out.
struct HeatmapOptions {
    HeatmapParts parts = allHeatmapParts;
    double fontSize = 13;   ///< of labels, in pixels; titles are a little larger
    double least = 0;       ///< of all letters, where those that are hard to read are left out
    bool namesAxes = false; ///< also of a small matrix: nothing else says what they are
    double maxCell = 120;   ///< cells grow no larger than this, in pixels
    BarPlace bar = BarPlace::Fitting;
    std::optional<QSizeF> cell; ///< of a cell, wherever that finds room; otherwise the largest
    /// Where the corner of the first cell stands, with `cell`; otherwise all is in the middle.
    std::optional<QPointF> origin;
    std::optional<MatrixWindow> window; ///< shows a part, with an overview beside it
    TextMeasure measure;                ///< must be set
};

/// What of a heatmap decides how large it is: its shape, what stands around it and how long its
/// words are, in font sizes (0: numbers). Never its numbers, so that nothing moves while they
/// change.
struct HeatmapForm {
    Index rows = 0;
    Index columns = 0;
    bool title = false;
    bool rowTitle = false;
    bool columnTitle = false;
    bool bar = false;
    bool square = false;  ///< cells are as wide as high
    double rowWord = 0;   ///< the widest
    double rowRead = 0;   ///< of rows that name two tokens: the widest of the first ones
    double pairTitle = 0; ///< likewise: the width of what these are called
    double columnWord = 0;
    double longColumnWord = 0; ///< the widest of more than one letter, which may be rotated
    double rowNumber = 0;      ///< the last row's
    double columnNumber = 0;
    double tick = 0; ///< a number beside the colour bar
    double name = 0; ///< the widest of numbers that are names; 0: they are none
    QSizeF overview; ///< of the whole, beside a part of a matrix, in font sizes
    friend bool operator==(const HeatmapForm&, const HeatmapForm&) = default;
};
HeatmapForm formOf(const HeatmapData& data, const HeatmapOptions& options);

/// From the token that a row reads to the one that it writes, with the arrow between them.
double pairGap(const TextMeasure& measure, double pixelSize);

/// The form of a window on a matrix that shows so many rows and columns of it, with its overview;
/// the same form where that is all.
HeatmapForm partOf(HeatmapForm form, Index rows, Index columns);

/// The room that cells of a size take with all that stands around them.
QSizeF roomFor(const HeatmapForm& form, const QSizeF& cell, const HeatmapOptions& options);

/// What stands on each side of cells of a size.
QMarginsF marginsFor(const HeatmapForm& form, const QSizeF& cell, const HeatmapOptions& options);

/// The next smaller side of a cell: whole pixels make all cells equally large.
double smallerSide(double side);

/// The largest side of cells from `most` down with which all fits; `least` where none above it
/// does.
template <class Fits> double largestFitting(double least, double most, Fits&& fits) {
    for (double side = most; side > least; side = smallerSide(side))
        if (fits(side))
            return side;
    return least;
}

/// A cell by its place.
struct CellPlace {
    Index row = -1;
    Index column = -1;
    friend bool operator==(const CellPlace&, const CellPlace&) = default;
};

/// Cells [firstRow, endRow) × [firstColumn, endColumn).
struct CellBlock {
    Index firstRow = 0;
    Index endRow = 0;
    Index firstColumn = 0;
    Index endColumn = 0;
};

/// Where everything of one heatmap lies inside a rectangle: pixel ↔ cell as plain numbers, tested
/// without a window.
struct HeatmapLayout {
    QRectF bounds; ///< what was given
    QRectF cells;  ///< the matrix, or what is seen of it
    Index rows = 0;
    Index columns = 0;
    double cellWidth = 0;
    double cellHeight = 0;
    double gap = 0; ///< between cells, taken from their right and bottom; 0 when they are small
    bool isWindow = false; ///< only a part of the matrix has room
    double firstRow = 0;   ///< at the top of `cells`
    double firstColumn = 0;
    QRectF room;     ///< of a window: where cells may stand, of which `cells` is used
    QRectF overview; ///< of a window: the picture of the whole matrix; empty where all is seen

    QRectF title;
    QRectF rowLabels;    ///< left of the cells, right-aligned
    QRectF columnLabels; ///< above the cells
    QRectF rowTitle;     ///< left of the row labels, written upwards, or over them
    bool rowTitleLies = false;
    QRectF columnTitle; ///< above the column labels
    QRectF colourBar;
    bool barLies = false;
    Index rowLabelStep = 0;    ///< every how many rows a label is written; 0: never
    Index columnLabelStep = 0; ///< likewise
    Index rowOffset = 0;       ///< of the matrix: what numbers are counted from
    Index columnOffset = 0;
    bool rowWords = false; ///< labels are words; where those are too dense, every so many numbers
    bool columnWords = false;
    double rowReads = 0;  ///< of labels that name two tokens: the width of the first ones,
    double rowWrites = 0; ///< and of the second ones, in a column each; both 0: they name one
    double labelSize = 0; ///< font size of the labels in pixels
    double titleSize = 0;
    double least = 0;         ///< of all letters
    double valueSize = 0;     ///< font size of the numbers in the cells; 0: they do not fit
    Index valueStep = 1;      ///< in every how many rows one is written
    NumberFormat valueFormat; ///< how these are written

    /// The cell under a point, or nothing between and outside cells' area.
    std::optional<CellPlace> cellAt(const QPointF& point) const;
    /// The area of a cell, its gap left out. Of a cell at the edge of a window, what is seen of it.
    QRectF cellRect(Index row, Index column) const;
    /// The area of a whole row or column of cells.
    QRectF rowRect(Index row) const;
    QRectF columnRect(Index column) const;
    /// The area of a cell, also of what a window cuts off it.
    QRectF wholeCellRect(Index row, Index column) const;
    /// How many rows and columns are seen, with parts of them.
    double shownRows() const { return cellHeight > 0 ? cells.height() / cellHeight : 0; }
    double shownColumns() const { return cellWidth > 0 ? cells.width() / cellWidth : 0; }
    /// The cells of which anything is seen.
    CellBlock shown() const;
    bool showsRow(Index row) const;
    bool showsColumn(Index column) const;
    /// The rows and columns that have their label beside them.
    std::vector<Index> labelledRows() const;
    std::vector<Index> labelledColumns() const;
    /// Whether cells are too small to be drawn one by one on a screen.
    bool drawnAsImage() const { return cellWidth < 3 || cellHeight < 3; }
    /// Everything that is used of `bounds`.
    QRectF used() const;
};

/// Fits a heatmap into `bounds`, with the largest cells that there is room for: more room never
/// makes them smaller; or the window on it that the options ask for. Cells are square where rows
/// and columns both have words. Words are rotated, thinned out or shortened before they become
/// numbers.
HeatmapLayout layOutHeatmap(const HeatmapData& data, const QRectF& bounds,
                            const HeatmapOptions& options);

/// The side of a cell at which a matrix of any shape has its labels.
double leastLabelledCell(const HeatmapData& data, double fontSize);

/// The size at which cells have the width `cell` (and the same height): for size hints and figures.
QSizeF sizeForCells(const HeatmapData& data, double cell, const HeatmapOptions& options);

/// The word of a row or column: its label, or its number counted from 1.
QString rowLabel(const HeatmapData& data, Index row);
QString columnLabel(const HeatmapData& data, Index column);

/// `text` cut in the middle with "…" until it fits.
QString elided(const QString& text, double width, double pixelSize, const TextMeasure& measure);

} // namespace gf
