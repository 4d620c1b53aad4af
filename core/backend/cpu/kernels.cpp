// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/kernels.h"

#include "core/backend/cpu/kernel_sets.h"

#include <cstdlib>
#include <string_view>

namespace gf::cpu {

std::vector<const Kernels*> availableKernels() {
    std::vector<const Kernels*> sets;
#ifdef GF_X86_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        sets.push_back(&v4Kernels);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        sets.push_back(&v3Kernels);
#endif
    sets.push_back(&baselineKernels);
    return sets;
}

const Kernels& bestKernels() {
    static const Kernels& best = []() -> const Kernels& {
        const auto sets = availableKernels();
        const char* wanted = std::getenv("GLASSFORMER_KERNELS");
        for (const Kernels* set : sets)
            if (wanted && std::string_view(wanted) == set->name)
                return *set;
        return *sets.front();
    }();
    return best;
}

} // namespace gf::cpu
