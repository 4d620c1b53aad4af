// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/number_format.h"

#include <QColor>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace gf {

/// Between the two tokens of a row that names what it reads and what it writes, "<sos> → 1".
inline const QString pairArrow = QStringLiteral(" → ");

/// One matrix as it is drawn: numbers, words for its rows and columns, and how to colour it. A
/// plain value without widgets, so that the screen, the exports and the tests use the same one.
struct HeatmapData {
    enum class Scale {
        Sequential, ///< from 0: probabilities, and other numbers that are never negative
        Diverging,  ///< signed values: centred on zero
        Names,      ///< whole numbers that are names, such as token ids: no colour, no bar
    };

    QString title; ///< "weights", "scores"; short
    QString lead;  ///< written before the title: what was done to get here, "softmax →"
    Index rows = 0;
    Index columns = 0;
    std::vector<float> values;  ///< row-major
    std::vector<Hidden> hidden; ///< per cell, empty when nothing is masked
    std::vector<bool> changed;  ///< per cell: set by the person; empty when nothing is
    QStringList rowLabels;      ///< one per row, or empty: numbers are shown
    bool rowPairs = false;      ///< each names two tokens, with pairArrow between them
    QStringList columnLabels;
    Index rowOffset = 0; ///< rows before it of a matrix of which it is a part; −1: counted from 0
    Index columnOffset = 0;
    QString rowTitle;    ///< what a row is: "query", "token"
    QString columnTitle; ///< "key", "feature"
    Scale scale = Scale::Diverging;
    Index outcomes =
        0; ///< of probabilities: over how many cells a row shares out; 0: they are none
    std::optional<std::pair<double, double>> range; ///< fixed by a lock; otherwise from the values
    QColor accent; ///< the hue of what this matrix is (query blue, …); invalid: neutral

    float at(Index row, Index column) const { return values[row * columns + column]; }
    Hidden hiddenAt(Index row, Index column) const {
        return hidden.empty() ? Hidden::No : hidden[row * columns + column];
    }
    bool changedAt(Index row, Index column) const {
        return !changed.empty() && changed[row * columns + column];
    }
    /// The range that colours are taken from: the lock, or the finite values' extent (symmetric
    /// around zero when diverging, from zero when sequential). That of probabilities does not end
    /// below three equal shares: weights without a preference are not painted as the largest.
    std::pair<double, double> colourRange() const;
    /// How the numbers in cells and at the bar are written.
    NumberFormat format() const;
};

/// Whether a node's matrices are drawn beneath each other as one: those of a kernel [R,D,D].
bool isStacked(const Node& node);

/// The matrix of a node (of one head where it has heads) with its words. `node` may be a gradient.
/// Rank 0 and 1 become one row. Masks are read from the graph: a cell of scores, scaled, masked or
/// weights knows which mask hides it.
HeatmapData heatmapOf(const Trace& trace, NodeId id, int head = 0);

/// The nodes of which heatmapOf() reads the values, inputs apart: a trace of them is enough for it.
std::vector<NodeId> shownBy(const Graph& graph, NodeId id);

/// A rank-2 tensor as it is drawn; rows and columns are numbered.
HeatmapData heatmapOf(const Tensor& matrix, const QString& title);

/// The other way round, with its words and marks.
HeatmapData transposed(const HeatmapData& data);

/// One row of a matrix as a matrix of its own, with the marks of its cells.
HeatmapData rowOf(const HeatmapData& data, Index row);

/// The tokens along a dimension of a node, as people can see them; empty where it has none.
QStringList tokensAlong(const Trace& trace, NodeId node, int dimension);

/// What the rows or columns that they stand for are called: like the tokens, but a query of a
/// decoder is called by the token that it reads and the one that is written next: "<sos> → 1".
QStringList tokenWords(const Trace& trace, NodeId node, int dimension);

/// A token as people can see it: a space as "␣", a line break as "⏎", everything else as it is.
QString tokenText(const std::string& token);

} // namespace gf
