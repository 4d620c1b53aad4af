// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op.h"

namespace gf {

/// The node that computed what a person may have changed: `id` itself, or what its changes were
/// made to.
inline NodeId computedNode(const Graph& graph, NodeId id) {
    while (graph[id].op->kind() == OpKind::Intervene)
        id = graph[id].inputs[0];
    return id;
}

} // namespace gf
