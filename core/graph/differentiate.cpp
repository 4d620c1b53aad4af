// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/differentiate.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gf {

namespace {

/// Nodes that lead from a parameter that learns to the loss: only these get gradients.
std::vector<bool> nodesBetweenParametersAndLoss(const Graph& graph, NodeId loss,
                                                const Learns& isLearned) {
    std::vector<bool> learns(graph.size(), false);
    for (const Node& node : graph.nodes()) {
        const bool isParameter = node.role == Role::Parameter;
        bool any =
            isLearned ? (isParameter || node.role == Role::Input) && isLearned(node) : isParameter;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            any = any || (node.op->passesGradientTo(i) && learns[node.inputs[i]]);
        learns[node.id] = any;
    }
    std::vector<bool> wanted(graph.size(), false);
    wanted[loss] = learns[loss];
    for (NodeId id = loss; id >= 0; --id) {
        if (!wanted[id])
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
    if (m_useCount[input] == 1)
        return name;
    name += "/from/" + node.name;
    for (std::size_t i = 0; i < inputIndex; ++i)
        if (node.inputs[i] == input)
            return name + "/" + std::to_string(inputIndex + 1);
    return name;
}

void Differentiation::relateNew(NodeId input, Relation relation, NodeId via) {
    for (; m_related < m_graph.size(); ++m_related)
        m_graph.relate(static_cast<NodeId>(m_related), relation, input, {}, via);
}

void Differentiation::add(NodeId input, NodeId gradient) {
    assert(wants(input));
    assert(m_graph[input].shape == m_graph[gradient].shape);
    assert(m_graph[input].batched == m_graph[gradient].batched && "what is shared needs a sum");
    m_contributions[input].push_back(gradient);
    const bool alone = m_useCount[input] == 1;
    relateNew(input, alone ? Relation::Gradient : Relation::GradientPart,
              alone ? noNode : m_passing);
}

void Differentiation::addPart(const Node& node, std::size_t inputIndex, NodeId gradient,
                              Corner corner) {
    assert(wants(node.inputs[inputIndex]));
    Parts& parts = m_parts[node.inputs[inputIndex]];
    parts.via = node.id; // the first node comes last
    parts.gradients.push_back(gradient);
    parts.corners.push_back(corner);
}

void Differentiation::addFromRows(const Node& node, std::size_t inputIndex,
                                  std::vector<NodeId> rows, const FromRows& build,
                                  const std::vector<Index>& with) {
    const NodeId input = node.inputs[inputIndex];
    assert(wants(input));
    const auto likeUses = m_likeUses.find({input, node.op, inputIndex});
    const bool joinable = std::ranges::all_of(
        rows, [&](NodeId row) { return m_graph[row].shape.rank() == 2 && m_graph[row].batched; });
    if (likeUses == m_likeUses.end() || likeUses->second == 1 || !joinable)
        return add(input, build(m_graph, nameFor(node, inputIndex), rows));
    std::vector<SharedRows>& all = m_sharedRows[input];
    auto shared = std::ranges::find_if(
        all, [&](const SharedRows& each) { return each.op == node.op && each.with == with; });
    if (shared == all.end()) {
        shared = all.insert(all.end(), SharedRows{node.op, with, {}, {}, noNode, build});
        shared->rows.resize(rows.size());
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        shared->rows[i].push_back(rows[i]);
    shared->name = nameFor(node, inputIndex);
    shared->via = node.id;
}

NodeId Differentiation::joined(const JoinBuilder& join, const std::string& name,
                               std::vector<NodeId> rows) {
    std::ranges::reverse(rows); // into the order of the graph
    if (const auto known = m_joined.find(rows); known != m_joined.end())
        return known->second;
    Node form = m_graph[rows.front()];
    std::vector<Corner> corners;
    Index end = 0;
    for (const NodeId row : rows) {
        corners.push_back({end, 0});
        end += m_graph[row].shape[0];
    }
    form.shape = Shape{end, form.shape[1]};
    const NodeId whole = join(m_graph, name, rows, corners, form);
    m_joined.emplace(std::move(rows), whole);
    return whole;
}

void Differentiation::gather(NodeId input, const JoinBuilder& join) {
    const auto parts = m_parts.find(input);
    const auto shared = m_sharedRows.find(input);
    const bool inParts = parts != m_parts.end();
    const std::size_t pieces =
        (inParts ? 1 : 0) + (shared == m_sharedRows.end() ? 0 : shared->second.size());
    if (pieces == 0)
        return;
    auto& contributions = m_contributions[input];
    const bool alone = pieces == 1 && contributions.empty();
    const std::string whole = std::string(gradientPrefix) + m_graph[input].name;
    const auto through = [&](NodeId via) { return whole + "/from/" + m_graph[via].name; };
    const auto finish = [&](NodeId gradient, NodeId via) {
        contributions.push_back(gradient);
        relateNew(input, alone ? Relation::Gradient : Relation::GradientPart, alone ? noNode : via);
    };
    m_related = m_graph.size();
    if (inParts)
        finish(join(m_graph, alone ? whole : through(parts->second.via) + "/parts",
                    parts->second.gradients, parts->second.corners, Node(m_graph[input])),
               parts->second.via);
    if (shared == m_sharedRows.end())
        return;
    for (const SharedRows& each : shared->second) {
        const std::string name = alone ? whole : each.name;
        std::vector<NodeId> rows;
        for (std::size_t i = 0; i < each.rows.size(); ++i)
            rows.push_back(
                joined(join, through(each.via) + (i == 0 ? "/rows" : "/gradients"), each.rows[i]));
        relateNew(input, Relation::GradientPart, each.via);
        finish(each.build(m_graph, name, rows), each.via);
    }
}

void Differentiation::pass(const Node& node) {
    m_passing = node.id;
    m_related = m_graph.size();
    node.op->differentiate(*this, node);
}

void Differentiation::countUses(NodeId loss) {
    const auto forEachUse = [&](const auto& body) {
        for (NodeId id = 0; id <= loss; ++id) {
            const Node& node = m_graph[id];
            for (std::size_t i = 0; wants(id) && i < node.inputs.size(); ++i)
                if (node.op->passesGradientTo(i))
                    body(node, i);
        }
    };
    m_useCount.assign(m_wanted.size(), 0);
    const auto countOf = [&](const Node& node, std::size_t i) -> int& {
        return m_useCount[node.inputs[i]];
    };
    forEachUse([&](const Node& node, std::size_t i) { ++countOf(node, i); });
    forEachUse([&](const Node& node, std::size_t i) {
        if (countOf(node, i) > 1)
            ++m_likeUses[{node.inputs[i], node.op, i}];
    });
}

void differentiate(Graph& graph, NodeId loss, NodeId seed, const SumBuilder& sum,
                   const JoinBuilder& join, const Learns& learns) {
    assert(graph[seed].name == std::string(gradientPrefix) + graph[loss].name);
    graph.relate(seed, Relation::Gradient, loss);
    Differentiation d(graph);
    d.m_wanted = nodesBetweenParametersAndLoss(graph, loss, learns);
    if (!d.wants(loss))
        return; // nothing that it depends on learns
    d.m_contributions.resize(d.m_wanted.size());
    d.countUses(loss);
    d.m_related = graph.size();
    d.add(loss, seed);
    graph.setRole(Role::Backward);
    for (NodeId id = loss; id >= 0; --id) {
        if (!d.wants(id))
            continue;
        d.gather(id, join);
        const auto& contributions = d.m_contributions[id];
        if (contributions.empty())
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
