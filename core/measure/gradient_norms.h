// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <vector>

namespace gf {

/// The gradients of the parameters of one sub-layer, taken together.
struct BlockGradient {
    Scope scope;             ///< encoder / layer 0 / self-attention
    double norm = 0;         ///< √Σ g² over all of them
    Index count = 0;         ///< how many numbers they have
    NodeId largest = noNode; ///< the gradient with the largest norm among them
};

/// Of every sub-layer that has parameters with gradients in the trace, in the order of the graph.
/// The squares of the norms add up to the square of the norm of all gradients.
std::vector<BlockGradient> blockGradients(const Trace& trace);

/// √Σ norm²
double totalNorm(const std::vector<BlockGradient>& blocks);

/// A running mean that began at 0, corrected for it: mean / (1 − βᵗ) after t ≥ 1 steps
/// (Kingma & Ba 2015, section 3).
double biasCorrected(double mean, double beta, double step);

} // namespace gf
