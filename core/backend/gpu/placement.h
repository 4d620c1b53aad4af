// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/fusions.h"
#include "core/backend/gpu/launch.h"
#include "core/backend/parameters.h"
#include "core/backend/plan/plan.h"
#include "core/backend/program.h"

#include <utility>
#include <vector>

namespace gf::gpu {

/// What dropout draws from: two words of bits, new in every run.
struct DropoutKey {
    std::uint32_t stream = 0;
    Index at = 0;
};

/// The places of tokens in a batch, sorted by token, so that each word's gradient is summed by one
/// thread in a fixed order. Made on the host from the ids that are fed.
struct TokenSort {
    NodeId ids = noNode;
    Index words = 0;  ///< V
    Index count = 0;  ///< of tokens in the batch
    Index starts = 0; ///< V + 1 integers: where the places of each word begin
    Index places = 0; ///< `count` integers
};

/// How many tokens a keep-mask keeps, at least 1. Made on the host from what is fed.
struct TokenCount {
    NodeId keep = noNode;
    Index count = 0; ///< of tokens in the batch, those that are hidden included
    Index at = 0;
};

/// Numbers that never change.
struct Table {
    Index at = 0;
    std::vector<float> values;
};

/// Where each number of a program lies in the buffer of its own. What is fed comes first and is
/// uploaded as one piece before a run; what only lives within a run shares an arena.
class Placement {
public:
    Placement(const Graph& graph, const ExecutionPlan& plan, const Fusions& fusions,
              const Parameters& parameters, Index batch);

    Place of(NodeId node) const { return m_places[m_plan.root(node)]; }

    /// What the launches need beside the nodes; asked for while a graph is lowered.
    Place workspace(Index count) { return {Memory::Numbers, take(count)}; }
    Place table(std::vector<float> values);

    Place keyOf(NodeId dropout) const;
    const TokenSort& sortOf(NodeId embeddingGradient) const;

    /// Where something lies, and how many numbers: what is between them is nobody's.
    const std::vector<std::pair<Index, Index>>& taken() const { return m_taken; }
    /// Numbers from the beginning on that are uploaded before each run.
    Index fed() const { return m_fed; }
    /// All numbers of the buffer.
    Index size() const { return m_size; }
    const std::vector<DropoutKey>& keys() const { return m_keys; }
    const std::vector<TokenSort>& sorts() const { return m_sorts; }
    const std::vector<TokenCount>& counts() const { return m_counts; }
    const std::vector<Table>& tables() const { return m_tables; }

private:
    Index take(Index count);
    Index reserve(Index count);
    void placeWhatIsFed();
    void placeWhatStays(const Parameters& parameters);
    void placeArena();
    bool hasPlace(const Node& node) const;
    bool isSingle(const Node& node) const;
    bool isOfTheRun(const Node& node) const;

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    const Fusions& m_fusions;
    Index m_batch;
    std::vector<Place> m_places; ///< by root
    std::vector<DropoutKey> m_keys;
    std::vector<TokenSort> m_sorts;
    std::vector<TokenCount> m_counts;
    std::vector<Index> m_special; ///< by node: its place in m_keys or m_sorts
    std::vector<Table> m_tables;
    std::vector<std::pair<Index, Index>> m_taken;
    Index m_fed = 0;
    Index m_size = 0;
};

} // namespace gf::gpu
