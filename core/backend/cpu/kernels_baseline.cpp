// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for the plain x86-64 (or any other) instruction set.
#define GF_KERNEL_SET baseline
#include "core/backend/cpu/kernels_impl.h"

#include "core/backend/cpu/kernel_sets.h"

namespace gf::cpu {

constinit const Kernels baselineKernels = baseline::kernels("baseline");

} // namespace gf::cpu
