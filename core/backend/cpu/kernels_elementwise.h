// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work element by element, of the layers and of the optimizer; included by kernels_impl.h alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

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

template <class T> void dropout(Index n, const DropoutDraw& draw, const T* x, T* y) {
    const auto first = static_cast<std::uint32_t>(draw.first);
    const std::int32_t threshold = dropoutThreshold(draw.rate);
    const T factor = static_cast<T>(1 / (1 - draw.rate));
    for (Index i = 0; i < n; ++i) {
        const bool kept = isKept(first + static_cast<std::uint32_t>(i), draw.key, threshold);
        y[i] = (kept ? factor : T(0)) * x[i];
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

/// Φ(x) + x·φ(x), the derivative of GELU.
template <class T> T geluSlope(T x, const PhiAndBell& at) {
    constexpr T inverseSqrtTwoPi = static_cast<T>(0.39894228040143267794);
    return at.phi + x * at.bell * inverseSqrtTwoPi;
}

template <class T> void geluGradient(Index n, const T* x, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i)
        dx[i] = dy[i] * geluSlope(x[i], phiAndBell(x[i]));
}

template <class T> void geluWithSlope(Index n, T* x, T* y) {
    for (Index i = 0; i < n; ++i) {
        const PhiAndBell at = phiAndBell(x[i]);
        y[i] = x[i] * at.phi;
        x[i] = geluSlope(x[i], at);
    }
}

/// 2·√(2/π)·(x + 0.044715·x³): GELU by tanh is x·σ of it, since ½·(1 + tanh u) = σ(2u).
template <class T> T geluBend(T x) {
    return x * (static_cast<T>(1.5957691216057308) +
                static_cast<T>(1.5957691216057308 * 0.044715) * x * x);
}

template <class T> void geluTanh(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = x[i] * sigmoidOf(geluBend(x[i]));
}

template <class T> void geluTanhGradient(Index n, const T* x, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i) {
        const T s = sigmoidOf(geluBend(x[i]));
        const T steepness = static_cast<T>(1.5957691216057308) +
                            static_cast<T>(3 * 1.5957691216057308 * 0.044715) * x[i] * x[i];
        dx[i] = dy[i] * (s + x[i] * (s * (1 - s)) * steepness);
    }
}

template <class T> void silu(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = x[i] * sigmoidOf(x[i]);
}

template <class T> void siluGradient(Index n, const T* x, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i) {
        const T s = sigmoidOf(x[i]);
        dx[i] = dy[i] * (s + x[i] * (s * (1 - s)));
    }
}

template <class T> void tanh(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = tanhOf(x[i]);
}

template <class T> void tanhGradient(Index n, const T* y, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i)
        dx[i] = dy[i] * (1 - y[i] * y[i]);
}

template <class T> void sigmoid(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = sigmoidOf(x[i]);
}

template <class T> void sigmoidGradient(Index n, const T* y, const T* dy, T* dx) {
    for (Index i = 0; i < n; ++i)
        dx[i] = dy[i] * y[i] * (1 - y[i]);
}

template <class T> void complement(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = 1 - x[i];
}

template <class T> void onePlus(Index n, const T* x, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = 1 + x[i];
}

template <class T> void multiply(Index n, const T* a, const T* b, T* y) {
    for (Index i = 0; i < n; ++i)
        y[i] = a[i] * b[i];
}

template <class T> double sum(Index n, const T* x) {
    return static_cast<double>(sumOf<T>(n, [&]<class V>(Index i) { return load<V>(x + i); }));
}

template <class T> double sumOfSquares(Index n, const T* x) {
    return static_cast<double>(sumOf<T>(n, [&]<class V>(Index i) {
        const V value = load<V>(x + i);
        return value * value;
    }));
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

} // namespace gf::cpu::GF_KERNEL_SET
