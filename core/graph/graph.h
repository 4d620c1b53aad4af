// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gf {

/// A static list of named operations in the order in which they run, which is also the order in
/// which the window walks them.
class Graph {
public:
    /// Appends a node, gives it its id and returns that. Its name must be new, its inputs older. A
    /// node that is not a leaf gets the current role. A node that brings no scope gets the one that
    /// is open; its name is then its part there, and becomes the whole name.
    NodeId append(Node node);

    /// Says what a node is to another one: it takes over its scope, and unless `part` says
    /// otherwise its part. A node that is Own stands in its place. Both are in the graph.
    void relate(NodeId node, Relation relation, NodeId of, std::string_view part = {},
                NodeId via = noNode);

    /// The scope of the nodes to come; ScopeGuard opens one for a while.
    const Scope& scope() const { return m_scope; }
    void setScope(Scope scope) { m_scope = std::move(scope); }

    /// The role of the nodes to come: Forward, then Backward, then Update.
    void setRole(Role role) { m_role = role; }

    /// `id` is one that append() gave.
    const Node& operator[](NodeId id) const { return m_nodes[id]; }
    std::span<const Node> nodes() const { return m_nodes; }
    std::size_t size() const { return m_nodes.size(); }

    /// The node of this name, or noNode. By a hash: not a search through the list.
    NodeId find(std::string_view name) const;

    /// The part of a scope, or noNode.
    NodeId find(const Scope& scope, std::string_view part) const {
        return find(scope.nameOf(part));
    }

    /// The gradient of `node` ("grad/<its name>"), or noNode.
    NodeId gradientOf(NodeId node) const;

    /// For each node the nodes that use it, in order; one that uses it twice stands there twice.
    /// Made anew at each call.
    std::vector<std::vector<NodeId>> users() const;

    /// Whether the tokens that the model reads are byte pairs, of which a trace has the merges.
    bool readsBytePairs() const { return m_readsBytePairs; }
    void setReadsBytePairs(bool reads) { m_readsBytePairs = reads; }

private:
    std::vector<Node> m_nodes;
    bool m_readsBytePairs = false;
    std::unordered_map<std::string, NodeId> m_byName;
    Role m_role = Role::Forward;
    Scope m_scope;
};

/// Opens a scope of a graph as long as it lives.
class ScopeGuard {
public:
    ScopeGuard(Graph& graph, Scope scope) : m_graph(graph), m_before(graph.scope()) {
        graph.setScope(std::move(scope));
    }
    /// One level inside the scope that is open.
    ScopeGuard(Graph& graph, ScopeLevel level)
        : ScopeGuard(graph, graph.scope().with(std::move(level))) {}
    ~ScopeGuard() { m_graph.setScope(std::move(m_before)); }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

private:
    Graph& m_graph;
    Scope m_before;
};

/// What the names of gradients begin with: files, the command line and Focus::step know it.
inline constexpr std::string_view gradientPrefix = "grad/";

} // namespace gf
