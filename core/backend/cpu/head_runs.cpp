// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/head_runs.h"

#include "core/backend/cpu/lowering.h"

namespace gf::cpu {

namespace {

/// Numbers of one head's attention matrix from which on going from head to head is worth it:
/// smaller ones stay in the cache anyway.
constexpr Index attentionForARun = 64 * 64;

/// Numbers in one head of the attention matrix [H,T,S] that a node by head makes or reads.
Index attentionNumbers(const Graph& graph, const ExecutionPlan& plan, const Node& node) {
    const Node& matrix = plan.layout(node.id) == Layout::Rows ? node : graph[node.inputs[0]];
    return matrix.shape.matrixRows() * matrix.shape.columns();
}

} // namespace

std::vector<HeadRun> headRunsOf(const Graph& graph, const ExecutionPlan& plan,
                                const std::vector<NodeWork>& work) {
    std::vector<HeadRun> runs;
    for (const NodeId id : plan.examples()) {
        const Node& node = graph[id];
        const NodeWork& own = work[id];
        if (own.work == Work::Elsewhere)
            continue;
        const bool byHead =
            worksByHead(node, own) && attentionNumbers(graph, plan, node) >= attentionForARun;
        const bool joins =
            byHead && !runs.empty() && runs.back().byHead &&
            graph[runs.back().nodes.front()].shape.matrices() == node.shape.matrices();
        if (!joins)
            runs.push_back({{}, byHead});
        runs.back().nodes.push_back(id);
    }
    return runs;
}

} // namespace gf::cpu
