// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/train_config.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// The nodes of an optimizer that are fed before a step or read after it.
struct OptimizerNodes {
    NodeId learningRate = noNode; ///< input "learning_rate": scalar η
    NodeId step = noNode;         ///< input "step": scalar t, the first is 1
    NodeId gradientNorm = noNode; ///< "gradient_norm": L2 norm of all gradients, before clipping
};

/// Appends one update of every parameter that has a gradient to a differentiated graph:
/// norm → clip → L2 decay → moments → update → apply, in this order (the one of PyTorch's
/// clip_grad_norm_ followed by its optimizers). What belongs to parameter p is called
/// "update/<p>/…"; the optimizer's memory of it is the state "adam_m/<p>", "adam_v/<p>" or
/// "momentum/<p>". Decay spares nothing: biases, gains and embeddings decay as in PyTorch.
/// The graph has one such parameter at least.
OptimizerNodes appendOptimizer(Graph& graph, const TrainConfig& config);

/// What the names of the states of this optimizer begin with: {"adam_m/", "adam_v/"} or
/// {"momentum/"}; empty for SGD without momentum.
std::span<const std::string_view> statePrefixes(const TrainConfig& config);

} // namespace gf
