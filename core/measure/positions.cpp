// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/positions.h"

#include <cmath>
#include <numbers>

namespace gf {

namespace {

/// 10000^(2i/width): positions per radian.
double scaleOf(Index feature, Index width) {
    const Index pair = feature / 2;
    return std::pow(10000.0, 2.0 * static_cast<double>(pair) / static_cast<double>(width));
}

} // namespace

double sinusoidalPosition(double position, Index feature, Index width) {
    const double angle = position / scaleOf(feature, width);
    return feature % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

double sinusoidalWavelength(Index feature, Index width) {
    return 2 * std::numbers::pi * scaleOf(feature, width);
}

Tensor sinusoidalPositions(Index rows, Index width) {
    Tensor positions(Shape{rows, width});
    for (Index c = 0; c < width; ++c) {
        const double scale = scaleOf(c, width);
        for (Index p = 0; p < rows; ++p) {
            const double angle = static_cast<double>(p) / scale;
            positions[p * width + c] =
                static_cast<float>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return positions;
}

} // namespace gf
