// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/aliasing.h"
#include "core/backend/plan/layout.h"
#include "core/backend/plan/phases.h"
#include "core/backend/plan/update_levels.h"

#include <vector>

namespace gf {

/// What follows from a graph for every backend that runs it: in which phase each node runs and in
/// what order, whose buffer it may use, how its numbers lie, and what of the update may run at the
/// same time. A backend adds what is its own: fusion, cutting the batch, addresses. What of a
/// memory is free when follows from its own order of work (livenessOf, planArena).
class ExecutionPlan {
public:
    ExecutionPlan(const Graph& graph, const IsKept& isKept);

    Phase phase(NodeId node) const { return m_phases[at(node)]; }
    Layout layout(NodeId node) const { return m_layouts[at(node)]; }
    /// The node in whose buffer a node's value lies.
    NodeId root(NodeId node) const { return m_aliasing.root[at(node)]; }
    const std::vector<NodeId>& roots() const { return m_aliasing.root; }
    /// Whether somebody wants what lies in this root's buffer after the run.
    bool isKept(NodeId root) const { return m_aliasing.kept[at(root)]; }
    /// Whether this node's work writes a buffer: it is no leaf and no view.
    static bool hasWork(const Node& node);

    /// The nodes with work of one phase, in order. Of Example and BatchSum there is one list: both
    /// run beside the examples.
    const std::vector<NodeId>& constants() const { return m_constants; }
    const std::vector<NodeId>& once() const { return m_once; }
    const std::vector<NodeId>& examples() const { return m_examples; }
    /// Whether a run changes parameters: it is a training step.
    bool changesParameters() const { return m_changesParameters; }

    /// What follows when all examples are through.
    const std::vector<UpdateLevel>& update() const { return m_update; }

private:
    static std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

    std::vector<Phase> m_phases;
    std::vector<Layout> m_layouts;
    Aliasing m_aliasing;
    std::vector<NodeId> m_constants, m_once, m_examples;
    std::vector<UpdateLevel> m_update;
    bool m_changesParameters = false;
};

} // namespace gf
