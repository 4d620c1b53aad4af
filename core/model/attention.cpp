// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include "core/ops/heads.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

#include <cmath>

namespace gf {

namespace {

/// x·W_<letter> (+ b_<letter>), split by head or whole.
NodeId project(Builder& b, const std::string& name, const std::string& letter,
               const std::string& step, NodeId x, Index heads) {
    const Index d = b.config.dModel;
    const NodeId weight =
        b.parameter(name + ".w_" + letter, Shape{d, d}, {Axis::Model, Axis::Model});
    const NodeId bias = b.config.attentionBias
                            ? b.parameter(name + ".b_" + letter, Shape{d}, {Axis::Model})
                            : noNode;
    return ops::linear(b.graph, name + step, x, weight, bias,
                       {.axis = Axis::Model, .heads = heads});
}

} // namespace

NodeId attention(Builder& b, const std::string& name, const AttentionInputs& inputs) {
    Graph& g = b.graph;
    const Index heads = b.config.heads;
    const NodeId q = project(b, name, "q", ".q", inputs.queries, heads);
    const NodeId k = project(b, name, "k", ".k", inputs.keys, heads);
    const NodeId v = project(b, name, "v", ".v", inputs.keys, heads);
    const double factor =
        b.config.scaled ? 1.0 / std::sqrt(static_cast<double>(b.config.headWidth())) : 1.0;
    const NodeId scores = ops::matmul(g, name + ".scores", q, k, false, true);
    const NodeId scaled = ops::scale(g, name + ".scaled", scores, factor);
    const NodeId masked = ops::mask(g, name + ".masked", scaled, inputs.keep, inputs.causal);
    const NodeId weights = b.dropped(ops::softmax(g, name + ".weights", masked));
    const NodeId weighted = ops::matmul(g, name + ".heads", weights, v, false, false);
    const NodeId concat = ops::joinHeads(g, name + ".concat", weighted);
    return project(b, name, "o", ".output", concat, 0);
}

} // namespace gf
