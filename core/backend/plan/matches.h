// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/plan/aliasing.h"
#include "core/graph/graph.h"

#include <functional>
#include <optional>
#include <vector>

namespace gf {

/// softmax(mask(scale(x))), where the mask hides with −∞.
struct AttentionWeightsMatch {
    NodeId x = noNode;
    NodeId scale = noNode; ///< noNode: none, or one whose result is wanted by itself; then it is x
    NodeId mask = noNode;
    NodeId softmax = noNode;
    double factor = 1; ///< of the scale

    /// Whose values nobody needs any more.
    std::vector<NodeId> between() const;
};

/// scale(mask(softmaxGradient(y, dy))), y being zero where the mask hides.
struct ScoresGradientMatch {
    NodeId weights = noNode;         ///< y
    NodeId weightsGradient = noNode; ///< dy
    NodeId softmaxGradient = noNode;
    NodeId mask = noNode;
    NodeId scale = noNode; ///< noNode: the mask is the end
    double factor = 1;     ///< of the scale

    NodeId end() const { return scale == noNode ? mask : scale; }
    /// Whose values nobody needs any more.
    std::vector<NodeId> between() const;
};

/// Attention as a whole: heads = softmax(mask(scale(q·kᵀ)))·v and its gradients, where nobody wants
/// a matrix [T,S] of it.
struct AttentionMatch {
    AttentionWeightsMatch weights;
    NodeId q = noNode, k = noNode, v = noNode; ///< as the products read them, views included
    NodeId heads = noNode;
    NodeId headsGradient = noNode;                ///< noNode: nobody asks for gradients
    NodeId dq = noNode, dk = noNode, dv = noNode; ///< noNode: nobody asks for it
    std::vector<NodeId> between;                  ///< whose values nobody needs any more
};

/// The gradients of one LayerNorm or RMSNorm, which read the same gradient of its result.
struct NormGradientsMatch {
    NodeId input = noNode; ///< noNode: nobody asks for it
    NodeId gain = noNode;
    NodeId bias = noNode; ///< the sum of columns; noNode: there is none, as in RMSNorm
};

/// The optimizer's chain of one parameter, as appendOptimizer() makes it.
struct ParameterUpdateMatch {
    enum class Optimizer : std::uint8_t { Sgd, Momentum, Adam };

    NodeId apply = noNode;
    std::vector<NodeId> nodes; ///< all of it, from its end to its beginning
    NodeId gradient = noNode;  ///< that it begins with
    Optimizer optimizer = Optimizer::Sgd;
    NodeId moment1 = noNode, moment2 = noNode; ///< what is kept from step to step, as it was before
    NodeId rate = noNode;
    NodeId step = noNode; ///< its number, which Adam needs
    NodeId clip = noNode; ///< the factor; noNode: nothing is clipped
    double decay = 0;     ///< added to the gradient
    double decoupledDecay = 0;
    double beta1 = 0.5, beta2 = 0.5, epsilon = 0;
};

/// Finds in a graph what several nodes are together. Backends join it where that pays; what they
/// make of it has the same bits as the nodes one after the other, but for attention as a whole.
class Matcher {
public:
    /// Whether a node may be a part of a match: it has work, and is not joined with others.
    using IsFree = std::function<bool(NodeId)>;

    /// `isKept` and `isFree` are asked at once and during each search. The graph outlives it.
    Matcher(const Graph& graph, const IsKept& isKept, IsFree isFree);

    /// The node whose value it is, behind views.
    NodeId base(NodeId id) const { return m_base[id]; }
    /// The base of an operand.
    NodeId input(NodeId id, std::size_t i) const { return base(m_graph[id].inputs[i]); }
    /// Who reads the value of a base, through views as well; in order, each once.
    const std::vector<NodeId>& readersOf(NodeId id) const { return m_readers[id]; }
    /// Whether somebody wants the value of a base after the run.
    bool isKept(NodeId id) const { return m_isKept[id]; }

    bool is(NodeId id, OpKind kind) const;
    bool isFree(NodeId id, OpKind kind) const { return is(id, kind) && m_isFree(id); }
    /// The one node that reads it, if nobody keeps it; otherwise noNode.
    NodeId onlyReader(NodeId id) const;
    /// The first free node of this kind that reads a value; otherwise noNode.
    NodeId freeReader(NodeId id, OpKind kind) const;

    /// What ends in this softmax.
    std::optional<AttentionWeightsMatch> attentionWeights(NodeId softmax) const;
    /// What begins with this gradient of a softmax.
    std::optional<ScoresGradientMatch> scoresGradient(NodeId softmaxGradient) const;
    /// What goes through this softmax; its masks may have a window.
    std::optional<AttentionMatch> attention(NodeId softmax) const;
    /// What belongs to this gradient of a gain.
    std::optional<NormGradientsMatch> normGradients(NodeId gainGradient) const;
    /// What ends in this change of a parameter; its nodes need not be free.
    std::optional<ParameterUpdateMatch> parameterUpdate(NodeId apply) const;

private:
    bool isOneShape(NodeId a, NodeId b) const;
    bool isProduct(NodeId id, bool transposeA, bool transposeB) const;
    bool isZeroBehind(const Node& mask, NodeId softmax) const;
    std::optional<AttentionWeightsMatch> maskedSoftmax(NodeId softmax) const;
    std::optional<ScoresGradientMatch> maskedGradient(NodeId softmaxGradient) const;
    bool addGradients(AttentionMatch& match, NodeId softmaxGradient) const;

    const Graph& m_graph;
    IsFree m_isFree;
    std::vector<NodeId> m_base;
    std::vector<std::vector<NodeId>> m_readers; ///< by base
    std::vector<bool> m_isKept;                 ///< by base
};

} // namespace gf
