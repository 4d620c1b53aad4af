// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/fusion.h"
#include "core/backend/plan/plan.h"

#include <vector>

namespace gf::cpu {

/// Nodes of a shard's pass that run together: one over the whole shard, or neighbours that work
/// head by head, so that what one hands to the next stays in the cache.
struct HeadRun {
    std::vector<NodeId> nodes;
    bool byHead = false;
};

/// The pass of a shard in order, without what is done elsewhere.
std::vector<HeadRun> headRunsOf(const Graph& graph, const ExecutionPlan& plan,
                                const std::vector<NodeWork>& work);

} // namespace gf::cpu
