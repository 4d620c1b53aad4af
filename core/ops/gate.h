// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

/// What a recurrent cell is made of beside products and activations.
namespace gf::ops {

/// y = a ⊙ b, number by number; both of one shape, and both batched or neither.
NodeId multiply(Graph& graph, std::string name, NodeId a, NodeId b);

/// y = 1 − x: what a gate lets through of the other side.
NodeId complement(Graph& graph, std::string name, NodeId x);

/// y = 1 + x: a gain that is learned as its difference from 1.
NodeId onePlus(Graph& graph, std::string name, NodeId x);

/// y = `next` where number `place` of `keep` [T] is not 0, `before` where it is: at padding a state
/// stays as it was. `next` and `before` are of one shape, and `place` < T.
NodeId keep(Graph& graph, std::string name, NodeId next, NodeId before, NodeId keep, Index place);

} // namespace gf::ops
