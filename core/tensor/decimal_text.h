// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>

namespace gf {

/// The shortest decimal that gives the number back, with a point in every locale.
template <std::floating_point Number> std::string shortestDecimal(Number value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

} // namespace gf
