// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products, included by kernels_impl.h alone. The matrices of a small transformer fit the
// caches, and most of the time goes where a general library prepares more than it multiplies (16 ×
// 16 scores of heads 8 wide). So there is one level of blocking: the result is made tile by tile in
// registers, reading the left matrix where it lies, and the right one where it lies or, when its
// rows are not what the tile needs side by side, from a copied panel as wide as the tile.
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// Rows and vectors of the largest tile: enough sums to hide the latency of multiply-adds, with
/// registers left for a row of the right matrix.
inline constexpr int tileRows = vectorRegisters == 32 ? 8 : 6;
inline constexpr int tileVectors = 2;

/// Rows of the right matrix that are multiplied in one go: a panel of them fits the first cache.
inline constexpr Index tileDepth = 256;

/// Right matrices of less than so many bytes from row to row are read where they lie; rows further
/// apart share few places of the first cache.
inline constexpr Index longRow = 1024;

/// What a tile does with its sums.
enum class Finish { Store, AddBias, AddResult };

/// c = a·b (+ bias, or + c) for `Rows` rows and Vectors·Lanes columns. Row p of b lies at b +
/// p·ldb.
template <bool TransposeA, int Rows, int Vectors, int Lanes, Finish Last, class T>
void multiplyTile(const Product& s, const T* a, const T* b, Index ldb, const T* bias, T* c) {
    using V = Vector<T, Lanes>;
    V sums[Rows][Vectors] = {};
#pragma GCC unroll 4
    for (Index p = 0; p < s.k; ++p) {
        V right[Vectors];
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            right[v] = load<V>(b + p * ldb + v * Lanes);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r) {
            const T left = TransposeA ? a[p * s.lda + r] : a[r * s.lda + p];
#pragma GCC unroll 2
            for (int v = 0; v < Vectors; ++v)
                sums[r][v] += left * right[v];
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) {
            T* const at = c + r * s.ldc + v * Lanes;
            if constexpr (Last == Finish::AddBias)
                sums[r][v] += load<V>(bias + v * Lanes);
            if constexpr (Last == Finish::AddResult)
                sums[r][v] += load<V>(at);
            store(at, sums[r][v]);
        }
}

/// Transposes 8 × 8 numbers: rows `ldx` apart become rows `ldy` apart.
inline void transposeEight(const float* x, Index ldx, float* y, Index ldy) {
    using V = Vector<float, 8>;
    V pairs[8], fours[8];
    for (int i = 0; i < 8; i += 2) {
        const V even = load<V>(x + i * ldx);
        const V odd = load<V>(x + (i + 1) * ldx);
        pairs[i] = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[i + 1] = __builtin_shufflevector(even, odd, 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; ++j) {
            fours[i + 2 * j] =
                __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            fours[i + 2 * j + 1] =
                __builtin_shufflevector(pairs[i + j], pairs[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < 4; ++i) {
        store(y + i * ldy,
              __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11));
        store(y + (i + 4) * ldy,
              __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15));
    }
}

/// panel (depth × width) = the transpose of b (width × depth).
template <class T> void transposePanel(Index depth, Index width, const T* b, Index ldb, T* panel) {
    Index wholeDepth = 0, wholeWidth = 0;
    if constexpr (std::is_same_v<T, float>) {
        wholeDepth = depth / 8 * 8;
        wholeWidth = width / 8 * 8;
        for (Index j = 0; j < wholeWidth; j += 8)
            for (Index p = 0; p < wholeDepth; p += 8)
                transposeEight(b + j * ldb + p, ldb, panel + p * width + j, width);
    }
    for (Index j = 0; j < width; ++j)
        for (Index p = j < wholeWidth ? wholeDepth : 0; p < depth; ++p)
            panel[p * width + j] = b[j * ldb + p];
}

/// All rows of the columns from `column` on that fill tiles of this width; returns the column after
/// them.
template <bool TransposeA, int Vectors, int Lanes, Finish Last, class T>
Index multiplyColumns(const Product& s, const T* a, const T* b, const T* bias, T* c, Index column) {
    constexpr Index width = Vectors * Lanes;
    alignas(64) T panel[tileDepth * width];
    const bool copies =
        s.transposeB || (s.ldb * static_cast<Index>(sizeof(T)) >= longRow && s.m > 2 * tileRows);
    for (; column + width <= s.n; column += width) {
        const T* right = b + (s.transposeB ? column * s.ldb : column);
        if (s.transposeB)
            transposePanel(s.k, width, right, s.ldb, panel);
        else if (copies)
            for (Index p = 0; p < s.k; ++p)
                for (int v = 0; v < Vectors; ++v)
                    store(panel + p * width + v * Lanes,
                          load<Vector<T, Lanes>>(right + p * s.ldb + v * Lanes));
        if (copies)
            right = panel;
        const Index ldb = copies ? width : s.ldb;
        const T* start = bias ? bias + column : nullptr;
        const auto left = [&](Index row) { return a + (TransposeA ? row : row * s.lda); };
        const auto result = [&](Index row) { return c + row * s.ldc + column; };
        Index row = 0;
        for (; row + tileRows <= s.m; row += tileRows)
            multiplyTile<TransposeA, tileRows, Vectors, Lanes, Last>(s, left(row), right, ldb,
                                                                     start, result(row));
        for (; row + 4 <= s.m; row += 4)
            multiplyTile<TransposeA, 4, Vectors, Lanes, Last>(s, left(row), right, ldb, start,
                                                              result(row));
        for (; row < s.m; ++row)
            multiplyTile<TransposeA, 1, Vectors, Lanes, Last>(s, left(row), right, ldb, start,
                                                              result(row));
    }
    return column;
}

template <bool TransposeA, Finish Last, class T>
void multiplyBlock(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr int lanes = lanesOf<T>;
    Index column = multiplyColumns<TransposeA, tileVectors, lanes, Last>(s, a, b, bias, c, 0);
    column = multiplyColumns<TransposeA, 1, lanes, Last>(s, a, b, bias, c, column);
    if constexpr (lanes >= 16)
        column = multiplyColumns<TransposeA, 1, 8, Last>(s, a, b, bias, c, column);
    if constexpr (lanes >= 8)
        column = multiplyColumns<TransposeA, 1, 4, Last>(s, a, b, bias, c, column);
    multiplyColumns<TransposeA, 1, 1, Last>(s, a, b, bias, c, column);
}

template <Finish Last, class T>
void finishBlock(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    if (s.transposeA)
        multiplyBlock<true, Last>(s, a, b, bias, c);
    else
        multiplyBlock<false, Last>(s, a, b, bias, c);
}

template <class T> void product(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    Product block = s;
    for (Index p = 0; p < s.k; p += tileDepth) {
        block.k = s.k - p < tileDepth ? s.k - p : tileDepth;
        block.accumulate = s.accumulate || p > 0;
        const T* left = a + (s.transposeA ? p * s.lda : p);
        const T* right = b + (s.transposeB ? p : p * s.ldb);
        if (block.accumulate)
            finishBlock<Finish::AddResult>(block, left, right, bias, c);
        else if (bias)
            finishBlock<Finish::AddBias>(block, left, right, bias, c);
        else
            finishBlock<Finish::Store>(block, left, right, bias, c);
    }
}

} // namespace gf::cpu::GF_KERNEL_SET
