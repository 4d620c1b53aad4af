// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// PE[p,2i] = sin(p / 10000^(2i/D)), PE[p,2i+1] = cos(the same); [rows,D] (Vaswani et al. 2017,
/// section 3.5). By halves the sines stand in the first ⌈D/2⌉ columns and the cosines behind them,
/// as in the paper's own code. `axis` is what a row counts.
NodeId sinusoidalPosition(Graph& graph, std::string name, Index rows, Index width, Axis axis,
                          bool halves = false);

/// Which wave a column is of.
struct Wave {
    Index pair = 0; ///< i: it turns by 10000^(−2i/D) from row to row
    bool isSine = true;
};
Wave waveOf(Index column, Index width, bool halves);
/// That of a node of sinusoidal positions.
inline Wave waveOf(const Node& node, Index column) {
    return waveOf(column, node.shape.columns(), node.as<SinusoidAttributes>().halves);
}
/// PE[p,column] of such a node.
double sinusoidOf(const Node& node, Index place, Index column);

/// The first `rows` rows of a learned table [max_length,D]: at most that many.
NodeId learnedPosition(Graph& graph, std::string name, NodeId table, Index rows, Axis axis);

} // namespace gf::ops
