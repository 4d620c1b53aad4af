// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/activity.h"

#include "core/tensor/finite.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace gf {

double silentShare(std::span<const float> values, float threshold) {
    if (values.empty())
        return 0;
    const auto silent = std::count_if(values.begin(), values.end(), [threshold](float value) {
        return std::abs(value) <= threshold;
    });
    return static_cast<double>(silent) / static_cast<double>(values.size());
}

std::vector<Index> largestFirst(std::span<const float> values, std::size_t limit) {
    std::vector<Index> places(values.size());
    std::iota(places.begin(), places.end(), Index{0});
    const auto size = [values](Index place) { return std::abs(values[place]); };
    limit = std::min(limit, places.size());
    std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(limit),
                      places.end(), [&](Index a, Index b) {
                          if (isLarger(size(a), size(b)) || isLarger(size(b), size(a)))
                              return isLarger(size(a), size(b));
                          return a < b;
                      });
    places.resize(limit);
    return places;
}

std::vector<float> activeRows(const Tensor& matrix, float threshold) {
    assert(matrix.shape().rank() == 2);
    const Index columns = matrix.shape()[1];
    std::vector<float> counts(columns, 0.0F);
    for (Index i = 0; i < matrix.count(); ++i)
        if (std::abs(matrix[i]) > threshold)
            counts[i % columns] += 1;
    return counts;
}

std::vector<NodeId> hiddenLayers(const Graph& graph) {
    std::vector<NodeId> found;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.relation == Relation::Own && node.part == "hidden" &&
            node.scope.kind() == ScopeKind::FeedForward)
            found.push_back(graph.find(node.scope, "hidden"));
    return found;
}

} // namespace gf
