// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/forward_from_step.h"

#include "core/ops/subgraph.h"

namespace gf {

ForwardFromStep::ForwardFromStep(const Backend& backend, Parameters& parameters, const Trace& trace,
                                 NodeId from, NodeId to) {
    const Graph& graph = *trace.graph;
    const ops::Chosen chosen = ops::nodesBetween(graph, from, to);
    if (!chosen[to]) {
        m_unchanged = trace.value(to);
        return;
    }
    const ops::Subgraph subgraph = ops::subgraphOf(graph, chosen);
    m_to = subgraph.here[to];
    m_from = subgraph.here[from];
    m_program = backend.compile(subgraph.graph, parameters,
                                {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
    for (const ops::Subgraph::Fed& fed : subgraph.fed)
        m_program->setInput(fed.here, trace.value(fed.of).values());
}

Tensor ForwardFromStep::run(const Tensor& from) {
    if (!m_program)
        return m_unchanged;
    m_program->setInput(m_from, from.values());
    m_program->run();
    return m_program->value(m_to);
}

} // namespace gf
