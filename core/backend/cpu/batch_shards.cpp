// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/batch_shards.h"

#include "core/graph/op.h"

#include <algorithm>

namespace gf::cpu {

namespace {

constexpr Index fewestShards = 4;
constexpr Index tokensForAShard = 128;

} // namespace

std::vector<Shard> cutBatch(const Graph& graph, Index batch) {
    Index tokens = 0; // of the longest sequence
    for (const Node& node : graph.nodes())
        if (node.op->kind() == OpKind::Input && node.batched)
            tokens = std::max(tokens, node.shape.count());
    const Index wanted = batch * tokens / tokensForAShard;
    const Index count = std::min(std::clamp(wanted, fewestShards, mostShards), batch);
    std::vector<Shard> shards(count);
    for (Index s = 0; s < count; ++s) {
        Shard& shard = shards[s];
        shard.first = batch * s / count;
        shard.examples = batch * (s + 1) / count - shard.first;
    }
    return shards;
}

} // namespace gf::cpu
