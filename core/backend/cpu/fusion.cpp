// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/fusion.h"

#include "core/graph/op.h"

#include <cmath>

namespace gf::cpu {

namespace {

class Fuser {
public:
    Fuser(const Graph& graph, const IsKept& isKept)
        : m_graph(graph), m_isKept(isKept), m_users(graph.users()), m_work(workOfEach(graph)) {}

    std::vector<NodeWork> run() {
        // Backwards, so that the longest chain that ends somewhere is seen before its parts.
        for (auto id = static_cast<NodeId>(m_graph.size()) - 1; id >= 0; --id) {
            const Node& node = m_graph[id];
            if (workOf(id).work != Work::Own)
                continue;
            fuseAttentionWeights(node);
            fuseScoresGradient(node);
            fuseGelu(node);
            fuseLayerNormGradients(node);
        }
        return std::move(m_work);
    }

private:
    static bool is(const Node& node, OpKind kind) { return node.op->kind() == kind; }
    NodeWork& workOf(NodeId id) { return m_work[static_cast<std::size_t>(id)]; }
    const std::vector<NodeId>& usersOf(NodeId id) const {
        return m_users[static_cast<std::size_t>(id)];
    }
    const Node& input(const Node& node, std::size_t i) const { return m_graph[node.inputs[i]]; }

    /// The node has work of its own of this kind and one reader, and nobody else wants its value.
    bool isLink(const Node& node, OpKind kind) {
        return is(node, kind) && usersOf(node.id).size() == 1 && !m_isKept(node.id) &&
               workOf(node.id).work == Work::Own;
    }

    void doElsewhere(NodeId id) {
        workOf(id) = {};
        workOf(id).work = Work::Elsewhere;
    }

    static std::vector<NodeId> withKeep(std::vector<NodeId> reads, const Node& mask) {
        if (mask.inputs.size() == 2)
            reads.push_back(mask.inputs[1]);
        return reads;
    }

    /// Leaves the hidden half out of the products that make and read a square attention matrix.
    /// `made` is what the mask is applied to, `hidden` what is zero where it hides.
    void leaveOutHidden(const Node& mask, NodeId made, NodeId hidden) {
        if (!mask.as<MaskAttributes>().causal || mask.shape.matrixRows() != mask.shape.columns())
            return;
        if (isLink(m_graph[made], OpKind::MatMul))
            workOf(made).triangle = Triangle::Result;
        for (const NodeId user : usersOf(hidden))
            if (is(m_graph[user], OpKind::MatMul) && m_graph[user].inputs[0] == hidden)
                workOf(user).triangle = Triangle::Left;
    }

    void fuseAttentionWeights(const Node& softmax) {
        if (!is(softmax, OpKind::Softmax))
            return;
        const Node& mask = input(softmax, 0);
        if (!isLink(mask, OpKind::Mask) || !std::isinf(mask.as<MaskAttributes>().fill))
            return;
        const Node& scale = input(mask, 0);
        const bool scales = isLink(scale, OpKind::Scale);
        const NodeId scores = scales ? scale.inputs[0] : scale.id;
        workOf(softmax.id) = {Work::AttentionWeights, withKeep({scores}, mask), mask.id,
                              scales ? scale.as<ScaleAttributes>().factor : 1};
        doElsewhere(mask.id);
        if (scales)
            doElsewhere(scale.id);
        leaveOutHidden(mask, scores, softmax.id);
    }

    /// Whether a node is the softmax of what this mask hides with −∞, so that it is zero there.
    bool isZeroBehind(const Node& mask, const Node& softmax) const {
        if (!is(softmax, OpKind::Softmax) || !is(input(softmax, 0), OpKind::Mask))
            return false;
        const Node& forward = input(softmax, 0);
        const bool sameKeep = withKeep({}, forward) == withKeep({}, mask);
        return sameKeep &&
               forward.as<MaskAttributes>().causal == mask.as<MaskAttributes>().causal &&
               forward.as<MaskAttributes>().strict == mask.as<MaskAttributes>().strict &&
               std::isinf(forward.as<MaskAttributes>().fill);
    }

    void fuseScoresGradient(const Node& last) {
        const bool scales = is(last, OpKind::Scale);
        const Node& mask = scales ? input(last, 0) : last;
        if (scales ? !isLink(mask, OpKind::Mask) : !is(mask, OpKind::Mask))
            return;
        if (mask.as<MaskAttributes>().fill != 0)
            return;
        const Node& gradient = input(mask, 0);
        if (!isLink(gradient, OpKind::SoftmaxGradient) || !isZeroBehind(mask, input(gradient, 0)))
            return;
        workOf(last.id) = {Work::ScoresGradient,
                           withKeep({gradient.inputs[0], gradient.inputs[1]}, mask), mask.id,
                           scales ? last.as<ScaleAttributes>().factor : 1};
        doElsewhere(gradient.id);
        if (scales)
            doElsewhere(mask.id);
        leaveOutHidden(mask, gradient.inputs[1], last.id);
    }

    void fuseGelu(const Node& gradient) {
        if (!is(gradient, OpKind::GeluGradient))
            return;
        const Node& x = input(gradient, 0);
        const std::vector<NodeId>& users = usersOf(x.id);
        // Only a value that is made anew in every run may be overwritten.
        if (!is(x, OpKind::Linear) || m_isKept(x.id) || users.size() != 2)
            return;
        const Node& gelu = m_graph[users[0]];
        if (!is(gelu, OpKind::Gelu))
            return;
        workOf(gelu.id).work = Work::GeluWithSlope;
        workOf(gradient.id).work = Work::TimesSlope;
    }

    void fuseLayerNormGradients(const Node& gradient) {
        if (!is(gradient, OpKind::LayerNormInputGradient))
            return;
        const NodeId x = gradient.inputs[0];
        const NodeId dy = gradient.inputs[2];
        for (const NodeId user : usersOf(x)) {
            const Node& gain = m_graph[user];
            if (!is(gain, OpKind::LayerNormGainGradient) || gain.inputs[1] != dy)
                continue;
            workOf(gradient.id).work = Work::LayerNormGradients;
            workOf(gradient.id).partner = gain.id;
            doElsewhere(gain.id);
            return;
        }
    }

    const Graph& m_graph;
    const IsKept& m_isKept;
    std::vector<std::vector<NodeId>> m_users;
    std::vector<NodeWork> m_work;
};

} // namespace

std::vector<NodeWork> workOfEach(const Graph& graph) {
    std::vector<NodeWork> work(graph.size());
    for (const Node& node : graph.nodes())
        work[static_cast<std::size_t>(node.id)].reads = node.inputs;
    return work;
}

std::vector<NodeWork> fuse(const Graph& graph, const IsKept& isKept) {
    return Fuser(graph, isKept).run();
}

} // namespace gf::cpu
