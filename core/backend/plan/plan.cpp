// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/plan.h"

#include "core/backend/plan/batching.h"

#include <cassert>

namespace gf {

ExecutionPlan::ExecutionPlan(const Graph& graph, const IsKept& isKept)
    : m_phases(phasesOf(graph)), m_layouts(layoutsOf(graph)), m_aliasing(aliasingOf(graph, isKept)),
      m_update(updateLevelsOf(graph, m_aliasing, m_phases)) {
    for (const Node& node : graph.nodes()) {
        assert(isBatchedWell(graph, node) && "one operand for all examples among those of each");
        if (!hasWork(node))
            continue;
        m_changesParameters = m_changesParameters || replacesParameter(node.op->kind());
        switch (phase(node.id)) {
        case Phase::Constant:
            m_constants.push_back(node.id);
            break;
        case Phase::Once:
            m_once.push_back(node.id);
            break;
        case Phase::Example:
        case Phase::BatchSum:
            m_examples.push_back(node.id);
            break;
        case Phase::Given:
        case Phase::Update:
            break;
        }
    }
}

bool ExecutionPlan::hasWork(const Node& node) {
    const OpForm form = formOf(node.op->kind());
    return form != OpForm::Given && form != OpForm::View;
}

} // namespace gf
