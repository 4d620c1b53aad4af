// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <string>

namespace gf {

/// NumPy's array file (numpy.org, "NEP 1"), version 1.0, float32, row-major, little-endian.
std::string toNpy(const Tensor& tensor);
/// Atomically; throws Error as writeFileAtomically() does.
void writeNpy(const std::string& path, const Tensor& tensor);

} // namespace gf
