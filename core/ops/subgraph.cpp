// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/subgraph.h"

#include "core/ops/leaf.h"

#include <algorithm>

namespace gf::ops {

namespace {

/// What a chosen node reads and is not chosen.
NodeId appendOperand(Subgraph& subgraph, const Node& node) {
    if (node.role == Role::Parameter || node.op->kind() == OpKind::Constant) {
        Node copy = node;
        return subgraph.graph->append(std::move(copy));
    }
    const std::vector<Axis> axes(node.axes.begin(), node.axes.begin() + node.shape.rank());
    const NodeId here = input(*subgraph.graph, node.name, node.shape, axes, node.batched);
    subgraph.fed.push_back({node.id, here});
    return here;
}

bool isOfHeads(const Node& node) {
    return node.role == Role::Forward && node.shape.rank() == 3;
}

} // namespace

Chosen nodesBetween(const Graph& graph, NodeId from, NodeId to, NodeId closed) {
    const auto at = [](NodeId id) { return static_cast<std::size_t>(id); };
    Chosen after(graph.size());
    after[at(from)] = true;
    for (const Node& node : graph.nodes())
        if (node.id != closed &&
            std::ranges::any_of(node.inputs, [&](NodeId input) { return after[at(input)]; }))
            after[at(node.id)] = true;
    Chosen needed(graph.size());
    needed[at(to)] = true;
    for (std::size_t i = at(to) + 1; i-- > 0;)
        if (needed[i] && static_cast<NodeId>(i) != closed)
            for (const NodeId input : graph.nodes()[i].inputs)
                needed[at(input)] = true;
    Chosen between(graph.size());
    for (std::size_t i = between.size(); i-- > 0;) {
        between[i] = between[i] || (after[i] && needed[i] && i != at(from));
        // Matrices of heads lie in memory as their makers put them, and are made again.
        for (const NodeId input : graph.nodes()[i].inputs)
            if (between[i] && input != closed && input != from && isOfHeads(graph[input]))
                between[at(input)] = true;
    }
    return between;
}

Subgraph subgraphOf(const Graph& graph, const Chosen& chosen) {
    Subgraph result{std::make_shared<Graph>(), {}, std::vector<NodeId>(graph.size(), noNode)};
    for (const Node& node : graph.nodes()) {
        if (!chosen[node.id])
            continue;
        Node copy = node;
        for (NodeId& input : copy.inputs) {
            NodeId& here = result.here[input];
            if (here == noNode)
                here = appendOperand(result, graph[input]);
            input = here;
        }
        // What it was to others that may not be here.
        copy.relation = Relation::Own;
        copy.of = copy.via = noNode;
        result.here[node.id] = result.graph->append(std::move(copy));
    }
    return result;
}

} // namespace gf::ops
