// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/blocks.h"

#include "core/model/attention.h"
#include "core/model/mixer.h"
#include "core/ops/activation.h"
#include "core/ops/add.h"
#include "core/ops/linear.h"

namespace gf {

NodeId residualBlock(Builder& b, const std::string& layer, int number, NodeId x,
                     const std::function<NodeId(NodeId)>& sublayer) {
    const std::string norm = layer + ".norm" + std::to_string(number);
    const std::string residual = layer + ".residual" + std::to_string(number);
    if (b.config.norm == Norm::Pre)
        return ops::add(b.graph, residual, {x, b.dropped(sublayer(b.norm(norm, x)))});
    return b.norm(norm, ops::add(b.graph, residual, {x, b.dropped(sublayer(x))}));
}

NodeId feedForward(Builder& b, const std::string& name, NodeId x) {
    const Index d = b.config.dModel;
    const Index f = b.config.dFf;
    const NodeId w1 = b.parameter(name + ".w_1", Shape{d, f}, {Axis::Model, Axis::Hidden});
    const NodeId b1 = b.parameter(name + ".b_1", Shape{f}, {Axis::Hidden});
    const NodeId before =
        ops::linear(b.graph, name + ".pre_activation", x, w1, b1, {.axis = Axis::Hidden});
    const auto activate = b.config.activation == Activation::Relu ? ops::relu : ops::gelu;
    const NodeId hidden = activate(b.graph, name + ".hidden", before);
    const NodeId w2 = b.parameter(name + ".w_2", Shape{f, d}, {Axis::Hidden, Axis::Model});
    const NodeId b2 = b.parameter(name + ".b_2", Shape{d}, {Axis::Model});
    return ops::linear(b.graph, name + ".output", hidden, w2, b2, {.axis = Axis::Model});
}

NodeId encoder(Builder& b, NodeId x, NodeId keep) {
    for (Index i = 0; i < b.config.layers; ++i) {
        const std::string layer = "encoder." + std::to_string(i);
        x = residualBlock(b, layer, 1, x, [&](NodeId y) {
            return mixTokens(b, layer, {y, keep, false});
        });
        x = residualBlock(b, layer, 2, x,
                          [&](NodeId y) { return feedForward(b, layer + ".ffn", y); });
    }
    return b.config.norm == Norm::Pre ? b.norm("encoder.norm", x) : x;
}

NodeId decoder(Builder& b, NodeId x, NodeId keep, NodeId memory, NodeId memoryKeep) {
    for (Index i = 0; i < b.config.layers; ++i) {
        const std::string layer = "decoder." + std::to_string(i);
        int number = 0;
        x = residualBlock(b, layer, ++number, x, [&](NodeId y) {
            return mixTokens(b, layer, {y, keep, true});
        });
        if (memory != noNode)
            x = residualBlock(b, layer, ++number, x, [&](NodeId y) {
                return attention(b, layer + ".cross_attn", {y, memory, memoryKeep, false});
            });
        x = residualBlock(b, layer, ++number, x,
                          [&](NodeId y) { return feedForward(b, layer + ".ffn", y); });
    }
    return b.config.norm == Norm::Pre ? b.norm("decoder.norm", x) : x;
}

} // namespace gf
