// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for x86-64-v4: AVX-512.
#define GF_KERNEL_SET v4
#include "core/backend/cpu/kernels_impl.h"

#include "core/backend/cpu/kernel_sets.h"

namespace gf::cpu {

constinit const Kernels v4Kernels = v4::kernels("x86-64-v4");

} // namespace gf::cpu
