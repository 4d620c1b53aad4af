// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/update_levels.h"

#include <algorithm>

namespace gf {

namespace {

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

/// When a node is made, or reads another.
struct Turn {
    std::size_t level = 0;
    NodeId chain = noNode;   ///< that goes on with it; noNode: before the update
    bool afterwards = false; ///< when the chains of the level are through
};

/// The first level in which work of a chain comes after that.
std::size_t levelAfter(const Turn& turn, NodeId chain) {
    if (turn.chain == noNode)
        return 0;
    return turn.level + (turn.afterwards || turn.chain != chain ? 1 : 0);
}

/// Gives the nodes of an update their places, in the order of the graph.
class UpdateOrder {
public:
    UpdateOrder(const Graph& graph, const Aliasing& aliasing)
        : m_graph(graph), m_aliasing(aliasing), m_made(graph.size()), m_readers(graph.size()) {}

    void add(const Node& node, Phase phase) {
        if (sharesBuffer(node.op->kind()))
            m_made[at(node.id)] = madeOf(node.inputs[0]);
        else if (phase == Phase::BatchSum)
            addSum(node);
        else if (isElementwiseUpdate(node))
            addElementwise(node);
        else if (node.op->kind() == OpKind::GradientNorm)
            addNorm(node);
        else
            addAfterwards(node);
    }

    std::vector<UpdateLevel> take() { return std::move(m_levels); }

private:
    const Turn& madeOf(NodeId node) const { return m_made[at(node)]; }
    NodeId rootOf(NodeId node) const { return m_aliasing.root[at(node)]; }
    void reads(NodeId node, const Turn& turn) { m_readers[at(rootOf(node))].push_back(turn); }

    UpdateLevel& levelAt(std::size_t level) {
        if (m_levels.size() <= level)
            m_levels.resize(level + 1);
        return m_levels[level];
    }

    void append(std::size_t level, NodeId key, Index size, RangeWork work) {
        std::vector<UpdateChain>& chains = levelAt(level).chains;
        auto chain = std::ranges::find(chains, key, &UpdateChain::key);
        if (chain == chains.end())
            chain = chains.insert(chains.end(), {key, size, {}});
        chain->work.push_back(work);
    }

    void addSum(const Node& node) {
        m_made[at(node.id)] = {0, node.id, false};
        append(0, node.id, node.shape.count(), {RangeWork::Kind::AddUp, node.id});
    }

    /// Goes on with the chain of the first operand that has one.
    void addElementwise(const Node& node) {
        const auto first = std::ranges::find_if(node.inputs, [&](NodeId input) {
            return m_graph[input].shape == node.shape && madeOf(input).chain != noNode;
        });
        const NodeId chain = first == node.inputs.end() ? node.id : madeOf(*first).chain;
        std::size_t level = 0;
        for (const NodeId input : node.inputs)
            level = std::max(level, levelAfter(madeOf(input), chain));
        if (const NodeId root = rootOf(node.id); root != node.id)
            for (const Turn& reader : m_readers[at(root)]) // they read what is overwritten here
                level = std::max(level, levelAfter(reader, chain));
        const Turn turn{level, chain, false};
        m_made[at(node.id)] = turn;
        for (const NodeId input : node.inputs)
            reads(input, turn);
        append(level, chain, node.shape.count(), {RangeWork::Kind::Elementwise, node.id});
    }

    /// Squares are added beside the other work on the same elements.
    void addNorm(const Node& node) {
        std::size_t last = 0;
        for (const NodeId gradient : node.inputs) {
            const Turn& made = madeOf(gradient);
            const NodeId chain = made.chain == noNode ? gradient : made.chain;
            const std::size_t level = levelAfter(made, chain);
            last = std::max(last, level);
            reads(gradient, {level, chain, false});
            append(level, chain, m_graph[gradient].shape.count(),
                   {RangeWork::Kind::Squares, node.id, gradient});
        }
        levelAt(last).afterwards.push_back(node.id);
        m_made[at(node.id)] = {last, node.id, true};
    }

    /// What reads whole operands.
    void addAfterwards(const Node& node) {
        std::size_t level = 0;
        for (const NodeId input : node.inputs)
            level = std::max(level, madeOf(input).level);
        const Turn turn{level, node.id, true};
        for (const NodeId input : node.inputs)
            reads(input, turn);
        m_made[at(node.id)] = turn;
        levelAt(level).afterwards.push_back(node.id);
    }

    const Graph& m_graph;
    const Aliasing& m_aliasing;
    std::vector<Turn> m_made;                 ///< by node
    std::vector<std::vector<Turn>> m_readers; ///< by root
    std::vector<UpdateLevel> m_levels;
};

} // namespace

bool isElementwiseUpdate(const Node& node) {
    const OpKind kind = node.op->kind();
    const OpForm form = formOf(kind);
    return form == OpForm::Update || form == OpForm::Replacement ||
           (kind == OpKind::Add && !node.batched);
}

std::vector<UpdateLevel> updateLevelsOf(const Graph& graph, const Aliasing& aliasing,
                                        const std::vector<Phase>& phases) {
    UpdateOrder order(graph, aliasing);
    for (const Node& node : graph.nodes()) {
        const Phase phase = phases[at(node.id)];
        if (phase == Phase::BatchSum || phase == Phase::Update)
            order.add(node, phase);
    }
    return order.take();
}

} // namespace gf
