// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "core/graph/differentiate.h"
#include "core/model/blocks.h"
#include "core/model/embedding.h"
#include "core/model/intervene.h"
#include "core/ops/add.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/softmax.h"

#include <cassert>

namespace gf {

namespace {

/// "logits" [T,V] = x·W + b; tied, W is the embedding table transposed (Press & Wolf 2017).
NodeId outputLogits(Builder& b, NodeId x) {
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

void appendLoss(Graph& graph, ModelGraph& model, const BuildOptions& options) {
    const Node& logits = graph[model.logits];
    model.labelIds = ops::input(graph, "label.ids", Shape{logits.shape[0]}, {logits.axes[0]});
    model.tokenCount = ops::countTokens(graph, "token_count", model.labelIds);
    model.tokenLoss = ops::crossEntropy(graph, "token_loss", model.logits, model.probabilities,
                                        model.labelIds, options.labelSmoothing);
    model.loss = ops::meanTokens(graph, "loss", model.tokenLoss, model.tokenCount);
}

} // namespace

ModelGraph buildModel(const ModelConfig& config, const BuildOptions& options) {
    assert(options.loss || !options.gradients);
    ModelGraph model;
    model.graph = std::make_shared<Graph>();
    Graph& graph = *model.graph;
    Builder b{graph, config, options.training};

    NodeId memory = noNode;
    if (config.hasEncoder()) {
        model.sourceIds =
            ops::input(graph, "source.ids", Shape{options.sourceLength}, {Axis::Source});
        memory = encoder(b, embed(b, sourceSide(config), model.sourceIds), model.sourceIds);
    }
    NodeId top = memory;
    if (config.hasDecoder()) {
        model.targetIds =
            ops::input(graph, "target.ids", Shape{options.targetLength}, {Axis::Target});
        const NodeId x = embed(b, targetSide(config), model.targetIds);
        top = decoder(b, x, model.targetIds, memory, model.sourceIds);
    }
    model.logits = outputLogits(b, top);
    model.probabilities = ops::softmax(graph, "probabilities", model.logits);
    if (options.loss)
        appendLoss(graph, model, options);
    if (!options.interventions.empty())
        model = intervened(model, options.interventions);
    if (options.gradients) {
        model.graph->setRole(Role::Backward);
        const NodeId seed = ops::constant(*model.graph, "grad/loss", 1);
        differentiate(*model.graph, model.loss, seed, ops::add);
    }
    return model;
}

} // namespace gf
