// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gf::gpu {

/// All kernels (core/backend/gpu/kernels), as OpenCL C or as CUDA C++.
extern const std::string_view kernelSource;

} // namespace gf::gpu
