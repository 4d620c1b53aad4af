// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/rotation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

void turnPairs(std::span<double> row, Index position, const RotaryPairs& pairs) {
    const auto width = static_cast<Index>(row.size());
    for (Index pair = 0; pair < ops::turnedWidth(width, pairs) / 2; ++pair) {
        const double angle = ops::rotaryAngle(position, pair, width, pairs);
        const auto [first, second] = ops::rotaryPair(pair, width, pairs);
        double& x = row[first];
        double& y = row[second];
        const double before = x;
        x = before * std::cos(angle) - y * std::sin(angle);
        y = before * std::sin(angle) + y * std::cos(angle);
    }
}

double turnedProduct(std::span<const float> query, Index queryPosition, std::span<const float> key,
                     Index keyPosition, const RotaryPairs& pairs) {
    assert(query.size() == key.size());
    std::vector<double> q(query.begin(), query.end());
    std::vector<double> k(key.begin(), key.end());
    turnPairs(q, queryPosition, pairs);
    turnPairs(k, keyPosition, pairs);
    double sum = 0;
    for (std::size_t i = 0; i < q.size(); ++i)
        sum += q[i] * k[i];
    return sum;
}

MovedScores movedScores(std::span<const float> query, Index queryPosition,
                        std::span<const float> key, Index keyPosition, double factor, Index count,
                        const RotaryPairs& pairs) {
    MovedScores scores;
    double least = 0;
    double most = 0;
    for (Index by = 0; by < count; ++by) {
        const double both =
            factor * turnedProduct(query, queryPosition + by, key, keyPosition + by, pairs);
        const double one =
            factor * turnedProduct(query, queryPosition, key, keyPosition + by, pairs);
        least = by == 0 ? both : std::min(least, both);
        most = by == 0 ? both : std::max(most, both);
        scores.together.push_back(static_cast<float>(both));
        scores.keyAlone.push_back(static_cast<float>(one));
    }
    scores.spread = most - least;
    return scores;
}

} // namespace gf
