// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/fusion.h"
#include "core/backend/cpu/lowering.h"
#include "core/backend/cpu/thread_pool.h"
#include "core/backend/program.h"

#include <array>
#include <chrono>
#include <memory>
#include <vector>

namespace gf::cpu {

/// A graph compiled for the processor.
///
/// The batch is cut into a fixed number of shards, whatever the number of threads. A run has three
/// phases: a prologue (values that depend on inputs alone, such as the number of tokens); the
/// shards, each running the whole forward and backward pass on its examples with partial sums of
/// its own; and the update, which adds the partial sums in the order of the shards and applies the
/// optimizer. So every number is made by the same additions in the same order for any number of
/// threads. What only lives within a shard's passes lies in an arena of the thread that runs it, so
/// that it stays in that processor's caches from one shard to the next.
class CpuProgram final : public Program {
public:
    CpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
               const ProgramOptions& options, const Kernels& kernels = bestKernels());

    const Graph& graph() const override { return *m_graph; }
    Index batch() const override { return m_options.batch; }
    void setInput(NodeId input, std::span<const float> values) override;
    void setRandom(std::uint64_t seed, std::uint64_t step) override { m_random = {seed, step}; }
    void run() override;
    Tensor value(NodeId id, Index example) const override;
    std::size_t memoryBytes() const override;
    void setProfiling(bool on) override;
    std::vector<OpTime> profile() const override;

private:
    /// Where a node's numbers live.
    enum class Home : std::uint8_t {
        Parameter, ///< in the shared Parameters
        Input,     ///< in its own buffer, all examples
        Single,    ///< one value, made before the shards run
        Kept,      ///< one value per example, all of them until the next run
        Scratch,   ///< one value per example, in the arena of whoever runs its shard
        Partial,   ///< a sum over the batch: one partial sum per shard, added up in the first one
        Update,    ///< one value, made after the sums
    };
    struct Shard {
        Index first = 0, examples = 0;
    };
    struct ProfiledTask {
        OpKind kind;
        Task work;
    };
    /// Nodes of the shards' list that run together: one over a whole shard, or neighbours that work
    /// head by head, so that what one hands to the next stays in the cache.
    struct Stage {
        std::vector<NodeId> nodes;
        bool byHead = false;
    };
    struct ProfiledHeadTask {
        OpKind kind;
        HeadTask work;
    };
    /// A stage of one shard, with every address resolved.
    struct StageTask {
        Index examples = 1, heads = 1; ///< how often `tasks` run
        std::vector<ProfiledHeadTask> tasks;
    };
    /// A chain of elementwise work on one parameter's worth of elements.
    struct Chain {
        NodeId key = noNode; ///< the node that it began with
        Index size = 0;
        std::vector<RangeTask> tasks;
    };
    struct Piece {
        std::size_t chain;
        Index begin, end;
    };
    /// Pieces that may run at the same time, in bundles, and then what needs all of them.
    struct UpdateLevel {
        std::vector<Chain> chains;
        std::vector<std::vector<Piece>> bundles;
        std::vector<ProfiledTask> afterwards;
    };

    void cutBatch();
    void findRoots();
    void placeNodes();
    Index attentionNumbers(const Node& node) const;
    void findStages();
    void planArena();
    void allocate();
    void lowerPrologue();
    void lowerStages();
    StageTask lowerStage(const Stage& stage, std::size_t worker, std::size_t shard);
    Lowering loweringFor(std::size_t worker, std::size_t shard, Index examples);
    void lowerUpdate();
    struct UpdateOrder;
    UpdateLevel& levelAt(std::size_t level);
    Chain& chainAt(std::size_t level, NodeId key, Index size);
    void lowerSum(const Node& node, UpdateOrder& order);
    void lowerElementwise(const Node& node, UpdateOrder& order);
    void lowerNorm(const Node& node, UpdateOrder& order);
    void lowerAfterwards(const Node& node, UpdateOrder& order);
    void bundle(UpdateLevel& level) const;
    Home homeOf(const Node& node) const;
    NodeId overwrittenBy(const Node& node, const std::vector<NodeId>& lastReader) const;
    bool isKept(NodeId node) const;
    float* address(NodeId node, std::size_t shard, std::size_t worker);
    void runTasks(std::vector<ProfiledTask>& tasks, std::size_t profileSlot);
    void runStage(const StageTask& stage, std::size_t profileSlot);
    template <class Call> void runProfiled(OpKind kind, std::size_t slot, const Call& call) {
        using Clock = std::chrono::steady_clock;
        if (!m_profiling) {
            call();
            return;
        }
        const auto start = Clock::now();
        call();
        m_seconds[slot][static_cast<std::size_t>(kind)] +=
            std::chrono::duration<double>(Clock::now() - start).count();
    }
    void runShards();
    void runUpdate();

    std::shared_ptr<const Graph> m_graph;
    Parameters& m_parameters;
    ProgramOptions m_options;
    const Kernels& m_kernels;
    RandomState m_random;
    ThreadPool m_pool;

    std::vector<NodeWork> m_work; ///< by node: fused unless every value is kept
    std::vector<NodeId> m_root;   ///< by node: whose buffer it shares
    std::vector<bool> m_kept;     ///< by root: somebody wants it after the run
    std::vector<Home> m_home;     ///< by node
    std::vector<Index> m_offset;  ///< by node: into its home's part of the memory
    std::vector<Stage> m_stages;
    std::vector<bool> m_fleeting; ///< by node: see Lowering::isFleeting
    std::vector<Shard> m_shards;
    std::size_t m_workers = 1; ///< threads that can have a shard
    AlignedBuffer<float> m_memory;
    /// Sizes of the parts of the memory; partials are there once a shard, arenas once a worker.
    Index m_inputSize = 0, m_singleSize = 0, m_keptSize = 0, m_updateSize = 0;
    Index m_partialSize = 0, m_arenaSize = 0;

    std::vector<ProfiledTask> m_prologue;
    std::vector<std::vector<StageTask>> m_shardTasks; ///< by worker and shard: worker·shards + s
    std::vector<UpdateLevel> m_levels;
    std::vector<std::vector<double>> m_squares; ///< by norm and chunk: partial sums

    bool m_profiling = false;
    using Seconds = std::array<double, static_cast<std::size_t>(OpKind::count_)>;
    std::vector<Seconds> m_seconds; ///< by shard, and one for the rest
};

} // namespace gf::cpu
