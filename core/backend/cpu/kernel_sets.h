// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/kernels.h"

namespace gf::cpu {

/// One set per instruction set this build was compiled for; only `bestKernels` chooses. All are
/// constants of the file: nothing of an instruction set runs before it was chosen, and no order of
/// initialisation matters.
extern const Kernels baselineKernels;
#ifdef GF_X86_KERNELS
extern const Kernels v3Kernels;
extern const Kernels v4Kernels;
#endif

} // namespace gf::cpu
