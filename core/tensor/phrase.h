// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// Marks an English text that a person reads in the window, so that scripts/translate.sh finds it.
/// Changes nothing: it is translated where it is shown.
constexpr std::string_view phrase(std::string_view english) {
    return english;
}

/// "1 token", "2 tokens": a number and what it counts, a noun whose plural ends in "s".
template <class Number> std::string counted(Number count, std::string_view noun) {
    return (std::to_string(count) + ' ').append(noun).append(count == 1 ? "" : "s");
}

} // namespace gf
