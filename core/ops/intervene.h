// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf::ops {

/// What is added to the name of a step that is changed for what the model itself computes there,
/// and to the name of a parameter for what is read in its place.
inline constexpr std::string_view computedSuffix = "/computed";
inline constexpr std::string_view changedSuffix = "/changed";

/// The name without these: the step or parameter that a person knows.
std::string plainName(std::string_view name);

/// Whether a node can be intervened on: a parameter, or what is computed up to the logits. What
/// comes after them only measures.
bool canIntervene(const Graph& graph, NodeId node);

/// Whether a person muted a head: set all of it to 0 in `heads`, the [H,T,K] of an attention.
bool isMuted(const Graph& graph, NodeId heads, Index head);

/// y = x with the edits done to it one after the other. `hidden` is what x was made from by a mask;
/// of its shape, and needed when an edit reveals (otherwise noNode).
NodeId intervene(Graph& graph, std::string name, NodeId x, std::vector<Edit> edits,
                 NodeId hidden = noNode);

} // namespace gf::ops
