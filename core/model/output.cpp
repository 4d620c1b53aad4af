// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/output.h"

#include "core/model/embedding.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/linear.h"
#include "core/ops/softmax.h"

#include <cassert>

namespace gf {

namespace {

NodeId logits(Builder& b, NodeId x) {
    const ModelConfig& c = b.config;
    NodeId weight = noNode;
    NodeId bias = noNode;
    {
        const ScopeGuard scope(b.graph, {ScopeKind::Output, "output"});
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

} // namespace

void appendOutput(Builder& b, NodeId x, ModelGraph& model) {
    model.logits = logits(b, x);
    const ScopeGuard scope(b.graph, {ScopeKind::Probabilities, "probabilities"});
    model.probabilities = ops::softmax(b.graph, "", model.logits);
}

void appendLoss(Builder& b, ModelGraph& model, double labelSmoothing) {
    Graph& graph = b.graph;
    const Shape shape = graph[model.logits].shape;
    const Axis tokens = graph[model.logits].axes[0];
    model.inputs.push_back(tokenIds(b, "label", shape[0], tokens, shape[1]));
    const NodeId labels = model.inputs.back().node;
    const ScopeGuard scope(graph, {ScopeKind::Loss, ""});
    model.tokenCount = ops::countTokens(graph, "token_count", labels);
    model.tokenLoss = ops::crossEntropy(graph, "token_loss", model.logits, model.probabilities,
                                        labels, labelSmoothing);
    model.loss = ops::meanTokens(graph, "loss", model.tokenLoss, model.tokenCount);
}

} // namespace gf
