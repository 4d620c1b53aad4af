// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

#include <functional>

namespace gf {

/// A sub-layer on the residual stream, with its norm where the model has it:
/// Pre-LN  residual = x + f(norm(x))          (Xiong et al. 2020, fig. 1b)
/// Post-LN norm(residual), residual = x + f(x) (Vaswani et al. 2017, section 3.1)
/// Without norms both are x + f(x).
/// In the scope of the layer; `number` counts its sub-layers from 1: "norm1", "residual1". The
/// sub-layer reads x, or `read`, if that is another row of the stream.
NodeId residualBlock(Builder& builder, int number, NodeId x,
                     const std::function<NodeId(NodeId)>& sublayer, NodeId read = noNode);

/// In a scope "ffn": "output" = act(x·W₁ + b₁)·W₂ + b₂ with "hidden" [T,F] after the activation
/// (Vaswani et al. 2017, eq. 2); gated, "hidden" = act(x·W_g) ⊙ (x·W₁ + b₁), with the steps "gate",
/// "gate_active" and "up" (Shazeer 2020, eq. 6). Without biases where the model has none there.
NodeId feedForward(Builder& builder, NodeId x);

/// The feed-forward layer on the residual stream; x itself where the layers of the model have none.
/// Beside attention it reads `before`, what that has read, and their sum is x + attention(norm1(x))
/// + ffn(norm2(x)) (Wang & Komatsuzaki 2021, GPT-J; with two norms as in GPT-NeoX).
NodeId feedForwardBlock(Builder& builder, int number, NodeId x, NodeId before);

/// `part` = the model's bend of x, number by number.
NodeId activated(Builder& builder, const std::string& part, NodeId x, Activation activation);

/// All layers of the encoder, and for Pre-LN the norm after the last one. x [S,D]; keep [S] is 0 at
/// padding.
NodeId encoder(Builder& builder, NodeId x, NodeId keep);

/// All layers of the decoder. x [T,D], keep [T]; memory [S,D] is the encoder's output with its
/// keep-mask, both noNode in a decoder-only model, which has no cross-attention.
NodeId decoder(Builder& builder, NodeId x, NodeId keep, NodeId memory, NodeId memoryKeep);

} // namespace gf
