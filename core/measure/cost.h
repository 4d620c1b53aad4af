// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gf {

/// Parts of a model between which its work is shared out.
enum class CostPart : std::uint8_t {
    EncoderSelfAttention, ///< scores and weights·values of all layers and heads: 2·M²·D a layer
    CrossAttention,       ///< 2·M·N·D
    DecoderSelfAttention, ///< 2·N²·D
    FeedForward,          ///< both matrices: 2·N·D·F
    Projections,          ///< W_Q, W_K, W_V and W_O of all attention
    Output,               ///< logits, what a pointer compares, or numbers
    Mixing,               ///< what stands where self-attention stands and is none
    Recurrence,           ///< products of recurrent cells
    Alignment,            ///< the attention of a recurrent model
    Embedding,            ///< of real numbers
    count_
};
inline constexpr std::size_t costParts = static_cast<std::size_t>(CostPart::count_);

/// "encoder_self_attention".
std::string_view nameOf(CostPart part);

/// The part that a forward matrix product belongs to; nothing for other nodes.
std::optional<CostPart> costPartOf(const Node& node);

/// Multiplications in the matrix products of a forward pass of one example, counted node by node.
struct Cost {
    std::array<double, costParts> byPart{};
    double total = 0;
    /// The most matrix products of which each has to wait for the one before: what no number of
    /// processors takes away. A row of a product waits for what that row is made of alone, so that
    /// a recurrence's second layer begins on the first state of the first one, though the graph
    /// does one layer after the other.
    Index chain = 0;

    double of(CostPart part) const { return byPart[static_cast<std::size_t>(part)]; }
};
Cost costOf(const Graph& graph);
/// The same at other lengths, `source` and `target` tokens: a product's multiplications grow with
/// each of its dimensions that counts tokens, those of time steps with their number. `chain` is
/// that of the graph.
Cost costAt(const Graph& graph, Index source, Index target);

/// What the last of `target` tokens costs a model that writes.
struct WritingCost {
    double anew = 0; ///< multiplications of a pass over the whole
    double kept = 0; ///< of one row, with keys and values of the others kept
    /// Of all that is kept: L·G·(K + d_v) numbers a token, and likewise of cross-attention.
    double bytes = 0;
};
/// The same lengths as in costAt(). Nothing for a model whose decoder's tokens don't go through
/// attention alone, or that says no words. A row's products are those of the graph, a row each;
/// what hangs on the source alone is kept.
std::optional<WritingCost> writingCostAt(const Graph& graph, Index source, Index target);

/// What a model with other layers in the place of self-attention costs.
struct PassCost {
    std::string_view name; ///< "attention", "mean", "convolution", "recurrence"
    double multiplications = 0;
    double milliseconds = 0; ///< of a whole pass, measured
    Index chain = 0;         ///< as Cost::chain
};

/// What a pass costs where it was measured.
struct MeasuredCost {
    std::array<double, costParts> milliseconds{}; ///< of the products of each part; 0: it has none
    std::vector<PassCost> instead;
};

/// How a layer may mix its tokens.
enum class Mixing : std::uint8_t {
    Attention,   ///< scores and weights·values: 2·T²·D
    Projections, ///< W_Q, W_K, W_V and W_O of attention: 4·T·D²
    /// A mean over all tokens and two matrices: T²·D + 2·T·D². The first part is how it is computed
    /// here, as a product with a matrix of equal weights; T·D additions would do.
    Mean,
    Convolution, ///< of a token and its two neighbours: 3·T·D²
    Recurrence,  ///< a GRU of the same width: 6·T·D², and each token waits for the one before
};
/// Multiplications of one layer of `width` D for so many tokens (Vaswani et al. 2017, table 1,
/// with its constants).
double mixingCost(Mixing mixing, Index tokens, Index width);

} // namespace gf
