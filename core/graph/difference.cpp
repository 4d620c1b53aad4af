// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/difference.h"

#include <cassert>
#include <cmath>
#include <utility>

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

} // namespace

std::shared_ptr<const Trace> differenceOf(std::shared_ptr<const Trace> before,
                                          std::shared_ptr<const Trace> after) {
    assert(before->graph == after->graph);
    auto difference = std::make_shared<Trace>(*after);
    difference->without = nullptr;
    for (const Node& node : difference->graph->nodes()) {
        const auto place = static_cast<std::size_t>(node.id);
        if (node.role != Role::Input)
            difference->values[place] = change(before->values[place], after->values[place]);
    }
    difference->before = std::move(before);
    difference->after = std::move(after);
    return difference;
}

} // namespace gf
