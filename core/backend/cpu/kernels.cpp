// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/kernels.h"

#include "core/backend/cpu/kernel_sets.h"

#include <cstdlib>
#include <string_view>

namespace gf::cpu {

template <> std::vector<const Kernels<float>*> availableKernels() {
    std::vector<const Kernels<float>*> sets;
#ifdef GF_X86_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        sets.push_back(&v4Float);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        sets.push_back(&v3Float);
#endif
    sets.push_back(&baselineFloat);
    return sets;
}

template <> const Kernels<float>& bestKernels() {
    static const Kernels<float>& best = []() -> const Kernels<float>& {
        const auto sets = availableKernels<float>();
        const char* wanted = std::getenv("GLASSFORMER_KERNELS");
        for (const Kernels<float>* set : sets)
            if (wanted && std::string_view(wanted) == set->name)
                return *set;
        return *sets.front();
    }();
    return best;
}

template <> std::vector<const Kernels<double>*> availableKernels() {
    return {&baselineDouble};
}

template <> const Kernels<double>& bestKernels() {
    return baselineDouble;
}

} // namespace gf::cpu
