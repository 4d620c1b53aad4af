// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/superposition.h"

#include "core/measure/computed.h"

namespace gf {

NodeId mixedBy(const Graph& graph, const Scope& scope) {
    for (const char* const part : {"v", "windows", "local"})
        if (const NodeId node = graph.find(scope, part); node != noNode)
            return graph[computedNode(graph, node)].inputs[0];
    return noNode;
}

} // namespace gf
