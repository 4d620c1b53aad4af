// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope.h"
#include "core/model/config_field.h"
#include "core/model/train_config.h"

namespace gf {

/// Whether a weight of this scope keeps its value while the first `layers` layers of each stack
/// are frozen (Howard & Ruder 2018; Lee, Tang & Lin 2019): it belongs to one of them, or to what
/// they read: embeddings, tables of positions, token types and the norm over their sum. 0 freezes
/// nothing. What stands behind the layers learns: the last norm, the output, the pooler, and the
/// attention of a recurrent model.
///
/// An output that is tied to the embeddings is that table and is frozen with it, as a whole: what
/// is frozen stays bit for bit what it was, without an exception, and a word that the text lacks
/// still means what it meant. It is also what the usual libraries do, where the two are one weight.
bool isFrozen(const Scope& scope, Index layers);

/// Why so many layers cannot be frozen: it has not as many, or nothing that the loss depends on
/// would learn. Empty where they can.
Sentence obstacleToFreezing(const ModelConfig& model, Index layers,
                            FieldNames names = FieldNames::Keys);
/// Throws Error with it.
void requireFreezable(const ModelConfig& model, const TrainConfig& train,
                      FieldNames names = FieldNames::Keys);

} // namespace gf
