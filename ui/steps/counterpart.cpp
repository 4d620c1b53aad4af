// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/counterpart.h"

#include "ui/steps/steps.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace gf {

namespace {

/// Parts that mean the same and are called differently, in each row.
constexpr std::array<std::array<std::string_view, 4>, 3> alike = {{
    {"heads", "context", "mean", "windows"},
    {"biased", "scaled", "scores", "scores"},
    {"weights", "windows", "windows", "windows"}, // by which one can see who reads whom
}};

bool mixesTokens(ScopeKind kind) {
    return kind == ScopeKind::SelfAttention || kind == ScopeKind::Mixer;
}

bool looksElsewhere(ScopeKind kind) {
    return kind == ScopeKind::CrossAttention || kind == ScopeKind::Alignment;
}

/// Whether the matrices of one scope are of the same tokens as those of the other.
bool standsFor(const Graph& here, const Node& node, const Graph& there, const Node& other) {
    const Scope& a = node.scope;
    const Scope& b = other.scope;
    if (mixesTokens(a.kind()) && mixesTokens(b.kind()))
        return a.layerScope() == b.layerScope();
    if (looksElsewhere(a.kind()) && looksElsewhere(b.kind()))
        return true;
    // A recurrent model without an encoder looks at its own past.
    const auto isOwn = [](const Graph& graph, const Scope& scope) {
        const NodeId weights = graph.find(scope, "weights");
        const int last = weights == noNode ? 0 : graph[weights].shape.rank() - 1;
        return last > 0 && graph[weights].axes[last] == graph[weights].axes[last - 1];
    };
    const bool attends = (a.kind() == ScopeKind::Alignment && mixesTokens(b.kind())) ||
                         (b.kind() == ScopeKind::Alignment && mixesTokens(a.kind()));
    return attends && isOwn(here, a) && isOwn(there, b);
}

/// The last node of `here` that has this part and stands for `other`.
NodeId findLike(const Graph& here, std::string_view part, const Graph& there, const Node& other) {
    for (NodeId id = static_cast<NodeId>(here.size()) - 1; id >= 0; --id) {
        const Node& node = here[id];
        if (node.role == Role::Forward && node.relation == Relation::Own && node.part == part &&
            standsFor(here, node, there, other))
            return id;
    }
    return noNode;
}

} // namespace

QString stepLike(const Graph& here, const Graph& there, const QString& step) {
    if (here.find(step.toStdString()) != noNode)
        return step;
    const NodeId id = there.find(step.toStdString());
    if (id == noNode)
        return {};
    const Node& other = there[id];
    NodeId found = findLike(here, other.part, there, other);
    for (const auto& names : alike)
        if (found == noNode && std::ranges::find(names, other.part) != names.end())
            for (const std::string_view name : names)
                if (found == noNode)
                    found = findLike(here, name, there, other);
    return found == noNode ? QString() : stepOf(here[found]);
}

QString readersLike(const Graph& here, const Graph& there, const QString& step) {
    const NodeId id = there.find(step.toStdString());
    if (id == noNode)
        return {};
    for (const std::string_view part : {"weights", "windows"})
        if (const NodeId found = findLike(here, part, there, there[id]); found != noNode)
            return stepOf(here[found]);
    return {};
}

bool standsAsReaders(const Node& here, const Node& there) {
    return here.part == "windows" && there.part == "weights" && mixesTokens(here.scope.kind()) &&
           mixesTokens(there.scope.kind());
}

QString stepOfAlignment(const Graph& graph) {
    for (NodeId id = static_cast<NodeId>(graph.size()) - 1; id >= 0; --id) {
        const Node& node = graph[id];
        if (node.role == Role::Forward && node.relation == Relation::Own &&
            node.part == "weights" && looksElsewhere(node.scope.kind()))
            return stepOf(node);
    }
    return {};
}

} // namespace gf
