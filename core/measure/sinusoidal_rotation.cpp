// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sinusoidal_rotation.h"

#include "core/measure/positions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gf {

std::vector<RotationBlock> sinusoidalRotation(Index width, Index offset) {
    assert(width % 2 == 0);
    std::vector<RotationBlock> blocks;
    for (Index feature = 0; feature < width; feature += 2) {
        RotationBlock block;
        block.frequency = 2 * std::numbers::pi / sinusoidalWavelength(feature, width);
        const double angle = static_cast<double>(offset) * block.frequency;
        block.cosine = std::cos(angle);
        block.sine = std::sin(angle);
        blocks.push_back(block);
    }
    return blocks;
}

double rotationError(Index width, Index offset, Index positions) {
    const std::vector<RotationBlock> blocks = sinusoidalRotation(width, offset);
    double largest = 0;
    for (Index p = 0; p < positions; ++p)
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto feature = static_cast<Index>(2 * i);
            const auto at = [&](Index position, Index which) {
                return sinusoidalPosition(static_cast<double>(position), feature + which, width);
            };
            const double sine = blocks[i].cosine * at(p, 0) + blocks[i].sine * at(p, 1);
            const double cosine = blocks[i].cosine * at(p, 1) - blocks[i].sine * at(p, 0);
            largest = std::max({largest, std::abs(sine - at(p + offset, 0)),
                                std::abs(cosine - at(p + offset, 1))});
        }
    return largest;
}

double sinusoidalProduct(Index width, Index offset) {
    double sum = 0;
    for (const RotationBlock& block : sinusoidalRotation(width, offset))
        sum += block.cosine;
    return sum;
}

} // namespace gf
