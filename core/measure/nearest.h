// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace gf {

/// The cosine of two rows of the same length, −1 to 1; 0 where one of them is zero.
double cosineOf(std::span<const float> a, std::span<const float> b);

/// A row of a table, and how alike it is to what it was compared with.
struct NearRow {
    Index row = 0;
    double cosine = 0;
};

/// The rows of `table` [V,D] most like `row` [D] by their cosine, the nearest first, at most
/// `most`. Rows without a cosine (not a number) are left out.
std::vector<NearRow> nearestRows(const Tensor& table, std::span<const float> row, std::size_t most);

/// The mean of the rows of `states` [T,D]: what sentence encoders compare (Reimers & Gurevych
/// 2019).
std::vector<float> meanRow(const Tensor& states);

/// The last rows [S,D] of a model that says nothing of them; noNode where it says something.
NodeId lastStates(const Graph& graph);

} // namespace gf
