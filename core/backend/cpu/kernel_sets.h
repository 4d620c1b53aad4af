// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/kernels.h"

namespace gf::cpu {

/// One set per instruction set this build was compiled for; only `bestKernels` chooses. Double is
/// for the gradient checks alone and needs no speed. All are constants of the file: nothing of an
/// instruction set runs before it was chosen, and no order of initialisation matters.
extern const Kernels<float> baselineFloat;
extern const Kernels<double> baselineDouble;
#ifdef GF_X86_KERNELS
extern const Kernels<float> v3Float;
extern const Kernels<float> v4Float;
#endif

} // namespace gf::cpu
