// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/placement.h"

#include "core/backend/plan/arena.h"
#include "core/backend/plan/liveness.h"

#include <cassert>

namespace gf::gpu {

namespace {

/// Every value begins at a multiple of so many numbers: what a card reads at once.
constexpr Index alignment = 64;

Index aligned(Index count) {
    return (count + alignment - 1) / alignment * alignment;
}

std::size_t at(NodeId node) {
    return static_cast<std::size_t>(node);
}

} // namespace

Placement::Placement(const Graph& graph, const ExecutionPlan& plan, const Fusions& fusions,
                     const Parameters& parameters, Index batch)
    : m_graph(graph), m_plan(plan), m_fusions(fusions), m_batch(batch), m_places(graph.size()),
      m_special(graph.size(), 0) {
    placeWhatIsFed();
    placeWhatStays(parameters);
    placeArena();
}

Index Placement::reserve(Index count) {
    const Index from = m_size;
    m_size += aligned(count);
    return from;
}

Index Placement::take(Index count) {
    m_taken.emplace_back(m_size, count);
    return reserve(count);
}

Place Placement::table(std::vector<float> values) {
    const Place place = workspace(static_cast<Index>(values.size()));
    m_tables.push_back({place.at, std::move(values)});
    return place;
}

Place Placement::keyOf(NodeId dropout) const {
    return {Memory::Numbers, m_keys[m_special[at(dropout)]].at};
}

const TokenSort& Placement::sortOf(NodeId embeddingGradient) const {
    return m_sorts[m_special[at(embeddingGradient)]];
}

void Placement::placeWhatIsFed() {
    for (const Node& node : m_graph.nodes()) {
        if (node.op->kind() == OpKind::Input) {
            m_places[at(node.id)] = workspace(node.shape.count() * (node.batched ? m_batch : 1));
        } else if (node.op->kind() == OpKind::Dropout) {
            m_special[at(node.id)] = static_cast<Index>(m_keys.size());
            m_keys.push_back({node.as<DropoutAttributes>().stream, take(2)});
        } else if (node.op->kind() == OpKind::EmbeddingGradient) {
            const NodeId ids = m_plan.root(node.inputs[0]);
            assert(m_graph[ids].op->kind() == OpKind::Input && "ids are fed");
            TokenSort sort{ids, node.shape[0], m_batch * m_graph[ids].shape.count()};
            sort.starts = take(sort.words + 1);
            sort.places = take(sort.count);
            m_special[at(node.id)] = static_cast<Index>(m_sorts.size());
            m_sorts.push_back(sort);
        } else if (node.op->kind() == OpKind::CountTokens) {
            const NodeId keep = m_plan.root(node.inputs[0]);
            assert(m_graph[keep].op->kind() == OpKind::Input && "keep-masks are fed");
            const Index examples = m_graph[keep].batched ? m_batch : 1;
            m_counts.push_back({keep, examples * m_graph[keep].shape.count(), take(1)});
            m_places[at(node.id)] = {Memory::Numbers, m_counts.back().at};
        }
    }
    m_fed = m_size;
}

/// Whether it has a value of its own in memory.
bool Placement::hasPlace(const Node& node) const {
    return m_plan.root(node.id) == node.id && m_fusions.hasValue[at(node.id)];
}

/// One number for the whole run that is worked out in it.
bool Placement::isSingle(const Node& node) const {
    return hasPlace(node) && !node.batched && node.shape.rank() == 0 &&
           ExecutionPlan::hasWork(node) && node.op->kind() != OpKind::CountTokens;
}

/// Whether a value is nobody's business after the run.
bool Placement::isOfTheRun(const Node& node) const {
    return node.batched && m_plan.phase(node.id) == Phase::Example && !m_plan.isKept(node.id);
}

void Placement::placeWhatStays(const Parameters& parameters) {
    // Single numbers lie together, so that a loss and a norm are read in one piece.
    for (const Node& node : m_graph.nodes())
        if (isSingle(node))
            m_places[at(node.id)] = workspace(1);
    for (const Node& node : m_graph.nodes()) {
        if (!hasPlace(node) || isSingle(node) || node.op->kind() == OpKind::Input ||
            node.op->kind() == OpKind::CountTokens)
            continue;
        Place& place = m_places[at(node.id)];
        if (node.op->kind() == OpKind::Parameter) {
            const auto* entry = parameters.find(node.name);
            assert(entry != nullptr && entry->shape == node.shape);
            place = {Memory::Parameters, entry->offset};
        } else if (!isOfTheRun(node)) {
            place = workspace(node.shape.count() * (node.batched ? m_batch : 1));
        }
    }
}

/// The work of a run is done fusion after fusion.
void Placement::placeArena() {
    std::vector<NodeGroup> order;
    for (const Fusion& fusion : m_fusions.list)
        order.push_back(fusion.nodes);
    const auto reads = [this](NodeId node) {
        return std::span<const NodeId>(m_graph[node].inputs);
    };
    const Liveness liveness = livenessOf(order, reads, m_plan.roots());
    std::vector<NodeId> nodes;
    std::vector<Lifetime> lifetimes;
    for (std::size_t now = 0; now < order.size(); ++now)
        for (const NodeId id : order[now]) {
            const Node& node = m_graph[id];
            if (!hasPlace(node) || !isOfTheRun(node))
                continue;
            nodes.push_back(id);
            const auto made = static_cast<Index>(now);
            lifetimes.push_back({m_batch * node.shape.count(), made, liveness.endOf(id, made)});
        }
    const ArenaPlan arena = planArena(lifetimes, alignment);
    const Index from = reserve(arena.size);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        m_places[at(nodes[i])] = {Memory::Numbers, from + arena.offsets[i]};
        m_taken.emplace_back(from + arena.offsets[i], m_batch * m_graph[nodes[i]].shape.count());
    }
}

} // namespace gf::gpu
