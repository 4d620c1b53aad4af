// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/layer_gradients.h"

#include "core/data/feed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

/// "encoder.0.ffn.w_1" → "encoder.0"; empty for weights outside the layers.
std::string layerOf(const std::string& parameter) {
    const std::size_t stack = parameter.find('.');
    const std::size_t number = parameter.find('.', stack + 1);
    const bool counted = number != std::string::npos && number > stack + 1 &&
                         std::all_of(parameter.begin() + static_cast<std::ptrdiff_t>(stack) + 1,
                                     parameter.begin() + static_cast<std::ptrdiff_t>(number),
                                     [](char c) { return c >= '0' && c <= '9'; });
    return counted ? parameter.substr(0, number) : std::string();
}

} // namespace

LayerGradients::LayerGradients(const Backend& backend, const ModelConfig& model,
                               Parameters& parameters, std::shared_ptr<const BatchSource> batches,
                               std::vector<Intervention> interventions)
    : m_batches(std::move(batches)) {
    m_graph = buildModel(model, {.sourceLength = m_batches->sourceLength(),
                                 .targetLength = m_batches->targetLength(),
                                 .training = false,
                                 .loss = true,
                                 .gradients = true,
                                 .labelSmoothing = 0,
                                 .interventions = std::move(interventions)});
    const Graph& graph = *m_graph.graph;
    std::vector<NodeId> kept;
    for (const Node& node : graph.nodes()) {
        const std::string name = node.role == Role::Parameter ? layerOf(node.name) : std::string();
        const NodeId gradient = graph.gradientOf(node.id);
        if (name.empty() || gradient == noNode)
            continue;
        auto layer = std::ranges::find(m_layers, name, &Layer::name);
        if (layer == m_layers.end())
            layer = m_layers.insert(m_layers.end(), {name, {}});
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
        double squares = 0;
        for (const NodeId gradient : layer.gradients)
            squares += matrixOf(m_program->value(gradient)).cast<double>().squaredNorm();
        measured.push_back({layer.name, std::sqrt(squares)});
    }
    return measured;
}

} // namespace gf
