// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace gf {

/// Nodes that a backend works on at the same time, as far as their memory is concerned.
using NodeGroup = std::vector<NodeId>;

/// Until when values are read.
struct Liveness {
    std::vector<Index> lastUse; ///< by root: the number of the group that reads it last; −1: none

    /// The last group in which a value that is made in one must still be there.
    Index endOf(NodeId root, Index made) const { return std::max(lastUse[root], made); }
};

/// Of groups in the order in which they run. `reads` are the operands that a node's work really
/// needs (fewer where it is fused), `roots` whose buffer each of them lies in (Aliasing::root).
Liveness livenessOf(std::span<const NodeGroup> groups,
                    const std::function<std::span<const NodeId>(NodeId)>& reads,
                    const std::vector<NodeId>& roots);

} // namespace gf
