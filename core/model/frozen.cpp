// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/frozen.h"

#include "core/model/fields.h"
#include "core/model/model.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>

namespace gf {

namespace {

/// Whether the loss depends on a weight that is not frozen.
bool learnsAnything(const ModelConfig& model, Index frozenLayers) {
    const ModelGraph built = buildModel(model, {.sourceLength = model.hasEncoder() ? 1 : 0,
                                                .targetLength = model.hasDecoder() ? 1 : 0,
                                                .gradients = true,
                                                .frozenLayers = frozenLayers});
    return std::ranges::any_of(built.graph->nodes(), [&](const Node& node) {
        return node.role == Role::Parameter && built.graph->gradientOf(node.id) != noNode;
    });
}

Sentence frozenName(FieldNames names) {
    const auto field = std::ranges::find(trainFields(), "frozen_layers", &TrainField::key);
    return nameOf(*field, names);
}

} // namespace

bool isFrozen(const Scope& scope, Index layers) {
    if (layers == 0 || scope.empty())
        return false;
    if (scope.layer() >= 0)
        return scope.layer() < layers;
    const ScopeKind outermost = scope.levels.front().kind;
    return outermost == ScopeKind::Embedding || outermost == ScopeKind::Position ||
           outermost == ScopeKind::Norm || outermost == ScopeKind::Tokens;
}

Sentence obstacleToFreezing(const ModelConfig& model, Index layers, FieldNames names) {
    if (layers == 0)
        return {};
    const Index all = deepestLayers(model);
    if (layers > all)
        return {phrase("%1 is %2, but the model has %3; freeze at most that many"),
                frozenName(names), layers, counted(all, noun::layers)};
    if (layers == all && !learnsAnything(model, layers))
        return {phrase("%1 is %2, and with that no weight of the model would learn; freeze fewer"),
                frozenName(names), layers};
    return {};
}

void requireFreezable(const ModelConfig& model, const TrainConfig& train, FieldNames names) {
    if (const Sentence obstacle = obstacleToFreezing(model, train.frozenLayers, names);
        !obstacle.empty())
        throw Error(obstacle);
}

} // namespace gf
