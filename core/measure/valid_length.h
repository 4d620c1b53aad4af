// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gf {

/// What is done to scores of keys that are padding.
enum class PaddingMask : std::uint8_t {
    Infinity, ///< −∞ stands for them: their weight is 0
    Million,  ///< −10⁶ stands for them
    None,     ///< nothing
};
inline constexpr double maskedMillion = -1e6;

/// The softmax of one query's scores of which the first `valid` are real keys. With −∞ a row of
/// padding alone has no weights, and they are 0; with −10⁶ its scores are all alike, and the
/// weights are 1/S each.
std::vector<double> weightsWithin(std::span<const float> scores, Index valid, PaddingMask mask);

} // namespace gf
