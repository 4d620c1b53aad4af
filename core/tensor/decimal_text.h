// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>

namespace gf {

/// The shortest decimal that gives the number back, with a point in every locale.
template <std::floating_point Number> std::string shortestDecimal(Number value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// The same without an exponent where it is whole and short: "1000000000", "1e+38".
inline std::string plainDecimal(double value) {
    const bool isWhole = std::abs(value) < 1e15 && value == std::floor(value);
    return isWhole ? std::to_string(static_cast<std::int64_t>(value)) : shortestDecimal(value);
}

} // namespace gf
