// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// How the result of a linear map is laid out.
struct LinearShape {
    Axis axis = Axis::Model;              ///< what a column of the result is
    Index heads = 0;                      ///< > 0: the result is [H,T,K], split by head
    Axis headFeature = Axis::HeadFeature; ///< then: what a column of one head is
    bool transposed = false; ///< the weight is [out,in]: y = x·Wᵀ + b (tied embeddings)
};

/// y = x·W + b; x [T,N], W [N,M] (or [M,N] transposed, or a kernel [R,N/R,M]), b [M] or noNode →
/// [T,M] or [H,T,K].
NodeId linear(Graph& graph, std::string name, NodeId x, NodeId weight, NodeId bias,
              const LinearShape& shape);

} // namespace gf::ops
