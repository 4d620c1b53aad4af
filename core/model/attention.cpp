// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include "core/ops/heads.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

#include <cmath>
#include <utility>

namespace gf {

namespace {

/// `part` = x·W_<letter> (+ b_<letter>), split by head or whole.
NodeId project(Builder& b, const std::string& letter, const std::string& part, NodeId x,
               Index heads) {
    const Index d = b.config.dModel;
    const NodeId weight = b.parameter("w_" + letter, Shape{d, d}, {Axis::Model, Axis::Model});
    const NodeId bias =
        b.config.attentionBias ? b.parameter("b_" + letter, Shape{d}, {Axis::Model}) : noNode;
    return ops::linear(b.graph, part, x, weight, bias, {.axis = Axis::Model, .heads = heads});
}

} // namespace

NodeId attention(Builder& b, ScopeLevel level, const AttentionInputs& inputs) {
    Graph& g = b.graph;
    const ScopeGuard scope(g, std::move(level));
    const Index heads = b.config.heads;
    const NodeId q = project(b, "q", "q", inputs.queries, heads);
    const NodeId k = project(b, "k", "k", inputs.keys, heads);
    const NodeId v = project(b, "v", "v", inputs.keys, heads);
    const double factor =
        b.config.scaled ? 1.0 / std::sqrt(static_cast<double>(b.config.headWidth())) : 1.0;
    const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
    const NodeId scaled = ops::scale(g, "scaled", scores, factor);
    const NodeId masked = ops::mask(g, "masked", scaled, inputs.keep, inputs.causal);
    const NodeId weights = b.dropped(ops::softmax(g, "weights", masked));
    const NodeId weighted = ops::matmul(g, "heads", weights, v, false, false);
    const NodeId concat = ops::joinHeads(g, "concat", weighted);
    return project(b, "o", "output", concat, 0);
}

} // namespace gf
