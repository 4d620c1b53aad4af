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

/// The product with a weight that a query, a key or a value, which may be normalised, turned or
/// repeated, comes from.
inline const Node& projectionOf(const Graph& graph, NodeId node) {
    const Node* made = &graph[computedNode(graph, node)];
    while (made->op->kind() == OpKind::Rotary || made->op->kind() == OpKind::RepeatHeads ||
           made->op->kind() == OpKind::RmsNorm)
        made = &graph[computedNode(graph, made->inputs[0])];
    return *made;
}

/// Whether W_Q makes the keys of an attention, too.
inline bool hasTiedKeys(const Graph& graph, const Scope& attention) {
    const NodeId k = graph.find(attention, "k");
    return k != noNode &&
           graph[computedNode(graph, projectionOf(graph, k).inputs[1])].part == "w_q";
}

/// What computed one row of a node, and which row of its result that is. Rows of time steps that
/// are joined to be shown together were computed by one node each.
struct ComputedRow {
    const Node* node = nullptr;
    Index row = 0;
};

inline ComputedRow computedRow(const Graph& graph, NodeId id, Index row) {
    const Node& node = graph[computedNode(graph, id)];
    if (node.op->kind() != OpKind::Join || row >= static_cast<Index>(node.inputs.size()))
        return {&node, row};
    return {&graph[computedNode(graph, node.inputs[row])], 0};
}

} // namespace gf
