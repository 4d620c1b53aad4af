// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/entropy.h"

#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace gf {

namespace {

/// How many cells a row of a softmax shares out over: what was −∞ before is hidden.
Index seenCells(std::span<const float> logits) {
    return static_cast<Index>(logits.size()) -
           std::ranges::count(logits, -std::numeric_limits<float>::infinity());
}

} // namespace

double rowEntropy(std::span<const float> row) {
    return entropyOf(std::vector<double>(row.begin(), row.end()));
}

MeanEntropy meanEntropy(std::span<const float> weights, std::span<const float> logits,
                        Index columns) {
    assert(weights.size() == logits.size());
    MeanEntropy mean;
    Index rows = 0;
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t start = 0; start < weights.size(); start += width) {
        const Index seen = seenCells(logits.subspan(start, width));
        if (seen == 0)
            continue;
        mean.entropy += rowEntropy(weights.subspan(start, width));
        mean.uniform += std::log(static_cast<double>(seen));
        mean.fewest = rows == 0 ? seen : std::min(mean.fewest, seen);
        mean.most = std::max(mean.most, seen);
        ++rows;
    }
    if (rows > 0) {
        mean.entropy /= static_cast<double>(rows);
        mean.uniform /= static_cast<double>(rows);
    }
    return mean;
}

bool isNearlyUniform(std::span<const float> row, Index seen) {
    return seen >= 2 && rowEntropy(row) >= nearlyUniform * std::log(static_cast<double>(seen));
}

UniformRows uniformRows(std::span<const float> weights, std::span<const float> logits,
                        Index columns) {
    assert(weights.size() == logits.size());
    UniformRows found;
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t start = 0; start < weights.size(); start += width) {
        const Index seen = seenCells(logits.subspan(start, width));
        if (seen < 2)
            continue;
        ++found.of;
        if (!isNearlyUniform(weights.subspan(start, width), seen))
            continue;
        found.fewest = found.rows == 0 ? seen : std::min(found.fewest, seen);
        found.most = std::max(found.most, seen);
        ++found.rows;
    }
    return found;
}

std::vector<double> tempered(std::span<const float> logits, double temperature) {
    assert(temperature > 0);
    std::vector<double> shares(logits.size());
    if (shares.empty())
        return shares;
    const Eigen::ArrayXd z = exactly(logits);
    Eigen::Map<Eigen::ArrayXd> p(shares.data(), z.size());
    p = ((z - z.maxCoeff()) / temperature).exp();
    p /= p.sum();
    return shares;
}

double entropyOf(std::span<const double> probabilities) {
    const auto p = vectorOf(probabilities).array();
    return (p <= 0).select(0, -p * p.log()).sum(); // what is no number makes the sum none
}

} // namespace gf
