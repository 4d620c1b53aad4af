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
#include "core/backend/cpu/kernels_packing.h"
#include "core/backend/cpu/kernels_row_product.h"

#include "core/backend/cpu/kernels_narrow_product.h"

#include "core/backend/cpu/kernels_product.h"
#include "core/backend/cpu/kernels_rows.h"

#include "core/backend/cpu/kernels_attention.h"

#include "core/backend/cpu/kernels_additive.h"

namespace gf::cpu::GF_KERNEL_SET {

constexpr Kernels kernels(const char* name) {
    return {
        .name = name,
        .product = &product<float>,
        .narrowProduct = &narrowProduct,
        .columnSum = &columnSum<float>,
        .add = &add<float>,
        .accumulate = &accumulate<float>,
        .scale = &scale<float>,
        .mask = &mask<float>,
        .softmax = &softmax<float>,
        .softmaxGradient = &softmaxGradient<float>,
        .attentionWeights = &attentionWeights<float>,
        .scoresGradient = &scoresGradient<float>,
        .blockAttention = &blockAttention<float>,
        .blockAttentionGradients = &blockAttentionGradients<float>,
        .dropout = &dropout<float>,
        .layerNorm = &norm<true, float>,
        .layerNormInputGradient = &normInputGradient<true, float>,
        .layerNormGainGradient = &normGainGradient<true, float>,
        .layerNormGradients = &normGradients<true, float>,
        .rmsNorm = &rmsNorm<float>,
        .rmsNormInputGradient = &normInputGradient<false, float>,
        .rmsNormGainGradient = &normGainGradient<false, float>,
        .rmsNormGradients = &normGradients<false, float>,
#define GF_EACH(kind, function, name) .function = &function<float>,
#define GF_PAIR GF_EACH
#include "core/graph/op_table.def"
        .additiveScores = &additiveScores<float>,
        .additiveScoresGradient = &additiveScoresGradient<float>,
        .additiveVectorGradient = &additiveVectorGradient<float>,
        .geluWithSlope = &geluWithSlope<float>,
        .crossEntropy = &crossEntropy<float>,
        .crossEntropyGradient = &crossEntropyGradient<float>,
        .squaredError = &squaredError<float>,
        .squaredErrorGradient = &squaredErrorGradient<float>,
        .sum = &sum<float>,
        .sumOfSquares = &sumOfSquares<float>,
        .blend = &blend<float>,
        .secondMoment = &secondMoment<float>,
        .adamUpdate = &adamUpdate<float>,
        .multiplyAdds = &multiplyAdds<float>,
    };
}

} // namespace gf::cpu::GF_KERNEL_SET
