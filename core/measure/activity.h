// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/tensor.h"

#include <span>
#include <vector>

namespace gf {

/// Share of the values with |x| ≤ `threshold`, 0 to 1; 0 of none. With threshold 0 the share that
/// is exactly zero: the units that ReLU silences.
double silentShare(std::span<const float> values, float threshold);

/// The places of the `limit` values that are largest by size, largest first; equal ones in order.
std::vector<Index> largestFirst(std::span<const float> values, std::size_t limit);

/// For each column of a matrix [N,M] in how many of its rows |x| > `threshold`: for hidden units
/// [T,F] how many tokens switch each of them on.
std::vector<float> activeRows(const Tensor& matrix, float threshold);

/// The hidden units [T,F] of each feed-forward layer, what its W_2 multiplies, in the order of the
/// graph.
std::vector<NodeId> hiddenLayers(const Graph& graph);

} // namespace gf
