// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A real number as people write it: with a point, as short as it can be to be read back the same.
std::string numberText(float value);

/// The number that all of `text` is, with a point whatever the locale; nothing when it is none, is
/// not finite or is too large for a float32.
std::optional<float> numberIn(std::string_view text);

/// Rows of `features` numbers each as text: spaces between rows, commas between the numbers of one:
/// "0.1,0.7 0.4,0.2".
std::string rowsText(std::span<const float> numbers, Index features);

/// The same with at most two decimals, for numbers that were computed.
std::string shortRowsText(std::span<const float> numbers, Index features);

/// The numbers of such a text, row-major. In the place of 36 rows of 48 numbers may stand the
/// picture whose patches they are (core/form/shape_picture.h). Throws Error, which says which row
/// is wrong and what would be right.
std::vector<float> rowsIn(std::string_view text, Index features);

} // namespace gf
