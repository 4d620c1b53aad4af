// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/focus/focus.h"

#include <QString>

#include <optional>
#include <span>

namespace gf {

/// Which part of a node's value is drawn as one matrix, and which way round.
struct Matrix {
    enum class Heads {
        One,    ///< of [H,T,K] the head `head`
        Joined, ///< [H,T,K] as [T,H·K]: the heads side by side
        Readers ///< instead of the value, who reads whom in its sub-layer [T,T]
    };

    NodeId node = noNode;
    Heads heads = Heads::One;
    int head = 0;
    bool transposed = false;
    Index firstColumn = 0; ///< only the columns from here …
    Index columnCount = 0; ///< … this many; 0: all

    friend bool operator==(const Matrix&, const Matrix&) = default;
};

/// Whether a node has a matrix for each head.
bool hasHeads(const Node& node);

/// The numbers of a node that a focus shows: those of one head, or all.
std::span<const float> shownValues(const Trace& trace, NodeId node, const Focus& focus);

/// "nearly uniform: 1/13" where all rows of a softmax are (core/measure/entropy.h), or how many of
/// them are; empty where none is. Of the numbers that the focus shows.
QString uniformWords(const Trace& trace, NodeId node, const Focus& focus);

/// Whether uniformWords() has something to say of such a step at times.
bool mayBeUniform(const Node& node);

/// True for a vector with one entry for each token: it is drawn as a column, so that its rows stand
/// beside those of other matrices.
bool isTokenVector(const Node& node);

/// The numbers and words of a matrix, as it is drawn.
HeatmapData heatmapOf(const Trace& trace, const Matrix& matrix);

/// The cell of the node that is drawn at a place.
Cell cellAt(const Node& node, const Matrix& matrix, Index row, Index column);

/// Where a cell of the node is drawn, or nothing when it is not part of the matrix.
std::optional<CellPlace> placeOf(const Node& node, const Matrix& matrix, const Cell& cell);

/// Where the focus lies on the matrix of the focused step itself; −1 where it has none or lies
/// outside.
CellPlace placeOf(const Node& node, const Focus& focus);

/// The cell of the focused step, or nothing when row or column is missing or outside. A scalar
/// always has its cell.
std::optional<Cell> focusedCell(const Node& node, const Focus& focus);

} // namespace gf
