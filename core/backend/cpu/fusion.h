// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/aliasing.h"
#include "core/graph/graph.h"

#include <vector>

namespace gf::cpu {

/// How the work of a node is done.
enum class Work : std::uint8_t {
    Own,              ///< as its op says
    Elsewhere,        ///< together with another node's; if it is batched it has no value, unless
                      ///< that one makes it
    AttentionWeights, ///< softmax(mask(scale(x))): reads x and the keep-mask, if any
    ScoresGradient,   ///< scale(mask(softmaxGradient(y, dy))), y being zero where the mask hides:
                      ///< reads y, dy and the keep-mask
    BlockAttention, ///< softmax(mask(scale(q·kᵀ)))·v by blocks: reads q, k, v and the keep-mask,
                    ///< if any; makes the softmax, of which two numbers a row are kept, and itself
    BlockGradients, ///< its gradients: reads q, k, v, the softmax, what was made of it, the
                    ///< gradient of that and the keep-mask; makes dq, dk, dv, noNode where not
                    ///< wanted
    GeluWithSlope,  ///< gelu(x); x itself becomes the derivative
    TimesSlope,     ///< geluGradient(x, dy) after that
    NormGradients,  ///< the gradient to the input and, into `partner`, that of the gain
};

/// The half of an attention matrix that a causal mask hides, in a product whose left matrix or
/// result it is.
enum class Triangle : std::uint8_t {
    None,
    Result, ///< nobody reads it there
    Left,   ///< it is zero there
};

struct NodeWork {
    Work work = Work::Own;
    std::vector<NodeId> reads; ///< whose values it needs; none where the work is elsewhere
    NodeId partner = noNode;   ///< the mask of attention, the gain's gradient of a norm
    double factor = 1;         ///< of the scale
    Triangle triangle = Triangle::None;
    std::vector<NodeId> makes{}; ///< whose values it makes; none: its own alone
};

/// Every node by itself: for programs that keep every value.
std::vector<NodeWork> workOfEach(const Graph& graph);

/// Joins chains whose values in between nobody reads and nobody keeps: scale → mask → softmax, the
/// same backwards, GELU with its derivative, the two gradients of a norm; and leaves out of
/// products what a causal mask hides. The results have the same bits as without; but attention of
/// long sequences goes by blocks, which add up in another order.
std::vector<NodeWork> fuse(const Graph& graph, const IsKept& isKept);

} // namespace gf::cpu
