// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last phase of a step: adding up what the shards found, and the optimizer.
#include "core/backend/cpu/cpu_program.h"

#include "core/backend/aliasing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace gf::cpu {

namespace {

/// Elements of a parameter that are updated in one go: they fit the first-level cache together
/// with their gradients and the optimizer's memory.
constexpr Index chunkSize = 1024;

/// Elements that a thread takes at once.
constexpr Index bundleSize = 4096;

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

Index chunksOf(Index size) {
    return (size + chunkSize - 1) / chunkSize;
}

} // namespace

/// The order of the update. A level is a set of chains of elementwise work, one chain for each
/// gradient, which may run at the same time, followed by what needs whole results (the norm). Work
/// that needs what another chain or such a follower makes begins in the next level.
struct CpuProgram::UpdateOrder {
    /// When a node is made, or reads another.
    struct Turn {
        std::size_t level = 0;
        NodeId chain = noNode;   ///< that goes on with it; noNode: before the update
        bool afterwards = false; ///< when the chains of the level are through
    };

    std::vector<Turn> made;                 ///< by node
    std::vector<std::vector<Turn>> readers; ///< by root

    explicit UpdateOrder(std::size_t nodes) : made(nodes), readers(nodes) {}

    /// The first level in which work of a chain comes after that.
    static std::size_t levelAfter(const Turn& moment, NodeId chain) {
        if (moment.chain == noNode)
            return 0;
        return moment.level + (moment.afterwards || moment.chain != chain ? 1 : 0);
    }
};

CpuProgram::UpdateLevel& CpuProgram::levelAt(std::size_t level) {
    if (m_levels.size() <= level)
        m_levels.resize(level + 1);
    return m_levels[level];
}

CpuProgram::Chain& CpuProgram::chainAt(std::size_t level, NodeId key, Index size) {
    std::vector<Chain>& chains = levelAt(level).chains;
    const auto found = std::ranges::find(chains, key, &Chain::key);
    return found != chains.end() ? *found : chains.emplace_back(Chain{key, size, {}});
}

void CpuProgram::lowerUpdate() {
    UpdateOrder order(m_graph->size());
    for (const Node& node : m_graph->nodes()) {
        const Home home = m_home[at(node.id)];
        if (home != Home::Partial && home != Home::Update)
            continue;
        if (sharesBuffer(node.op->kind()))
            order.made[at(node.id)] = order.made[at(node.inputs[0])];
        else if (home == Home::Partial)
            lowerSum(node, order);
        else if (isElementwiseUpdate(node))
            lowerElementwise(node, order);
        else if (node.op->kind() == OpKind::GradientNorm)
            lowerNorm(node, order);
        else
            lowerAfterwards(node, order);
    }
    for (UpdateLevel& level : m_levels)
        bundle(level);
}

/// Adds up what the shards found.
void CpuProgram::lowerSum(const Node& node, UpdateOrder& order) {
    order.made[at(node.id)] = {0, node.id, false};
    if (m_shards.size() == 1)
        return;
    std::vector<const float*> others;
    for (std::size_t s = 1; s < m_shards.size(); ++s)
        others.push_back(address(node.id, s, 0));
    chainAt(0, node.id, node.shape.count())
        .tasks.push_back(
            [&k = m_kernels, others, y = address(node.id, 0, 0)](Index begin, Index end) {
                for (const float* x : others)
                    k.accumulate(end - begin, x + begin, y + begin);
            });
}

/// Goes on with the chain of the first operand that has one.
void CpuProgram::lowerElementwise(const Node& node, UpdateOrder& order) {
    const auto madeOf = [&](NodeId id) { return order.made[at(id)]; };
    const auto first = std::ranges::find_if(node.inputs, [&](NodeId input) {
        return (*m_graph)[input].shape == node.shape && madeOf(input).chain != noNode;
    });
    const NodeId chain = first == node.inputs.end() ? node.id : madeOf(*first).chain;
    std::size_t level = 0;
    for (const NodeId input : node.inputs)
        level = std::max(level, order.levelAfter(madeOf(input), chain));
    if (const NodeId root = m_root[at(node.id)]; root != node.id)
        for (const auto& reader : order.readers[at(root)]) // they read what is overwritten here
            level = std::max(level, order.levelAfter(reader, chain));
    order.made[at(node.id)] = {level, chain, false};
    for (const NodeId input : node.inputs)
        order.readers[at(m_root[at(input)])].push_back({level, chain, false});
    chainAt(level, chain, node.shape.count())
        .tasks.push_back(lowerRange(node, loweringFor(0, 0, m_options.batch)));
}

/// Squares are added chunk by chunk beside the other work on the chunk.
void CpuProgram::lowerNorm(const Node& node, UpdateOrder& order) {
    std::size_t slots = 0;
    for (const NodeId gradient : node.inputs)
        slots += static_cast<std::size_t>(chunksOf((*m_graph)[gradient].shape.count()));
    const std::span<double> squares = m_squares.emplace_back(slots, 0.0);
    double* slot = squares.data();
    std::size_t last = 0;
    for (const NodeId gradient : node.inputs) {
        const Index count = (*m_graph)[gradient].shape.count();
        const auto made = order.made[at(gradient)];
        const NodeId chain = made.chain == noNode ? gradient : made.chain;
        const std::size_t level = order.levelAfter(made, chain);
        last = std::max(last, level);
        order.readers[at(m_root[at(gradient)])].push_back({level, chain, false});
        chainAt(level, chain, count)
            .tasks.push_back(
                [&k = m_kernels, slot, x = address(gradient, 0, 0)](Index begin, Index end) {
                    slot[begin / chunkSize] = k.sumOfSquares(end - begin, x + begin);
                });
        slot += chunksOf(count);
    }
    levelAt(last).afterwards.push_back(
        {OpKind::GradientNorm, [squares, y = address(node.id, 0, 0)] {
             double sum = 0;
             for (const double part : squares)
                 sum += part;
             *y = static_cast<float>(std::sqrt(sum));
         }});
    order.made[at(node.id)] = {last, node.id, true};
}

/// What reads whole operands.
void CpuProgram::lowerAfterwards(const Node& node, UpdateOrder& order) {
    std::size_t level = 0;
    for (const NodeId input : node.inputs)
        level = std::max(level, order.made[at(input)].level);
    for (const NodeId input : node.inputs)
        order.readers[at(m_root[at(input)])].push_back({level, node.id, true});
    order.made[at(node.id)] = {level, node.id, true};
    const NodeWork& work = m_work[at(node.id)];
    if (work.work != Work::Elsewhere)
        levelAt(level).afterwards.push_back(
            {node.op->kind(), lower(node, work, loweringFor(0, 0, m_options.batch))});
}

/// Cuts the chains into chunks and packs small ones together, so that taking a bundle costs little.
void CpuProgram::bundle(UpdateLevel& level) const {
    Index filled = bundleSize;
    for (std::size_t c = 0; c < level.chains.size(); ++c)
        for (Index begin = 0; begin < level.chains[c].size; begin += chunkSize) {
            const Index end = std::min(begin + chunkSize, level.chains[c].size);
            if (filled + end - begin > bundleSize) {
                level.bundles.emplace_back();
                filled = 0;
            }
            level.bundles.back().push_back({c, begin, end});
            filled += end - begin;
        }
}

void CpuProgram::runUpdate() {
    const std::size_t profileSlot = m_shards.size();
    for (UpdateLevel& level : m_levels) {
        runProfiled(OpKind::Apply, profileSlot, [this, &level] {
            m_pool.run(static_cast<Index>(level.bundles.size()), [&level](Index bundle, Index) {
                for (const Piece& piece : level.bundles[static_cast<std::size_t>(bundle)])
                    for (const RangeTask& task : level.chains[piece.chain].tasks)
                        task(piece.begin, piece.end);
            });
        });
        runTasks(level.afterwards, profileSlot);
    }
}

} // namespace gf::cpu
