// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/sentence.h"

#include <optional>

namespace gf {

/// The embeddings [S,D] of what a model reads, before positions: of the source, or of a decoder
/// alone its own; noNode where there are none.
NodeId readEmbeddings(const Graph& graph);

/// Why a model has no logit, or no embeddings that it could be owed to; nothing: it has both.
std::optional<Sentence> noSaliency(const Graph& graph);

} // namespace gf
