// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "ui/focus/focus.h"

#include <optional>

namespace gf {

class Steps;
struct Trace;

/// How many matrices a step has and how large one is: rank 3 is one matrix per head, rank 1 one
/// row, a scalar one cell.
struct MatrixSize {
    int heads = 0; ///< 0: the step has no heads
    Index rows = 1;
    Index columns = 1;
};
MatrixSize matrixSize(const Node& node);

/// One step further (`delta` 1) or back (−1). A training step is one list: after the last value
/// come the gradients. Nothing at either end.
std::optional<Focus> movedStep(const Steps& steps, const Focus& focus, int delta);

/// The cell `rows` down and `columns` to the right of the one in focus, pinned and kept inside the
/// matrix. Without a cell in focus: the first one.
Focus movedCell(const Graph& graph, const Focus& focus, Index rows, Index columns);

/// The step of a node, without a cell.
Focus focusOn(const Node& node, const Focus& now);
/// The same with this cell of it pinned, in its head where it has heads.
Focus focusOn(const Node& node, const Cell& cell, const Focus& now);

/// The same step, head and way of drawing, with no cell.
Focus withoutCell(Focus focus);

/// The next head (`delta` 1) or the one before (−1), around the end. A step without heads keeps its
/// focus.
Focus movedHead(const Graph& graph, const Focus& focus, int delta);

/// `focus` made to fit another graph: the same step where there is one, otherwise the
/// cross-attention weights of the last layer, otherwise the first attention weights, otherwise the
/// first step; head, row and column inside their ranges.
Focus fitted(const Steps& steps, const Focus& focus);

/// `focus` made to fit what `now` shows after `before`: without a row or column whose token is
/// another one, or stands after others, in a sentence that has changed. In the model's own answer
/// to the same source, which changes while it trains, a row stays where it is.
Focus carriedOver(const Trace& before, const Trace& now, const Focus& focus);

} // namespace gf
