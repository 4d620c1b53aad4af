// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/moved_back.h"

#include "core/measure/agreement.h"

#include <algorithm>

namespace gf {

namespace {

/// Where the number of a cell stood before the tokens were shuffled.
Cell placeBefore(const Node& node, Cell cell, const std::vector<Index>& order) {
    for (int i = 0; i < node.shape.rank(); ++i) {
        const auto dimension = static_cast<std::size_t>(i);
        Index& at = cell.at[dimension];
        if (node.axes[dimension] == Axis::Source && at < static_cast<Index>(order.size()))
            at = order[at];
    }
    return cell;
}

} // namespace

std::vector<ShuffledStep> movedBack(const Graph& graph, const ReadExact& original,
                                    const ReadExact& shuffled, const std::vector<Index>& order) {
    std::vector<ShuffledStep> steps;
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Forward || node.scope.find(ScopeKind::TimeStep))
            continue;
        const BasicTensor<double> before = original(node.id);
        const BasicTensor<double> after = shuffled(node.id);
        ShuffledStep step{node.id};
        for (Index i = 0; i < after.count(); ++i) {
            const Cell place = placeBefore(node, cellAt(node.shape, i), order);
            step.difference = std::max(step.difference, distanceOf(after[i], before.at(place)));
        }
        steps.push_back(step);
    }
    return steps;
}

} // namespace gf
