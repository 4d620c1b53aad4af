// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last phase of a step: adding up what the shards found, and the optimizer.
#include "core/backend/cpu/cpu_program.h"

#include <algorithm>
#include <cassert>
#include <cmath>

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

template <class T> void CpuProgram<T>::lowerUpdate() {
    const Lowering<T> lowering = loweringFor(0, 0, m_options.batch);
    // A level is a set of chains of elementwise work, one chain for each gradient, followed by what
    // needs whole results (the norm). The elementwise work that needs that starts the next level.
    std::vector<std::size_t> levelOf(m_graph->size(), 0);
    // The level in which elementwise work can read a node: one more where it is made afterwards.
    std::vector<std::size_t> readyAt(m_graph->size(), 0);
    std::vector<std::vector<NodeId>> chainKey; // by level: root of each chain
    const auto levelAt = [&](std::size_t level) -> UpdateLevel& {
        if (m_levels.size() <= level) {
            m_levels.resize(level + 1);
            chainKey.resize(level + 1);
        }
        return m_levels[level];
    };
    const auto chainFor = [&](std::size_t level, NodeId key, Index size) -> Chain& {
        UpdateLevel& update = levelAt(level);
        for (std::size_t i = 0; i < chainKey[level].size(); ++i)
            if (chainKey[level][i] == key)
                return update.chains[i];
        chainKey[level].push_back(key);
        update.chains.push_back({size, {}});
        return update.chains.back();
    };
    // Follows an elementwise node to the gradient that it is about.
    std::vector<NodeId> key(m_graph->size(), noNode);
    for (const Node& node : m_graph->nodes()) {
        const Home home = m_home[at(node.id)];
        if (home == Home::Partial && m_root[at(node.id)] == node.id) {
            key[at(node.id)] = node.id;
            if (m_shards.size() == 1)
                continue;
            std::vector<const T*> others;
            for (std::size_t s = 1; s < m_shards.size(); ++s)
                others.push_back(address(node.id, s, 0));
            chainFor(0, node.id, node.shape.count())
                .tasks.push_back(
                    [&k = m_kernels, others, y = address(node.id, 0, 0)](Index begin, Index end) {
                        for (const T* x : others)
                            k.accumulate(end - begin, x + begin, y + begin);
                    });
        } else if (home == Home::Partial) {
            key[at(node.id)] = key[at(m_root[at(node.id)])]; // a view
        } else if (home == Home::Update && isElementwiseUpdate(node)) {
            std::size_t level = 0;
            NodeId chain = noNode;
            std::vector<NodeId> merged;
            for (const NodeId input : node.inputs) {
                const bool scalarInput = (*m_graph)[input].shape != node.shape;
                level = std::max(level, readyAt[at(input)]);
                if (!scalarInput && key[at(input)] != noNode)
                    merged.push_back(key[at(input)]);
            }
            chain = merged.empty() ? node.id : merged.front();
            // A sum of several gradients (tied embeddings) needs all of them finished.
            for (const NodeId other : merged)
                if (other != chain)
                    level = std::max(level, levelOf[at(other)] + 1);
            levelOf[at(node.id)] = readyAt[at(node.id)] = level;
            key[at(node.id)] = chain;
            chainFor(level, chain, node.shape.count()).tasks.push_back(lowerRange(node, lowering));
        } else if (home == Home::Update && m_root[at(node.id)] == node.id) {
            std::size_t level = 0;
            for (const NodeId input : node.inputs)
                level = std::max(level, levelOf[at(input)]);
            if (node.op->kind() == OpKind::GradientNorm) {
                for (const NodeId gradient : node.inputs)
                    level = std::max(level, readyAt[at(gradient)]);
                // Squares are added chunk by chunk beside the other work on the chunk.
                std::size_t slots = 0;
                for (const NodeId gradient : node.inputs)
                    slots += static_cast<std::size_t>(chunksOf((*m_graph)[gradient].shape.count()));
                m_squares.assign(slots, 0.0);
                double* slot = m_squares.data();
                for (const NodeId gradient : node.inputs) {
                    const Index count = (*m_graph)[gradient].shape.count();
                    const NodeId chain = key[at(gradient)] == noNode ? gradient : key[at(gradient)];
                    chainFor(readyAt[at(gradient)], chain, count)
                        .tasks.push_back([&k = m_kernels, slot,
                                          x = address(gradient, 0, 0)](Index begin, Index end) {
                            slot[begin / chunkSize] = k.sumOfSquares(end - begin, x + begin);
                        });
                    slot += chunksOf(count);
                }
                levelAt(level).afterwards.push_back(
                    {OpKind::GradientNorm, [this, y = address(node.id, 0, 0)] {
                         double sum = 0;
                         for (const double part : m_squares)
                             sum += part;
                         *y = static_cast<T>(std::sqrt(sum));
                     }});
            } else {
                levelAt(level).afterwards.push_back(
                    {node.op->kind(), lower(node, m_work[at(node.id)], lowering)});
            }
            levelOf[at(node.id)] = level;
            readyAt[at(node.id)] = level + 1;
            key[at(node.id)] = node.id;
        } else if (home == Home::Update) {
            levelOf[at(node.id)] = levelOf[at(m_root[at(node.id)])]; // a view
            readyAt[at(node.id)] = readyAt[at(m_root[at(node.id)])];
            key[at(node.id)] = key[at(m_root[at(node.id)])];
        }
    }
    for (UpdateLevel& level : m_levels)
        bundle(level);
}

/// Cuts the chains into chunks and packs small ones together, so that taking a bundle costs little.
template <class T> void CpuProgram<T>::bundle(UpdateLevel& level) const {
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

template <class T> void CpuProgram<T>::runUpdate() {
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

template class CpuProgram<float>;
template class CpuProgram<double>;

} // namespace gf::cpu
