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

/// What takes a body or a term must become part of its caller: otherwise the body reads what it
/// captured from memory for every vector.
#define GF_INLINE [[gnu::always_inline]] inline
/// The same for a lambda, after its parameters.
#define GF_INLINED __attribute__((always_inline))

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

/// The halves of a vector.
template <class T> struct Halves { T low, high; };

template <class T> Halves<Vector<T, 8>> halvesOf(Vector<T, 16> v) {
    return {__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7),
            __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)};
}
template <class T> Halves<Vector<T, 4>> halvesOf(Vector<T, 8> v) {
    return {__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7)};
}

/// The lanes joined by fours: number i of the result is made of the lanes i, i + 4, i + 8, …
template <class T, int Lanes, class Join>
GF_INLINE Vector<T, 4> foldToFour(Vector<T, Lanes> v, const Join& join) {
    if constexpr (Lanes == 4) {
        return v;
    } else {
        const auto [low, high] = halvesOf<T>(v);
        return foldToFour<T, Lanes / 2>(join(low, high), join);
    }
}

/// One number for each of `Rows` rows that are worked on together: 4, in the lanes of a vector,
/// or 1.
template <class T, int Rows> using PerRow = std::conditional_t<Rows == 1, T, Vector<T, 4>>;

template <class T, class Numbers> T ofRow(const Numbers& numbers, [[maybe_unused]] int row) {
    if constexpr (std::is_same_v<Numbers, T>)
        return numbers;
    else
        return numbers[row];
}

/// All lanes of each row's vector joined. Both branches join in the same order, so that a row has
/// the same bits alone and among others.
template <class T, int Lanes, int Rows, class Join>
GF_INLINE PerRow<T, Rows> joinLanes(const Vector<T, Lanes> (&rows)[Rows], const Join& join) {
    Vector<T, 4> v[Rows];
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r)
        v[r] = foldToFour<T, Lanes>(rows[r], join);
    if constexpr (Rows == 1) {
        return join(join(v[0][0], v[0][2]), join(v[0][1], v[0][3]));
    } else {
        const auto two = [&](const Vector<T, 4>& a, const Vector<T, 4>& b) {
            return join(__builtin_shufflevector(a, b, 0, 4, 1, 5),
                        __builtin_shufflevector(a, b, 2, 6, 3, 7));
        };
        const Vector<T, 4> first = two(v[0], v[1]);
        const Vector<T, 4> last = two(v[2], v[3]);
        return join(__builtin_shufflevector(first, last, 0, 1, 4, 5),
                    __builtin_shufflevector(first, last, 2, 3, 6, 7));
    }
}

/// Calls `body` for all of [0, n), as `body.operator()<V>(i)` for a vector V or for V = T where
/// fewer are left.
template <class T, class Body> GF_INLINE void forEach(Index n, const Body& body) {
    Index i = 0;
    constexpr int lanes = lanesOf<T>;
    for (; i + lanes <= n; i += lanes)
        body.template operator()<Vector<T, lanes>>(i);
    if constexpr (lanes > 4)
        for (; i + 4 <= n; i += 4)
            body.template operator()<Vector<T, 4>>(i);
    for (; i < n; ++i)
        body.template operator()<T>(i);
}

/// Calls `body.operator()<Rows>(row)` for all of [0, rows), four at a time where it can: what joins
/// the lanes of a row waits for itself, and four rows wait together.
template <class T, class Body> GF_INLINE void forEachFour(Index rows, const Body& body) {
    Index row = 0;
    for (; row + 4 <= rows; row += 4)
        body.template operator()<4>(row);
    for (; row < rows; ++row)
        body.template operator()<1>(row);
}

/// For each of `Rows` rows join(join(first, term(row, 0)), …), in an order that depends on n alone.
template <class T, int Rows, class Join, class Term>
GF_INLINE PerRow<T, Rows> joinRows(Index n, T first, const Join& join, const Term& term) {
    auto result = PerRow<T, Rows>{} + first;
    Index i = 0;
    const auto take = [&]<int Lanes>() GF_INLINED {
        using V = Vector<T, Lanes>;
        if (i + Lanes > n)
            return;
        V joined[Rows];
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r)
            joined[r] = term.template operator()<V>(r, i);
        for (i += Lanes; i + Lanes <= n; i += Lanes)
#pragma GCC unroll 4
            for (int r = 0; r < Rows; ++r)
                joined[r] = join(joined[r], term.template operator()<V>(r, i));
        result = join(result, joinLanes<T, Lanes, Rows>(joined, join));
    };
    take.template operator()<lanesOf<T>>();
    if constexpr (lanesOf < T >> 4)
        take.template operator()<4>();
    for (; i < n; ++i) {
        PerRow<T, Rows> next{};
        if constexpr (Rows == 1)
            next = term.template operator()<T>(0, i);
        else
            for (int r = 0; r < Rows; ++r)
                next[r] = term.template operator()<T>(r, i);
        result = join(result, next);
    }
    return result;
}

template <class T, int Rows, class Term>
GF_INLINE PerRow<T, Rows> sumRows(Index n, const Term& term) {
    return joinRows<T, Rows>(
        n, T(0), [](auto a, auto b) { return a + b; }, term);
}

/// The largest terms; a NaN may be passed over.
template <class T, int Rows, class Term>
GF_INLINE PerRow<T, Rows> largestRows(Index n, const Term& term) {
    return joinRows<T, Rows>(
        n, -std::numeric_limits<T>::infinity(), [](auto a, auto b) { return a < b ? b : a; }, term);
}

/// Of one row, with terms that know no row.
template <class T, class Term> GF_INLINE T sumOf(Index n, const Term& term) {
    return sumRows<T, 1>(n, [&]<class V>(int, Index i) { return term.template operator()<V>(i); });
}

template <class T, class Term> GF_INLINE T largestOf(Index n, const Term& term) {
    return largestRows<T, 1>(n,
                             [&]<class V>(int, Index i) { return term.template operator()<V>(i); });
}

} // namespace gf::cpu::GF_KERNEL_SET
