// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernels, compiled once per instruction set: kernels_<set>.cpp defines GF_KERNEL_SET and
// includes this file. Eigen is renamed for each set, since the linker would otherwise merge its
// inline functions and could hand AVX code to a processor without it. For the same reason nothing
// here instantiates templates of the standard library that are not pure inline arithmetic.
#ifndef GF_KERNEL_SET
#error "define GF_KERNEL_SET before including this file"
#endif
#define GF_JOIN_(a, b) a##b
#define GF_JOIN(a, b) GF_JOIN_(a, b)
#define Eigen GF_JOIN(Eigen_, GF_KERNEL_SET)

#include "core/backend/cpu/kernels.h"

#include <Eigen/Core>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "core/backend/cpu/kernels_vector.h"

namespace gf::cpu::GF_KERNEL_SET {

template <class T> using RowMajor =
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using ColMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class M> using ConstView = Eigen::Map<const M, 0, Eigen::OuterStride<>>;
template <class M> using View = Eigen::Map<M, 0, Eigen::OuterStride<>>;
template <class T> using ConstArray = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
template <class T> using Array = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;

// ---- scalar functions that the compiler can vectorise ------------------------------------------

inline double expOf(double x) {
    return std::exp(x);
}

/// e^x in float for x ≤ 0, all that is needed here: x = n·ln 2 + r, a polynomial for e^r, 2^n
/// through the exponent bits. Within 2 ulp; exactly 0 below −87.3, so that a hidden key weighs
/// nothing; NaN stays NaN, so that a diverged run is seen. Free of branches, so that the compiler
/// vectorises it.
inline float expOf(float x) {
    constexpr float lowest = -87.3F;
    constexpr float roundingShift = 12582912.0F; // 1.5·2²³: adding it rounds to a whole number
    const float clamped = x < lowest ? lowest : x;
    const float shifted = clamped * 1.44269504F + roundingShift;
    const float whole = shifted - roundingShift;
    const float r = (clamped - whole * 0.693359375F) + whole * 2.12194440e-4F;
    // Taylor's first terms, the last ones adjusted for |r| ≤ ½ ln 2.
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * r * r + r + 1.0F;
    const std::uint32_t exponent = std::bit_cast<std::uint32_t>(shifted) << 23;
    const std::uint32_t visible = x < lowest ? 0U : ~0U;
    const float power =
        std::bit_cast<float>((std::bit_cast<std::uint32_t>(p) + exponent) & visible);
    return power + (clamped - clamped);
}

/// Φ(x) and e^{−x²/2}.
template <class T> struct PhiAndBell { T phi, bell; };

inline PhiAndBell<double> phiAndBell(double x) {
    return {0.5 * std::erfc(-x / std::numbers::sqrt2), std::exp(-0.5 * x * x)};
}

/// Φ from ½·erfc(z)·e^{z²} = ½·t·P(t), t = 1/(1 + z/2), z = |x|/√2; P was fitted for the least
/// absolute error of Φ (1.2e-8; float rounding is 2e-7).
inline PhiAndBell<float> phiAndBell(float x) {
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

// ---- products ----------------------------------------------------------------------------------

template <bool TransposeA, bool TransposeB, class T>
void multiply(const Product& s, const T* a, const T* b, T* c) {
    // A transposed row-major matrix is a column-major one over the same memory.
    using A = std::conditional_t<TransposeA, ColMajor<T>, RowMajor<T>>;
    using B = std::conditional_t<TransposeB, ColMajor<T>, RowMajor<T>>;
    const ConstView<A> left(a, s.m, s.k, Eigen::OuterStride<>(s.lda));
    const ConstView<B> right(b, s.k, s.n, Eigen::OuterStride<>(s.ldb));
    View<RowMajor<T>> result(c, s.m, s.n, Eigen::OuterStride<>(s.ldc));
    if (s.accumulate)
        result.noalias() += left * right;
    else
        result.noalias() = left * right;
}

template <class T> void product(const Product& s, const T* a, const T* b, T* c) {
    if (s.transposeA)
        s.transposeB ? multiply<true, true>(s, a, b, c) : multiply<true, false>(s, a, b, c);
    else
        s.transposeB ? multiply<false, true>(s, a, b, c) : multiply<false, false>(s, a, b, c);
}

template <class T> void addBias(Index rows, Index columns, const T* bias, T* y) {
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
            y[r * columns + c] += bias[c];
}

template <class T> void columnSum(Index rows, Index columns, const T* x, T* sum) {
    for (Index c = 0; c < columns; ++c)
        sum[c] = 0;
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
            sum[c] += x[r * columns + c];
}

// ---- element by element
// --------------------------------------------------------------------------

template <class T> void add(Index n, const T* a, const T* b, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = a[i] + b[i];
}

template <class T> void accumulate(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] += x[i];
}

template <class T> void scale(Index n, T factor, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = factor * x[i];
}

template <class T> void mask(const MaskShape<T>& s, const T* x, T* y) {
    for (Index h = 0; h < s.heads; ++h)
        for (Index i = 0; i < s.queries; ++i, x += s.keys, y += s.keys) {
            const Index visible = s.causal && i + 1 < s.keys ? i + 1 : s.keys;
            if (s.keyIds)
                for (Index j = 0; j < visible; ++j)
                    y[j] = s.keyIds[j] == 0 ? s.fill : x[j];
            else
                for (Index j = 0; j < visible; ++j)
                    y[j] = x[j];
            for (Index j = visible; j < s.keys; ++j)
                y[j] = s.fill;
        }
}

template <class T> void softmax(Index rows, Index columns, const T* x, T* y) {
    for (Index r = 0; r < rows; ++r, x += columns, y += columns) {
        const T maximum = ConstArray<T>(x, columns).maxCoeff();
        if (maximum == -std::numeric_limits<T>::infinity()) {
            Array<T>(y, columns).setZero();
            continue;
        }
        for (Index c = 0; c < columns; ++c)
            y[c] = expOf(x[c] - maximum);
        const T inverse = 1 / ConstArray<T>(y, columns).sum();
        for (Index c = 0; c < columns; ++c)
            y[c] *= inverse;
    }
}

template <class T> void softmaxGradient(Index rows, Index columns, const T* y, const T* dy, T* dx) {
    for (Index r = 0; r < rows; ++r, y += columns, dy += columns, dx += columns) {
        const T along = (ConstArray<T>(y, columns) * ConstArray<T>(dy, columns)).sum();
        for (Index c = 0; c < columns; ++c)
            dx[c] = y[c] * (dy[c] - along);
    }
}

/// 32 well-mixed bits of a counter; the multipliers are MurmurHash3's.
inline std::uint32_t hashOf(std::uint32_t counter, std::uint32_t low, std::uint32_t high) {
    std::uint32_t z = (counter ^ low) * 0x9e3779b9U;
    z ^= z >> 16;
    z *= 0x85ebca6bU;
    z ^= (z >> 13) ^ high;
    z *= 0xc2b2ae35U;
    return z ^ (z >> 16);
}

template <class T> void dropout(Index n, const DropoutDraw& draw, const T* x, T* y) {
    const auto low = static_cast<std::uint32_t>(draw.key);
    const auto high = static_cast<std::uint32_t>(draw.key >> 32);
    const auto first = static_cast<std::uint32_t>(draw.first);
    // 24 bits of the hash against the rate: exact in float and in double.
    const auto threshold = static_cast<std::int32_t>(draw.rate * 16777216.0);
    const T factor = static_cast<T>(1 / (1 - draw.rate));
    for (Index i = 0; i < n; ++i) {
        const std::uint32_t hash = hashOf(first + static_cast<std::uint32_t>(i), low, high);
        const T keep = static_cast<std::int32_t>(hash >> 8) >= threshold ? factor : T(0);
        y[i] = keep * x[i];
    }
}

template <class T> void relu(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = x[i] < 0 ? T(0) : x[i]; // NaN stays NaN
}

template <class T> void reluGradient(Index n, const T* x, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i)
        dx[i] = x[i] > 0 ? dy[i] : T(0);
}

template <class T> void gelu(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = x[i] * phiAndBell(x[i]).phi;
}

template <class T> void geluGradient(Index n, const T* x, const T* dy, T* dx) {
    constexpr T inverseSqrtTwoPi = static_cast<T>(0.39894228040143267794);
    for (Index i = 0; i < n; ++i) {
        const auto [phi, bell] = phiAndBell(x[i]);
        dx[i] = dy[i] * (phi + x[i] * bell * inverseSqrtTwoPi);
    }
}

// ---- rows
// ----------------------------------------------------------------------------------------

template <class T> struct Moments { T mean, inverseDeviation; };

template <class T> Moments<T> momentsOf(Index columns, T epsilon, const T* x) {
    const T mean = ConstArray<T>(x, columns).sum() / static_cast<T>(columns);
    const T variance = (ConstArray<T>(x, columns) - mean).square().sum() / static_cast<T>(columns);
    return {mean, 1 / std::sqrt(variance + epsilon)};
}

template <class T> void layerNorm(Index rows, Index columns, T epsilon, const T* x, const T* gain,
                                  const T* bias, T* y) {
    for (Index r = 0; r < rows; ++r, x += columns, y += columns) {
        const auto [mean, inverse] = momentsOf(columns, epsilon, x);
        for (Index c = 0; c < columns; ++c)
            y[c] = (x[c] - mean) * inverse * gain[c] + bias[c];
    }
}

template <class T> void layerNormInputGradient(Index rows, Index columns, T epsilon, const T* x,
                                               const T* gain, const T* dy, T* dx) {
    const ConstArray<T> gains(gain, columns);
    for (Index r = 0; r < rows; ++r, x += columns, dy += columns, dx += columns) {
        const auto [mean, inverse] = momentsOf(columns, epsilon, x);
        const ConstArray<T> slopes(dy, columns);
        const T meanG = (gains * slopes).sum() / static_cast<T>(columns);
        const T meanGx = (gains * slopes * (ConstArray<T>(x, columns) - mean)).sum() * inverse /
                         static_cast<T>(columns);
        for (Index c = 0; c < columns; ++c)
            dx[c] = inverse * (gain[c] * dy[c] - meanG - (x[c] - mean) * inverse * meanGx);
    }
}

template <class T> void layerNormGainGradient(Index rows, Index columns, T epsilon, const T* x,
                                              const T* dy, T* dgain) {
    for (Index c = 0; c < columns; ++c)
        dgain[c] = 0;
    for (Index r = 0; r < rows; ++r, x += columns, dy += columns) {
        const auto [mean, inverse] = momentsOf(columns, epsilon, x);
        for (Index c = 0; c < columns; ++c)
            dgain[c] += dy[c] * (x[c] - mean) * inverse;
    }
}

template <class T> void crossEntropy(Index rows, Index words, T smoothing, const T* logits,
                                     const T* probabilities, const T* labels, T* loss) {
    for (Index r = 0; r < rows; ++r, logits += words, probabilities += words) {
        const auto label = static_cast<Index>(labels[r]);
        if (label == 0) {
            loss[r] = 0;
            continue;
        }
        // log Σ exp z = max z − log p[argmax], and that p is at least 1/V: no underflow, no second
        // pass of exponentials. Differences to the maximum keep the digits when logits are large.
        const ConstArray<T> z(logits, words);
        Index best = 0;
        const T maximum = z.maxCoeff(&best);
        T right = logits[label] - maximum;
        if (smoothing > 0)
            right =
                (1 - smoothing) * right + smoothing * ((z - maximum).sum() / static_cast<T>(words));
        loss[r] = -std::log(probabilities[best]) - right;
    }
}

template <class T> void crossEntropyGradient(Index rows, Index words, T smoothing,
                                             const T* probabilities, const T* labels, const T* dy,
                                             T* dlogits) {
    const T spread = smoothing / static_cast<T>(words);
    for (Index r = 0; r < rows; ++r, probabilities += words, dlogits += words) {
        const auto label = static_cast<Index>(labels[r]);
        if (label == 0) {
            Array<T>(dlogits, words).setZero();
            continue;
        }
        for (Index v = 0; v < words; ++v)
            dlogits[v] = (probabilities[v] - spread) * dy[r];
        dlogits[label] = (probabilities[label] - spread - (1 - smoothing)) * dy[r];
    }
}

// ---- the update
// ----------------------------------------------------------------------------------

template <class T> double sum(Index n, const T* x) {
    return n == 0 ? 0.0 : static_cast<double>(ConstArray<T>(x, n).sum());
}

template <class T> double sumOfSquares(Index n, const T* x) {
    return n == 0 ? 0.0 : static_cast<double>(ConstArray<T>(x, n).square().sum());
}

template <class T> void blend(Index n, T a, const T* x, T b, const T* z, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = a * x[i] + b * z[i];
}

template <class T> void secondMoment(Index n, T beta, T rest, const T* v, const T* g, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = beta * v[i] + rest * (g[i] * g[i]);
}

template <class T>
void adamUpdate(Index n, T rate, T c1, T c2, T epsilon, const T* m, const T* v, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = -rate * (m[i] * c1) / (std::sqrt(v[i] * c2) + epsilon);
}

template <class T> double multiplyAdds(Index rounds, T* sink) {
    constexpr int chains = 12; // enough to hide the latency, few enough to stay in registers
    using V = Vector<T, lanesOf<T>>;
    V sums[chains];
    for (int chain = 0; chain < chains; ++chain) // all different, or the compiler would make one
        sums[chain] = V{} + static_cast<T>(chain);
    const V factor = V{} + static_cast<T>(0.5);
    const V term = V{} + *sink;
    for (Index i = 0; i < rounds; ++i)
#pragma GCC unroll 12
        for (V& sum : sums)
            sum = sum * factor + term;
    V total = {};
    for (const V& sum : sums)
        total += sum;
    *sink = total[0];
    return 2.0 * chains * lanesOf<T> * static_cast<double>(rounds);
}

template <class T> constexpr Kernels<T> kernels(const char* name) {
    return {name,
            &product<T>,
            &addBias<T>,
            &columnSum<T>,
            &add<T>,
            &accumulate<T>,
            &scale<T>,
            &mask<T>,
            &softmax<T>,
            &softmaxGradient<T>,
            &dropout<T>,
            &layerNorm<T>,
            &layerNormInputGradient<T>,
            &layerNormGainGradient<T>,
            &relu<T>,
            &reluGradient<T>,
            &gelu<T>,
            &geluGradient<T>,
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
