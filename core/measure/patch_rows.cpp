// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/patch_rows.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// The part of a sub-layer that is put in.
const char* partOf(PatchWhat what) {
    return what == PatchWhat::Head ? "concat" : what == PatchWhat::Pattern ? "weights" : "output";
}

bool isOf(const Node& node, PatchWhat what, const char* part) {
    const bool suits = what == PatchWhat::FeedForward ? node.scope.kind() == ScopeKind::FeedForward
                                                      : node.scope.isAttention();
    return suits && node.role == Role::Forward && node.relation == Relation::Own &&
           node.part == part;
}

std::string headOf(const Scope& scope, Index head) {
    return scope.nameOf("head." + std::to_string(head));
}

Index headsIn(const Graph& graph, const Scope& attention) {
    return graph[graph.find(attention, "heads")].shape[0];
}

constexpr const char* operandNames[] = {"query", "key", "value"};

/// What an attention reads as queries, keys or values.
NodeId operandOf(const Graph& graph, const Scope& scope, const std::string& name) {
    const bool isValue = name == operandNames[2];
    const NodeId product = graph.find(scope, isValue ? "heads" : "scores");
    return graph[computedNode(graph, product)].inputs[name == operandNames[0] ? 0 : 1];
}

/// Calls `use` with the name, the attention, the head and the operand of each.
template <class Use> void forEachOperand(const Graph& graph, const Use& use) {
    for (const Node& node : graph.nodes())
        for (Index head = 0; isOf(node, PatchWhat::Head, "heads") && head < node.shape[0]; ++head)
            for (const char* const operand : operandNames)
                use(headOf(node.scope, head) + '.' + operand, node.scope, head,
                    std::string(operand));
}

} // namespace

PatchWhat patchWhatOf(std::string_view name) {
    return name == "head"      ? PatchWhat::Head
           : name == "pattern" ? PatchWhat::Pattern
           : name == "ffn"     ? PatchWhat::FeedForward
                               : PatchWhat::Residual;
}

std::optional<std::size_t> PatchPath::pointOf(const Graph& graph, const PatchRow& row) const {
    for (std::size_t i = 0; i < end(); ++i) {
        const StreamPoint& point = place.stream[i];
        const bool isUpdate = point.kind == StreamPoint::Kind::Sum && row.node != point.node &&
                              graph[point.update].scope == graph[row.node].scope;
        if (point.node == row.node || isUpdate)
            return i;
    }
    return std::nullopt;
}

std::vector<std::string> patchOperands(const Graph& graph) {
    std::vector<std::string> names;
    forEachOperand(graph, [&](std::string name, const Scope&, Index, const std::string&) {
        names.push_back(std::move(name));
    });
    return names;
}

namespace {

/// The first and the last of them.
std::string listOf(const std::vector<std::string>& names) {
    return names.empty() ? "–" : names.front() + " … " + names.back();
}

} // namespace

PatchPath patchPathInto(const Graph& graph, const std::string& operand) {
    PatchPath path;
    forEachOperand(graph, [&](const std::string& name, const Scope& scope, Index head,
                              const std::string& which) {
        if (name != operand && scope.nameOf(std::to_string(head)) + '.' + which != operand)
            return;
        path.name = name;
        path.operand = operandOf(graph, scope, which);
        path.head = head;
        path.isValue = which == operandNames[2];
    });
    if (path.operand == noNode)
        throw Error(phrase("%1 is no query, key or value of a head of this model; it has %2"),
                    '"' + operand + '"', listOf(patchOperands(graph)));
    path.read = projectionOf(graph, path.operand).inputs[0];
    const std::optional<StreamPlace> place = streamPlaceOf(graph, path.read);
    if (!place)
        throw Error(phrase("this model has no residual stream; only a transformer has one"));
    path.place = *place;
    path.isNormed = place->stream[place->point].norm == path.read;
    return path;
}

std::vector<PatchStack> patchStacks(const Graph& graph, PatchWhat what, const PatchPath* path) {
    std::vector<PatchStack> stacks;
    for (const ResidualStream& stream : residualStreams(graph)) {
        const std::vector<NodeId> boundaries = layerBoundaries(graph, stream);
        if (boundaries.empty())
            continue;
        const Node& last = graph[boundaries.back()];
        PatchStack stack{last.scope.levels.front().title, {}, last.shape[0]};
        for (const NodeId boundary : boundaries)
            if (what == PatchWhat::Residual)
                stack.rows.push_back(
                    {graph[boundary].name, boundary, -1, 0, boundary == boundaries.front()});
        stacks.push_back(std::move(stack));
    }
    for (const Node& node : graph.nodes()) {
        if (what == PatchWhat::Residual || !isOf(node, what, partOf(what)))
            continue;
        const auto stack =
            std::ranges::find(stacks, node.scope.levels.front().title, &PatchStack::name);
        if (stack == stacks.end())
            continue;
        const NodeId shown = graph.find(node.scope, partOf(what)); // with what a person changed
        if (what == PatchWhat::FeedForward)
            stack->rows.push_back({node.scope.nameOf(""), shown});
        else
            for (Index head = 0; head < headsIn(graph, node.scope); ++head)
                stack->rows.push_back(
                    {headOf(node.scope, head), shown, head,
                     what == PatchWhat::Head ? node.shape[1] / headsIn(graph, node.scope) : 0});
    }
    for (PatchStack& stack : stacks)
        std::erase_if(stack.rows,
                      [&](const PatchRow& row) { return path && !path->pointOf(graph, row); });
    std::erase_if(stacks, [](const PatchStack& stack) { return stack.rows.empty(); });
    return stacks;
}

} // namespace gf
