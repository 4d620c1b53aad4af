// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder.h"

#include "core/model/name_hash.h"
#include "core/ops/dropout.h"
#include "core/ops/gate.h"
#include "core/ops/leaf.h"
#include "core/ops/norm.h"

namespace gf {

NodeId Builder::parameter(const std::string& part, Shape shape, const std::vector<Axis>& axes) {
    const NodeId known = graph.find(graph.scope(), part);
    return known != noNode ? known : ops::parameter(graph, part, shape, axes);
}

NodeId Builder::dropped(NodeId x) {
    if (!training || config.dropout == 0)
        return x;
    // The stream follows from the name: changing one part of a model leaves the others' draws
    // alone.
    const std::string name = graph[x].name + ".dropout";
    const ScopeGuard scope(graph, graph[x].scope);
    const std::string part = graph[x].part.empty() ? "dropout" : graph[x].part + ".dropout";
    return ops::dropout(graph, part, x, config.dropout, static_cast<std::uint32_t>(nameHash(name)));
}

NodeId Builder::gain(Index width, Axis axis) {
    const NodeId learned = parameter("gain", Shape{width}, {axis});
    if (config.normGainOffset == 0)
        return learned;
    const NodeId known = graph.find(graph.scope(), "gain_plus_one");
    return known != noNode ? known : ops::onePlus(graph, "gain_plus_one", learned);
}

Builder::NormWeights Builder::normWeights() {
    const NodeId multiplied = gain(config.dModel, Axis::Model);
    if (config.normKind == NormKind::Rms)
        return {multiplied, noNode};
    return {multiplied, parameter("bias", Shape{config.dModel}, {Axis::Model})};
}

NodeId Builder::normBy(const NormWeights& weights, const std::string& part, NodeId x) {
    if (weights.bias == noNode)
        return ops::rmsNorm(graph, part, x, weights.gain, config.normEpsilon);
    return ops::layerNorm(graph, part, x, weights.gain, weights.bias, config.normEpsilon);
}

NodeId Builder::norm(const std::string& title, NodeId x, int index) {
    if (!config.hasNorms())
        return x;
    const ScopeGuard scope(graph, {ScopeKind::Norm, title, index});
    return normBy(normWeights(), "output", x);
}

} // namespace gf
