// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <vector>

namespace gf {

/// The stages of an attention's [H,T,S] matrix from the products to the weights, in their order:
/// scores, scaled, biased, masked, weights; those that this scope has. A mean layer has the last
/// two, [T,T]; those of a recurrent model are [T,S], or of one time step [1,S]. Empty elsewhere.
std::vector<NodeId> attentionStages(const Graph& graph, const Scope& scope);

/// The stage that the mask reads; noNode outside an attention.
NodeId stageBeforeMask(const Graph& graph, const Scope& scope);

/// The weights of an attention as what follows reads them, changed or not.
bool areAttentionWeights(const Graph& graph, const Node& node);

/// The weights [T,S] of a recurrent model's one attention.
bool areAlignmentWeights(const Node& node);

} // namespace gf
