// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/output.h"

#include "core/model/blocks.h"
#include "core/model/input_embedding.h"
#include "core/ops/activation.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/heads.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/scale.h"
#include "core/ops/slice.h"
#include "core/ops/softmax.h"

#include <cassert>
#include <cmath>

namespace gf {

namespace {

/// x·W + b [T,D] as `part` of the scope that is open.
NodeId square(Builder& b, const std::string& part, NodeId x) {
    const Index width = b.config.dModel;
    const NodeId weight = b.parameter("weight", Shape{width, width}, {Axis::Model, Axis::Model});
    const NodeId bias = b.parameter("bias", Shape{width}, {Axis::Model});
    return ops::linear(b.graph, part, x, weight, bias, {.axis = Axis::Model});
}

/// The rows that the logits are made of, where the model has a transform.
NodeId transformed(Builder& b, NodeId x) {
    const ScopeGuard output(b.graph, {ScopeKind::Output, "output"});
    const NodeId dense = [&] {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "transform"});
        return square(b, "", x);
    }();
    const NodeId active = [&] {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "transform_active"});
        return activated(b, "", dense, b.config.activation);
    }();
    return b.norm("transform_norm", active);
}

/// "pooled" [1,D].
NodeId pooled(Builder& b, NodeId x) {
    const Node& rows = b.graph[x];
    NodeId dense = noNode;
    {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "pooler"});
        const NodeId first =
            ops::slice(b.graph, "first", {{x, {}}}, {1, rows.shape[1], Axis::None, Axis::Model});
        dense = square(b, "pre_activation", first);
    }
    const ScopeGuard scope(b.graph, {ScopeKind::Output, "pooled"});
    return ops::tanh(b.graph, "", dense);
}

NodeId logits(Builder& b, NodeId x) {
    const ModelConfig& c = b.config;
    if (c.outputTransform && !c.isRecurrent())
        x = transformed(b, x);
    if (c.outputScale && !c.isRecurrent()) {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "output"});
        x = ops::scale(b.graph, "scaled", x, 1 / std::sqrt(static_cast<double>(c.dModel)));
    }
    NodeId weight = noNode;
    NodeId bias = noNode;
    {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "output"});
        if (c.outputBias)
            bias = b.parameter("bias", Shape{c.targetVocab}, {Axis::TargetWord});
        const Side side = c.hasDecoder() ? targetSide(c) : sourceSide(c);
        assert(!c.tieEmbeddings || side.vocabulary == c.targetVocab);
        weight = c.tieEmbeddings ? embeddingTable(b, side)
                                 : b.parameter("weight", Shape{c.dModel, c.targetVocab},
                                               {Axis::Model, Axis::TargetWord});
    }
    const ScopeGuard scope(b.graph, {ScopeKind::Output, "logits"});
    return ops::linear(b.graph, "", x, weight, bias,
                       {.axis = Axis::TargetWord, .transposed = c.tieEmbeddings});
}

/// "prediction" = x·W + b [T,f].
NodeId prediction(Builder& b, NodeId x) {
    const Index features = b.config.features;
    NodeId weight = noNode;
    NodeId bias = noNode;
    {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "output"});
        bias = b.parameter("bias", Shape{features}, {Axis::Feature});
        weight =
            b.parameter("weight", Shape{b.config.dModel, features}, {Axis::Model, Axis::Feature});
    }
    const ScopeGuard scope(b.graph, {ScopeKind::Output, "prediction"});
    return ops::linear(b.graph, "", x, weight, bias, {.axis = Axis::Feature});
}

/// "pointer.query" = x·W, "pointer.keys" = memory, "pointer.scores", "pointer.scaled",
/// "pointer.masked", and as one matrix "logits" [T,S].
NodeId pointerLogits(Builder& b, NodeId x, NodeId memory, ModelGraph& model) {
    Graph& g = b.graph;
    const Index width = b.config.dModel;
    NodeId weight = noNode;
    {
        const ScopeGuard scope(g, {ScopeKind::Output, "output"});
        weight = b.parameter("weight", Shape{width, width}, {Axis::Model, Axis::Model});
    }
    NodeId masked = noNode;
    {
        const ScopeGuard scope(g, {ScopeKind::Pointer, "pointer"});
        const NodeId keep = ops::input(g, "keep", Shape{g[x].shape[0], g[memory].shape[0]},
                                       {g[x].axes[0], g[memory].axes[0]});
        model.inputs.push_back({g[keep].name, keep, InputKind::Keep});
        const NodeId query = ops::linear(g, "query", x, weight, noNode, {.heads = 1});
        const NodeId keys = ops::splitHeads(g, "keys", memory, 1);
        const NodeId scores = ops::matmul(g, "scores", query, keys, false, true);
        const NodeId scaled =
            ops::scale(g, "scaled", scores, 1 / std::sqrt(static_cast<double>(width)));
        masked = ops::mask(g, "masked", scaled, keep, false);
    }
    const ScopeGuard scope(g, {ScopeKind::Output, "logits"});
    return ops::joinHeads(g, "", masked, g[memory].axes[0]);
}

} // namespace

void appendOutput(Builder& b, const Stream& stream, ModelGraph& model) {
    if (b.config.pooler && !b.config.isRecurrent() && !b.config.hasDecoder())
        model.pooled = pooled(b, stream.top);
    if (b.config.output == Output::States) {
        model.states = stream.top;
        return;
    }
    if (b.config.output == Output::Values) {
        model.prediction = prediction(b, stream.top);
        return;
    }
    model.logits = b.config.output == Output::Pointer
                       ? pointerLogits(b, stream.top, stream.memory, model)
                       : logits(b, stream.top);
    const ScopeGuard scope(b.graph, {ScopeKind::Probabilities, "probabilities"});
    model.probabilities = ops::softmax(b.graph, "", model.logits);
}

void appendLoss(Builder& b, ModelGraph& model, double labelSmoothing) {
    Graph& graph = b.graph;
    const bool values = model.prediction != noNode;
    const bool points = b.config.output == Output::Pointer;
    const int first = points ? static_cast<int>(firstPlace) : 0;
    const Node& said = graph[values ? model.prediction : model.logits];
    const Shape shape = said.shape;
    const Axis tokens = said.axes[0];
    model.inputs.push_back(values ? realValues(b, "label", shape[0], tokens)
                                  : tokenIds(b, "label", shape[0], tokens, shape[1] + first));
    const NodeId labels = model.inputs.back().node;
    model.inputs.push_back(keepMask(b, "label", shape[0], tokens));
    const NodeId keep = model.inputs.back().node;
    const ScopeGuard scope(graph, {ScopeKind::Loss, ""});
    model.tokenCount = ops::countTokens(graph, "token_count", keep);
    model.tokenLoss =
        values ? ops::squaredError(graph, "token_loss", model.prediction, labels, keep)
               : ops::crossEntropy(graph, "token_loss", model.logits, model.probabilities, labels,
                                   keep, points ? 0 : labelSmoothing, first);
    model.loss = ops::meanTokens(graph, "loss", model.tokenLoss, model.tokenCount);
}

} // namespace gf
