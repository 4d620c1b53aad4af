// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/kernels.h"

#include "core/backend/cpu/kernel_sets.h"

#include <cstdlib>
#include <string_view>

namespace gf::cpu {

namespace {

/// GLASSFORMER_KERNELS names a set to use instead of the best one, for comparing them.
const Kernels<float>& chooseKernels() {
#ifdef GF_X86_KERNELS
    const char* asked = std::getenv("GLASSFORMER_KERNELS");
    const std::string_view wanted = asked ? asked : "";
    __builtin_cpu_init();
    if ((wanted.empty() || wanted == v4Float.name) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return v4Float;
    if (wanted != baselineFloat.name && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return v3Float;
#endif
    return baselineFloat;
}

} // namespace

template <> const Kernels<float>& bestKernels<float>() {
    static const Kernels<float>& best = chooseKernels();
    return best;
}

template <> const Kernels<double>& bestKernels<double>() { return baselineDouble; }

} // namespace gf::cpu
