// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/attention_stages.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"

#include <array>
#include <string_view>

namespace gf {

std::vector<NodeId> attentionStages(const Graph& graph, const Scope& scope) {
    constexpr std::array<std::string_view, 5> parts{"scores", "scaled", "biased", "masked",
                                                    "weights"};
    std::vector<NodeId> stages;
    const ScopeKind kind = scope.kind();
    if (!scope.isAttention() && kind != ScopeKind::Mixer && kind != ScopeKind::Alignment &&
        kind != ScopeKind::TimeStep)
        return stages;
    for (const std::string_view part : parts)
        if (const NodeId stage = graph.find(scope, part); stage != noNode)
            stages.push_back(stage);
    return stages;
}

NodeId stageBeforeMask(const Graph& graph, const Scope& scope) {
    NodeId before = noNode;
    for (const NodeId stage : attentionStages(graph, scope)) {
        if (graph[stage].part == "masked")
            return before;
        before = stage;
    }
    return noNode;
}

bool areAttentionWeights(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.axes[0] == Axis::Head && node.part == "weights" &&
           node.relation == Relation::Own &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Softmax;
}

bool areAlignmentWeights(const Node& node) {
    return node.role == Role::Forward && node.scope.kind() == ScopeKind::Alignment &&
           node.part == "weights" && node.relation == Relation::Own;
}

} // namespace gf
