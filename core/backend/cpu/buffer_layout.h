// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/aligned_buffer.h"
#include "core/backend/cpu/batch_shards.h"
#include "core/backend/cpu/head_runs.h"
#include "core/backend/parameters.h"

#include <array>
#include <cassert>
#include <span>
#include <vector>

namespace gf::cpu {

/// Where the numbers of every node lie. What only lives within a shard's pass lies in an arena of
/// the thread that runs it, so that it stays in that processor's caches from one shard to the next.
class Memory {
public:
    /// Without `parameters` it is planned and not taken: only its bytes() can be asked for.
    Memory(const Graph& graph, const ExecutionPlan& plan, std::span<const NodeWork> work,
           std::span<const HeadRun> runs, std::span<const Shard> shards, std::size_t workers,
           Parameters* parameters);

    /// The first number of a node as a shard that this worker runs sees it.
    float* address(NodeId node, std::size_t shard, std::size_t worker) {
        float* const from = isParameter(node) ? m_parameters->hostAddress() : m_numbers.data();
        return from + offsetOf(node, shard, worker);
    }
    /// The same of a node that is no parameter.
    const float* address(NodeId node, std::size_t shard, std::size_t worker) const {
        assert(!isParameter(node));
        return m_numbers.data() + offsetOf(node, shard, worker);
    }

    /// Whether a node lies among the shared parameters.
    bool isParameter(NodeId node) const { return m_home[at(m_plan.root(node))] == Home::Parameter; }

    /// Whether of a node's value there is only one head of one example at a time.
    bool isFleeting(NodeId node) const { return m_fleeting[at(m_plan.root(node))]; }

    std::size_t bytes() const { return static_cast<std::size_t>(m_count) * sizeof(float); }

private:
    /// The parts of the memory, in this order.
    enum class Home : std::uint8_t {
        Input,     ///< all examples
        Single,    ///< one value, made before the shards run
        Kept,      ///< one value per example, all of them until the next run
        Update,    ///< one value, made after the sums
        Partial,   ///< a sum over the batch: one partial sum per shard, added up in the first one
        Scratch,   ///< one value per example, in the arena of whoever runs its shard
        Parameter, ///< not here: in the shared Parameters
        count_,
    };

    static std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }
    Index& sizeOf(Home home) { return m_sizes[static_cast<std::size_t>(home)]; }
    Index sizeOf(Home home) const { return m_sizes[static_cast<std::size_t>(home)]; }
    Index startOf(Home home) const { return m_starts[static_cast<std::size_t>(home)]; }
    Home homeOf(const Node& node) const;
    Index offsetOf(NodeId node, std::size_t shard, std::size_t worker) const;
    void placeNodes(Index batch);
    void placeScratch(std::span<const NodeWork> work, std::span<const HeadRun> runs);
    void placeHomes(std::size_t workers);

    const Graph& m_graph;
    const ExecutionPlan& m_plan;
    std::span<const Shard> m_shards;
    Parameters* m_parameters;
    std::vector<Home> m_home;                                            ///< by root
    std::vector<Index> m_offset;                                         ///< by root: into its home
    std::vector<bool> m_fleeting;                                        ///< by root
    std::array<Index, static_cast<std::size_t>(Home::count_)> m_sizes{}; ///< of one of each home
    std::array<Index, static_cast<std::size_t>(Home::count_)> m_starts{}; ///< of the first of each
    Index m_count = 0;                                                    ///< of all homes
    AlignedBuffer<float> m_numbers;
};

} // namespace gf::cpu
