// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/safetensors.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// What a tensor of floats is to hold now, row-major, as many numbers as it has; empty: what it
/// holds already.
using NewNumbers = std::function<std::vector<float>(const SafetensorsFile::Stored& tensor)>;

/// Writes a safetensors file of somebody else with other numbers in the same places and types. A
/// number that is as it was keeps its bytes, and so does all else: header, buffers, tensors of
/// types that are not read here. Throws Error as SafetensorsFile does, and for a number that is not
/// finite or that the tensor's type cannot hold.
void rewriteSafetensors(const std::string& from, const WriteFile& write, const NewNumbers& numbers);

} // namespace gf
