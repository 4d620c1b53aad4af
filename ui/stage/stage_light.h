// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/focus/focus.h"
#include "ui/stage/stage_scene.h"

#include <utility>
#include <vector>

namespace gf {

using NamedCell = std::pair<NodeId, Cell>;

/// The cells that the cell in focus was made of; none while no cell is.
std::vector<NamedCell> operandsInFocus(const Trace& trace, NodeId node, const Focus& focus);

/// What lights up on a panel while `node` is on the stage: the row and column in focus, or on an
/// operand the cells that made the one in focus.
HeatmapHighlight lightFor(const Graph& graph, const StagePanel& panel, NodeId node,
                          const Focus& focus, const std::vector<NamedCell>& operands);

/// The focus when the pointer is at a place of a panel: the row and column of the focused step that
/// belong to it.
Focus pointedAt(const StagePanel& panel, CellPlace place, Focus focus);

} // namespace gf
