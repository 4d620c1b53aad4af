// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <functional>
#include <vector>

namespace gf {

/// Whether somebody wants the value of a node after the run.
using IsKept = std::function<bool(NodeId)>;

/// True for ops whose result is their first operand's buffer under another shape: views.
bool sharesBuffer(OpKind kind);

/// True for updates whose result takes the place of their first operand, a parameter or the
/// optimizer's memory of one.
bool replacesParameter(OpKind kind);

/// Whose buffer each node's value lies in.
struct Aliasing {
    std::vector<NodeId> root; ///< by node: the node that owns the buffer, maybe itself
    std::vector<bool> kept;   ///< by root: somebody wants what lies there after the run
};

/// Views lie where their operand lies. An update overwrites the parameter or the state that it
/// replaces and, where nobody keeps it or reads it later, the gradient that it was made from.
Aliasing aliasingOf(const Graph& graph, const IsKept& isKept);

} // namespace gf
