// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/aligned_buffer.h"
#include "core/backend/narrow_format.h"

#include <cstdint>
#include <memory>

namespace gf {

/// A matrix of weights in 16 bits, in the order in which a product of one row reads it: panels of
/// narrowColumns columns, the rows of a panel one after the other, a word of 32 bits being a column
/// (its lower half) and that half a panel further on. What is not there of the last panel is 0.
struct NarrowMatrix {
    NarrowFormat format;
    AlignedBuffer<std::uint32_t> panels;
};

/// The matrix w (k × n, or stored n × k), whose numbers become these again to the bit. Null where
/// they don't fit one of the formats, and where memory is scarce.
std::unique_ptr<const NarrowMatrix> narrowed(const float* w, Index k, Index n, bool transposed);

} // namespace gf
