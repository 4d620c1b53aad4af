// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/buffer_layout.h"

#include "core/backend/plan/arena.h"
#include "core/backend/plan/liveness.h"

#include <algorithm>

namespace gf::cpu {

namespace {

/// How many numbers of a node are there for an example where this work makes it.
Index numbersMadeBy(const NodeWork& work, const Node& made) {
    const bool isByRow = work.work == Work::BlockAttention && made.op->kind() == OpKind::Softmax;
    return isByRow ? 2 * made.shape.count() / made.shape.columns() : made.shape.count();
}

} // namespace

Memory::Memory(const Graph& graph, const ExecutionPlan& plan, std::span<const NodeWork> work,
               std::span<const HeadRun> runs, std::span<const Shard> shards, std::size_t workers,
               Parameters* parameters)
    : m_graph(graph), m_plan(plan), m_shards(shards), m_parameters(parameters),
      m_home(graph.size()), m_offset(graph.size(), 0), m_fleeting(graph.size(), false) {
    placeNodes(shards.back().first + shards.back().examples);
    placeScratch(work, runs);
    placeHomes(workers);
    if (m_parameters)
        m_numbers = AlignedBuffer<float>(m_count);
}

Memory::Home Memory::homeOf(const Node& node) const {
    switch (m_plan.phase(node.id)) {
    case Phase::Given:
        return node.role == Role::Input ? Home::Input : Home::Parameter;
    case Phase::Constant:
    case Phase::Once:
        return Home::Single;
    case Phase::Example:
        return m_plan.isKept(node.id) ? Home::Kept : Home::Scratch;
    case Phase::BatchSum:
        return Home::Partial;
    case Phase::Update:
        break;
    }
    return Home::Update;
}

void Memory::placeNodes(Index batch) {
    for (const Node& node : m_graph.nodes()) {
        if (m_plan.root(node.id) != node.id)
            continue;
        const Home home = homeOf(node);
        m_home[at(node.id)] = home;
        Index& offset = m_offset[at(node.id)];
        if (home == Home::Parameter && !m_parameters)
            continue;
        if (home == Home::Parameter) {
            const auto* entry = m_parameters->find(node.name);
            assert(entry != nullptr && entry->shape == node.shape);
            offset = entry->offset;
        } else if (home != Home::Scratch) {
            offset = sizeOf(home);
            sizeOf(home) += roundUpToLine<float>(node.shape.count() * (node.batched ? batch : 1));
        }
    }
}

/// Within a run by head a node works on a later head when another has begun with an earlier one:
/// here all of its nodes work at the same time.
void Memory::placeScratch(std::span<const NodeWork> work, std::span<const HeadRun> runs) {
    std::vector<NodeGroup> order;
    for (const HeadRun& run : runs)
        order.push_back(run.nodes);
    const Liveness liveness = livenessOf(
        order, [work](NodeId node) { return std::span(work[at(node)].reads); }, m_plan.roots());
    const Index examples = std::ranges::max_element(m_shards, {}, &Shard::examples)->examples;
    std::vector<NodeId> nodes;
    std::vector<Lifetime> lifetimes;
    Index now = 0;
    const auto place = [&](NodeId id, Index count, bool byHead) {
        if (m_home[at(id)] != Home::Scratch)
            return;
        const Index end = liveness.endOf(id, now);
        m_fleeting[at(id)] = byHead && end == now && m_plan.layout(id) == Layout::Rows;
        nodes.push_back(id);
        lifetimes.push_back(
            {m_fleeting[at(id)] ? count / m_graph[id].shape.matrices() : examples * count, now,
             end});
    };
    for (const HeadRun& run : runs) {
        for (const NodeId id : run.nodes) {
            const NodeWork& own = work[at(id)];
            if (own.makes.empty())
                place(id, m_graph[id].shape.count(), run.byHead);
            for (const NodeId made : own.makes)
                if (made != noNode)
                    place(made, numbersMadeBy(own, m_graph[made]), false);
        }
        ++now;
    }
    const ArenaPlan arena = planArena(lifetimes, lineOf<float>);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        m_offset[at(nodes[i])] = arena.offsets[i];
    sizeOf(Home::Scratch) = roundUpToLine<float>(arena.size);
}

/// Partial sums are there once a shard, arenas once a worker.
void Memory::placeHomes(std::size_t workers) {
    for (std::size_t home = 0; home < m_sizes.size(); ++home) {
        if (static_cast<Home>(home) == Home::Parameter)
            continue;
        m_starts[home] = m_count;
        Index copies = 1;
        if (static_cast<Home>(home) == Home::Partial)
            copies = static_cast<Index>(m_shards.size());
        else if (static_cast<Home>(home) == Home::Scratch)
            copies = static_cast<Index>(workers);
        m_count += copies * m_sizes[home];
    }
}

Index Memory::offsetOf(NodeId node, std::size_t shard, std::size_t worker) const {
    const NodeId root = m_plan.root(node);
    const Home home = m_home[at(root)];
    Index offset = startOf(home) + m_offset[at(root)];
    const Node& owner = m_graph[root];
    if (owner.batched && home != Home::Scratch)
        offset += m_shards[shard].first * owner.shape.count();
    if (home == Home::Partial)
        offset += static_cast<Index>(shard) * sizeOf(home);
    if (home == Home::Scratch)
        offset += static_cast<Index>(worker) * sizeOf(home);
    return offset;
}

} // namespace gf::cpu
