// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

namespace gf {

/// True for operands that may be one for all examples where others are not: weights, what stands
/// beside a batch in a sum, a product or a mask. They have stride 0 from example to example.
bool mayBeShared(OpKind kind, std::size_t operand);

/// False where a node mixes operands of each example with operands of all in a way that nobody
/// computes.
bool isBatchedWell(const Graph& graph, const Node& node);

} // namespace gf
