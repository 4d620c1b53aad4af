// SPDX-License-Identifier: GPL-3.0-or-later
//
// Packing: copies of parts of matrices in the order in which the micro-kernel of a product reads
// them; included by kernels_impl.h alone.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// Rows and vectors of the largest tile: enough sums to hide the latency of multiply-adds, with
/// registers left for a row of the right matrix.
inline constexpr int tileRows = vectorRegisters == 32 ? 8 : 6;
inline constexpr int tileVectors = 2;

/// The columns of 8 × 8 numbers whose rows are `ldx` apart.
template <class T>
GF_INLINE void columnsOfEight(const T* x, Index ldx, Vector<T, 8> (&columns)[8]) {
    using V = Vector<T, 8>;
    V pairs[8], fours[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i += 2) {
        const V even = load<V>(x + i * ldx);
        const V odd = load<V>(x + (i + 1) * ldx);
        pairs[i] = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[i + 1] = __builtin_shufflevector(even, odd, 2, 10, 3, 11, 6, 14, 7, 15);
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; i += 4)
#pragma GCC unroll 2
        for (int j = 0; j < 2; ++j) {
            fours[i + 2 * j] =
                __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            fours[i + 2 * j + 1] =
                __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        columns[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        columns[i + 4] =
            __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

/// Transposes 8 × 8 numbers: rows `ldx` apart become rows `ldy` apart.
GF_INLINE void transposeEight(const float* x, Index ldx, float* y, Index ldy) {
    Vector<float, 8> columns[8];
    columnsOfEight(x, ldx, columns);
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
        store(y + i * ldy, columns[i]);
}

/// panel (depth × width) = the transpose of b (width × depth). `Far`: b is not in the caches, and
/// the next rows are fetched while these are worked on.
template <bool Far, class T>
GF_INLINE void transposePanel(Index depth, Index width, const T* b, Index ldb, T* panel) {
    const Index wholeDepth = depth / 8 * 8;
    const Index wholeWidth = width / 8 * 8;
    for (Index j = 0; j < wholeWidth; j += 8)
        for (Index p = 0; p < wholeDepth; p += 8) {
            const T* const from = b + j * ldb + p;
            if (Far && p % 16 == 0)
                for (int r = 0; r < 8; ++r)
                    __builtin_prefetch(from + (16 + r) * ldb, 0, 2);
            transposeEight(from, ldb, panel + p * width + j, width);
        }
    for (Index j = 0; j < width; ++j)
        for (Index p = j < wholeWidth ? wholeDepth : 0; p < depth; ++p)
            panel[p * width + j] = b[j * ldb + p];
}

/// Panels (each k × width) = the columns [first, last) of b, wherever they are stored.
template <int Vectors, int Lanes, bool Far, class T>
GF_INLINE void packPanels(const Product& s, const T* b, Index first, Index last, T* panels) {
    constexpr Index width = Vectors * Lanes;
    if (s.transposeB) {
        for (Index column = first; column < last; column += width)
            transposePanel<Far>(s.k, width, b + column * s.ldb, s.ldb,
                                panels + (column - first) * s.k);
        return;
    }
    for (Index p = 0; p < s.k; ++p) // along the rows of b: they may be far away
        for (Index column = first; column < last; column += width)
            for (int v = 0; v < Vectors; ++v) {
                const T* const from = b + p * s.ldb + column + v * Lanes;
                if constexpr (Far)
                    __builtin_prefetch(from + 16 * s.ldb, 0, 2);
                store(panels + (column - first) * s.k + p * width + v * Lanes,
                      load<Vector<T, Lanes>>(from));
            }
}

/// left = k × rows of a (stored transposed), tile by tile of rows. The next rows are fetched.
template <class T> void packLeft(const Product& s, const T* a, Index rows, T* left) {
    constexpr Index line = 64 / static_cast<Index>(sizeof(T));
    for (Index p = 0; p < s.k; ++p) {
        for (Index next = rows; next < 2 * rows; next += line)
            __builtin_prefetch(a + p * s.lda + next, 0, 2);
        Index row = 0;
        for (; row + tileRows <= rows; row += tileRows)
            __builtin_memcpy(left + row * s.k + p * tileRows, a + p * s.lda + row,
                             tileRows * sizeof(T));
        for (Index r = row; r < rows; ++r)
            left[row * s.k + p * tileRows + r - row] = a[p * s.lda + r];
    }
}

} // namespace gf::cpu::GF_KERNEL_SET
