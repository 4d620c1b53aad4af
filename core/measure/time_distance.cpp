// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/time_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gf {

namespace {

bool isMeasured(float norm) {
    return norm > 0 && std::isfinite(norm);
}

} // namespace

Index distanceInTime(const Tensor& norms, Index row, Index column) {
    const Index distance = norms.shape()[1] - norms.shape()[0] + row - column;
    return distance < 0 ? -1 : distance;
}

Tensor decadesOf(const Tensor& norms) {
    float least = std::numeric_limits<float>::infinity();
    for (const float norm : norms.values())
        if (isMeasured(norm))
            least = std::min(least, norm);
    Tensor decades(norms.shape());
    for (Index i = 0; i < norms.count(); ++i)
        decades[i] = std::isinf(least) ? 0 : std::log10(isMeasured(norms[i]) ? norms[i] : least);
    return decades;
}

std::vector<DistanceNorm> normsByDistance(const Tensor& norms) {
    std::map<Index, DistanceNorm> byDistance;
    for (Index row = 0; row < norms.shape()[0]; ++row)
        for (Index column = 0; column < norms.shape()[1]; ++column) {
            const Index distance = distanceInTime(norms, row, column);
            const float found = norms[row * norms.shape()[1] + column];
            if (distance < 0 || !isMeasured(found))
                continue;
            const auto norm = static_cast<double>(found);
            DistanceNorm& all = byDistance[distance];
            all.distance = distance;
            all.least = all.count == 0 ? norm : std::min(all.least, norm);
            all.most = std::max(all.most, norm);
            all.mean += norm;
            ++all.count;
        }
    std::vector<DistanceNorm> means;
    for (auto& [distance, all] : byDistance) {
        all.mean /= static_cast<double>(all.count);
        means.push_back(all);
    }
    return means;
}

} // namespace gf
