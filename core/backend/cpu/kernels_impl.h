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

constexpr Kernels kernels(const char* name) {
    return {name,
            &product<float>,
            &columnSum<float>,
            &add<float>,
            &accumulate<float>,
            &multiply<float>,
            &scale<float>,
            &mask<float>,
            &softmax<float>,
            &softmaxGradient<float>,
            &attentionWeights<float>,
            &scoresGradient<float>,
            &dropout<float>,
            &layerNorm<float>,
            &layerNormInputGradient<float>,
            &layerNormGainGradient<float>,
            &layerNormGradients<float>,
            &relu<float>,
            &reluGradient<float>,
            &gelu<float>,
            &geluGradient<float>,
            &geluWithSlope<float>,
            &crossEntropy<float>,
            &crossEntropyGradient<float>,
            &sum<float>,
            &sumOfSquares<float>,
            &blend<float>,
            &secondMoment<float>,
            &adamUpdate<float>,
            &multiplyAdds<float>};
}

} // namespace gf::cpu::GF_KERNEL_SET
