// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of one number that the compiler can vectorise; included by kernels_impl.h alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// e^x in float for x ≤ 0, all that is needed here: x = n·ln 2 + r, a polynomial for e^r, 2^n
/// through the exponent bits. Within 2 ulp; exactly 0 below −87.3, so that a hidden key weighs
/// nothing; NaN stays NaN, so that a diverged run is seen. Free of branches; for a number or a
/// vector of them.
template <class V> V expOf(V x) {
    using Bits = BitsOf<V>;
    constexpr float lowest = -87.3F;
    constexpr float roundingShift = 12582912.0F; // 1.5·2²³: adding it rounds to a whole number
    const V clamped = x < lowest ? V{} + lowest : x;
    const V shifted = clamped * 1.44269504F + roundingShift;
    const V whole = shifted - roundingShift;
    const V r = (clamped - whole * 0.693359375F) + whole * 2.12194440e-4F;
    // Taylor's first terms, the last ones adjusted for |r| ≤ ½ ln 2.
    V p = 1.9875691500e-4F * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * r * r + r + 1.0F;
    const Bits exponent = std::bit_cast<Bits>(shifted) << 23;
    const V raised = std::bit_cast<V>(std::bit_cast<Bits>(p) + exponent);
    const V power = x < lowest ? V{} : raised;
    return power + (clamped - clamped); // NOLINT(misc-redundant-expression): NaN stays NaN
}

/// Φ(x) and e^{−x²/2}.
struct PhiAndBell {
    float phi, bell;
};

/// Φ from ½·erfc(z)·e^{z²} = ½·t·P(t), t = 1/(1 + z/2), z = |x|/√2; P was fitted for the least
/// absolute error of Φ (1.2e-8; float rounding is 2e-7).
inline PhiAndBell phiAndBell(float x) {
    const float bell = expOf(-0.5F * x * x);
    const float t = 1.0F / (1.0F + 0.35355339F * std::fabs(x));
    float p = 0.058798791F;
    p = p * t - 0.218225073F;
    p = p * t + 0.122154505F;
    p = p * t + 0.307703703F;
    p = p * t + 0.130831260F;
    p = p * t + 0.321702188F;
    p = p * t + 0.277034638F;
    const float tail = 0.5F * bell * t * p;
    return {x < 0 ? tail : 1.0F - tail, bell};
}

/// tanh x within 2 ulp: near 0 x + x³·P(x²), with P fitted for the least relative error (4.4e-9;
/// float rounding is 6e-8), elsewhere (1 − e)/(1 + e), e = e^{−2|x|}, which would lose digits
/// there.
inline float tanhOf(float x) {
    const float size = std::fabs(x);
    const float square = x * x;
    float p = -0.00570498541F;
    p = p * square + 0.0206390859F;
    p = p * square - 0.0537397147F;
    p = p * square + 0.133314422F;
    p = p * square - 0.333332819F;
    const float inner = size * square * p + size;
    const float e = expOf(-2 * size);
    const float outer = (1 - e) / (1 + e);
    return std::copysign(size < 0.625F ? inner : outer, x);
}

/// 1 / (1 + e^−x), from e^{−|x|}, which cannot overflow.
inline float sigmoidOf(float x) {
    const float e = expOf(-std::fabs(x));
    const float share = 1 / (1 + e);
    return x < 0 ? e * share : share;
}

} // namespace gf::cpu::GF_KERNEL_SET
