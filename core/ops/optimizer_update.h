// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <vector>

/// The optimizer's update as nodes. None of them is batched.
namespace gf::ops {

/// √Σ g² over all elements of all gradients, of which there is one at least: scalar.
NodeId gradientNorm(Graph& graph, std::string name, std::vector<NodeId> gradients);

/// min(1, clip / (norm + 1e-6)): scalar (Pascanu et al. 2013; the 1e-6 as PyTorch has it).
NodeId clipFactor(Graph& graph, std::string name, NodeId norm, double clip);

/// y = g · factor, factor a scalar node.
NodeId clipGradient(Graph& graph, std::string name, NodeId gradient, NodeId factor);

/// y = g + decay · p: weight decay as an L2 term.
NodeId decayGradient(Graph& graph, std::string name, NodeId gradient, NodeId parameter,
                     double decay);

/// m ← β₁·m + (1 − β₁)·g; replaces the state node's value (Kingma & Ba 2015, algorithm 1).
NodeId adamMoment1(Graph& graph, std::string name, NodeId m, NodeId gradient, double beta1);

/// v ← β₂·v + (1 − β₂)·g².
NodeId adamMoment2(Graph& graph, std::string name, NodeId v, NodeId gradient, double beta2);

/// Δ = −η · (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε); learningRate η and step t are scalar nodes.
NodeId adamUpdate(Graph& graph, std::string name, NodeId m, NodeId v, NodeId learningRate,
                  NodeId step, double beta1, double beta2, double epsilon);

/// b ← momentum·b + g; replaces the state node's value (as PyTorch's SGD, no dampening).
NodeId momentum(Graph& graph, std::string name, NodeId buffer, NodeId gradient, double momentum);

/// Δ = −η · g.
NodeId sgdUpdate(Graph& graph, std::string name, NodeId gradient, NodeId learningRate);

/// p ← p + Δ − η·decay·p; replaces the parameter's value. The decoupled decay is AdamW's
/// (Loshchilov & Hutter 2019); learningRate may be noNode when decay is 0.
NodeId apply(Graph& graph, std::string name, NodeId parameter, NodeId update, NodeId learningRate,
             double decay);

} // namespace gf::ops
