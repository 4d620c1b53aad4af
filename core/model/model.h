// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/graph/graph.h"
#include "core/model/config.h"
#include "core/model/inputs.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace gf {

/// What to build around the forward pass.
struct BuildOptions {
    Index sourceLength = 0; ///< S; 0 for a decoder-only model
    Index targetLength = 0; ///< T; 0 for an encoder-only model
    bool training = false;  ///< insert the dropout nodes
    bool loss = true;       ///< append token_loss and loss (needs the labels input)
    bool gradients = false; ///< append grad/… of every node on the way to a weight that learns
    double labelSmoothing = 0;
    /// Layers that do not learn, and with them what they read (core/model/frozen.h): they have no
    /// gradients, nor has what lies below all that learns.
    Index frozenLayers = 0;
    /// Changes of a person, built in as operations (core/model/intervened_model.h).
    std::vector<Intervention> interventions = {};
};

/// A model's graph for fixed lengths and the ids of the nodes that are fed and read.
struct ModelGraph {
    std::shared_ptr<Graph> graph;
    std::vector<ModelInput> inputs; ///< all that is fed, in the order of the graph
    NodeId tokenCount = noNode;     ///< number of labels that are not padding, whole batch
    NodeId logits = noNode;         ///< noNode where the output is real numbers
    NodeId probabilities = noNode;  ///< likewise
    NodeId prediction = noNode;     ///< real numbers; noNode where there are logits
    NodeId states = noNode;         ///< the last rows of a model that says nothing of them
    NodeId pooled = noNode;         ///< [1,D]: a row for the whole text; noNode: it has none
    NodeId tokenLoss = noNode;
    NodeId loss = noNode;

    /// The node of an input, or noNode.
    NodeId input(std::string_view name) const;
    /// What the model says: logits and probabilities, real numbers, or states.
    std::vector<NodeId> said() const;
};

/// Builds the graph of a model (Vaswani et al. 2017, fig. 1; Pre-LN as in Xiong et al. 2020).
ModelGraph buildModel(const ModelConfig& config, const BuildOptions& options);

/// The forward pass for sequences of one token: what follows from the configuration alone.
ModelGraph shortestModel(const ModelConfig& config);

/// Number of learned weights of a model.
Index parameterCount(const ModelConfig& config);

/// Draws initial weights: Xavier-uniform products, embeddings N(0, 1/D), those of real numbers
/// N(0, 1) with their biases, gains 1, other biases 0. The
/// same seed gives the same weights whatever else the set holds.
void initialize(Parameters& parameters, const ModelConfig& config, std::uint64_t seed);

} // namespace gf
