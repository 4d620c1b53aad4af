// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/output.h"

#include "core/model/embedding.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/softmax.h"

#include <cassert>

namespace gf {

namespace {

NodeId logits(Builder& b, NodeId x) {
    const ModelConfig& c = b.config;
    const NodeId bias = b.parameter("output.bias", Shape{c.targetVocab}, {Axis::TargetWord});
    if (c.tieEmbeddings) {
        const Side side = c.hasDecoder() ? targetSide(c) : sourceSide(c);
        assert(side.vocabulary == c.targetVocab);
        return ops::linear(b.graph, "logits", x, embeddingTable(b, side), bias,
                           {.axis = Axis::TargetWord, .transposed = true});
    }
    const NodeId weight = b.parameter("output.weight", Shape{c.dModel, c.targetVocab},
                                      {Axis::Model, Axis::TargetWord});
    return ops::linear(b.graph, "logits", x, weight, bias, {.axis = Axis::TargetWord});
}

} // namespace

void appendOutput(Builder& b, NodeId x, ModelGraph& model) {
    model.logits = logits(b, x);
    model.probabilities = ops::softmax(b.graph, "probabilities", model.logits);
}

void appendLoss(Builder& b, ModelGraph& model, double labelSmoothing) {
    Graph& graph = b.graph;
    const Shape shape = graph[model.logits].shape;
    const Axis tokens = graph[model.logits].axes[0];
    const std::string name(inputs::labelIds);
    const NodeId labels = ops::input(graph, name, Shape{shape[0]}, {tokens});
    model.inputs.push_back({name, labels, InputKind::Ids, shape[1]});
    model.tokenCount = ops::countTokens(graph, "token_count", labels);
    model.tokenLoss = ops::crossEntropy(graph, "token_loss", model.logits, model.probabilities,
                                        labels, labelSmoothing);
    model.loss = ops::meanTokens(graph, "loss", model.tokenLoss, model.tokenCount);
}

} // namespace gf
