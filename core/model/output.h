// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"
#include "core/model/model.h"

namespace gf {

/// From the last layer's rows x [T,D] to what the model says: "logits" [T,V] = x·W + b and their
/// softmax "probabilities". Tied, W is the embedding table transposed (Press & Wolf 2017).
void appendOutput(Builder& builder, NodeId x, ModelGraph& model);

/// The labels, "token_loss" [T] and "loss", their mean over what is not padding. The one place
/// that knows which losses there are.
void appendLoss(Builder& builder, ModelGraph& model, double labelSmoothing);

} // namespace gf
