// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gf {

/// A static list of named operations in the order in which they run, which is also the order in
/// which the window walks them.
class Graph {
public:
    /// Appends a node, gives it its id and returns that. Its name must be new, its inputs older. A
    /// node that is not a leaf gets the current role.
    NodeId append(Node node);

    /// The role of the nodes to come: Forward, then Backward, then Update.
    void setRole(Role role) { m_role = role; }

    const Node& operator[](NodeId id) const { return m_nodes[static_cast<std::size_t>(id)]; }
    std::span<const Node> nodes() const { return m_nodes; }
    std::size_t size() const { return m_nodes.size(); }

    /// The node of this name, or noNode.
    NodeId find(std::string_view name) const;

    /// The gradient of `node` ("grad/<its name>"), or noNode.
    NodeId gradientOf(NodeId node) const;

    /// For each node the nodes that use it, in order.
    std::vector<std::vector<NodeId>> users() const;

private:
    std::vector<Node> m_nodes;
    std::unordered_map<std::string, NodeId> m_byName;
    Role m_role = Role::Forward;
};

} // namespace gf
