// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernels, compiled once per instruction set: kernels_<set>.cpp defines GF_KERNEL_SET and
// includes this file. The linker merges inline functions of the same name, and could hand AVX code
// to a processor without it: all templates here live in a namespace of the set's own, and none of
// the standard library is instantiated that is not pure inline arithmetic.
#ifndef GF_KERNEL_SET
#error "define GF_KERNEL_SET before including this file"
#endif

#include "core/backend/cpu/kernels.h"
#include "core/tensor/random.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

// In this order: what stands below uses what stands above.
#include "core/backend/cpu/kernels_vector.h"

#include "core/backend/cpu/kernels_functions.h"

#include "core/backend/cpu/kernels_elementwise.h"
#include "core/backend/cpu/kernels_panels.h"

#include "core/backend/cpu/kernels_product.h"
#include "core/backend/cpu/kernels_rows.h"

namespace gf::cpu::GF_KERNEL_SET {

template <class T> constexpr Kernels<T> kernels(const char* name) {
    return {name,
            &product<T>,
            &columnSum<T>,
            &add<T>,
            &accumulate<T>,
            &multiply<T>,
            &scale<T>,
            &mask<T>,
            &softmax<T>,
            &softmaxGradient<T>,
            &attentionWeights<T>,
            &scoresGradient<T>,
            &dropout<T>,
            &layerNorm<T>,
            &layerNormInputGradient<T>,
            &layerNormGainGradient<T>,
            &layerNormGradients<T>,
            &relu<T>,
            &reluGradient<T>,
            &gelu<T>,
            &geluGradient<T>,
            &geluWithSlope<T>,
            &crossEntropy<T>,
            &crossEntropyGradient<T>,
            &sum<T>,
            &sumOfSquares<T>,
            &blend<T>,
            &secondMoment<T>,
            &adamUpdate<T>,
            &multiplyAdds<T>};
}

} // namespace gf::cpu::GF_KERNEL_SET
