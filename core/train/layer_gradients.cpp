// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/layer_gradients.h"

#include "core/data/feed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

LayerGradients::LayerGradients(const Backend& backend, const ModelConfig& model,
                               Parameters& parameters, std::shared_ptr<const BatchSource> batches,
                               std::vector<Intervention> interventions, Index frozenLayers)
    : m_batches(std::move(batches)) {
    m_graph = buildModel(model, {.sourceLength = m_batches->sourceLength(),
                                 .targetLength = m_batches->targetLength(),
                                 .training = false,
                                 .loss = true,
                                 .gradients = true,
                                 .labelSmoothing = 0,
                                 .frozenLayers = frozenLayers,
                                 .interventions = std::move(interventions)});
    const Graph& graph = *m_graph.graph;
    std::vector<NodeId> kept;
    for (const Node& node : graph.nodes()) {
        const NodeId gradient = graph.gradientOf(node.id);
        if (node.role != Role::Parameter || node.scope.layer() < 0 || gradient == noNode)
            continue;
        const Scope scope = node.scope.layerScope();
        auto layer = std::ranges::find(m_layers, scope, &Layer::scope);
        if (layer == m_layers.end())
            layer = m_layers.insert(m_layers.end(), {scope, {}});
        layer->gradients.push_back(gradient);
        kept.push_back(gradient);
    }
    m_program = backend.compile(
        m_graph.graph, parameters,
        {.batch = m_batches->batchSize(), .keepAll = false, .keep = kept, .threads = 1});
}

std::vector<LayerGradient> LayerGradients::measure(Index number) {
    m_batches->fill(number, m_batch);
    feed(*m_program, m_graph, m_batch);
    m_program->run();
    std::vector<LayerGradient> measured;
    for (const Layer& layer : m_layers) {
        std::vector<Wanted> wanted;
        for (const NodeId gradient : layer.gradients)
            wanted.push_back({gradient});
        double squares = 0;
        for (const Tensor& gradient : m_program->values(wanted))
            squares += matrixOf(gradient).cast<double>().squaredNorm();
        measured.push_back({layer.scope, std::sqrt(squares)});
    }
    return measured;
}

} // namespace gf
