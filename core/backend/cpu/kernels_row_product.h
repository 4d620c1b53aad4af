// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of one row, c = a·b (+ bias, or + c): a model that writes reads all of its weights for
// each token. Memory sets the pace, so the right matrix is read once, where it lies and along its
// rows, and nothing is packed. The sums are those of kernels_product.h, to the bit. Included by
// kernels_impl.h alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// Columns whose sums are made together; they stay in the first cache.
inline constexpr Index columnsTogether = 1024;

/// c = the sums of the first part of the depth (+ bias), or c + those of another.
template <class T>
GF_INLINE void finishSums(Index n, const T* sums, bool accumulate, const T* bias, T* c) {
    forEach<T>(n, [&]<class V>(Index j) GF_INLINED {
        V sum = load<V>(sums + j);
        if (accumulate)
            sum += load<V>(c + j);
        else if (bias)
            sum += load<V>(bias + j);
        store(c + j, sum);
    });
}

/// sums += the first `Rows` rows of b, each times its number of a.
template <int Rows, class T>
GF_INLINE void addRows(Index n, const T* a, const T* b, Index ldb, T* sums) {
    forEach<T>(n, [&]<class V>(Index j) GF_INLINED {
        V sum = load<V>(sums + j);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r) {
            __builtin_prefetch(b + (Rows + r) * ldb + j, 0, 2);
            sum += a[r] * load<V>(b + r * ldb + j);
        }
        store(sums + j, sum);
    });
}

template <class T>
void rowTimesRows(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    alignas(64) T sums[columnsTogether];
    for (Index first = 0; first < s.n; first += columnsTogether) {
        const Index n = s.n - first < columnsTogether ? s.n - first : columnsTogether;
        for (Index begin = 0; begin < s.k; begin += sumDepth) {
            const Index end = s.k - begin < sumDepth ? s.k : begin + sumDepth;
            for (Index j = 0; j < n; ++j)
                sums[j] = 0;
            Index p = begin;
            for (; p + 8 <= end; p += 8)
                addRows<8>(n, a + p, b + p * s.ldb + first, s.ldb, sums);
            for (; p < end; ++p)
                addRows<1>(n, a + p, b + p * s.ldb + first, s.ldb, sums);
            finishSums(n, sums, s.accumulate || begin > 0, bias ? bias + first : nullptr,
                       c + first);
        }
    }
}

/// sum += row `p` of the next `count` columns, at most 8, which are rows of b.
template <class T> GF_INLINE void addColumns(Index count, const T* a, const T* b, Index ldb,
                                             Index p, Vector<T, 8>& sum) {
    Vector<T, 8> column{};
    for (Index j = 0; j < count; ++j)
        column[j] = b[j * ldb + p];
    sum += a[p] * column;
}

/// The sums over `depth` of 8·Groups columns.
template <int Groups, class T>
GF_INLINE void sumColumns(Index depth, const T* a, const T* b, Index ldb, T* sums) {
    using V = Vector<T, 8>;
    V sum[Groups] = {};
    Index p = 0;
    for (; p + 8 <= depth; p += 8)
#pragma GCC unroll 4
        for (int g = 0; g < Groups; ++g) {
            const T* const from = b + g * 8 * ldb + p;
            if (p % 16 == 0) // the next columns: nobody else foresees so many rows
#pragma GCC unroll 8
                for (int r = 0; r < 8; ++r)
                    __builtin_prefetch(from + (8 * Groups + r) * ldb, 0, 2);
            V columns[8];
            columnsOfEight(from, ldb, columns);
#pragma GCC unroll 8
            for (int i = 0; i < 8; ++i)
                sum[g] += a[p + i] * columns[i];
        }
    for (; p < depth; ++p)
        for (int g = 0; g < Groups; ++g)
            addColumns(8, a, b + g * 8 * ldb, ldb, p, sum[g]);
    for (int g = 0; g < Groups; ++g)
        store(sums + 8 * g, sum[g]);
}

/// The same of fewer than 8.
template <class T>
void sumFewColumns(Index count, Index depth, const T* a, const T* b, Index ldb, T* sums) {
    Vector<T, 8> sum{};
    for (Index p = 0; p < depth; ++p)
        addColumns(count, a, b, ldb, p, sum);
    store(sums, sum);
}

template <class T>
void rowTimesColumns(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr Index together = 32;
    alignas(64) T sums[together];
    for (Index first = 0; first < s.n;) {
        const Index left = s.n - first;
        const Index n = left >= together ? together : left >= 8 ? 8 : left;
        for (Index begin = 0; begin < s.k; begin += sumDepth) {
            const Index depth = s.k - begin < sumDepth ? s.k - begin : sumDepth;
            const T* const from = b + first * s.ldb + begin;
            if (n == together)
                sumColumns<together / 8>(depth, a + begin, from, s.ldb, sums);
            else if (n == 8)
                sumColumns<1>(depth, a + begin, from, s.ldb, sums);
            else
                sumFewColumns(n, depth, a + begin, from, s.ldb, sums);
            finishSums(n, sums, s.accumulate || begin > 0, bias ? bias + first : nullptr,
                       c + first);
        }
        first += n;
    }
}

template <class T> void rowProduct(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    if (s.transposeB)
        rowTimesColumns(s, a, b, bias, c);
    else
        rowTimesRows(s, a, b, bias, c);
}

} // namespace gf::cpu::GF_KERNEL_SET
