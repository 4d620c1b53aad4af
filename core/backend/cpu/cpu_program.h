// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/buffer_layout.h"
#include "core/backend/cpu/profile.h"
#include "core/backend/cpu/thread_pool.h"
#include "core/backend/cpu/update.h"
#include "core/backend/program.h"
#include "core/backend/run_log.h"

#include <memory>
#include <vector>

namespace gf::cpu {

/// A graph compiled for the processor.
///
/// The batch is cut into a fixed number of shards, whatever the number of threads. A run has three
/// parts: a prologue (values that the examples share, such as the number of tokens); the shards,
/// each running the whole forward and backward pass on its examples with partial sums of its own;
/// and the update, which adds the partial sums in the order of the shards and applies the
/// optimizer. Where there is one shard, which is one example, the threads share its large products.
class CpuProgram final : public Program {
public:
    CpuProgram(std::shared_ptr<const Graph> graph, Parameters& parameters,
               const ProgramOptions& options, const Kernels& kernels = bestKernels());

    /// The memoryBytes() that such a program would have, planned and not taken.
    static std::size_t plannedBytes(const Graph& graph, const ProgramOptions& options);

    const Graph& graph() const override { return *m_graph; }
    Index batch() const override { return m_batch; }
    void setPart(NodeId input, Index first, std::span<const float> values) override;
    void setRandom(std::uint64_t seed, std::uint64_t step) override { m_random = {seed, step}; }
    void run() override;
    std::vector<Tensor> values(std::span<const Wanted> wanted) const override;
    std::vector<float> notes(Index runs) const override { return m_log.last(runs); }
    std::size_t memoryBytes() const override { return m_memory.bytes(); }
    void setProfiling(bool on) override { m_profile.set(on); }
    std::vector<OpTime> profile() const override { return m_profile.times(); }

private:
    struct ProfiledTask {
        OpKind kind;
        Task work;
    };
    struct ProfiledHeadTask {
        OpKind kind;
        HeadTask work;
    };
    /// A node for one shard, or a run of nodes head by head, with every address resolved. A step
    /// has thousands, one after the other: each pointer to follow is time.
    struct ShardTask {
        ProfiledTask node;                         ///< nothing to do: it is a run
        Index examples = 0, heads = 0;             ///< how often the run's tasks are done
        std::vector<ProfiledHeadTask> byHead = {}; ///< the run
    };

    Lowering loweringFor(std::size_t worker, std::size_t shard, Index examples);
    Lowering loweringForAll() { return loweringFor(0, 0, m_batch); }
    const NodeWork& workOf(NodeId node) const { return m_work[node]; }
    void computeConstants();
    void lowerAll();
    void followParameters();
    void lowerPrologue();
    void lowerHeadRuns();
    void lowerHeadRun(const HeadRun& run, const Lowering& lowering, std::vector<ShardTask>& tasks);
    Task lowerForThreads(const Node& node, const Lowering& lowering);
    void runTask(const ShardTask& task, std::size_t profileSlot);
    void runShards();
    Tensor valueOf(const Wanted& wanted) const;
    const Parameters::Entry& entryOf(NodeId node) const;

    std::shared_ptr<const Graph> m_graph;
    Parameters& m_parameters;
    Index m_batch;
    const Kernels& m_kernels;
    bool m_narrow; ///< ProgramOptions::narrow
    RandomState m_random;
    ThreadPool m_pool;

    ExecutionPlan m_plan;
    std::vector<NodeWork> m_work; ///< by node: fused unless every value is kept
    std::vector<Shard> m_shards;
    std::size_t m_workers; ///< threads that can have a shard
    std::vector<HeadRun> m_headRuns;
    Memory m_memory;
    const float* m_parametersAt = nullptr; ///< where they lay when addresses were resolved
    std::uint64_t m_narrowVersion = 0;     ///< which of them in 16 bits there were then
    std::vector<ProfiledTask> m_prologue;
    std::vector<std::vector<ShardTask>> m_shardTasks; ///< by worker and shard: worker·shards + s
    Update m_update;
    RunLog<float> m_log;
    Profile m_profile; ///< a slot for each shard, and one for the rest
};

} // namespace gf::cpu
