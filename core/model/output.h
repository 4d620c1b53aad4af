// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"
#include "core/model/model.h"

namespace gf {

/// From the last layer's rows x [T,D] to what the model says:
/// - words: "logits" [T,V] = x·W + b and their softmax "probabilities". Tied, W is the embedding
///   table transposed (Press & Wolf 2017).
/// - values: "prediction" [T,f] = x·W + b.
/// - pointer: "logits" [T,S] = (x·W)·memoryᵀ/√D, those of rows that cannot be chosen masked, and
///   their softmax "probabilities" (Vinyals et al. 2015, eq. 3, with a product for the score).
/// - states: nothing is made of them, they are x.
/// With a transform words are made of "output.transform_norm.output", the norm of the bend of
/// "output.transform" = x·W + b. A pooler makes "pooled" [1,D] = tanh(x₀·W + b) (Devlin et al.
/// 2019).
void appendOutput(Builder& builder, const Stream& stream, ModelGraph& model);

/// The labels, "token_loss" [T] and "loss", their mean over what is not padding: cross-entropy, or
/// the squared error of real numbers. The one place that knows which losses there are.
void appendLoss(Builder& builder, ModelGraph& model, double labelSmoothing);

} // namespace gf
