// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace gf {

/// Whether no number is infinite or NaN. By their bits (IEEE 754: such a number has all bits of the
/// exponent set) and to the end, which takes a compiler far less time than asking one by one.
inline bool allFinite(std::span<const float> values) {
    constexpr std::uint32_t exponent = 0x7F800000;
    std::uint32_t found = 0;
    for (const float value : values)
        found |= (std::bit_cast<std::uint32_t>(value) & exponent) == exponent ? 1 : 0;
    return found == 0;
}

} // namespace gf
