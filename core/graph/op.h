// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/expression.h"
#include "core/graph/graph.h"

#include <string_view>

namespace gf {

/// Every kind of operation; a backend has one kernel for each. `core/ops/table.h` lists the ops.
enum class OpKind : std::uint8_t {
    // leaves
    Input,
    Parameter,
    Constant,
    // views and sums
    Identity,
    Add,
    BatchSum,
    Intervene,
    // embeddings and positions
    Embedding,
    EmbeddingGradient,
    SinusoidalPosition,
    LearnedPosition,
    LearnedPositionGradient,
    Dropout,
    // products
    Linear,
    LinearInputGradient,
    LinearWeightGradient,
    ColumnSum,
    MatMul,
    // attention
    Scale,
    Mask,
    Softmax,
    SoftmaxGradient,
    JoinHeads,
    SplitHeads,
    // normalisation and activations
    LayerNorm,
    LayerNormInputGradient,
    LayerNormGainGradient,
    Relu,
    ReluGradient,
    Gelu,
    GeluGradient,
    // loss
    CountTokens,
    CrossEntropy,
    CrossEntropyGradient,
    MeanTokens,
    MeanTokensGradient,
    // optimizer
    GradientNorm,
    ClipFactor,
    ClipGradient,
    DecayGradient,
    AdamMoment1,
    AdamMoment2,
    AdamUpdate,
    Momentum,
    SgdUpdate,
    Apply,
    count_, ///< number of kinds
};

class Differentiation;

/// What an operation knows: how it differentiates and how one cell of its result is explained.
/// Its output shape is computed by its builder function (`ops::softmax(graph, …)`), its arithmetic
/// lives in the backends. Ops have no state; there is one object of each kind.
class Op {
public:
    virtual ~Op() = default;

    virtual OpKind kind() const = 0;
    /// "softmax": the id of the formula and the text in `resources`, and the name in profiles.
    virtual std::string_view name() const = 0;

    /// False for operands that have no gradient by nature (token ids, counts).
    virtual bool passesGradientTo(std::size_t input) const;

    /// Appends the nodes that compute the gradients of `node`'s inputs and hands each to `d`.
    /// The default has no gradient (leaves, gradients themselves, updates).
    virtual void differentiate(Differentiation& d, const Node& node) const;

    /// How `cell` of `node` follows from its operands. `read` gives operand values where the
    /// explanation depends on them (which embedding row, which cells are masked).
    virtual Explanation explain(const Graph& graph, const Node& node, const Cell& cell,
                                const CellReader& read) const = 0;
};

} // namespace gf
