// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/exact.h"

#include "core/backend/eigen/eigen_program.h"

#include <algorithm>

namespace gf {

BasicParameters<double> exactParameters(const Graph& graph, const Parameters& parameters) {
    BasicParameters<double> exact;
    exact.addFrom(graph);
    for (const auto& entry : exact.entries())
        std::ranges::copy(parameters.values(entry.name), exact.writable(entry).begin());
    return exact;
}

std::vector<BasicTensor<double>> exactValues(const Trace& trace, const Parameters& parameters) {
    BasicParameters<double> exact = exactParameters(*trace.graph, parameters);
    eigen::EigenProgram<double> program(trace.graph, exact,
                                        {.batch = 1, .keepAll = true, .keep = {}});
    std::vector<Wanted> wanted;
    for (const Node& node : trace.graph->nodes()) {
        wanted.push_back({node.id});
        if (node.role != Role::Input)
            continue;
        const auto numbers = trace.value(node.id).values();
        program.setInput(node.id, std::vector<double>(numbers.begin(), numbers.end()));
    }
    program.run();
    return program.values(wanted);
}

} // namespace gf
