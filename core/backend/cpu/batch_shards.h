// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace gf::cpu {

/// A part of the batch that one thread takes through the whole forward and backward pass.
struct Shard {
    Index first = 0, examples = 0;
};

/// More shards serve more threads and cost more adding up; eight keep eight threads busy, where
/// each has enough to do.
inline constexpr Index mostShards = 8;

/// Cuts a batch by the size of the work, never by the number of threads: so every number is made by
/// the same additions in the same order on any number of them.
std::vector<Shard> cutBatch(const Graph& graph, Index batch);

} // namespace gf::cpu
