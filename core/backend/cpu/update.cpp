// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/update.h"

#include <algorithm>
#include <cmath>

namespace gf::cpu {

namespace {

/// Elements of a parameter that are updated in one go: they fit the first-level cache together
/// with their gradients and the optimizer's memory.
constexpr Index chunkSize = 1024;

/// Elements that a thread takes at once.
constexpr Index bundleSize = 4096;

Index chunksOf(Index size) {
    return (size + chunkSize - 1) / chunkSize;
}

/// Adds up what the shards found.
RangeTask lowerSum(NodeId node, const Kernels& k, std::size_t shards,
                   const ShardAddress& addressIn) {
    std::vector<const float*> others;
    for (std::size_t s = 1; s < shards; ++s)
        others.push_back(addressIn(node, s));
    return [&k, others, y = addressIn(node, 0)](Index begin, Index end) {
        for (const float* x : others)
            k.accumulate(end - begin, x + begin, y + begin);
    };
}

/// Where the squares of a norm's operands are added up, chunk by chunk.
class NormSquares {
public:
    NormSquares(const Graph& graph, std::vector<std::vector<double>>& squares)
        : m_graph(graph), m_squares(squares), m_byNode(graph.size()) {}

    /// The partial sums of all operands of a norm.
    std::span<double> of(NodeId norm) {
        std::span<double>& known = m_byNode[norm];
        if (known.empty())
            known = m_squares.emplace_back(static_cast<std::size_t>(startOf(norm, noNode)), 0.0);
        return known;
    }

    /// Those of one operand.
    double* of(NodeId norm, NodeId operand) { return of(norm).data() + startOf(norm, operand); }

private:
    /// Chunks of the operands before this one; noNode: of all.
    Index startOf(NodeId norm, NodeId operand) const {
        Index start = 0;
        for (const NodeId each : m_graph[norm].inputs) {
            if (each == operand)
                break;
            start += chunksOf(m_graph[each].shape.count());
        }
        return start;
    }

    const Graph& m_graph;
    std::vector<std::vector<double>>& m_squares;
    std::vector<std::span<double>> m_byNode;
};

Task lowerNorm(std::span<const double> squares, float* y) {
    return [squares, y] {
        double sum = 0;
        for (const double part : squares)
            sum += part;
        *y = static_cast<float>(std::sqrt(sum));
    };
}

/// Cuts the chains into chunks and puts small ones together, so that taking a bundle costs little.
void bundle(UpdateTasks& level) {
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

} // namespace

Update::Update(std::span<const NodeWork> work, const Lowering& lowering, std::size_t shards,
               const ShardAddress& addressIn) {
    const Graph& graph = lowering.graph;
    const Kernels& k = lowering.kernels;
    NormSquares squares(graph, m_squares);
    const auto lowerWork = [&](const RangeWork& part) -> RangeTask {
        switch (part.kind) {
        case RangeWork::Kind::AddUp:
            return lowerSum(part.node, k, shards, addressIn);
        case RangeWork::Kind::Elementwise:
            return lowerRange(graph[part.node], lowering);
        case RangeWork::Kind::Squares:
            break;
        }
        return [&k, slot = squares.of(part.node, part.operand),
                x = lowering.address(part.operand)](Index begin, Index end) {
            slot[begin / chunkSize] = k.sumOfSquares(end - begin, x + begin);
        };
    };
    for (const UpdateLevel& planned : lowering.plan.update()) {
        UpdateTasks& level = m_levels.emplace_back();
        for (const UpdateChain& chain : planned.chains) {
            std::vector<RangeTask> tasks;
            for (const RangeWork& part : chain.work)
                if (part.kind != RangeWork::Kind::AddUp || shards > 1)
                    tasks.push_back(lowerWork(part));
            if (!tasks.empty())
                level.chains.push_back({chain.size, std::move(tasks)});
        }
        for (const NodeId id : planned.afterwards) {
            const Node& node = graph[id];
            const NodeWork& own = work[id];
            const bool isNorm = node.op->kind() == OpKind::GradientNorm;
            if (own.work != Work::Elsewhere)
                level.afterwards.push_back(
                    {node.op->kind(), isNorm ? lowerNorm(squares.of(id), lowering.address(id))
                                             : lower(node, own, lowering)});
        }
        bundle(level);
    }
}

void Update::run(ThreadPool& pool, Profile& profile, std::size_t slot) const {
    for (const UpdateTasks& level : m_levels) {
        profile.run(OpKind::Apply, slot, [&] {
            pool.run(static_cast<Index>(level.bundles.size()), [&level](Index bundle, Index) {
                for (const UpdateTasks::Chunk& chunk : level.bundles[bundle])
                    for (const RangeTask& task : level.chains[chunk.chain].tasks)
                        task(chunk.begin, chunk.end);
            });
        });
        for (const UpdateTasks::Follower& follower : level.afterwards)
            profile.run(follower.kind, slot, follower.task);
    }
}

} // namespace gf::cpu
