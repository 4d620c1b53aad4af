// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/weighted_sum.h"

#include "core/tensor/finite.h"

#include <algorithm>
#include <numeric>

namespace gf {

WeightedSum weightedSum(const Tensor& weights, const Tensor& values, Index head, Index query,
                        bool largestFirst) {
    const Index keys = weights.shape()[2];
    const Index width = values.shape()[2];
    assert(values.shape()[1] == keys);
    const float* row = weights.data() + (head * weights.shape()[1] + query) * keys;
    const float* value = values.data() + head * keys * width;

    WeightedSum result{std::vector<Index>(static_cast<std::size_t>(keys)),
                       Tensor(Shape{keys, width}), Tensor(Shape{keys, width})};
    std::iota(result.keys.begin(), result.keys.end(), Index(0));
    if (largestFirst)
        std::stable_sort(result.keys.begin(), result.keys.end(),
                         [row](Index a, Index b) { return isLarger(row[a], row[b]); });
    std::vector<double> sum(static_cast<std::size_t>(width));
    for (Index place = 0; place < keys; ++place) {
        const Index key = result.keys[static_cast<std::size_t>(place)];
        for (Index k = 0; k < width; ++k) {
            const double term = static_cast<double>(row[key]) * value[key * width + k];
            sum[static_cast<std::size_t>(k)] += term;
            result.terms[place * width + k] = static_cast<float>(term);
            result.sums[place * width + k] = static_cast<float>(sum[static_cast<std::size_t>(k)]);
        }
    }
    return result;
}

} // namespace gf
