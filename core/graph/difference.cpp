// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/difference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// A masked cell is −∞ before and after; it stays what it is.
float change(float before, float after) {
    return std::isinf(after) && before == after ? after : after - before;
}

Tensor change(const Tensor& before, const Tensor& after) {
    if (before.empty() || after.empty())
        return {};
    Tensor result = after;
    for (Index i = 0; i < result.count(); ++i)
        result[i] = change(before[i], after[i]);
    return result;
}

/// Weights of which both traces have the same numbers.
bool areSameWeights(const Trace& before, const Trace& after, const Node& node) {
    return node.role == Role::Parameter && !after.value(node.id).empty() &&
           before.value(node.id).values().data() == after.value(node.id).values().data();
}

/// As many as the largest of those weights are: all of them share these, too.
std::shared_ptr<const float> zerosFor(const Trace& before, const Trace& after) {
    Index most = 0;
    for (const Node& node : after.graph->nodes())
        if (areSameWeights(before, after, node))
            most = std::max(most, node.shape.count());
    const auto zeros = std::make_shared<const std::vector<float>>(most, 0.0F);
    return {zeros, zeros->data()};
}

} // namespace

std::shared_ptr<const Trace> differenceOf(std::shared_ptr<const Trace> before,
                                          std::shared_ptr<const Trace> after) {
    assert(before->graph == after->graph);
    auto difference = std::make_shared<Trace>(*after);
    difference->without = nullptr;
    const std::shared_ptr<const float> zeros = zerosFor(*before, *after);
    for (const Node& node : difference->graph->nodes()) {
        const auto place = static_cast<std::size_t>(node.id);
        if (areSameWeights(*before, *after, node))
            difference->values[place] = Tensor::sharing(node.shape, zeros);
        else if (node.role != Role::Input)
            difference->values[place] = change(before->values[place], after->values[place]);
    }
    difference->before = std::move(before);
    difference->after = std::move(after);
    return difference;
}

} // namespace gf
