// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/plan.h"
#include "core/graph/graph.h"

#include <vector>

namespace gf::gpu {

/// How the launches of a stage are made.
enum class Form : std::uint8_t {
    Own,               ///< as the op of its only node says
    Products,          ///< products of one shape in one launch, and what follows on them
    Attention,         ///< scores, scale, mask, softmax and, if it has one, the product with v
    AttentionWeights,  ///< softmax(mask(scale(x)))
    AttentionGradient, ///< the gradients of the weights, of the scores and of q
    Loss,              ///< softmax, cross entropy, their mean, and the gradient to the logits
    NormGradient,      ///< LayerNorm's gradient to its input, and what is added to that
    NormParameters,    ///< LayerNorm's gradients to gain and bias
    Embedding,         ///< rows of a table, and what is added to them
    PositionGradient,  ///< a sum over the batch, and zeros for the positions that were not used
    Chain,             ///< work number by number of one shape, one node after the other
    Update,            ///< the optimizer's whole update of all parameters
};

/// Nodes whose work is done together. What a member is for is said by name; noNode where there is
/// none.
struct Stage {
    Form form = Form::Own;
    std::vector<NodeId> nodes; ///< all members, in the order of the graph

    std::vector<NodeId> products;   ///< done beside each other, or added up where there is a sum
    std::vector<NodeId> columnSums; ///< of the second operand of each product, or none
    NodeId sum = noNode;            ///< an addition that follows
    NodeId addend = noNode;         ///< what it adds, no member
    NodeId slope = noNode;          ///< of an activation's gradient that follows
    NodeId activation = noNode;     ///< that follows

    NodeId scores = noNode, mask = noNode, softmax = noNode; ///< of attention
    NodeId last = noNode; ///< the product with v, or the gradient of q
    double factor = 1;    ///< of the scale

    /// After which node of the graph it runs.
    NodeId end() const { return nodes.back(); }
};

/// The order of a run on a device.
struct Stages {
    std::vector<Stage> list;
    std::vector<bool> hasValue; ///< by node: somebody reads it from memory
};

/// Every node by itself: for programs that keep every value.
Stages stagesOfEach(const Graph& graph, const ExecutionPlan& plan);

/// Joins nodes into as few launches as there can be: what follows on a product into the product,
/// products of one shape beside each other, attention, norms with what is added to them, the loss,
/// and the whole update. A value that only members of its stage read has no place in memory.
Stages joinedStages(const Graph& graph, const ExecutionPlan& plan);

} // namespace gf::gpu
