// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/residual_stream.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What of a run is put into another, by head where it has heads.
enum class PatchWhat {
    Residual,    ///< the stream between layers, [T,D]
    Head,        ///< what a head says before W_O, [T,K]
    Pattern,     ///< a head's weights, [T,S]: where it looks, not what it finds there
    FeedForward, ///< what a feed-forward layer adds, [T,D]
};
/// "residual", "head", "pattern", "ffn"; Residual for any other word.
PatchWhat patchWhatOf(std::string_view name);

/// A row of cells, one for each token, that can be put in.
struct PatchRow {
    std::string name;     ///< "encoder.0.residual2", "decoder.1.self_attn.head.0"
    NodeId node = noNode; ///< [T,…], or of patterns [H,T,S]
    Index head = -1;      ///< −1: it has none
    Index width = 0;      ///< K, where the heads stand side by side in the row, [T,H·K]
    bool isInput = false; ///< what the first layer reads
};

/// One stack's rows, in the order of the graph.
struct PatchStack {
    std::string name; ///< "encoder"
    std::vector<PatchRow> rows;
    Index tokens = 0;
};

/// The way along the residual stream into one head's query, key or value (Wang et al. 2023, section
/// 3.1).
struct PatchPath {
    std::string name;        ///< "decoder.1.self_attn.head.0.query"
    NodeId operand = noNode; ///< [H,T,K]: the queries, keys or values of all heads
    Index head = 0;          ///< whose part of it is reached
    bool isValue = false;    ///< they are values
    NodeId read = noNode;    ///< [T,D]: what it is a product of
    StreamPlace place;       ///< of that, and on which stream
    bool isNormed = false;   ///< a norm stands between the stream and it

    /// So many points of the stream stand before it.
    std::size_t end() const { return place.point + (isNormed ? 0 : 1); }
    /// The point at which a row is added to the stream; nothing where it is not on the way.
    std::optional<std::size_t> pointOf(const Graph& graph, const PatchRow& row) const;
};

/// All that a path can lead into: "decoder.1.self_attn.head.0.query".
std::vector<std::string> patchOperands(const Graph& graph);
/// The path into one of them. Throws Error for what is none.
PatchPath patchPathInto(const Graph& graph, const std::string& operand);

/// The rows of a model by stack, of those that a path has, where there is one. Empty where there
/// are none.
std::vector<PatchStack> patchStacks(const Graph& graph, PatchWhat what,
                                    const PatchPath* path = nullptr);

} // namespace gf
