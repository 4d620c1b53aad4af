// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder.h"

#include "core/model/name_hash.h"
#include "core/ops/dropout.h"
#include "core/ops/layer_norm.h"
#include "core/ops/leaf.h"

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

NodeId Builder::norm(const std::string& title, NodeId x, int index) {
    const ScopeGuard scope(graph, {ScopeKind::Norm, title, index});
    const Shape features{config.dModel};
    const NodeId gain = parameter("gain", features, {Axis::Model});
    const NodeId bias = parameter("bias", features, {Axis::Model});
    return ops::layerNorm(graph, "output", x, gain, bias);
}

} // namespace gf
