// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/drawing.h"
#include "ui/stations/plot.h"
#include "ui/theme/type_scale.h"

#include <functional>
#include <limits>
#include <vector>

namespace gf {

/// A piece of a drawing as a value: how much room it needs and how it fills an area. Stations and
/// labs say what they show as a tree of blocks; sizes, arrangement and drawing follow from it.
///
/// A block owns what it draws and refers to nothing of the input that it was made from.
///
/// Sizes may hang on fonts and on what is drawn, never on the focus: nothing moves with the
/// pointer.
struct Block {
    /// The least width in which all of it can be read.
    std::function<double(const StationInput&)> leastWidth = [](const StationInput&) { return 0.0; };
    /// The least height at a width that is at least that one.
    std::function<double(const StationInput&, double width)> leastHeight =
        [](const StationInput&, double) { return 0.0; };
    /// The side of the smallest of its cells in a room: by it arrangements are compared. 0: it has
    /// none.
    std::function<double(const StationInput&, const QSizeF& room)> cell =
        [](const StationInput&, const QSizeF&) { return 0.0; };
    /// Draws within an area that is at least as large as its minimum.
    std::function<void(Drawing&, const QRectF& area)> draw = [](Drawing&, const QRectF&) {};
    /// Its share of the room that blocks in a row or a column divide; 0: it takes what it needs.
    double share = 0;
    double most = std::numeric_limits<double>::infinity(); ///< of that room, in pixels

    QSizeF minimum(const StationInput& input) const;
};

// ---- Arrangements. More room makes no block smaller, and so no cell. ----

/// Under each other, each as wide as all. Those without a share are as high as they need; the
/// others divide the rest by their shares, none below its minimum or above its most. It has a share
/// of its own where one of them has one.
Block column(std::vector<Block> blocks, double gap = 8);
/// Beside each other, each as high as all; widths as in a column.
Block row(std::vector<Block> blocks, double gap = 16);
/// Equally large, in as many columns as make the smallest cell largest.
Block grid(const std::vector<Block>& blocks, double gap = 16);
/// That one of the blocks, each of which shows what is wanted, whose smallest cell is largest in
/// the room there is, cells beyond `enough` being no better: the first of several.
Block fit(std::vector<Block> candidates, double enough = std::numeric_limits<double>::infinity());

/// The block with a share of the room; 0: it takes what it needs.
Block grows(Block block, double share = 1, double most = std::numeric_limits<double>::infinity());
/// With so much room at least.
Block atLeast(const QSizeF& size, Block block);
/// With margins at its sides, and above and below.
Block padded(double across, double down, Block block);
/// What no other block draws, with the room that it needs; it grows.
Block custom(const QSizeF& least, std::function<void(Drawing&, const QRectF& area)> draw);
/// At most so high, in the middle of its area.
Block centred(double most, Block block);
/// Room in which nothing stands; in a row or column either direction counts.
Block space(double size);
/// The block that `make` makes of row and column in focus: drawn over the figure, and anew when
/// they change. It needs as much room as `largest`; without that, as the one that is made of none.
Block live(std::function<Block(const StationInput& now)> make);
Block live(std::function<Block(const StationInput& now)> make, const Block& largest);
/// The arrow keys go over so many rows and columns of the drawing.
Block walked(Index rows, Index columns, Block block);

// ---- Words ----

/// A bold line, on several lines where it is longer; `size` in font sizes.
Block heading(const QString& text, double size = type::section);
/// One line, cut where it is longer: for what changes with the focus and may move nothing. `size`
/// in font sizes.
Block line(const QString& text, const QColor& colour = {}, double size = 1, bool bold = false);
/// Broken into lines. No colour: that of text.
Block paragraph(const QString& text, const QColor& colour = {});
/// The tokens of a sentence to choose a row from, by the pointer or by keys.
Block sentence(const QStringList& tokens, Index chosen);
/// The same after what is to be done, beside it where both find room.
Block chooser(const QString& what, const QStringList& tokens, Index chosen);
/// "×", "=" between matrices.
Block sign(const QString& text);

// ---- Matrices ----

/// How a matrix is shown, beside its numbers and words.
struct MatrixLook {
    HighlightedCells highlighted = highlightedCell;
    /// What a cell stands for; without a tip of its own the number stands there.
    std::function<StationPlace(Index row, Index column)> placeOf = [](Index row, Index column) {
        return StationPlace{row, column};
    };
    HeatmapParts parts = allHeatmapParts;
    double maxCell = HeatmapOptions().maxCell;
    /// Drawn on and around its cells, after them.
    std::function<void(Drawing&, const HeatmapLayout&)> over = nullptr;
    double beside = 0; ///< room kept free at its right, for that
};

/// A matrix with its title, words and colour bar.
Block matrix(HeatmapData data, MatrixLook look = {});

/// One matrix of a line of matrices.
struct Term {
    HeatmapData data;
    MatrixLook look = {};
    double share = 1; ///< of the width of a line
};

/// Matrices beside each other with a sign after each but the last, in the middle of
/// their cells: "A + B = C".
Block equation(std::vector<Term> terms, QStringList signs);

// ---- Charts ----

/// One thing that is drawn between the axes of a chart.
using PlotLayer = std::function<void(Drawing&, const Plot&)>;

/// A line through points in the units of the axes, with dots of a radius on it; 0: without. A point
/// one of whose numbers is none or infinite is left out.
PlotLayer curve(std::vector<QPointF> points, const QColor& colour, double width = 2,
                double dots = 0);
/// One bar for each number, from the first whole number of the axis on; `chosen` (from 0) stands
/// out.
PlotLayer barsOf(std::vector<float> values, const QColor& colour, Index chosen = -1);
/// Which share of the numbers lies in each of equal parts of the horizontal axis.
PlotLayer histogramOf(std::vector<float> values, int bins, const QColor& colour);
/// One of such bars.
PlotLayer barAt(std::vector<float> values, Index place, const QColor& colour);
/// Words under such bars, in the room that the axes keep free; `chosen` always stands there.
PlotLayer labelsUnder(QStringList words, Index chosen);
/// A dashed baseline with its word: ln V, entropy of equal weights, variance 1.
PlotLayer levelAt(double value, const QString& word, const QColor& colour);
/// A vertical line in the colour of highlights.
PlotLayer markAt(double x);
/// A ground from one place of the horizontal axis to another.
PlotLayer bandFrom(double from, double to, const QColor& colour);
/// What the columns around `first`, `first` + 1, … of the horizontal axis stand for, `count` of
/// them; `placeOf` counts from 0.
PlotLayer placesAlong(Index first, Index count, std::function<StationPlace(Index place)> placeOf);

/// The axes of a chart.
struct PlotAxes {
    const char* name = ""; ///< tells the charts of a station apart (placePlot)
    PlotWords words = {};
    ScaleRange x = {0, 1};
    ScaleRange y = {0, 1};
    double above = 0; ///< room kept free for layers above all of it, in font sizes
    double below = 0; ///< and under all of it
};

/// A chart with layers from the lowest to the uppermost. `highlighted` gives those that follow the
/// focus.
Block plot(PlotAxes axes, std::vector<PlotLayer> layers,
           std::function<std::vector<PlotLayer>(const StationInput& now)> highlighted = nullptr);

/// A sign and what it stands for.
struct LegendEntry {
    enum class Sign { Line, Dashes, Bars };

    QColor colour;
    QString words;
    Sign sign = Sign::Line;
    std::vector<QColor> bars = {}; ///< of Bars: a colour each
};
/// In as many lines as they need.
Block legend(std::vector<LegendEntry> entries);

// ---- Lines of numbers ----

/// A bar that lies: its name before it and its number behind it.
struct Bar {
    QString name;
    double part = 0; ///< of the full length, 0 to 1
    QString number;
    QColor colour;
    StationPlace place = {};
    bool chosen = false;
    QString note = {}; ///< at the right end of the line
};
/// Under each other, each of a height from `least` to `most`.
Block bars(std::vector<Bar> bars, double least = 17, double most = 96);

/// One line of a calculation with the row of one token: its name, its D numbers, and with which
/// lines it shares its colours.
struct Strip {
    QString name;
    std::vector<float> values;
    int colours = 0;                ///< strips with the same number have one range
    bool factor = false;            ///< what is applied, set apart from what it is applied to
    std::vector<bool> changed = {}; ///< by a person; empty: nothing is
};
/// Strips of coloured cells under each other, with mean and deviation behind each. Every cell
/// stands for its feature of the token.
Block strips(std::vector<Strip> strips, Index token);

} // namespace gf
