// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "core/graph/differentiate.h"
#include "core/model/blocks.h"
#include "core/model/embedding.h"
#include "core/model/intervene.h"
#include "core/model/output.h"
#include "core/model/recurrent.h"
#include "core/ops/add.h"
#include "core/ops/leaf.h"
#include "core/ops/slice.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

/// The tokens of a side. Their ids are its keep-mask too: `<pad>` is 0.
NodeId appendIds(Builder& b, ModelGraph& model, const Side& side, Index length) {
    model.inputs.push_back(tokenIds(b, side.steps, length, side.tokens, side.vocabulary));
    return model.inputs.back().node;
}

/// What the logits of a transformer are made from.
NodeId residualStream(Builder& b, ModelGraph& model, const BuildOptions& options) {
    const ModelConfig& config = b.config;
    NodeId source = noNode;
    NodeId memory = noNode;
    if (config.hasEncoder()) {
        source = appendIds(b, model, sourceSide(config), options.sourceLength);
        memory = encoder(b, embed(b, sourceSide(config), source), source);
    }
    if (!config.hasDecoder())
        return memory;
    const NodeId target = appendIds(b, model, targetSide(config), options.targetLength);
    return decoder(b, embed(b, targetSide(config), target), target, memory, source);
}

/// The same of a recurrent model.
NodeId recurrentStates(Builder& b, ModelGraph& model, const BuildOptions& options) {
    const ModelConfig& config = b.config;
    const auto input = [&](const Side& side, Index length) {
        const NodeId ids = appendIds(b, model, side, length);
        return RecurrentInput{embed(b, side, ids), ids};
    };
    RecurrentInput source;
    RecurrentInput target;
    if (config.hasEncoder())
        source = input(sourceSide(config), options.sourceLength);
    if (config.hasDecoder())
        target = input(targetSide(config), options.targetLength);
    return recurrent(b, source, target);
}

} // namespace

NodeId ModelGraph::input(std::string_view name) const {
    const auto found = std::ranges::find(inputs, name, &ModelInput::name);
    return found == inputs.end() ? noNode : found->node;
}

ModelGraph buildModel(const ModelConfig& config, const BuildOptions& options) {
    assert(options.loss || !options.gradients);
    ModelGraph model;
    model.graph = std::make_shared<Graph>();
    Builder b{*model.graph, config, options.training};

    const NodeId top = config.isRecurrent() ? recurrentStates(b, model, options)
                                            : residualStream(b, model, options);
    appendOutput(b, top, model);
    if (options.loss)
        appendLoss(b, model, options.labelSmoothing);
    if (!options.interventions.empty())
        model = intervened(model, options.interventions);
    if (options.gradients) {
        model.graph->setRole(Role::Backward);
        const NodeId seed = ops::constant(
            *model.graph, std::string(gradientPrefix) + (*model.graph)[model.loss].name, 1);
        differentiate(*model.graph, model.loss, seed, ops::add, ops::joinLike);
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
