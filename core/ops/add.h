// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <vector>

namespace gf::ops {

/// y = x under another name; shares the buffer.
NodeId identity(Graph& graph, std::string name, NodeId x);

/// y = Σ xᵢ of one or more terms, all of one shape. Operands that are not batched are added to
/// every example.
NodeId add(Graph& graph, std::string name, std::vector<NodeId> terms);

/// y = Σ over the examples of the batch.
NodeId batchSum(Graph& graph, std::string name, NodeId x);

} // namespace gf::ops
