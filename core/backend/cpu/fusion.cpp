// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/fusion.h"

#include "core/backend/cpu/kernels.h"
#include "core/backend/plan/matches.h"
#include "core/graph/op.h"

#include <algorithm>

namespace gf::cpu {

namespace {

/// Keys from which on attention is faster by blocks than with its matrices kept: making the scores
/// twice and adding up by blocks costs more than it saves while a matrix stays in the caches.
constexpr Index fewestKeysForBlocks = 384;
/// The same where there is a window: nothing else leaves out what that hides.
constexpr Index fewestKeysOfWindows = 64;

class Fuser {
public:
    Fuser(const Graph& graph, const IsKept& isKept)
        : m_graph(graph), m_work(workOfEach(graph)),
          m_matcher(graph, isKept, [this](NodeId id) { return workOf(id).work == Work::Own; }) {}
    Fuser(const Fuser&) = delete;
    Fuser& operator=(const Fuser&) = delete;

    std::vector<NodeWork> run() {
        for (const Node& node : m_graph.nodes()) {
            fuseAttention(node.id);
            fuseAttentionWeights(node.id);
            fuseScoresGradient(node.id);
            fuseGelu(node);
            fuseNormGradients(node.id);
        }
        return std::move(m_work);
    }

private:
    NodeWork& workOf(NodeId id) { return m_work[id]; }

    void doElsewhere(NodeId id) {
        workOf(id) = {};
        workOf(id).work = Work::Elsewhere;
    }

    std::vector<NodeId> withKeep(std::vector<NodeId> reads, NodeId mask) const {
        if (m_graph[mask].inputs.size() == 2)
            reads.push_back(m_graph[mask].inputs[1]);
        return reads;
    }

    /// Leaves the hidden half out of the products that make and read a square attention matrix.
    /// `made` is what the mask is applied to, `hidden` what is zero where it hides.
    void leaveOutHidden(const Node& mask, NodeId made, NodeId hidden) {
        if (!mask.as<MaskAttributes>().causal || mask.shape.matrixRows() != mask.shape.columns())
            return;
        if (m_matcher.isFree(made, OpKind::MatMul) && m_matcher.onlyReader(made) != noNode)
            workOf(made).triangle = Triangle::Result;
        for (const NodeId reader : m_matcher.readersOf(hidden))
            if (m_matcher.is(reader, OpKind::MatMul) && m_graph[reader].inputs[0] == hidden)
                workOf(reader).triangle = Triangle::Left;
    }

    /// Whether attention of these shapes, and its masks, is faster by blocks.
    bool goesByBlocks(const AttentionMatch& match) const {
        const Node& softmax = m_graph[match.weights.softmax];
        const bool hasWindow = m_graph[match.weights.mask].as<MaskAttributes>().window > 0;
        return softmax.batched && m_graph[match.heads].batched &&
               std::max(m_graph[match.q].shape.columns(), m_graph[match.v].shape.columns()) <=
                   widestBlockHead &&
               softmax.shape.columns() >= (hasWindow ? fewestKeysOfWindows : fewestKeysForBlocks);
    }

    void fuseAttention(NodeId softmax) {
        const auto match = m_matcher.attention(softmax);
        if (!match || !goesByBlocks(*match))
            return;
        for (const NodeId id : match->between)
            doElsewhere(id);
        const NodeId mask = match->weights.mask;
        const double factor = match->weights.factor;
        workOf(match->heads) = {.work = Work::BlockAttention,
                                .reads = withKeep({match->q, match->k, match->v}, mask),
                                .partner = mask,
                                .factor = factor,
                                .makes = {softmax, match->heads}};
        const std::vector<NodeId> made{match->dq, match->dk, match->dv};
        NodeId first = noNode;
        for (const NodeId id : made)
            if (id != noNode) {
                doElsewhere(id);
                first = first == noNode ? id : std::min(first, id);
            }
        if (first != noNode) // nobody reads one of them before
            workOf(first) = {.work = Work::BlockGradients,
                             .reads = withKeep({match->q, match->k, match->v, softmax, match->heads,
                                                match->headsGradient},
                                               mask),
                             .partner = mask,
                             .factor = factor,
                             .makes = made};
    }

    void fuseAttentionWeights(NodeId softmax) {
        const auto match = m_matcher.attentionWeights(softmax);
        if (!match)
            return;
        workOf(softmax) = {Work::AttentionWeights, withKeep({match->x}, match->mask), match->mask,
                           match->factor};
        for (const NodeId id : match->between())
            doElsewhere(id);
        leaveOutHidden(m_graph[match->mask], match->x, softmax);
    }

    void fuseScoresGradient(NodeId softmaxGradient) {
        const auto match = m_matcher.scoresGradient(softmaxGradient);
        if (!match)
            return;
        workOf(match->end()) = {Work::ScoresGradient,
                                withKeep({match->weights, match->weightsGradient}, match->mask),
                                match->mask, match->factor};
        for (const NodeId id : match->between())
            doElsewhere(id);
        leaveOutHidden(m_graph[match->mask], match->weightsGradient, match->end());
    }

    void fuseGelu(const Node& gradient) {
        if (!m_matcher.is(gradient.id, OpKind::GeluGradient))
            return;
        const NodeId x = m_matcher.input(gradient.id, 0);
        const std::vector<NodeId>& readers = m_matcher.readersOf(x);
        // Only a value that is made anew in every run may be overwritten.
        if (!m_matcher.is(x, OpKind::Linear) || m_matcher.isKept(x) || readers.size() != 2 ||
            !m_matcher.is(readers[0], OpKind::Gelu))
            return;
        workOf(readers[0]).work = Work::GeluWithSlope;
        workOf(gradient.id).work = Work::TimesSlope;
    }

    void fuseNormGradients(NodeId gainGradient) {
        const auto match = m_matcher.normGradients(gainGradient);
        if (!match || match->input == noNode)
            return;
        workOf(match->input).work = Work::NormGradients;
        workOf(match->input).partner = match->gain;
        doElsewhere(match->gain);
    }

    const Graph& m_graph;
    std::vector<NodeWork> m_work;
    Matcher m_matcher;
};

} // namespace

std::vector<NodeWork> workOfEach(const Graph& graph) {
    std::vector<NodeWork> work(graph.size());
    for (const Node& node : graph.nodes())
        work[node.id].reads = node.inputs;
    return work;
}

std::vector<NodeWork> fuse(const Graph& graph, const IsKept& isKept) {
    return Fuser(graph, isKept).run();
}

} // namespace gf::cpu
