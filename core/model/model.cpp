// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "core/graph/differentiate.h"
#include "core/model/blocks.h"
#include "core/model/frozen.h"
#include "core/model/input_embedding.h"
#include "core/model/intervened_model.h"
#include "core/model/output.h"
#include "core/model/recurrent.h"
#include "core/ops/add.h"
#include "core/ops/leaf.h"
#include "core/ops/slice.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

/// What is fed of a side.
Fed appendInput(Builder& b, ModelGraph& model, const Side& side, Index length, bool values) {
    const ModelInput numbers = values
                                   ? realValues(b, side.steps, length, side.tokens)
                                   : tokenIds(b, side.steps, length, side.tokens, side.vocabulary);
    model.inputs.push_back(numbers);
    model.inputs.push_back(keepMask(b, side.steps, length, side.tokens));
    return {numbers, model.inputs.back()};
}

/// The stream of a transformer.
Stream residualStream(Builder& b, ModelGraph& model, const BuildOptions& options) {
    const ModelConfig& config = b.config;
    NodeId sourceKeep = noNode;
    NodeId memory = noNode;
    if (config.hasEncoder()) {
        const Side side = sourceSide(config);
        const Fed source =
            appendInput(b, model, side, options.sourceLength, config.input == Input::Values);
        sourceKeep = source.keep.node;
        NodeId types = noNode;
        if (config.tokenTypes > 0 && !source.isValues()) {
            model.inputs.push_back(tokenTypes(b, side.steps, options.sourceLength, side.tokens));
            types = model.inputs.back().node;
        }
        NodeId places = noNode;
        if (skipsPadding(config)) {
            model.inputs.push_back(tokenPlaces(b, side.steps, options.sourceLength, side.tokens));
            places = model.inputs.back().node;
        }
        memory = encoder(b, embed(b, side, source.numbers, types, places), sourceKeep);
    }
    if (!config.hasDecoder())
        return {memory, memory};
    const Side side = targetSide(config);
    const Fed target = appendInput(b, model, side, options.targetLength, config.readsValues());
    const NodeId x = embed(b, side, target.numbers);
    return {decoder(b, x, target.keep.node, memory, sourceKeep), memory};
}

/// Of a recurrent model.
Stream recurrentStates(Builder& b, ModelGraph& model, const BuildOptions& options) {
    const ModelConfig& config = b.config;
    const auto input = [&](const Side& side, Index length, bool values) {
        const Fed fed = appendInput(b, model, side, length, values);
        return RecurrentInput{embed(b, side, fed.numbers), fed.keep.node};
    };
    RecurrentInput source;
    RecurrentInput target;
    if (config.hasEncoder())
        source = input(sourceSide(config), options.sourceLength, config.input == Input::Values);
    if (config.hasDecoder())
        target = input(targetSide(config), options.targetLength, config.readsValues());
    return recurrent(b, source, target);
}

} // namespace

NodeId ModelGraph::input(std::string_view name) const {
    const auto found = std::ranges::find(inputs, name, &ModelInput::name);
    return found == inputs.end() ? noNode : found->node;
}

std::vector<NodeId> ModelGraph::said() const {
    if (states != noNode)
        return {states};
    if (prediction != noNode)
        return {prediction};
    return {logits, probabilities};
}

ModelGraph buildModel(const ModelConfig& config, const BuildOptions& options) {
    assert(options.loss || !options.gradients);
    ModelGraph model;
    model.graph = std::make_shared<Graph>();
    Builder b{*model.graph, config, options.training};

    const Stream stream = config.isRecurrent() ? recurrentStates(b, model, options)
                                               : residualStream(b, model, options);
    appendOutput(b, stream, model);
    if (options.loss && config.hasLoss())
        appendLoss(b, model, options.labelSmoothing);
    if (!options.interventions.empty())
        model = intervened(model, options.interventions);
    if (options.gradients && model.loss != noNode) {
        model.graph->setRole(Role::Backward);
        const NodeId seed = ops::constant(
            *model.graph, std::string(gradientPrefix) + (*model.graph)[model.loss].name, 1);
        differentiate(
            *model.graph, model.loss, seed, ops::add, ops::joinLike, [&](const Node& leaf) {
                return leaf.role == Role::Parameter && !isFrozen(leaf.scope, options.frozenLayers);
            });
    }
    return model;
}

ModelGraph shortestModel(const ModelConfig& config) {
    return buildModel(config, {.sourceLength = config.hasEncoder() ? 1 : 0,
                               .targetLength = config.hasDecoder() ? 1 : 0,
                               .loss = false});
}

Index parameterCount(const ModelConfig& config) {
    const ModelGraph model = shortestModel(config);
    Index count = 0;
    for (const Node& node : model.graph->nodes())
        count += node.role == Role::Parameter ? node.shape.count() : 0;
    return count;
}

} // namespace gf
