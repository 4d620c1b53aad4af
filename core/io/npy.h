// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <string>
#include <string_view>

namespace gf {

/// NumPy's array file (numpy.org, "NEP 1"), version 1.0, float32, row-major, little-endian.
std::string toNpy(const Tensor& tensor);
/// Atomically; throws Error as writeFileAtomically() does.
void writeNpy(const std::string& path, const Tensor& tensor);

/// Reads what toNpy() writes, and the same from NumPy. Untrusted: throws Error for anything else
/// (another type, column-major order, a rank above 4, a size that does not fit the shape).
Tensor parseNpy(std::string_view bytes);
Tensor readNpy(const std::string& path);

} // namespace gf
