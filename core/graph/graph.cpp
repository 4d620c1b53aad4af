// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph.h"

#include "core/graph/op.h"

#include <cassert>

namespace gf {

NodeId Graph::append(Node node) {
    assert(node.op != nullptr);
    if (node.scope.empty() && node.part.empty()) {
        node.part = std::move(node.name);
        node.name = m_scope.nameOf(node.part);
        node.scope = m_scope;
    }
    assert(find(node.name) == noNode && "names are unique");
    node.id = static_cast<NodeId>(m_nodes.size());
    for ([[maybe_unused]] const NodeId input : node.inputs)
        assert(input >= 0 && input < node.id);
    if (node.role == Role::Forward)
        node.role = m_role;
    m_byName.emplace(node.name, node.id);
    m_nodes.push_back(std::move(node));
    return m_nodes.back().id;
}

void Graph::relate(NodeId node, Relation relation, NodeId of, std::string_view part, NodeId via) {
    Node& related = m_nodes[node];
    related.relation = relation;
    related.of = relation == Relation::Own ? noNode : of;
    related.via = via;
    related.scope = (*this)[of].scope;
    related.part = part.empty() ? (*this)[of].part : std::string(part);
}

NodeId Graph::find(std::string_view name) const {
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? noNode : found->second;
}

NodeId Graph::gradientOf(NodeId node) const {
    return find(std::string(gradientPrefix) + (*this)[node].name);
}

std::vector<std::vector<NodeId>> Graph::users() const {
    std::vector<std::vector<NodeId>> result(m_nodes.size());
    for (const Node& node : m_nodes)
        for (const NodeId input : node.inputs)
            result[input].push_back(node.id);
    return result;
}

bool Op::passesGradientTo(std::size_t) const {
    return true;
}

void Op::differentiate(Differentiation&, const Node&) const {}

} // namespace gf
