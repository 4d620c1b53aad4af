// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/relative_position.h"
#include "core/tensor/tensor.h"

#include <span>
#include <vector>

namespace gf {

/// Whether all of a head turns, by θ and nothing else.
inline bool turnsByBaseAlone(const Node& rotary) {
    const RotaryPairs pairs = ops::rotaryPairsOf(rotary);
    return pairs.turned == 0 && pairs.scaling == RotaryScaling();
}

/// Turns each pair of a row by the angle of its position, p·θ^(−2m/K), K the length of the row (Su
/// et al. 2021, eq. 15).
void turnPairs(std::span<double> row, Index position, const RotaryPairs& pairs = {});

/// The product of a query and a key that stand at two positions, each turned by its own (Su et al.
/// 2021, eq. 16). The vectors are not turned yet.
double turnedProduct(std::span<const float> query, Index queryPosition, std::span<const float> key,
                     Index keyPosition, const RotaryPairs& pairs = {});

/// The score of one query and one key at other places than theirs.
struct MovedScores {
    std::vector<float> together; ///< both moved on by 0, 1, …: the offset stays
    std::vector<float> keyAlone; ///< the key alone: the offset grows
    double spread = 0;           ///< between the largest and the least of `together`
};

/// `count` places of each, times `factor`.
MovedScores movedScores(std::span<const float> query, Index queryPosition,
                        std::span<const float> key, Index keyPosition, double factor, Index count,
                        const RotaryPairs& pairs = {});

} // namespace gf
