// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/lowering.h"
#include "core/backend/cpu/profile.h"
#include "core/backend/cpu/thread_pool.h"

#include <functional>
#include <span>
#include <vector>

namespace gf::cpu {

/// Where a shard's numbers of a node lie.
using ShardAddress = std::function<float*(NodeId, std::size_t shard)>;

/// A level of the update (UpdateLevel) with every address resolved.
struct UpdateTasks {
    struct Chain {
        Index size = 0;
        std::vector<RangeTask> tasks;
    };
    struct Chunk {
        std::size_t chain;
        Index begin, end;
    };
    struct Follower {
        OpKind kind;
        Task task;
    };
    std::vector<Chain> chains;
    std::vector<std::vector<Chunk>> bundles; ///< chunks that a thread takes at once
    std::vector<Follower> afterwards;
};

/// The last phase of a run: adding up what the shards found, and the optimizer.
class Update {
public:
    Update() = default;
    /// `lowering` is of the whole batch, which was cut into so many shards.
    Update(std::span<const NodeWork> work, const Lowering& lowering, std::size_t shards,
           const ShardAddress& addressIn);

    void run(ThreadPool& pool, Profile& profile, std::size_t slot) const;

private:
    std::vector<UpdateTasks> m_levels;
    std::vector<std::vector<double>> m_squares; ///< by norm and chunk: partial sums
};

} // namespace gf::cpu
