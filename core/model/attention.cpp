// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include "core/ops/add.h"
#include "core/ops/heads.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/relative_position.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

#include <cmath>
#include <utility>

namespace gf {

namespace {

/// `part` = x·W_<letter> (+ b_<letter>), `out` wide, split by head or whole.
NodeId project(Builder& b, char letter, const std::string& part, NodeId x, Index out, Index heads) {
    const NodeId weight = b.parameter(std::string("w_") + letter, Shape{b.graph[x].shape[1], out},
                                      {Axis::Model, Axis::Model});
    const NodeId bias = b.config.hasAttentionBias(letter)
                            ? b.parameter(std::string("b_") + letter, Shape{out}, {Axis::Model})
                            : noNode;
    return ops::linear(b.graph, part, x, weight, bias, {.axis = Axis::Model, .heads = heads});
}

/// Keys or values for each head of queries: where several share one, "<part>_repeated".
NodeId forEachHead(Builder& b, const std::string& part, NodeId x) {
    const Index heads = b.config.heads;
    return b.graph[x].shape[0] == heads ? x
                                        : ops::repeatHeads(b.graph, part + "_repeated", x, heads);
}

/// What each offset adds to the scaled scores, or noNode.
NodeId positionBias(Builder& b, NodeId scores) {
    const Node& node = b.graph[scores];
    const ops::ScoreShape shape{node.shape[1], node.shape[2], node.axes[1], node.axes[2]};
    const Index heads = b.config.heads;
    switch (b.config.positional) {
    case Positional::Relative: {
        const NodeId table =
            b.parameter("relative_bias", Shape{heads, 2 * b.config.relativeReach + 1},
                        {Axis::Head, Axis::Offset});
        return ops::relativeBias(b.graph, "position_bias", table, shape);
    }
    case Positional::Alibi:
        return ops::alibiBias(b.graph, "position_bias", heads, shape);
    default:
        return noNode;
    }
}

} // namespace

NodeId attention(Builder& b, ScopeLevel level, const AttentionInputs& inputs) {
    Graph& g = b.graph;
    const ScopeGuard scope(g, std::move(level));
    const Index heads = b.config.heads;
    const Index groups = b.config.keyValueHeads();
    const Index width = b.config.headWidth();
    NodeId q = project(b, 'q', "q", inputs.queries, heads * width, heads);
    NodeId k = project(b, 'k', "k", inputs.keys, groups * width, groups);
    NodeId v = project(b, 'v', "v", inputs.keys, groups * width, groups);
    if (inputs.sameSequence && b.config.positional == Positional::Rotary) {
        const ops::RotaryPairs pairs{b.config.rotaryBase,
                                     b.config.rotaryPairs == RotaryPairing::Halves};
        q = ops::rotary(g, "q_rotated", q, pairs);
        k = ops::rotary(g, "k_rotated", k, pairs);
    }
    k = forEachHead(b, "k", k);
    v = forEachHead(b, "v", v);
    const double factor =
        b.config.scaled ? 1.0 / std::sqrt(static_cast<double>(b.config.headWidth())) : 1.0;
    const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
    NodeId scaled = ops::scale(g, "scaled", scores, factor);
    if (const NodeId bias = inputs.sameSequence ? positionBias(b, scores) : noNode; bias != noNode)
        scaled = ops::add(g, "biased", {scaled, bias});
    const NodeId masked = ops::mask(g, "masked", scaled, inputs.keep, inputs.causal);
    const NodeId weights = b.dropped(ops::softmax(g, "weights", masked));
    const NodeId weighted = ops::matmul(g, "heads", weights, v, false, false);
    const NodeId concat = ops::joinHeads(g, "concat", weighted);
    return project(b, 'o', "output", concat, b.config.dModel, 0);
}

} // namespace gf
