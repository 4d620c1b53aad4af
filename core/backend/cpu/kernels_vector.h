// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of the instruction set that this file is compiled for; included by kernels_impl.h alone.
// GCC's and Clang's vector extension: element by element like numbers, no intrinsics.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

#if defined(__AVX512F__)
inline constexpr int vectorBytes = 64;
inline constexpr int vectorRegisters = 32;
#elif defined(__AVX__)
inline constexpr int vectorBytes = 32;
inline constexpr int vectorRegisters = 16;
#else
inline constexpr int vectorBytes = 16;
inline constexpr int vectorRegisters = 16;
#endif

/// `Lanes` numbers side by side in one register.
template <class T, int Lanes> struct VectorOf {
    typedef T Type __attribute__((vector_size(Lanes * sizeof(T)))); // NOLINT: `using` cannot say it
};
template <class T, int Lanes> using Vector = typename VectorOf<T, Lanes>::Type;

/// Lanes of the widest register.
template <class T> inline constexpr int lanesOf = vectorBytes / static_cast<int>(sizeof(T));

/// A vector, or a single number, from where it lies or to where it shall lie, aligned or not.
template <class V, class T> V load(const T* from) {
    V value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

template <class V, class T> void store(T* to, V value) {
    __builtin_memcpy(to, &value, sizeof value);
}

/// The unsigned integers of the same width as a float or a vector of floats.
template <class V> using BitsOf =
    std::conditional_t<sizeof(V) == sizeof(float), std::uint32_t,
                       Vector<std::uint32_t, static_cast<int>(sizeof(V) / sizeof(float))>>;

/// The halves of a vector; adding or comparing them is a step of a reduction.
template <class T> struct Halves { T low, high; };

template <class T> Halves<Vector<T, 8>> halvesOf(Vector<T, 16> v) {
    return {__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7),
            __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)};
}
template <class T> Halves<Vector<T, 4>> halvesOf(Vector<T, 8> v) {
    return {__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7)};
}

/// One number of all lanes by `join`, which is associative but for rounding.
template <class T, int Lanes, class Join> T reduce(Vector<T, Lanes> v, const Join& join) {
    if constexpr (Lanes > 4) {
        const auto [low, high] = halvesOf<T>(v);
        return reduce<T, Lanes / 2>(join(low, high), join);
    } else {
        T result = v[0];
        for (int lane = 1; lane < Lanes; ++lane)
            result = join(result, v[lane]);
        return result;
    }
}

/// Calls `body` for all of [0, n), as `body.operator()<V>(i)` for a vector V of float or for V = T
/// where fewer are left; in double always for single numbers.
template <class T, class Body> void forEach(Index n, const Body& body) {
    Index i = 0;
    if constexpr (std::is_same_v<T, float>) {
        constexpr int lanes = lanesOf<T>;
        for (; i + lanes <= n; i += lanes)
            body.template operator()<Vector<T, lanes>>(i);
        if constexpr (lanes > 4)
            for (; i + 4 <= n; i += 4)
                body.template operator()<Vector<T, 4>>(i);
    }
    for (; i < n; ++i)
        body.template operator()<T>(i);
}

/// join(join(first, term(0)), …), in an order that depends on n alone.
template <class T, class Join, class Term>
T joinOf(Index n, T first, const Join& join, const Term& term) {
    T result = first;
    Index i = 0;
    if constexpr (std::is_same_v<T, float>) {
        constexpr int lanes = lanesOf<T>;
        using V = Vector<T, lanes>;
        if (i + lanes <= n) {
            V joined = term.template operator()<V>(i);
            for (i += lanes; i + lanes <= n; i += lanes)
                joined = join(joined, term.template operator()<V>(i));
            result = join(result, reduce<T, lanes>(joined, join));
        }
        if constexpr (lanes > 4)
            for (; i + 4 <= n; i += 4)
                result =
                    join(result, reduce<T, 4>(term.template operator()<Vector<T, 4>>(i), join));
    }
    for (; i < n; ++i)
        result = join(result, term.template operator()<T>(i));
    return result;
}

template <class T, class Term> T sumOf(Index n, const Term& term) {
    return joinOf<T>(
        n, T(0), [](auto a, auto b) { return a + b; }, term);
}

/// The largest term; a NaN may be passed over.
template <class T, class Term> T largestOf(Index n, const Term& term) {
    return joinOf<T>(
        n, -std::numeric_limits<T>::infinity(), [](auto a, auto b) { return a < b ? b : a; }, term);
}

} // namespace gf::cpu::GF_KERNEL_SET
