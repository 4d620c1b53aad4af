// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/drawing.h"

#include <span>
#include <vector>

namespace gf {

/// What is smaller than a block: words, and cells without labels, for blocks and for what stations
/// draw themselves.

/// Whether a node is what a stack begins with: embedding and position together.
bool isInput(const Node& node);

/// One line of text whose middle height is `at.y()`, in the station's font.
void drawLine(Drawing& drawing, const QPointF& at, const QString& text, const QColor& colour,
              Qt::AlignmentFlag align = Qt::AlignLeft, bool bold = false);

/// One line of text at its left end, cut to `width`; `size` in font sizes.
void drawLine(Drawing& drawing, const QPointF& at, const QString& text, double width,
              const QColor& colour, double size = 1, bool bold = false);

/// Text broken into lines of at most `width`, from `top` on; returns the height it takes. `size` in
/// font sizes.
double drawParagraph(Drawing& drawing, const QPointF& topLeft, double width, const QString& text,
                     const QColor& colour, double size = 1, bool bold = false);

/// The height that drawParagraph takes, and the width of the longest word.
double paragraphHeight(const StationInput& input, double width, const QString& text,
                       double size = 1, bool bold = false);
double paragraphWidth(const StationInput& input, const QString& text, double size = 1,
                      bool bold = false);

/// All words of a sentence beside each other, in as many lines as they need, each a place that
/// moves the focus to its row. Of a long sentence only the lines around the highlighted word are
/// seen. Returns the height it takes.
double drawSentence(Drawing& drawing, const QPointF& topLeft, double width,
                    const QStringList& words, Index highlighted);

/// The height that drawSentence takes, and the width of the longest word.
double sentenceHeight(const StationInput& input, double width, const QStringList& words);
double sentenceWidth(const StationInput& input, const QStringList& words);

/// What is to be done and the words to choose from, on one line where both find room, otherwise
/// under each other. Returns the height it takes.
double drawChooser(Drawing& drawing, const QPointF& topLeft, double width, const QString& what,
                   const QStringList& words, Index highlighted);

/// The tokens that the queries of a matrix of scores or weights read, numbers where there are none:
/// shorter than the names of its rows, for a chooser.
QStringList queryTokens(const StationInput& input, NodeId scores, const HeatmapData& drawn);

/// The height that drawChooser takes.
double chooserHeight(const StationInput& input, double width, const QString& what,
                     const QStringList& words);

/// A sign between two matrices: "×", "=", in the middle of `area`.
void drawSign(Drawing& drawing, const QRectF& area, const QString& sign);

/// Cells that fill `area`, without labels and bar: for drawings that label rows and columns
/// themselves.
HeatmapLayout cellsIn(const QRectF& area, Index rows, Index columns);

/// Draws the cells of a matrix alone, filling `area`, and registers them like placeHeatmap.
HeatmapLayout placeCells(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                         HighlightedCells highlighted,
                         std::function<StationPlace(Index row, Index column)> placeOf);

/// The words of rows left of cells, or of columns above them, as many as there is room for; the
/// one in focus always.
void drawRowWords(Drawing& drawing, const HeatmapData& data, const QRectF& cells, Index highlighted,
                  Hue hue);
void drawColumnWords(Drawing& drawing, const HeatmapData& data, const QRectF& cells,
                     Index highlighted, Hue hue);

/// A line around what the person changed, where it is no cell of a matrix.
void markChanged(Canvas& canvas, const QRectF& area);

/// The width of the widest word of the rows, at most `most`.
double wordWidth(const StationInput& input, const HeatmapData& data, double most);

/// Colours for numbers of which none is negative: from the smallest to the largest, for half of a
/// map centred on zero would be lost. Leaves others as they are.
void fitScale(HeatmapData& data);

/// Numbers of a trace for a block, which owns what it draws.
std::vector<float> copied(std::span<const float> numbers);

/// A place of the focus, or −1 where there are not so many.
Index within(Index place, Index count);

} // namespace gf
