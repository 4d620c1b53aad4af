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

/// Matrices of less than so many bytes from row to row are read where they lie; rows further apart
/// share few places of the first cache.
inline constexpr Index longRow = 1024;

/// A result of so many bytes is not in the first cache when a tile of it is finished.
inline constexpr Index farBytes = 1 << 16;

/// Bytes of the panels that are made ready together where the result is made along its rows: they
/// fit the second cache.
inline constexpr Index preparedBytes = 1 << 18;

/// What a tile does with its sums.
enum class Finish { Store, AddBias, AddResult };

/// c = a·b (+ bias, or + c) for `Rows` rows and Vectors·Lanes columns.
template <bool TransposeA, int Rows, int Vectors, int Lanes, Finish Last, class T> GF_INLINE void
multiplyTile(const Product& s, const T* a, Index lda, const T* b, Index ldb, const T* bias, T* c) {
    using V = Vector<T, Lanes>;
    if (s.m * s.n * static_cast<Index>(sizeof(T)) >= farBytes)
        for (int r = 0; r < Rows; ++r)
            for (int v = 0; v < Vectors; ++v)
                __builtin_prefetch(c + r * s.ldc + v * Lanes, 1);
    V sums[Rows][Vectors] = {};
#pragma GCC unroll 4
    for (Index p = 0; p < s.k; ++p) {
        V right[Vectors];
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            right[v] = load<V>(b + p * ldb + v * Lanes);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r) {
            const T left = TransposeA ? a[p * lda + r] : a[r * lda + p];
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
GF_INLINE void transposeEight(const float* x, Index ldx, float* y, Index ldy) {
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
template <class T>
GF_INLINE void transposePanel(Index depth, Index width, const T* b, Index ldb, T* panel) {
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

/// Panels (each k × width) = the columns [first, last) of b, wherever they are stored.
template <int Vectors, int Lanes, class T>
GF_INLINE void copyPanels(const Product& s, const T* b, Index first, Index last, T* panels) {
    constexpr Index width = Vectors * Lanes;
    if (s.transposeB) {
        for (Index column = first; column < last; column += width)
            transposePanel(s.k, width, b + column * s.ldb, s.ldb, panels + (column - first) * s.k);
        return;
    }
    for (Index p = 0; p < s.k; ++p) // along the rows of b: they may be far away
        for (Index column = first; column < last; column += width)
            for (int v = 0; v < Vectors; ++v)
                store(panels + (column - first) * s.k + p * width + v * Lanes,
                      load<Vector<T, Lanes>>(b + p * s.ldb + column + v * Lanes));
}

/// Calls `body.operator()<Rows>(row)` for tiles of as many rows as possible.
template <class Body> GF_INLINE void forEachTile(Index rows, const Body& body) {
    Index row = 0;
    for (; row + tileRows <= rows; row += tileRows)
        body.template operator()<tileRows>(row);
    for (; row + 4 <= rows; row += 4)
        body.template operator()<4>(row);
    for (; row < rows; ++row)
        body.template operator()<1>(row);
}

/// All rows of the columns from `column` on that fill tiles of this width, panel by panel: a panel
/// stays in the first cache. Returns the column after them.
template <bool TransposeA, int Vectors, int Lanes, Finish Last, class T>
Index multiplyColumns(const Product& s, const T* a, const T* b, const T* bias, T* c, Index column) {
    constexpr Index width = Vectors * Lanes;
    if (column + width > s.n)
        return column;
    alignas(64) T panel[sumDepth * width];
    const bool copies =
        s.transposeB || (s.ldb * static_cast<Index>(sizeof(T)) >= longRow && s.m > 2 * tileRows);
    for (; column + width <= s.n; column += width) {
        if (copies)
            copyPanels<Vectors, Lanes>(s, b, column, column + width, panel);
        const T* right = copies ? panel : b + column;
        const Index ldb = copies ? width : s.ldb;
        const T* start = bias ? bias + column : nullptr;
        forEachTile(s.m, [&]<int Rows>(Index row) GF_INLINED {
            multiplyTile<TransposeA, Rows, Vectors, Lanes, Last>(
                s, a + (TransposeA ? row : row * s.lda), s.lda, right, ldb, start,
                c + row * s.ldc + column);
        });
    }
    return column;
}

/// left = k × rows of a (stored transposed), tile by tile of rows.
template <class T> void copyLeft(const Product& s, const T* a, Index rows, T* left) {
    for (Index p = 0; p < s.k; ++p) {
        Index row = 0;
        for (; row + tileRows <= rows; row += tileRows)
            __builtin_memcpy(left + row * s.k + p * tileRows, a + p * s.lda + row,
                             tileRows * sizeof(T));
        for (Index r = row; r < rows; ++r)
            left[row * s.k + p * tileRows + r - row] = a[p * s.lda + r];
    }
}

/// The same for the widest tiles, row by row of tiles: the rows of the left matrix stay in the
/// first cache, and the result is written along its rows.
template <bool TransposeA, Finish Last, class T> [[gnu::noinline]] Index
multiplyRows(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr int lanes = lanesOf<T>;
    constexpr Index width = tileVectors * lanes;
    constexpr Index most = preparedBytes / (sumDepth * static_cast<Index>(sizeof(T)));
    constexpr Index leftRows = 4 * tileRows;
    alignas(64) T panels[sumDepth * most];
    alignas(64) T left[TransposeA ? sumDepth * leftRows : 1];
    const bool copiesLeft = TransposeA && s.lda * static_cast<Index>(sizeof(T)) >= longRow;
    const Index lda = copiesLeft ? tileRows : s.lda;
    const Index end = s.n / width * width;
    for (Index first = 0; first < end; first += most) {
        const Index last = end - first < most ? end : first + most;
        copyPanels<tileVectors, lanes>(s, b, first, last, panels);
        for (Index row = 0; row < s.m; row += leftRows) {
            const Index rows = s.m - row < leftRows ? s.m - row : leftRows;
            const T* from = a + (TransposeA ? row : row * s.lda);
            if (copiesLeft)
                copyLeft(s, from, rows, left);
            forEachTile(rows, [&]<int Rows>(Index r) GF_INLINED {
                const T* start = copiesLeft ? left + r / tileRows * tileRows * s.k + r % tileRows
                                            : from + (TransposeA ? r : r * s.lda);
                for (Index column = first; column < last; column += width)
                    multiplyTile<TransposeA, Rows, tileVectors, lanes, Last>(
                        s, start, lda, panels + (column - first) * s.k, width,
                        bias ? bias + column : nullptr, c + (row + r) * s.ldc + column);
            });
        }
    }
    return end;
}

/// Whether going along the rows is worth the panels that must be ready before: the result is more
/// than the second cache holds beside them, or all panels must be transposed and fit the first.
template <bool TransposeA, class T> bool goesAlongRows(const Product& s) {
    constexpr auto size = static_cast<Index>(sizeof(T));
    if (s.m <= 2 * tileRows || s.n <= tileVectors * lanesOf<T>)
        return false;
    if (s.m * s.n * size >= preparedBytes)
        return true;
    return s.transposeB && s.n > s.k && s.n * s.k * size <= preparedBytes / 16;
}

template <bool TransposeA, Finish Last, class T>
void multiplyBlock(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr int lanes = lanesOf<T>;
    Index column = goesAlongRows<TransposeA, T>(s)
                       ? multiplyRows<TransposeA, Last>(s, a, b, bias, c)
                       : multiplyColumns<TransposeA, tileVectors, lanes, Last>(s, a, b, bias, c, 0);
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
    for (Index p = 0; p < s.k; p += sumDepth) {
        block.k = s.k - p < sumDepth ? s.k - p : sumDepth;
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
