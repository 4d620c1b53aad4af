// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/blocks.h"

#include "core/model/attention.h"
#include "core/model/mixer.h"
#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/gate.h"
#include "core/ops/linear.h"

namespace gf {

namespace {

NodeId residualSum(Builder& b, int number, NodeId x, NodeId update) {
    const ScopeGuard scope(b.graph,
                           {ScopeKind::Residual, "residual" + std::to_string(number), number - 1});
    return ops::add(b.graph, "", {x, update});
}

} // namespace

NodeId residualBlock(Builder& b, int number, NodeId x,
                     const std::function<NodeId(NodeId)>& sublayer, NodeId read) {
    const auto norm = [&](NodeId y) {
        return b.norm("norm" + std::to_string(number), y, number - 1);
    };
    if (b.config.norm == Norm::Pre)
        return residualSum(b, number, x, b.dropped(sublayer(norm(read == noNode ? x : read))));
    return norm(residualSum(b, number, x, b.dropped(sublayer(x))));
}

NodeId feedForward(Builder& b, NodeId x) {
    const ScopeGuard scope(b.graph, {ScopeKind::FeedForward, "ffn"});
    const Index d = b.config.dModel;
    const Index f = b.config.dFf;
    const auto bias = [&](const char* part, Index width, Axis axis) {
        return b.config.ffnBias ? b.parameter(part, Shape{width}, {axis}) : noNode;
    };
    const auto widened = [&](const char* weight, const char* part, NodeId added) {
        const NodeId w = b.parameter(weight, Shape{d, f}, {Axis::Model, Axis::Hidden});
        return ops::linear(b.graph, part, x, w, added, {.axis = Axis::Hidden});
    };
    NodeId hidden = noNode;
    if (b.config.ffn == FeedForwardKind::Gated) {
        const NodeId gate =
            activated(b, "gate_active", widened("w_gate", "gate", noNode), b.config.activation);
        const NodeId up = widened("w_1", "up", bias("b_1", f, Axis::Hidden));
        hidden = ops::multiply(b.graph, "hidden", gate, up);
    } else {
        const NodeId before = widened("w_1", "pre_activation", bias("b_1", f, Axis::Hidden));
        hidden = activated(b, "hidden", before, b.config.activation);
    }
    const NodeId w2 = b.parameter("w_2", Shape{f, d}, {Axis::Hidden, Axis::Model});
    return ops::linear(b.graph, "output", hidden, w2, bias("b_2", d, Axis::Model),
                       {.axis = Axis::Model});
}

NodeId feedForwardBlock(Builder& b, int number, NodeId x, NodeId before) {
    if (!b.config.hasFeedForward())
        return x;
    return residualBlock(
        b, number, x, [&](NodeId y) { return feedForward(b, y); },
        b.config.isParallel() ? before : x);
}

NodeId activated(Builder& b, const std::string& part, NodeId x, Activation activation) {
    const ActivationRow& row = activationTable[static_cast<std::size_t>(activation)];
    return ops::activation(b.graph, row.kind, part, x);
}

NodeId encoder(Builder& whole, NodeId x, NodeId keep) {
    const ModelConfig config = encoderOf(whole.config);
    Builder b{whole.graph, config, whole.training};
    const ScopeGuard stack(b.graph, {ScopeKind::Stack, "encoder"});
    for (Index i = 0; i < b.config.layers; ++i) {
        const ScopeGuard layer(b.graph, layerLevel(static_cast<int>(i)));
        const NodeId before = x;
        x = residualBlock(b, 1, x, [&](NodeId y) { return mixTokens(b, {y, keep, false}); });
        x = feedForwardBlock(b, 2, x, before);
    }
    return b.config.norm == Norm::Pre ? b.norm("norm", x) : x;
}

NodeId decoder(Builder& whole, NodeId x, NodeId keep, NodeId memory, NodeId memoryKeep) {
    const ModelConfig config = decoderOf(whole.config);
    Builder b{whole.graph, config, whole.training};
    const ScopeGuard stack(b.graph, {ScopeKind::Stack, "decoder"});
    for (Index i = 0; i < b.config.layers; ++i) {
        const ScopeGuard layer(b.graph, layerLevel(static_cast<int>(i)));
        int number = 0;
        const NodeId before = x;
        x = residualBlock(b, ++number, x, [&](NodeId y) {
            return mixTokens(b, {y, keep, true, b.config.windowOf(i)});
        });
        if (memory != noNode)
            x = residualBlock(b, ++number, x, [&](NodeId y) {
                return attention(b, {ScopeKind::CrossAttention, "cross_attn"},
                                 {y, memory, memoryKeep, false});
            });
        x = feedForwardBlock(b, ++number, x, before);
    }
    return b.config.norm == Norm::Pre ? b.norm("norm", x) : x;
}

} // namespace gf
