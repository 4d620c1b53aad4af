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

/// Models that differ in K, the features that a head has, and what their scores q·k are once each
/// has been trained for as many steps.
struct WidthLadder {
    /// Over all heads of one attention and the scores that may be seen of some examples.
    struct Scores {
        std::string attention; ///< "encoder.0.self_attn"
        double mean = 0;
        double variance = 0;
        double independent = 0; ///< the variance if features were independent (score_theory.h)
    };
    struct Width {
        Index width = 0; ///< K
        std::vector<Scores> scores;
    };
    std::vector<Width> widths; ///< ascending
};

} // namespace gf
