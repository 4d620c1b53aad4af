// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/fusion.h"
#include "core/backend/cpu/kernels.h"
#include "core/backend/narrow_matrix.h"
#include "core/backend/plan/plan.h"
#include "core/tensor/random.h"

#include <cstdint>
#include <functional>

namespace gf::cpu {

/// What turns a node into calls of kernels: where the numbers of every node lie, and for how many
/// examples.
struct Lowering {
    const Graph& graph;
    const ExecutionPlan& plan;
    const Kernels& kernels;
    Index examples = 1;     ///< how many examples this task works on
    Index firstExample = 0; ///< the number of the first one in the batch
    const RandomState* random = nullptr;
    /// The first number of a node: of the first example where it is batched.
    std::function<float*(NodeId)> address;
    /// Whether of a node's value there is only one head of one example at a time.
    std::function<bool(NodeId)> isFleeting;
    /// A weight (k × n, or stored n × k) in 16 bits, for products of one row; null: there is none.
    std::function<const NarrowMatrix*(NodeId, Index k, Index n, bool transposed)> narrow;
};

/// One node's work with every address resolved.
using Task = std::function<void()>;

/// The work of a node on one head of one example of its task.
using HeadTask = std::function<void(Index example, Index head)>;

/// A part of a node's work that no other part waits for.
using PartTask = std::function<void(Index part)>;

/// A part [begin, end) of the elements of a node whose elements are independent of each other.
using RangeTask = std::function<void(Index begin, Index end)>;

/// True where a head's result needs the same head of the operands alone.
bool worksByHead(const Node& node, const NodeWork& work);

/// The work of a node over whole examples, unless it is done elsewhere.
Task lower(const Node& node, const NodeWork& work, const Lowering& lowering);

/// The work of a node for which worksByHead() holds.
HeadTask lowerByHead(const Node& node, const NodeWork& work, const Lowering& lowering);

/// Into how many parts a node's work of one example is cut for so many threads. 1: it is neither
/// attention by blocks nor a product with a weight, or too small.
Index partsOf(const Node& node, const NodeWork& work, const Lowering& lowering, int threads);

/// The work of such a node in parts, each of which makes a head or columns of its own of the
/// result: with the same bits as the whole.
PartTask lowerParts(const Node& node, const NodeWork& work, const Lowering& lowering, Index parts);

/// The work of a node for which isElementwiseUpdate() holds.
RangeTask lowerRange(const Node& node, const Lowering& lowering);

} // namespace gf::cpu
