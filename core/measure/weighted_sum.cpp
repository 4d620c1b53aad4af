// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/weighted_sum.h"

#include "core/tensor/eigen.h"
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

    WeightedSum result{std::vector<Index>(keys), Tensor(Shape{keys, width}),
                       Tensor(Shape{keys, width})};
    std::iota(result.keys.begin(), result.keys.end(), Index(0));
    if (largestFirst)
        std::stable_sort(result.keys.begin(), result.keys.end(),
                         [row](Index a, Index b) { return isLarger(row[a], row[b]); });
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(width);
    for (Index place = 0; place < keys; ++place) {
        const Index key = result.keys[place];
        const Eigen::RowVectorXd term =
            static_cast<double>(row[key]) * matrixOf(values, head).row(key).cast<double>();
        sum += term;
        matrixOf(result.terms).row(place) = term.cast<float>();
        matrixOf(result.sums).row(place) = sum.cast<float>();
    }
    return result;
}

} // namespace gf
