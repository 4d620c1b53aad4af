// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cstdint>

namespace gf {

/// Numbers in 16 bits, of models that came so. Brain: the upper half of a float32 ("BF16"). Half:
/// those of IEEE 754's half precision ("F16") below 128. As no weight is larger, their exponents
/// count from lower down than there, and the smallest numbers are like all others.
enum class NarrowFormat : std::uint8_t { Brain, Half };

/// What the exponent of a Half counts less than that of a float32.
inline constexpr std::uint32_t halfOffset = 102;

/// Columns of a matrix in 16 bits that lie together.
inline constexpr Index narrowColumns = 64;

} // namespace gf
