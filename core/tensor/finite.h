// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
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

/// The largest of the numbers that are neither infinite nor none; 0 where none is above it.
template <std::floating_point Real> Real largestFinite(std::span<const Real> values) {
    Real largest = 0;
    for (const Real value : values)
        if (std::isfinite(value))
            largest = std::max(largest, value);
    return largest;
}

/// Whether `a` comes before `b` where the largest come first. What is no number comes before all:
/// by `>` alone it has no place, and sorting goes wrong.
template <std::floating_point Real> bool isLarger(Real a, Real b) {
    return std::isnan(a) ? !std::isnan(b) : a > b;
}

} // namespace gf
