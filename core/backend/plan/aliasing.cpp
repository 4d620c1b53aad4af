// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/aliasing.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

/// Goes through a graph in its order and finds out whose buffer each node may use.
class BufferSharing {
public:
    BufferSharing(const Graph& graph, const IsKept& isKept)
        : m_graph(graph), m_isKept(isKept), m_lastReader(graph.size(), noNode) {
        m_found.root.resize(graph.size());
        m_found.kept.assign(graph.size(), false);
    }

    Aliasing run() {
        const std::vector<std::vector<NodeId>> users = m_graph.users();
        for (const Node& node : m_graph.nodes()) {
            const NodeId shared =
                sharesBuffer(node.op->kind()) ? node.inputs[0] : overwrittenBy(node);
            const NodeId root = shared == noNode ? node.id : rootOf(shared);
            m_found.root[at(node.id)] = root;
            if (!users[at(node.id)].empty())
                m_lastReader[at(root)] =
                    std::max(m_lastReader[at(root)], users[at(node.id)].back());
            if (m_isKept(node.id))
                m_found.kept[at(root)] = true;
        }
        return std::move(m_found);
    }

private:
    NodeId rootOf(NodeId id) const { return m_found.root[at(id)]; }
    bool isReadAfter(const Node& node, NodeId id) const {
        return m_lastReader[at(rootOf(id))] > node.id;
    }

    /// The gradient that a direction was made from, through the optimizer's memory of it.
    NodeId gradientBehind(NodeId direction) const {
        const Node& from = m_graph[direction];
        const OpKind kind = from.op->kind();
        return kind == OpKind::AdamMoment1 || kind == OpKind::Momentum ? from.inputs[1] : direction;
    }

    /// The node whose buffer an update overwrites; noNode: it has its own.
    NodeId overwrittenBy(const Node& node) const {
        if (replacesParameter(node.op->kind())) {
            const NodeId target = node.inputs[0];
            assert(m_graph[rootOf(target)].op->kind() == OpKind::Parameter &&
                   !isReadAfter(node, target));
            return target;
        }
        NodeId target = noNode;
        switch (node.op->kind()) {
        case OpKind::ClipGradient:
        case OpKind::DecayGradient:
            target = node.inputs[0];
            break;
        case OpKind::AdamUpdate:
        case OpKind::SgdUpdate:
            target = gradientBehind(node.inputs[0]);
            break;
        default:
            return noNode;
        }
        const bool isLeaf = m_graph[rootOf(target)].inputs.empty(); // not made anew in every run
        const bool isWanted =
            m_isKept(node.id) || m_found.kept[at(rootOf(target))] || isReadAfter(node, target);
        return isLeaf || isWanted ? noNode : target;
    }

    const Graph& m_graph;
    const IsKept& m_isKept;
    Aliasing m_found;
    std::vector<NodeId> m_lastReader; ///< by root
};

} // namespace

bool sharesBuffer(OpKind kind) {
    return formOf(kind) == OpForm::View;
}

bool replacesParameter(OpKind kind) {
    return formOf(kind) == OpForm::Replacement;
}

Aliasing aliasingOf(const Graph& graph, const IsKept& isKept) {
    return BufferSharing(graph, isKept).run();
}

} // namespace gf
