// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mixer.h"

#include "core/model/attention.h"
#include "core/ops/add.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/softmax.h"
#include "core/ops/windows.h"

namespace gf {

namespace {

/// output = X·W_1 + mean(X)·W_2 (Zaheer et al. 2017, eq. 4, with matrices). The mean is attention
/// with equal scores: weights = softmax(zeros with the mask), 1/n for each of the n that are seen.
NodeId meanLayer(Builder& b, const MixerInputs& inputs) {
    Graph& g = b.graph;
    const Index d = b.config.dModel;
    const std::vector<Axis> square{Axis::Model, Axis::Model};
    const NodeId w1 = b.parameter("w_1", Shape{d, d}, square);
    const NodeId local = ops::linear(g, "local", inputs.tokens, w1, noNode, {});
    const NodeId masked = ops::visibility(g, "masked", inputs.tokens, inputs.keep, inputs.causal);
    const NodeId weights = ops::softmax(g, "weights", masked);
    const NodeId mean = ops::matmul(g, "mean", weights, inputs.tokens, false, false);
    const NodeId w2 = b.parameter("w_2", Shape{d, d}, square);
    const NodeId global = ops::linear(g, "global", mean, w2, noNode, {});
    return ops::add(g, "output", {local, global});
}

/// output_i = Σ_c X_{i+c}·K_c for |c| ≤ C, and c ≤ 0 where later tokens are hidden; a product with
/// the kernel, once each token has its window beside it.
NodeId convolution(Builder& b, const MixerInputs& inputs) {
    const Index d = b.config.dModel;
    const Index length = ops::windowLength(b.config.kernelReach, inputs.causal);
    const NodeId windows = ops::windows(b.graph, "windows", inputs.tokens, inputs.keep,
                                        b.config.kernelReach, inputs.causal);
    const NodeId kernel =
        b.parameter("kernel", Shape{length, d, d},
                    {inputs.causal ? Axis::PastOffset : Axis::Offset, Axis::Model, Axis::Model});
    return ops::linear(b.graph, "output", windows, kernel, noNode, {});
}

} // namespace

NodeId mixTokens(Builder& b, const MixerInputs& inputs) {
    if (b.config.mixer == Mixer::Attention)
        return attention(
            b, {ScopeKind::SelfAttention, "self_attn"},
            {inputs.tokens, inputs.tokens, inputs.keep, inputs.causal, true, inputs.window});
    const ScopeGuard scope(b.graph, {ScopeKind::Mixer, "mixer"});
    return b.config.mixer == Mixer::Mean ? meanLayer(b, inputs) : convolution(b, inputs);
}

} // namespace gf
