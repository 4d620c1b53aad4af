// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/hue.h"

#include "core/graph/graph.h"

#include <string_view>

namespace gf {

namespace {

Hue hueInAttention(std::string_view part) {
    if (part == "q" || part == "q_norm" || part == "q_rotated" || part == "w_q" || part == "b_q")
        return Hue::Query;
    if (part == "k" || part == "k_norm" || part == "k_rotated" || part == "k_repeated" ||
        part == "w_k" || part == "b_k")
        return Hue::Key;
    if (part == "v" || part == "v_repeated" || part == "w_v" || part == "b_v")
        return Hue::Value;
    return Hue::Attention;
}

} // namespace

QColor hueColour(Hue hue) {
    switch (hue) {
    case Hue::Query:
        return QColor(0x00, 0x72, 0xB2);
    case Hue::Key:
        return QColor(0xD5, 0x5E, 0x00);
    case Hue::Value:
        return QColor(0x00, 0x9E, 0x73);
    case Hue::Attention:
        return QColor(0xCC, 0x79, 0xA7);
    case Hue::FeedForward:
        return QColor(0xE6, 0x9F, 0x00);
    case Hue::Residual:
        return QColor(0x56, 0xB4, 0xE9);
    case Hue::Neutral:
        break;
    }
    return QColor(0x7A, 0x82, 0x8E);
}

Hue hueOf(ScopeKind kind) {
    switch (kind) {
    case ScopeKind::Embedding:
    case ScopeKind::Position:
    case ScopeKind::Input:
    case ScopeKind::Residual:
        return Hue::Residual;
    case ScopeKind::SelfAttention:
    case ScopeKind::CrossAttention:
    case ScopeKind::Mixer:
    case ScopeKind::Alignment:
    case ScopeKind::Pointer:
        return Hue::Attention;
    case ScopeKind::FeedForward:
        return Hue::FeedForward;
    default:
        return Hue::Neutral;
    }
}

Hue hueOf(const Graph& graph, const Node& node) {
    // What the optimizer makes of a parameter has the parameter's hue.
    const bool isUpdate = node.relation == Relation::Update || node.relation == Relation::Memory;
    const bool isOfHeads = node.scope.kind() == ScopeKind::Norm && node.shape.rank() == 3;
    if (isOfHeads)
        return hueInAttention(node.scope.levels.back().title);
    return node.scope.isAttention() ? hueInAttention(isUpdate ? graph[node.of].part : node.part)
                                    : hueOf(node.scope.kind());
}

QColor accentFor(const Graph& graph, const Node& node) {
    return hueColour(hueOf(graph, node));
}

} // namespace gf
