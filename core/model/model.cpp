// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "core/graph/differentiate.h"
#include "core/model/blocks.h"
#include "core/model/embedding.h"
#include "core/model/intervene.h"
#include "core/model/output.h"
#include "core/ops/add.h"
#include "core/ops/leaf.h"

#include <cassert>

namespace gf {

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
    appendOutput(b, top, model);
    if (options.loss)
        appendLoss(b, model, options.labelSmoothing);
    if (!options.interventions.empty())
        model = intervened(model, options.interventions);
    if (options.gradients) {
        model.graph->setRole(Role::Backward);
        const NodeId seed = ops::constant(*model.graph, "grad/loss", 1);
        differentiate(*model.graph, model.loss, seed, ops::add);
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
