// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <string>
#include <vector>

namespace gf {

/// Models that differ in their positions, tried on sources of many lengths.
struct LengthLadder {
    struct Curve {
        std::string positions;     ///< "sinusoidal", as configurations have it
        std::vector<double> right; ///< the share of answers right to the last token, by length
    };
    std::string task;
    Index longest = 0; ///< source of its training, in tokens without <eos>
    std::vector<Index> lengths;
    std::vector<Curve> curves;
};

} // namespace gf
