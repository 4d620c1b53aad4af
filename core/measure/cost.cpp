// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/cost.h"

#include "core/graph/op.h"
#include "core/ops/multiplications.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

CostPart partOfAttention(const Node& node) {
    if (node.op->kind() == OpKind::Linear)
        return CostPart::Projections;
    if (node.scope.kind() == ScopeKind::CrossAttention)
        return CostPart::CrossAttention;
    const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
    return stack && stack->title == "decoder" ? CostPart::DecoderSelfAttention
                                              : CostPart::EncoderSelfAttention;
}

} // namespace

std::string_view nameOf(CostPart part) {
    static constexpr std::array<std::string_view, costParts> names = {"encoder_self_attention",
                                                                      "cross_attention",
                                                                      "decoder_self_attention",
                                                                      "feed_forward",
                                                                      "projections",
                                                                      "output",
                                                                      "mixing",
                                                                      "recurrence",
                                                                      "alignment",
                                                                      "embedding"};
    return names[static_cast<std::size_t>(part)];
}

std::optional<CostPart> costPartOf(const Node& node) {
    const OpKind op = node.op->kind();
    if (node.role != Role::Forward || (op != OpKind::Linear && op != OpKind::MatMul))
        return std::nullopt;
    if (node.scope.isAttention())
        return partOfAttention(node);
    static constexpr std::pair<ScopeKind, CostPart> kinds[] = {
        {ScopeKind::FeedForward, CostPart::FeedForward}, {ScopeKind::Mixer, CostPart::Mixing},
        {ScopeKind::Alignment, CostPart::Alignment},     {ScopeKind::Cell, CostPart::Recurrence},
        {ScopeKind::TimeStep, CostPart::Recurrence},     {ScopeKind::Layer, CostPart::Recurrence},
        {ScopeKind::Embedding, CostPart::Embedding}};
    for (const auto& [kind, part] : kinds)
        if (node.scope.find(kind))
            return part;
    return CostPart::Output;
}

Cost costOf(const Graph& graph) {
    Cost cost;
    std::vector<Index> chains(graph.size()); // up to and with each node
    for (const Node& node : graph.nodes()) {
        Index& chain = chains[static_cast<std::size_t>(node.id)];
        for (const NodeId input : node.inputs)
            chain = std::max(chain, chains[static_cast<std::size_t>(input)]);
        const std::optional<CostPart> part = costPartOf(node);
        if (!part)
            continue;
        cost.chain = std::max(cost.chain, ++chain);
        const double multiplications = ops::multiplications(graph, node);
        cost.byPart[static_cast<std::size_t>(*part)] += multiplications;
        cost.total += multiplications;
    }
    return cost;
}

} // namespace gf
