// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/phases.h"

#include "core/backend/plan/aliasing.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

bool isLate(Phase phase) {
    return phase == Phase::BatchSum || phase == Phase::Update;
}

/// The phase of a node whose operands have theirs.
Phase phaseOf(const Graph& graph, const Node& node, const std::vector<Phase>& phases) {
    const auto phaseOfInput = [&](NodeId input) { return phases[input]; };
    const OpKind kind = node.op->kind();
    if (kind == OpKind::Input || kind == OpKind::Parameter)
        return Phase::Given;
    if (sharesBuffer(kind) && node.role != Role::Update)
        return phaseOfInput(node.inputs[0]);
    if (node.batched)
        return Phase::Example;
    if (node.inputs.empty())
        return Phase::Constant;
    if (kind == OpKind::CountTokens) // of all examples, before the first of them is looked at
        return Phase::Once;
    if (std::ranges::any_of(node.inputs, [&](NodeId input) { return graph[input].batched; }))
        return Phase::BatchSum;
    const bool late =
        node.role == Role::Update ||
        std::ranges::any_of(node.inputs, [&](NodeId input) { return isLate(phaseOfInput(input)); });
    return late ? Phase::Update : Phase::Once;
}

[[maybe_unused]] bool isBesideExamples(const Node& node, Phase phase) {
    return phase == Phase::Example || (phase == Phase::BatchSum && !sharesBuffer(node.op->kind()));
}

[[maybe_unused]] bool readsSum(const Node& node, const std::vector<Phase>& phases) {
    return std::ranges::any_of(node.inputs, [&](NodeId input) { return isLate(phases[input]); });
}

} // namespace

std::vector<Phase> phasesOf(const Graph& graph) {
    std::vector<Phase> phases;
    phases.reserve(graph.size());
    for (const Node& node : graph.nodes()) {
        phases.push_back(phaseOf(graph, node, phases));
        assert((!isBesideExamples(node, phases.back()) || !readsSum(node, phases)) &&
               "an example has only a part of a sum over the batch");
    }
    return phases;
}

} // namespace gf
