// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/position_tables.h"

#include "core/model/model.h"

#include <utility>

namespace gf {

std::vector<ModelConfig> modelsByPosition(const ModelConfig& model) {
    std::vector<ModelConfig> models;
    for (const Positional kind : {Positional::Learned, Positional::Relative}) {
        models.push_back(model);
        models.back().positional = kind;
    }
    return models;
}

Tensor positionTable(const ModelConfig& model, const Parameters& parameters) {
    const ModelGraph built = buildModel(model, {.sourceLength = model.hasEncoder() ? 1 : 0,
                                                .targetLength = model.hasDecoder() ? 1 : 0,
                                                .loss = false});
    for (const Node& node : built.graph->nodes()) {
        if (node.role != Role::Parameter ||
            (node.scope.kind() != ScopeKind::Position && node.part != "relative_bias"))
            continue;
        const auto values = parameters.values(*parameters.find(node.name));
        return {node.shape, std::vector<float>(values.begin(), values.end())};
    }
    return {};
}

} // namespace gf
