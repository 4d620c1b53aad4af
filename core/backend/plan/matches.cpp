// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/matches.h"

#include "core/graph/op.h"

#include <cmath>
#include <utility>

namespace gf {

namespace {

bool hides(const Node& mask) {
    return std::isinf(mask.as<MaskAttributes>().fill);
}

Index windowOf(const Node& mask) {
    return mask.as<MaskAttributes>().window;
}

} // namespace

std::vector<NodeId> AttentionWeightsMatch::between() const {
    return scale == noNode ? std::vector{mask} : std::vector{mask, scale};
}

std::vector<NodeId> ScoresGradientMatch::between() const {
    return scale == noNode ? std::vector{softmaxGradient} : std::vector{softmaxGradient, mask};
}

Matcher::Matcher(const Graph& graph, const IsKept& isKept, IsFree isFree)
    : m_graph(graph), m_isFree(std::move(isFree)), m_base(graph.size()), m_readers(graph.size()),
      m_isKept(graph.size(), false) {
    for (const Node& node : graph.nodes()) {
        const auto at = static_cast<std::size_t>(node.id);
        const bool isView = formOf(node.op->kind()) == OpForm::View;
        m_base[at] = isView ? base(node.inputs[0]) : node.id;
        if (isKept(node.id))
            m_isKept[m_base[at]] = true;
        if (isView)
            continue;
        for (const NodeId input : node.inputs) {
            std::vector<NodeId>& readers = m_readers[base(input)];
            if (readers.empty() || readers.back() != node.id)
                readers.push_back(node.id);
        }
    }
}

bool Matcher::is(NodeId id, OpKind kind) const {
    return id != noNode && m_graph[id].op->kind() == kind;
}

NodeId Matcher::onlyReader(NodeId id) const {
    return readersOf(id).size() == 1 && !isKept(id) ? readersOf(id).front() : noNode;
}

NodeId Matcher::freeReader(NodeId id, OpKind kind) const {
    for (const NodeId reader : readersOf(id))
        if (isFree(reader, kind))
            return reader;
    return noNode;
}

/// Whether rows and columns are the same, whatever views lie between.
bool Matcher::isOneShape(NodeId a, NodeId b) const {
    return m_graph[a].shape == m_graph[b].shape;
}

std::optional<AttentionWeightsMatch> Matcher::attentionWeights(NodeId softmax) const {
    const auto match = maskedSoftmax(softmax);
    return match && windowOf(m_graph[match->mask]) == 0 ? match : std::nullopt;
}

std::optional<AttentionWeightsMatch> Matcher::maskedSoftmax(NodeId softmax) const {
    if (!isFree(softmax, OpKind::Softmax))
        return {};
    AttentionWeightsMatch match{.softmax = softmax};
    match.mask = input(softmax, 0);
    if (!isFree(match.mask, OpKind::Mask) || !hides(m_graph[match.mask]) ||
        onlyReader(match.mask) != softmax || !isOneShape(match.mask, softmax))
        return {};
    match.x = input(match.mask, 0);
    if (isFree(match.x, OpKind::Scale) && onlyReader(match.x) == match.mask &&
        isOneShape(match.x, match.mask)) {
        match.scale = match.x;
        match.factor = m_graph[match.scale].as<ScaleAttributes>().factor;
        match.x = input(match.scale, 0);
    }
    return match;
}

/// Whether a node is the softmax of what this mask hides with −∞, so that it is zero there.
bool Matcher::isZeroBehind(const Node& mask, NodeId softmax) const {
    if (!is(softmax, OpKind::Softmax) || !is(input(softmax, 0), OpKind::Mask))
        return false;
    const Node& forward = m_graph[input(softmax, 0)];
    const auto& hidden = forward.as<MaskAttributes>();
    const bool sameKeep = forward.inputs.size() == mask.inputs.size() &&
                          (forward.inputs.size() < 2 || input(forward.id, 1) == input(mask.id, 1));
    return sameKeep && hidden.causal == mask.as<MaskAttributes>().causal &&
           hidden.strict == mask.as<MaskAttributes>().strict && hidden.window == windowOf(mask) &&
           hides(forward);
}

std::optional<ScoresGradientMatch> Matcher::scoresGradient(NodeId softmaxGradient) const {
    const auto match = maskedGradient(softmaxGradient);
    return match && windowOf(m_graph[match->mask]) == 0 ? match : std::nullopt;
}

std::optional<ScoresGradientMatch> Matcher::maskedGradient(NodeId softmaxGradient) const {
    if (!isFree(softmaxGradient, OpKind::SoftmaxGradient))
        return {};
    ScoresGradientMatch match{.weights = input(softmaxGradient, 0),
                              .weightsGradient = input(softmaxGradient, 1),
                              .softmaxGradient = softmaxGradient,
                              .mask = onlyReader(softmaxGradient)};
    if (!isFree(match.mask, OpKind::Mask) || m_graph[match.mask].as<MaskAttributes>().fill != 0 ||
        !isZeroBehind(m_graph[match.mask], match.weights) ||
        !isOneShape(softmaxGradient, match.mask))
        return {};
    if (const NodeId scale = onlyReader(match.mask);
        isFree(scale, OpKind::Scale) && isOneShape(match.mask, scale)) {
        match.scale = scale;
        match.factor = m_graph[scale].as<ScaleAttributes>().factor;
    }
    return match;
}

/// Whether a node is a free product [H,·,·] of operands of these orientations.
bool Matcher::isProduct(NodeId id, bool transposeA, bool transposeB) const {
    return isFree(id, OpKind::MatMul) && m_graph[id].shape.rank() == 3 &&
           m_graph[id].as<ProductAttributes>() == ProductAttributes{transposeA, transposeB};
}

std::optional<AttentionMatch> Matcher::attention(NodeId softmax) const {
    const auto weights = maskedSoftmax(softmax);
    if (!weights || isKept(softmax) || !isProduct(weights->x, false, true) ||
        onlyReader(weights->x) == noNode)
        return {};
    AttentionMatch match{.weights = *weights, .between = weights->between()};
    match.between.insert(match.between.end(), {weights->x, softmax});
    match.q = m_graph[weights->x].inputs[0];
    match.k = m_graph[weights->x].inputs[1];
    NodeId softmaxGradient = noNode;
    for (const NodeId reader : readersOf(softmax))
        if (match.heads == noNode && isProduct(reader, false, false) &&
            m_graph[reader].inputs[0] == softmax)
            match.heads = reader;
        else if (match.dv == noNode && isProduct(reader, true, false) &&
                 m_graph[reader].inputs[0] == softmax)
            match.dv = reader;
        else if (softmaxGradient == noNode && is(reader, OpKind::SoftmaxGradient))
            softmaxGradient = reader;
        else
            return {};
    if (match.heads == noNode)
        return {};
    match.v = m_graph[match.heads].inputs[1];
    if (match.dv != noNode)
        match.headsGradient = m_graph[match.dv].inputs[1];
    if (softmaxGradient != noNode && !addGradients(match, softmaxGradient))
        return {};
    return match;
}

/// Adds what comes to queries and keys; false: it is something else.
bool Matcher::addGradients(AttentionMatch& match, NodeId softmaxGradient) const {
    const auto scores = maskedGradient(softmaxGradient);
    if (!scores || scores->weights != match.weights.softmax ||
        scores->factor != match.weights.factor || isKept(scores->end()) ||
        !isProduct(scores->weightsGradient, false, true) ||
        onlyReader(scores->weightsGradient) != softmaxGradient ||
        input(scores->weightsGradient, 1) != base(match.v))
        return false;
    const NodeId headsGradient = m_graph[scores->weightsGradient].inputs[0];
    if (match.headsGradient != noNode && base(match.headsGradient) != base(headsGradient))
        return false;
    match.headsGradient = headsGradient;
    for (const NodeId reader : readersOf(scores->end()))
        if (match.dq == noNode && isProduct(reader, false, false) &&
            input(reader, 0) == scores->end() && input(reader, 1) == base(match.k))
            match.dq = reader;
        else if (match.dk == noNode && isProduct(reader, true, false) &&
                 input(reader, 0) == scores->end() && input(reader, 1) == base(match.q))
            match.dk = reader;
        else
            return false;
    const std::vector<NodeId> between = scores->between();
    match.between.insert(match.between.end(), between.begin(), between.end());
    match.between.insert(match.between.end(), {scores->weightsGradient, scores->end()});
    return match.dq != noNode || match.dk != noNode;
}

std::optional<NormGradientsMatch> Matcher::normGradients(NodeId gainGradient) const {
    const bool centres = isFree(gainGradient, OpKind::LayerNormGainGradient);
    if (!centres && !isFree(gainGradient, OpKind::RmsNormGainGradient))
        return {};
    const OpKind inputGradient =
        centres ? OpKind::LayerNormInputGradient : OpKind::RmsNormInputGradient;
    NormGradientsMatch match{.gain = gainGradient};
    const NodeId dy = input(gainGradient, 1);
    for (const NodeId reader : readersOf(input(gainGradient, 0)))
        if (isFree(reader, inputGradient) && input(reader, 2) == dy) {
            match.input = reader;
            break;
        }
    if (!centres)
        return match;
    if (const NodeId sum = freeReader(dy, OpKind::ColumnSum);
        sum != noNode && m_graph[sum].shape.count() == m_graph[gainGradient].shape.count())
        match.bias = sum;
    return match;
}

std::optional<ParameterUpdateMatch> Matcher::parameterUpdate(NodeId apply) const {
    if (!is(apply, OpKind::Apply))
        return {};
    using Optimizer = ParameterUpdateMatch::Optimizer;
    ParameterUpdateMatch match{.apply = apply, .nodes = {apply}};
    const auto follow = [&](NodeId id) -> const Node& {
        match.nodes.push_back(id);
        return m_graph[id];
    };
    if (m_graph[apply].inputs.size() == 3)
        match.decoupledDecay = m_graph[apply].as<DecayAttributes>().rate;
    const Node& change = follow(input(apply, 1));
    if (is(change.id, OpKind::AdamUpdate)) {
        const Node& moment2 = follow(input(change.id, 1));
        const Node& moment1 = follow(input(change.id, 0));
        match.optimizer = Optimizer::Adam;
        match.moment1 = moment1.inputs[0];
        match.moment2 = moment2.inputs[0];
        match.beta1 = moment1.as<MomentAttributes>().beta;
        match.beta2 = moment2.as<MomentAttributes>().beta;
        match.epsilon = change.as<AdamAttributes>().epsilon;
        match.rate = change.inputs[2];
        match.step = change.inputs[3];
        match.gradient = input(moment1.id, 1);
    } else if (is(change.id, OpKind::SgdUpdate)) {
        match.rate = change.inputs[1];
        match.gradient = input(change.id, 0);
        if (is(match.gradient, OpKind::Momentum)) {
            const Node& momentum = follow(match.gradient);
            match.optimizer = Optimizer::Momentum;
            match.moment1 = momentum.inputs[0];
            match.beta1 = momentum.as<MomentAttributes>().beta;
            match.gradient = input(momentum.id, 1);
        }
    } else {
        return {};
    }
    if (is(match.gradient, OpKind::DecayGradient)) {
        const Node& decay = follow(match.gradient);
        match.decay = decay.as<DecayAttributes>().rate;
        match.gradient = input(decay.id, 0);
    }
    if (is(match.gradient, OpKind::ClipGradient)) {
        const Node& clip = follow(match.gradient);
        match.clip = clip.inputs[1];
        match.gradient = input(clip.id, 0);
    }
    return match;
}

} // namespace gf
