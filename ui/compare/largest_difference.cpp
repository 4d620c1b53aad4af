// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/largest_difference.h"

#include <cmath>
#include <cstddef>

namespace gf {

LargestDifference largestDifference(const Trace& first, const Trace& second, const Steps& steps) {
    LargestDifference most;
    for (const Step& step : steps.walk(false)) {
        const Node& node = (*first.graph)[step.node];
        const Tensor& a = first.value(step.node);
        const Tensor* b = second.find(node.name);
        if (!b || a.empty() || a.shape().rank() == 0 || !(a.shape() == b->shape()))
            continue;
        double squares = 0;
        double largest = 0;
        std::size_t count = 0;
        std::size_t place = 0;
        for (std::size_t i = 0; i < a.values().size(); ++i) {
            const double x = a.values()[i];
            const double y = b->values()[i];
            if (!std::isfinite(x) || !std::isfinite(y))
                continue;
            squares += x * x + y * y;
            count += 2;
            if (std::abs(x - y) > largest) {
                largest = std::abs(x - y);
                place = i;
            }
        }
        if (largest == 0)
            continue;
        const double relative = largest / std::sqrt(squares / static_cast<double>(count));
        if (relative > most.relative)
            most = {step.node, cellAt(a.shape(), static_cast<Index>(place)), relative};
    }
    return most;
}

} // namespace gf
