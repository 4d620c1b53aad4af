// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products, included by kernels_impl.h alone. The matrices of a small transformer fit the
// caches, and most of the time goes where a general library packs more than it multiplies (16 ×
// 16 scores of heads 8 wide). So the result is made tile by tile in registers, reading the left
// matrix where it lies, and the right one where it lies or, when its rows are not what the tile
// needs side by side, from a packed panel as wide as the tile. Only where the result is large are
// several panels packed together (multiplyRows).
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

/// Matrices of less than so many bytes from row to row are read where they lie; rows further apart
/// share few places of the first cache.
inline constexpr Index longRow = 1024;

/// A result of so many bytes is not in the first cache when a tile of it is finished.
inline constexpr Index farBytes = 1 << 16;

/// Bytes of the panels that are packed together: they fit the second cache, and the stack.
inline constexpr Index packedBytes = 1 << 18;

/// What a tile does with its sums.
enum class Finish { Store, AddBias, AddResult };

/// The micro-kernel: c = a·b (+ bias, or + c) for `Rows` rows and Vectors·Lanes columns.
template <bool TransposeA, int Rows, int Vectors, int Lanes, Finish Last, class T> GF_INLINE void
microKernel(const Product& s, const T* a, Index lda, const T* b, Index ldb, const T* bias, T* c) {
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
    const bool packs =
        s.transposeB || (s.ldb * static_cast<Index>(sizeof(T)) >= longRow && s.m > 2 * tileRows);
    for (; column + width <= s.n; column += width) {
        if (packs)
            packPanels<Vectors, Lanes, false>(s, b, column, column + width, panel);
        const T* right = packs ? panel : b + column;
        const Index ldb = packs ? width : s.ldb;
        const T* start = bias ? bias + column : nullptr;
        forEachTile(s.m, [&]<int Rows>(Index row) GF_INLINED {
            microKernel<TransposeA, Rows, Vectors, Lanes, Last>(
                s, a + (TransposeA ? row : row * s.lda), s.lda, right, ldb, start,
                c + row * s.ldc + column);
        });
    }
    return column;
}

/// The same for the widest tiles, row by row of tiles: the rows of the left matrix stay in the
/// first cache, and the result is written along its rows.
template <bool TransposeA, Finish Last, class T> [[gnu::noinline]] Index
multiplyRows(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr int lanes = lanesOf<T>;
    constexpr Index width = tileVectors * lanes;
    constexpr Index packed = packedBytes / static_cast<Index>(sizeof(T));
    constexpr Index leftRows = 4 * tileRows;
    const Index most = packed / s.k / width * width; // the left matrix is read once for so many
    alignas(64) T panels[packed];
    alignas(64) T left[TransposeA ? sumDepth * leftRows : 1];
    const bool packsLeft = TransposeA && s.lda * static_cast<Index>(sizeof(T)) >= longRow;
    const Index lda = packsLeft ? tileRows : s.lda;
    const Index end = s.n / width * width;
    for (Index first = 0; first < end; first += most) {
        const Index last = end - first < most ? end : first + most;
        packPanels<tileVectors, lanes, true>(s, b, first, last, panels);
        for (Index row = 0; row < s.m; row += leftRows) {
            const Index rows = s.m - row < leftRows ? s.m - row : leftRows;
            const T* from = a + (TransposeA ? row : row * s.lda);
            if (packsLeft)
                packLeft(s, from, rows, left);
            forEachTile(rows, [&]<int Rows>(Index r) GF_INLINED {
                const T* start = packsLeft ? left + r / tileRows * tileRows * s.k + r % tileRows
                                           : from + (TransposeA ? r : r * s.lda);
                for (Index column = first; column < last; column += width)
                    microKernel<TransposeA, Rows, tileVectors, lanes, Last>(
                        s, start, lda, panels + (column - first) * s.k, width,
                        bias ? bias + column : nullptr, c + (row + r) * s.ldc + column);
            });
        }
    }
    return end;
}

/// Whether going along the rows is worth the panels that must be packed before: the result is more
/// than the second cache holds beside them, or all panels must be transposed and fit the first.
template <class T> bool goesAlongRows(const Product& s) {
    constexpr auto size = static_cast<Index>(sizeof(T));
    if (s.m <= 2 * tileRows || s.n <= tileVectors * lanesOf<T>)
        return false;
    if (s.m * s.n * size >= packedBytes)
        return true;
    return s.transposeB && s.n > s.k && s.n * s.k * size <= packedBytes / 16;
}

template <bool TransposeA, Finish Last, class T>
void multiplyBlock(const Product& s, const T* a, const T* b, const T* bias, T* c) {
    constexpr int lanes = lanesOf<T>;
    Index column = goesAlongRows<T>(s)
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
    if (s.m == 1 && !s.transposeA)
        return rowProduct(s, a, b, bias, c);
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
