// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/matches.h"
#include "core/backend/plan/plan.h"
#include "core/graph/graph.h"

#include <variant>
#include <vector>

namespace gf::gpu {

/// The launches of one node, as its op says.
struct OwnWork {};

/// Products of one shape in one launch, and what follows on them.
struct ProductsWork {
    std::vector<NodeId> products;   ///< done beside each other, or added up where there is a sum
    std::vector<NodeId> columnSums; ///< of the second operand of each product, or none
    NodeId sum = noNode;            ///< an addition that follows; noNode: none, as for the others
    NodeId addend = noNode;         ///< what it adds, no member
    NodeId slope = noNode;          ///< an activation's gradient that follows
    NodeId activation = noNode;     ///< that follows
};

/// Scores, scale, mask, softmax and, if there is one, the product with v.
struct AttentionWork {
    AttentionWeightsMatch weights; ///< of the scores
    NodeId heads = noNode;         ///< the product with v
};

/// softmax(mask(scale(x))) by itself.
struct WeightsWork {
    AttentionWeightsMatch weights;
};

/// The gradients of the weights, of the scores and of q.
struct AttentionGradientWork {
    ScoresGradientMatch scores;
    NodeId queries = noNode; ///< the gradient of q
};

/// Softmax, cross entropy, their mean, and the gradient to the logits.
struct LossWork {
    NodeId softmax, loss, mean, meanGradient, gradient;
};

/// LayerNorm's gradient to its input, and what is added to that.
struct NormGradientWork {
    NodeId gradient, sum, addend;
};

/// LayerNorm's gradients to gain and bias.
struct NormParametersWork {
    NodeId gain, bias;
};

/// Rows of a table, and what is added to them.
struct EmbeddingWork {
    NodeId embedding, sum, addend;
};

/// A sum over the batch, and zeros for the positions that were not used.
struct PositionGradientWork {
    NodeId sum, gradient;
};

/// Work number by number of one shape, one node after the other.
struct ChainWork {};

/// The optimizer's whole update of all parameters, which are alike.
struct UpdateWork {
    std::vector<ParameterUpdateMatch> parameters;
};

/// Nodes whose work is done together.
struct Fusion {
    std::vector<NodeId> nodes; ///< all members, in the order of the graph
    std::variant<OwnWork, ProductsWork, AttentionWork, WeightsWork, AttentionGradientWork, LossWork,
                 NormGradientWork, NormParametersWork, EmbeddingWork, PositionGradientWork,
                 ChainWork, UpdateWork>
        work;

    /// After which node of the graph it runs.
    NodeId end() const { return nodes.back(); }
};

/// The order of a run on a device.
struct Fusions {
    std::vector<Fusion> list;
    std::vector<bool> hasValue; ///< by node: somebody reads it from memory
};

/// Every node by itself: for programs that keep every value.
Fusions fusionsOfEach(const Graph& graph, const ExecutionPlan& plan);

/// Joins nodes into as few launches as there can be: what follows on a product into the product,
/// products of one shape beside each other, attention, norms with what is added to them, the loss,
/// and the whole update. A value that only members of its fusion read has no place in memory.
Fusions joinedFusions(const Graph& graph, const ExecutionPlan& plan);

} // namespace gf::gpu
