// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/attention.h"

#include <memory>
#include <string_view>
#include <vector>

namespace gf {

/// One more row of a decoder, computed with the keys and values of the rows before it, so that a
/// model that writes computes each token once (Shazeer 2019 counts what
/// that costs). The nodes are called as in the whole model.
struct CachedRow {
    std::shared_ptr<Graph> graph;
    NodeId ids = noNode;        ///< fed [1]: the token
    NodeId place = noNode;      ///< fed [1]: its row of the table of positions; may be noNode
    NodeId sourceKeep = noNode; ///< fed [S]: 0 for padding of the source; may be noNode
    CachedRows rows;            ///< fed
    std::vector<CachedAttention> attention; ///< layer by layer
    NodeId logits = noNode;                 ///< [1,V]
    NodeId probabilities = noNode;          ///< [1,V]
};

/// Why a model of this configuration can't write with kept keys and values; empty where it can.
std::string_view obstacleToCaching(const ModelConfig& config);

/// The row for a cache of `places` places, behind an encoder of `sources` rows (0: none). There is
/// no obstacleToCaching().
CachedRow buildCachedRow(const ModelConfig& config, Index places, Index sources);

} // namespace gf
