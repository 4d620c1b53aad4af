// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QString>

namespace gf {

/// How people call one level of a scope: "Encoder", "layer 1", "self-attention". A sub-layer that
/// nobody knows goes by its title.
QString titleOf(const ScopeLevel& level);

/// "Encoder · layer 1 · feed-forward".
QString titleOf(const Scope& scope);

/// "head 3"; `head` is counted from 0.
QString headTitle(Index head);

/// How people call a node: "Decoder · layer 2 · cross-attention · scores"; gradients say so.
QString titleOf(const Graph& graph, const Node& node);

/// The last part of the title alone: "scores", "W_Q", "∂L/∂ scores".
QString shortTitleOf(const Graph& graph, const Node& node);

} // namespace gf
