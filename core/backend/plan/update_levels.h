// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/aliasing.h"
#include "core/backend/plan/phases.h"

#include <vector>

namespace gf {

/// Work on any part of the elements of a chain, which are independent of each other.
struct RangeWork {
    enum class Kind : std::uint8_t {
        AddUp,       ///< the partial sums of `node` over the batch become one
        Elementwise, ///< `node` as its op says
        Squares,     ///< the sum of squares of `operand`, for the norm `node`
    };
    Kind kind;
    NodeId node;
    NodeId operand = noNode;
};

/// Elementwise work on one parameter's worth of elements, in order.
struct UpdateChain {
    NodeId key = noNode; ///< the node that it began with
    Index size = 0;
    std::vector<RangeWork> work;
};

/// Chains that may run at the same time, and then, in order, nodes that need whole operands.
struct UpdateLevel {
    std::vector<UpdateChain> chains;
    std::vector<NodeId> afterwards;
};

/// True for ops that work element by element on values that are not batched: the optimizer's.
bool isElementwiseUpdate(const Node& node);

/// The last part of a run: adding up the sums over the batch, and the optimizer. Work that needs
/// what another chain makes, or overwrites what another chain reads, begins in a later level.
std::vector<UpdateLevel> updateLevelsOf(const Graph& graph, const Aliasing& aliasing,
                                        const std::vector<Phase>& phases);

} // namespace gf
