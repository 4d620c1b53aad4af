// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/differentiate.h"

#include <cassert>

namespace gf {

namespace {

/// Nodes that lead from a parameter to the loss: only these get gradients.
std::vector<bool> nodesBetweenParametersAndLoss(const Graph& graph, NodeId loss) {
    std::vector<bool> learns(graph.size(), false);
    for (const Node& node : graph.nodes()) {
        bool any = node.role == Role::Parameter;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            any = any || (node.op->passesGradientTo(i) &&
                          learns[static_cast<std::size_t>(node.inputs[i])]);
        learns[static_cast<std::size_t>(node.id)] = any;
    }
    std::vector<bool> wanted(graph.size(), false);
    wanted[static_cast<std::size_t>(loss)] = true;
    for (NodeId id = loss; id >= 0; --id) {
        if (!wanted[static_cast<std::size_t>(id)])
            continue;
        const Node& node = graph[id];
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const auto input = static_cast<std::size_t>(node.inputs[i]);
            if (node.op->passesGradientTo(i) && learns[input])
                wanted[input] = true;
        }
    }
    return wanted;
}

} // namespace

std::string Differentiation::nameFor(const Node& node, std::size_t inputIndex) const {
    const NodeId input = node.inputs[inputIndex];
    std::string name = std::string(gradientPrefix) + m_graph[input].name;
    if (m_useCount[static_cast<std::size_t>(input)] == 1)
        return name;
    name += "/from/" + node.name;
    for (std::size_t i = 0; i < inputIndex; ++i)
        if (node.inputs[i] == input)
            return name + "/" + std::to_string(inputIndex + 1);
    return name;
}

void Differentiation::add(NodeId input, NodeId gradient) {
    assert(m_graph[input].shape == m_graph[gradient].shape);
    assert(m_graph[input].batched == m_graph[gradient].batched && "what is shared needs a sum");
    m_contributions[static_cast<std::size_t>(input)].push_back(gradient);
    const bool alone = m_useCount[static_cast<std::size_t>(input)] == 1;
    for (; m_related < m_graph.size(); ++m_related)
        m_graph.relate(static_cast<NodeId>(m_related),
                       alone ? Relation::Gradient : Relation::GradientPart, input, {},
                       alone ? noNode : m_passing);
}

void Differentiation::pass(const Node& node) {
    m_passing = node.id;
    m_related = m_graph.size();
    node.op->differentiate(*this, node);
}

void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum) {
    assert(graph[seed].name == std::string(gradientPrefix) + graph[loss].name);
    graph.relate(seed, Relation::Gradient, loss);
    Differentiation d(graph);
    d.m_wanted = nodesBetweenParametersAndLoss(graph, loss);
    const std::size_t size = d.m_wanted.size();
    d.m_useCount.assign(size, 0);
    d.m_contributions.resize(size);
    for (NodeId id = 0; id <= loss; ++id) {
        const Node& node = graph[id];
        if (!d.m_wanted[static_cast<std::size_t>(id)])
            continue;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (node.op->passesGradientTo(i))
                ++d.m_useCount[static_cast<std::size_t>(node.inputs[i])];
    }
    d.m_related = graph.size();
    d.add(loss, seed);
    graph.setRole(Role::Backward);
    for (NodeId id = loss; id >= 0; --id) {
        auto& contributions = d.m_contributions[static_cast<std::size_t>(id)];
        if (!d.m_wanted[static_cast<std::size_t>(id)] || contributions.empty())
            continue;
        d.m_outputGradient = contributions.front();
        if (contributions.size() > 1) {
            d.m_outputGradient =
                sum(graph, std::string(gradientPrefix) + graph[id].name, contributions);
            graph.relate(d.m_outputGradient, Relation::Gradient, id);
        }
        d.pass(Node(graph[id])); // a copy: appending may move the nodes
    }
}

} // namespace gf
