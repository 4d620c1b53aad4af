// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_memory.h"

#include "core/model/model.h"
#include "core/train/optimizer.h"

#include <algorithm>

namespace gf {

TrainingMemory trainingMemory(const ModelConfig& model, const TrainConfig& train, Index source,
                              Index target, int threads) {
    const ModelGraph built = buildModel(model, {.sourceLength = source,
                                                .targetLength = target,
                                                .training = true,
                                                .loss = true,
                                                .gradients = true,
                                                .labelSmoothing = train.labelSmoothing,
                                                .frozenLayers = train.frozenLayers});
    const OptimizerNodes optimizer = appendOptimizer(*built.graph, train);
    TrainingMemory memory;
    for (const Node& node : built.graph->nodes()) {
        const std::size_t bytes = static_cast<std::size_t>(node.shape.count()) * sizeof(float);
        if (node.role == Role::Parameter) {
            memory.parameters += bytes;
            if (built.graph->gradientOf(node.id) != noNode)
                memory.gradients += bytes;
        } else if (node.role == Role::State) {
            memory.optimizer += bytes;
        }
    }
    const std::size_t planned =
        plannedBytes(*built.graph, {.batch = train.batch,
                                    .keep = {},
                                    .noted = {built.loss, optimizer.gradientNorm},
                                    .threads = threads});
    memory.activations = planned - std::min(planned, memory.gradients);
    return memory;
}

} // namespace gf
