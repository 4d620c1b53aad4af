// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/intervened_model.h"

#include "core/graph/op.h"
#include "core/ops/intervene.h"
#include "core/ops/mask.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gf {

namespace {

/// What is done to the values of a node, in order. Only what a mask hid can be revealed.
std::vector<Edit> editsOf(const Node& node, std::span<const Intervention> interventions) {
    std::vector<Edit> edits;
    for (const Intervention& change : interventions)
        if (change.node == node.name && change.edit.kind != Edit::Kind::LiftCausal &&
            (change.edit.kind != Edit::Kind::Reveal || node.op->kind() == OpKind::Mask))
            edits.push_back(change.edit);
    return edits;
}

/// Whether later keys may be seen after all.
bool isCausalLifted(const Node& node, std::span<const Intervention> interventions) {
    return std::ranges::any_of(interventions, [&](const Intervention& change) {
        return change.node == node.name && change.edit.kind == Edit::Kind::LiftCausal;
    });
}

} // namespace

std::vector<Intervention> withoutCausalMask(const ModelConfig& model) {
    std::vector<Intervention> lifted;
    if (model.isRecurrent())
        return lifted;
    const ModelGraph built = shortestModel(model);
    for (const Node& node : built.graph->nodes())
        if (ops::hides(node.op->kind()) && node.as<MaskAttributes>().causal)
            lifted.push_back({node.name, {Edit::Kind::LiftCausal, 0, {}}});
    return lifted;
}

namespace {

/// What is done to rows that are joined only to be looked at is done to the rows themselves: the
/// alignment of a decoder whose context joins its next input.
std::vector<Intervention> onRows(const Graph& graph, std::span<const Intervention> interventions) {
    std::vector<Intervention> changes;
    const std::vector<std::vector<NodeId>> users =
        interventions.empty() ? std::vector<std::vector<NodeId>>{} : graph.users();
    for (const Intervention& change : interventions) {
        const NodeId id = graph.find(change.node);
        if (id == noNode || graph[id].op->kind() != OpKind::Join || !users[id].empty()) {
            changes.push_back(change);
            continue;
        }
        const Node& join = graph[id];
        for (std::size_t i = 0; i < join.inputs.size(); ++i) {
            if (!change.edit.cells[0].contains(join.as<PartAttributes>().corners[i].row))
                continue;
            Intervention ofRow = change;
            ofRow.node = graph[join.inputs[i]].name;
            ofRow.edit.cells[0] = Places{};
            changes.push_back(std::move(ofRow));
        }
    }
    return changes;
}

} // namespace

ModelGraph intervened(const ModelGraph& model, std::span<const Intervention> wanted) {
    const std::vector<Intervention> interventions = onRows(*model.graph, wanted);
    ModelGraph result;
    result.graph = std::make_shared<Graph>();
    Graph& graph = *result.graph;
    std::vector<NodeId> place; // by old node: what those after it read now
    for (Node node : model.graph->nodes()) {
        for (NodeId& input : node.inputs)
            input = place[input];
        if (isCausalLifted(node, interventions))
            std::get<MaskAttributes>(node.attributes).causal = false;
        std::vector<Edit> edits;
        if (ops::canIntervene(*model.graph, node.id))
            edits = editsOf(node, interventions);
        if (edits.empty()) {
            place.push_back(graph.append(std::move(node)));
            continue;
        }
        std::string changed = node.name;
        std::string& suffixed = node.role == Role::Parameter ? changed : node.name;
        suffixed += node.role == Role::Parameter ? ops::changedSuffix : ops::computedSuffix;
        const NodeId hidden = node.op->kind() == OpKind::Mask ? node.inputs[0] : noNode;
        const bool isParameter = node.role == Role::Parameter;
        const NodeId before = graph.append(std::move(node));
        const NodeId after =
            ops::intervene(graph, std::move(changed), before, std::move(edits), hidden);
        graph.relate(after, isParameter ? Relation::Changed : Relation::Own, before);
        if (!isParameter)
            graph.relate(before, Relation::Computed, after);
        place.push_back(after);
    }
    const auto moved = [&](NodeId id) { return id == noNode ? noNode : place[id]; };
    result.inputs = model.inputs;
    for (ModelInput& input : result.inputs)
        input.node = moved(input.node);
    result.tokenCount = moved(model.tokenCount);
    result.logits = moved(model.logits);
    result.probabilities = moved(model.probabilities);
    result.prediction = moved(model.prediction);
    result.states = moved(model.states);
    result.pooled = moved(model.pooled);
    result.tokenLoss = moved(model.tokenLoss);
    result.loss = moved(model.loss);
    return result;
}

} // namespace gf
