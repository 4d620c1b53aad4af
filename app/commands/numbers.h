// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/App.hpp>

#include <cstdint>
#include <limits>

namespace gf {

// What a numeric option may be, for CLI::Option::transform(). The parser's own conversion takes
// octal and hexadecimal digits, spaces, and for -1 the largest number that there is.

/// A whole number in decimal digits.
CLI::Validator wholeNumber(std::uint64_t least,
                           std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite decimal number, 0.001 or 1e-3.
CLI::Validator number(double least, double most = std::numeric_limits<double>::infinity());
/// One above 0.
CLI::Validator positiveNumber();

} // namespace gf
