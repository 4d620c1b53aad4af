// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/nearest.h"

#include "core/measure/products.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <cmath>

namespace gf {

double cosineOf(std::span<const float> a, std::span<const float> b) {
    const double lengths = lengthOf(a) * lengthOf(b);
    return lengths == 0 ? 0 : dot(a, b) / lengths;
}

std::vector<NearRow> nearestRows(const Tensor& table, std::span<const float> row,
                                 std::size_t most) {
    std::vector<NearRow> rows;
    for (Index i = 0; i < table.shape()[0]; ++i)
        if (const double cosine = cosineOf(rowOf(table, i), row); std::isfinite(cosine))
            rows.push_back({i, cosine});
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(most, rows.size()));
    std::ranges::partial_sort(rows, end, std::greater(), &NearRow::cosine);
    rows.erase(end, rows.end());
    return rows;
}

std::vector<float> meanRow(const Tensor& states) {
    std::vector<double> sums(states.shape()[1]);
    for (Index t = 0; t < states.shape()[0]; ++t) {
        const std::span<const float> row = rowOf(states, t);
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += static_cast<double>(row[i]);
    }
    std::vector<float> mean;
    for (const double sum : sums)
        mean.push_back(static_cast<float>(sum / static_cast<double>(states.shape()[0])));
    return mean;
}

NodeId lastStates(const Graph& graph) {
    NodeId last = noNode;
    for (const Node& node : graph.nodes()) {
        if (node.scope.kind() == ScopeKind::Probabilities || node.scope.kind() == ScopeKind::Loss)
            return noNode;
        if (node.role == Role::Forward && node.shape.rank() == 2 && node.axes[0] == Axis::Source &&
            node.axes[1] == Axis::Model && node.scope.find(ScopeKind::Stack))
            last = node.id;
    }
    return last;
}

} // namespace gf
