// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gf {

/// Whether the size of a number in decimals ("-0.00012e3", as std::from_chars reads it) is below 1:
/// of one that no floating-point number can hold, whether it is too small for one, and so 0, or too
/// large.
bool isBelowOne(std::string_view decimal);

} // namespace gf
