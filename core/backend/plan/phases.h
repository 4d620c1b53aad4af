// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace gf {

/// When the value of a node is made. The phases of a run follow each other in this order; within
/// one, nodes run in the order of the graph.
enum class Phase : std::uint8_t {
    Given,    ///< before the run: inputs, parameters and the optimizer's memory of them
    Constant, ///< when the graph is compiled: it has no operands
    Once,     ///< once a run, before the examples, which share it
    Example,  ///< for each example of the batch
    BatchSum, ///< a sum over the batch, made beside the examples: whoever cuts the batch into parts
              ///< has a partial sum for each, which nobody may read before they are added up
    Update,   ///< once a run, from the sums: the optimizer
};

/// By node.
std::vector<Phase> phasesOf(const Graph& graph);

} // namespace gf
