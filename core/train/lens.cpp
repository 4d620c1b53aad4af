// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/lens.h"

#include "core/measure/residual_stream.h"
#include "core/tensor/error.h"
#include "core/train/tail.h"

namespace gf {

std::vector<LensLayer> lens(const Backend& backend, Parameters& parameters, const Trace& trace) {
    const Graph& graph = *trace.graph;
    const NodeId probabilities = graph.find("probabilities");
    if (probabilities == noNode)
        throw Error(phrase("this model says numbers; without words it has no probabilities"));
    const std::vector<ResidualStream> streams = residualStreams(graph);
    const std::vector<NodeId> boundaries =
        streams.empty() ? std::vector<NodeId>() : layerBoundaries(graph, streams.back());
    if (boundaries.empty())
        throw Error(phrase("this model has no residual stream; only a transformer has one"));
    Tail tail(backend, parameters, trace, boundaries.back(), probabilities);
    std::vector<LensLayer> layers;
    for (const NodeId boundary : boundaries)
        layers.push_back({graph[boundary].name, tail.run(trace.value(boundary))});
    return layers;
}

} // namespace gf
