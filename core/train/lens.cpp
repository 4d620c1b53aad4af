// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/lens.h"

#include "core/measure/residual_stream.h"
#include "core/tensor/error.h"
#include "core/train/forward_from_step.h"

namespace gf {

std::vector<LensLayer> lens(const Backend& backend, Parameters& parameters, const Trace& trace) {
    const Graph& graph = *trace.graph;
    if (const auto reason = noWordsAfterLayers(graph))
        throw Error(*reason);
    const std::vector<NodeId> boundaries = layerBoundaries(graph, residualStreams(graph).back());
    ForwardFromStep forward(backend, parameters, trace, boundaries.back(),
                            graph.find("probabilities"));
    std::vector<LensLayer> layers;
    for (const NodeId boundary : boundaries)
        layers.push_back({graph[boundary].name, forward.run(trace.value(boundary))});
    return layers;
}

} // namespace gf
