// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for x86-64-v3: AVX2 and FMA.
#define GF_KERNEL_SET v3
#include "core/backend/cpu/kernels_impl.h"

#include "core/backend/cpu/kernel_sets.h"

namespace gf::cpu {

constinit const Kernels v3Kernels = v3::kernels("x86-64-v3");

} // namespace gf::cpu
