// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/exact.h"

#include "core/backend/copy_entries.h"

namespace gf {

BasicParameters<double> exactParameters(const Graph& graph, const Parameters& parameters) {
    BasicParameters<double> exact;
    exact.addFrom(graph);
    copyEntries(parameters, exact);
    return exact;
}

ExactRun::ExactRun(const Trace& trace, const Parameters& parameters)
    : m_parameters(exactParameters(*trace.graph, parameters)),
      m_program(trace.graph, m_parameters, {.batch = 1, .keepAll = true, .keep = {}}) {
    for (const Node& node : trace.graph->nodes())
        if (node.role == Role::Input) {
            const auto numbers = trace.value(node.id).values();
            m_program.setInput(node.id, std::vector<double>(numbers.begin(), numbers.end()));
        }
    m_program.run();
}

} // namespace gf
