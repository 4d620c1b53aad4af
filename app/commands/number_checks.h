// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/options.h"
#include "core/form/field.h"
#include "core/form/field_values.h"

#include <cstdint>
#include <limits>
#include <string>

namespace gf {

// What a numeric option may be, for Option::check(). The parser's own conversion takes
// octal and hexadecimal digits, spaces, and for -1 the largest number that there is.

/// A whole number in decimal digits.
TextCheck wholeNumber(std::uint64_t least,
                      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite decimal number, 0.001 or 1e-3.
TextCheck number(double least, double most);

/// A range in short: "1 to 64", "0 to <1", ">0 to 1".
std::string shortRange(const FieldRange& range);

/// A value of this kind for a reader of configurations, which says what is wrong with it: a number
/// where all of the text is one, else the text.
FieldValue valueIn(FieldType type, const std::string& text);

} // namespace gf
