// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include "core/ops/add.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/norm.h"
#include "core/ops/relative_position.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

#include <cmath>
#include <utility>

namespace gf {

namespace {

/// `part` = x·W_<letter> (+ b_<letter>), `out` wide.
NodeId project(Builder& b, char letter, const std::string& part, NodeId x, Index out,
               const ops::LinearShape& shape) {
    const NodeId weight = b.parameter(std::string("w_") + letter, Shape{b.graph[x].shape[1], out},
                                      {Axis::Model, Axis::Model});
    const NodeId bias = b.config.hasAttentionBias(letter)
                            ? b.parameter(std::string("b_") + letter, Shape{out}, {Axis::Model})
                            : noNode;
    return ops::linear(b.graph, part, x, weight, bias, shape);
}

/// Keys or values for each head of queries: where several share one, "<part>_repeated".
NodeId forEachHead(Builder& b, const std::string& part, NodeId x) {
    const Index heads = b.config.heads;
    return b.graph[x].shape[0] == heads ? x
                                        : ops::repeatHeads(b.graph, part + "_repeated", x, heads);
}

/// "offset_bias" [H,2R+1] of the first layer, made of what it has learned for each bucket; the
/// whole stack reads it. Where queries see no later keys, buckets are those of earlier ones.
NodeId bucketTable(Builder& b, bool causal) {
    Graph& g = b.graph;
    const ScopeGuard first(g, bucketScope(g.scope()));
    if (const NodeId known = g.find(g.scope(), "offset_bias"); known != noNode)
        return known;
    const Index count = b.config.buckets;
    const NodeId learned =
        b.parameter("bucket_bias", Shape{b.config.heads, count}, {Axis::Head, Axis::Bucket});
    const NodeId members = ops::buckets(g, "buckets", count, bucketsOf(b.config, causal));
    return ops::matmul(g, "offset_bias", learned, members, false, false);
}

/// What each offset adds to the scaled scores, or noNode.
NodeId positionBias(Builder& b, NodeId scores, bool causal) {
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
    case Positional::Buckets:
        return ops::relativeBias(b.graph, "position_bias", bucketTable(b, causal), shape);
    case Positional::Alibi:
        return ops::alibiBias(b.graph, "position_bias", heads, shape);
    default:
        return noNode;
    }
}

/// 1/√K, or 1.
double scoreFactor(const ModelConfig& config) {
    return config.scaled ? 1.0 / std::sqrt(static_cast<double>(config.headWidth())) : 1.0;
}

/// Queries, keys or values, split by head: q [H,T,K], k [G,S,K], v [G,S,d_v].
NodeId project(Builder& b, char letter, NodeId x, bool sameSequence) {
    const ModelConfig& c = b.config;
    const Index heads = letter == 'q' ? c.heads : c.keyValueHeads();
    const Index width = letter == 'v' ? c.valueWidth() : c.headWidth();
    const Axis axis = width == c.headWidth() ? Axis::HeadFeature : Axis::ValueFeature;
    const char weights = letter == 'k' && sameSequence && c.tieQueryKey ? 'q' : letter;
    return project(b, weights, std::string(1, letter), x, heads * width,
                   {.heads = heads, .headFeature = axis});
}

/// Queries or keys x [H,T,K], each row of a head by its RMSNorm.
NodeId normed(Builder& b, const std::string& title, NodeId x) {
    const ScopeGuard scope(b.graph, {ScopeKind::Norm, title});
    const NodeId gain = b.gain(b.config.headWidth(), Axis::HeadFeature);
    return ops::rmsNorm(b.graph, "output", x, gain, b.config.normEpsilon);
}

/// "<part>_cached" [rows,G·width] that is fed.
NodeId fedRows(Builder& b, const std::string& part, Index width, Index rows, Axis axis) {
    const Shape shape{rows, b.config.keyValueHeads() * width};
    return ops::input(b.graph, part + "_cached", shape, {axis, Axis::Model});
}

/// The same for each head of queries, [H,rows,width].
NodeId headsOf(Builder& b, const std::string& part, NodeId fed) {
    const NodeId split = ops::splitHeads(b.graph, part + "_earlier", fed, b.config.keyValueHeads());
    return forEachHead(b, part + "_earlier", split);
}

/// x [H,1,K] turned by the matrix of its place (Su et al. 2021, eq. 15).
NodeId turned(Builder& b, const std::string& part, NodeId x, NodeId rotation) {
    const Index heads = b.graph[x].shape[0];
    const NodeId each =
        heads == 1 ? rotation : ops::repeatHeads(b.graph, part + "_turn", rotation, heads);
    return ops::matmul(b.graph, part + "_rotated", x, each, false, false);
}

} // namespace

Scope bucketScope(Scope attention) {
    for (ScopeLevel& level : attention.levels)
        if (level.kind == ScopeKind::Layer)
            level = layerLevel(0);
    return attention;
}

BucketAttributes bucketsOf(const ModelConfig& config, bool causal) {
    return {.distance = config.bucketDistance, .past = causal};
}

bool addsToScores(const ModelConfig& config) {
    return config.positional == Positional::Relative || config.positional == Positional::Alibi ||
           config.positional == Positional::Buckets;
}

RotaryPairs rotaryPairsOf(const ModelConfig& config) {
    RotaryPairs pairs{.base = config.rotaryBase,
                      .halves = config.rotaryPairs == RotaryPairing::Halves};
    if (config.rotaryShare < 1)
        pairs.turned = config.turnedWidth();
    if (config.ropeScaling != RotaryScale::None)
        pairs.scaling = {.kind = config.ropeScaling,
                         .factor = config.ropeFactor,
                         .low = config.ropeLow,
                         .high = config.ropeHigh,
                         .length = static_cast<double>(config.ropeLength)};
    return pairs;
}

NodeId attention(Builder& b, ScopeLevel level, const AttentionInputs& inputs) {
    Graph& g = b.graph;
    const ScopeGuard scope(g, std::move(level));
    NodeId q = project(b, 'q', inputs.queries, inputs.sameSequence);
    NodeId k = project(b, 'k', inputs.keys, inputs.sameSequence);
    NodeId v = project(b, 'v', inputs.keys, inputs.sameSequence);
    if (inputs.sameSequence && b.config.qkNorm) {
        q = normed(b, "q_norm", q);
        k = normed(b, "k_norm", k);
    }
    if (inputs.sameSequence && b.config.positional == Positional::Rotary) {
        const RotaryPairs pairs = rotaryPairsOf(b.config);
        q = ops::rotary(g, "q_rotated", q, pairs);
        k = ops::rotary(g, "k_rotated", k, pairs);
    }
    k = forEachHead(b, "k", k);
    v = forEachHead(b, "v", v);
    const NodeId scores = ops::matmul(g, "scores", q, k, false, true);
    NodeId scaled = ops::scale(g, "scaled", scores, scoreFactor(b.config));
    if (const NodeId bias = inputs.sameSequence ? positionBias(b, scores, inputs.causal) : noNode;
        bias != noNode)
        scaled = ops::add(g, "biased", {scaled, bias});
    const NodeId masked =
        ops::mask(g, "masked", scaled, inputs.keep, inputs.causal, false, inputs.window);
    const NodeId weights = b.dropped(ops::softmax(g, "weights", masked));
    const NodeId weighted = ops::matmul(g, "heads", weights, v, false, false);
    const NodeId concat = ops::joinHeads(g, "concat", weighted);
    return project(b, 'o', "output", concat, b.config.dModel, {});
}

NodeId cachedSelfAttention(Builder& b, ScopeLevel level, NodeId x, const CachedRows& rows,
                           Index window, Index places, std::vector<CachedAttention>& cached) {
    Graph& g = b.graph;
    const ScopeGuard scope(g, std::move(level));
    const ModelConfig& c = b.config;
    CachedAttention at{.scope = g.scope()};
    at.keys = fedRows(b, "k", c.headWidth(), places, Axis::Target);
    at.values = fedRows(b, "v", c.valueWidth(), places, Axis::Target);
    NodeId q = project(b, 'q', x, true);
    at.newKeys = project(b, 'k', x, true);
    at.newValues = project(b, 'v', x, true);
    if (c.qkNorm) {
        q = normed(b, "q_norm", q);
        at.newKeys = normed(b, "k_norm", at.newKeys);
    }
    if (rows.rotation != noNode) {
        q = turned(b, "q", q, rows.rotation);
        at.newKeys = turned(b, "k", at.newKeys, rows.rotation);
    }
    const NodeId earlier =
        ops::matmul(g, "scores_earlier", q, headsOf(b, "k", at.keys), false, true);
    const NodeId itself =
        ops::matmul(g, "score_own", q, forEachHead(b, "k", at.newKeys), false, true);
    const NodeId placed = ops::matmul(g, "scores_own", itself, rows.own, false, false);
    NodeId scaled =
        ops::scale(g, "scaled", ops::add(g, "scores", {earlier, placed}), scoreFactor(c));
    if (addsToScores(c)) {
        at.bias = ops::input(g, "position_bias", g[scaled].shape,
                             {Axis::Head, Axis::Target, Axis::Target});
        scaled = ops::add(g, "biased", {scaled, at.bias});
    }
    const NodeId weights =
        ops::softmax(g, "weights", ops::mask(g, "masked", scaled, rows.keep.at(window), false));
    const NodeId ofEarlier =
        ops::matmul(g, "heads_earlier", weights, headsOf(b, "v", at.values), false, false);
    const NodeId weight = ops::matmul(g, "weight_own", weights, rows.own, false, true);
    const NodeId ofItself =
        ops::matmul(g, "heads_own", weight, forEachHead(b, "v", at.newValues), false, false);
    const NodeId weighted = ops::add(g, "heads", {ofEarlier, ofItself});
    cached.push_back(std::move(at));
    return project(b, 'o', "output", ops::joinHeads(g, "concat", weighted), c.dModel, {});
}

NodeId cachedCrossAttention(Builder& b, ScopeLevel level, NodeId x, NodeId keep, Index sources,
                            std::vector<CachedAttention>& cached) {
    Graph& g = b.graph;
    const ScopeGuard scope(g, std::move(level));
    CachedAttention at{.scope = g.scope()};
    at.keys = fedRows(b, "k", b.config.headWidth(), sources, Axis::Source);
    at.values = fedRows(b, "v", b.config.valueWidth(), sources, Axis::Source);
    const NodeId q = project(b, 'q', x, false);
    const NodeId scores = ops::matmul(g, "scores", q, headsOf(b, "k", at.keys), false, true);
    const NodeId scaled = ops::scale(g, "scaled", scores, scoreFactor(b.config));
    const NodeId weights = ops::softmax(g, "weights", ops::mask(g, "masked", scaled, keep, false));
    const NodeId weighted =
        ops::matmul(g, "heads", weights, headsOf(b, "v", at.values), false, false);
    cached.push_back(std::move(at));
    return project(b, 'o', "output", ops::joinHeads(g, "concat", weighted), b.config.dModel, {});
}

} // namespace gf
