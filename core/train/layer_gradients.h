// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/batch.h"
#include "core/model/model.h"

#include <memory>
#include <vector>

namespace gf {

/// How strongly one layer would be changed by a step.
struct LayerGradient {
    Scope layer;     ///< encoder / layer 0
    double norm = 0; ///< L2 norm of the loss's gradient over all its weights
};

/// Measures the gradient of each layer on batches, with the weights as they are and dropout off: at
/// the start it differs between Pre-LN and Post-LN (Xiong et al. 2020, "On Layer Normalization in
/// the Transformer Architecture", section 3.3). Changes nothing.
class LayerGradients {
public:
    /// `backend` and `parameters` must outlive it; the parameters hold those of the model. The
    /// interventions are built into the model (core/model/intervened_model.h), the first
    /// `frozenLayers` layers do not learn.
    LayerGradients(const Backend& backend, const ModelConfig& model, Parameters& parameters,
                   std::shared_ptr<const BatchSource> batches,
                   std::vector<Intervention> interventions = {}, Index frozenLayers = 0);

    /// On batch `number` of the source: every layer of the encoder that learns, then of the
    /// decoder.
    std::vector<LayerGradient> measure(Index number);

private:
    struct Layer {
        Scope scope;
        std::vector<NodeId> gradients;
    };

    std::shared_ptr<const BatchSource> m_batches;
    ModelGraph m_graph;
    std::vector<Layer> m_layers;
    std::unique_ptr<Program> m_program;
    Batch m_batch;
};

} // namespace gf
