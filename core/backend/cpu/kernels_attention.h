// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention of one head by blocks, included by kernels_impl.h alone: the matrix [T,S] of scores is
// never there as a whole (Dao et al. 2022, "FlashAttention", algorithms 1 and 4). Block after block
// of keys goes past all queries that see some of it, block after block of them:
//
//     S = (factor·Qᵢ)·Kⱼᵀ             what the mask hides is −∞; a block that it hides is left out
//     mᵢ' = max(mᵢ, max S)            P = exp(S − mᵢ')
//     lᵢ' = exp(mᵢ − mᵢ')·lᵢ + Σ P    Oᵢ' = exp(mᵢ − mᵢ')·Oᵢ + P·Vⱼ
//
// and O/l in the end. Of each query m and 1/l are kept. Backward makes S and P = exp(S − m)/l
// again:
//
//     dP = dOᵢ·Vⱼᵀ                    dS = P ⊙ (dP − Dᵢ), D = Σ dO ⊙ O along a row
//     dVⱼ += Pᵀ·dOᵢ                   dQᵢ += dS·(factor·Kⱼ)                dKⱼ += dSᵀ·(factor·Qᵢ)
#ifndef GF_KERNEL_SET
#error "only for kernels_impl.h"
#endif

namespace gf::cpu::GF_KERNEL_SET {

inline constexpr Index blockQueries = 32;
inline constexpr Index mostBlockKeys = 128;

/// From row to row of a block of scores: not a power of two, so that its columns lie in all places
/// of the first cache.
inline constexpr Index blockRow = mostBlockKeys + 16;

/// Numbers of a block of keys or values: half as many keys where heads are wide.
inline constexpr Index blockNumbers = mostBlockKeys * widestBlockHead / 2;

inline Index blockKeysOf(const BlockAttention& a) {
    return 2 * (a.width > a.valueWidth ? a.width : a.valueWidth) <= widestBlockHead
               ? mostBlockKeys
               : mostBlockKeys / 2;
}

/// Neighbouring numbers [begin, begin + count).
struct Span {
    Index begin, count;

    Index end() const { return begin + count; }
};

/// What lies between two bounds, at most to `limit`.
inline Span spanTo(Index begin, Index most, Index limit) {
    return {begin, limit - begin < most ? limit - begin : most};
}

/// How many of the keys from 0 on are early enough for a query.
inline Index seenBy(const MaskShape& s, Index query) {
    const Index seen = query + (s.strict ? 0 : 1);
    return s.causal && seen < s.keys ? seen : s.keys;
}

/// How many of them are too early for it.
inline Index forgottenBy(const MaskShape& s, Index query) {
    return s.window > 0 && query >= s.window ? query - s.window + 1 : 0;
}

/// Whether the keep-mask keeps none of the keys.
inline bool keepsNone(const MaskShape& s, Span keys) {
    if (!s.keep || s.keepStride != 0)
        return false;
    for (Index j = keys.begin; j < keys.end(); ++j)
        if (s.keep[j] != 0)
            return false;
    return true;
}

/// Whether each of these queries sees each of these keys.
inline bool seesAll(const MaskShape& s, Span queries, Span keys) {
    if (seenBy(s, queries.begin) < keys.end() || forgottenBy(s, queries.end() - 1) > keys.begin ||
        (s.keep && s.keepStride != 0))
        return false;
    for (Index j = keys.begin; s.keep && j < keys.end(); ++j)
        if (s.keep[j] == 0)
            return false;
    return true;
}

template <class T> void fillRow(Index count, T fill, T* row) {
    forEach<T>(count, [&]<class V>(Index i) { store(row + i, V{} + fill); });
}

/// Puts `fill` into the cells of a block that the mask hides.
template <class T> void hideCells(const MaskShape& s, Span queries, Span keys, T fill, T* block) {
    for (Index i = queries.begin; i < queries.end(); ++i, block += blockRow) {
        const auto inBlock = [keys](Index key) {
            const Index place = key - keys.begin;
            return place < 0 ? 0 : place < keys.count ? place : keys.count;
        };
        const Index seen = inBlock(seenBy(s, i));
        fillRow(inBlock(forgottenBy(s, i)), fill, block);
        fillRow(keys.count - seen, fill, block + seen);
        const float* const keep = s.keep ? s.keep + i * s.keepStride + keys.begin : nullptr;
        for (Index j = 0; keep && j < seen; ++j)
            if (keep[j] == 0)
                block[j] = fill;
    }
}

/// to = factor·from, side by side.
template <class T> void gatherRows(const RowsAt& from, Span rows, Index width, T factor, T* to) {
    for (Index r = rows.begin; r < rows.end(); ++r, to += width)
        forEach<T>(width, [&]<class V>(Index i) {
            store(to + i, factor * load<V>(from.first + r * from.apart + i));
        });
}

template <class T> void clearRows(const RowsAt& rows, Span which, Index width) {
    for (Index r = which.begin; r < which.end(); ++r)
        forEach<T>(width, [&]<class V>(Index i) { store(rows.first + r * rows.apart + i, V{}); });
}

/// Calls start(keys) for each block of keys, and then body(queries, keys) for each block of queries
/// that see some of it: `keys` are those that the last of these queries may see.
template <class Start, class Body>
GF_INLINE void forEachBlock(const BlockAttention& a, const Start& start, const Body& body) {
    const MaskShape& s = a.mask;
    const Index most = blockKeysOf(a);
    for (Index j = 0; j < s.keys; j += most) {
        const Span keys = spanTo(j, most, s.keys);
        if (keepsNone(s, keys))
            continue;
        start(keys);
        const Index last = keys.end() - 1;
        const Index end = s.window > 0 && last + s.window < s.queries ? last + s.window : s.queries;
        for (Index i = s.causal ? j / blockQueries * blockQueries : 0; i < end; i += blockQueries) {
            const Span queries = spanTo(i, blockQueries, s.queries);
            const Index seen = seenBy(s, queries.end() - 1);
            if (seen > j)
                body(queries, seen < keys.end() ? Span{j, seen - j} : keys);
        }
    }
}

/// scores = q·kᵀ; q lie side by side, and k is transposed, `ldk` from row to row.
template <class T> void multiplyByKeys(Span queries, Span keys, Index width, const T* q, const T* k,
                                       Index ldk, T* scores) {
    product<T>({false, false, queries.count, keys.count, width, width, ldk, blockRow}, q, k,
               nullptr, scores);
}

/// to += scores·rows, one for each query; `rows`, of the keys, lie side by side.
template <class T> void addByQuery(Span queries, Span keys, Index width, const T* scores,
                                   const T* rows, const RowsAt& to) {
    product<T>({false, false, queries.count, width, keys.count, blockRow, width, to.apart, true},
               scores, rows, nullptr, to.first + queries.begin * to.apart);
}

/// to += scoresᵀ·rows, one for each key.
template <class T> void addByKey(Span queries, Span keys, Index width, const T* scores,
                                 const T* rows, const RowsAt& to) {
    product<T>({true, false, keys.count, width, queries.count, blockRow, width, to.apart, true},
               scores, rows, nullptr, to.first + keys.begin * to.apart);
}

/// The step of algorithm 1 from S to P for rows of a block, with what was added up before.
template <int Rows, class T>
GF_INLINE void takeScores(const BlockAttention& a, Index query, Index keys, T* scores) {
    using Numbers = PerRow<T, Rows>;
    T* const largest = a.rows + query;
    T* const sums = largest + a.mask.queries;
    const auto highest = largestRows<T, Rows>(
        keys, [&]<class V>(int r, Index i) { return load<V>(scores + r * blockRow + i); });
    const auto before = load<Numbers>(largest);
    const Numbers now = before < highest ? highest : before;
    const Numbers shift = now == -std::numeric_limits<T>::infinity() ? Numbers{} : now;
    const Numbers shrink = expOf(before - shift);
    const auto sum = sumRows<T, Rows>(keys, [&]<class V>(int r, Index i) {
        const V power = expOf(load<V>(scores + r * blockRow + i) - ofRow<T>(shift, r));
        store(scores + r * blockRow + i, power);
        return power;
    });
    store(largest, now);
    store(sums, load<Numbers>(sums) * shrink + sum);
    for (int r = 0; r < Rows; ++r) {
        T* const row = a.heads.first + (query + r) * a.heads.apart;
        const T factor = ofRow<T>(shrink, r);
        forEach<T>(a.valueWidth,
                   [&]<class V>(Index i) { store(row + i, load<V>(row + i) * factor); });
    }
}

template <class T> void blockAttention(const BlockAttention& a) {
    const MaskShape& s = a.mask;
    alignas(64) T queryRows[blockQueries * widestBlockHead];
    alignas(64) T keyColumns[blockNumbers], valueRows[blockNumbers];
    alignas(64) T scores[blockQueries * blockRow];
    clearRows<T>(a.heads, {0, s.queries}, a.valueWidth);
    for (Index i = 0; i < s.queries; ++i) {
        a.rows[i] = -std::numeric_limits<T>::infinity();
        a.rows[s.queries + i] = 0;
    }
    Index ldk = 0;
    const auto start = [&](Span keys) {
        ldk = keys.count;
        transposePanel<false>(a.width, ldk, a.k.first + keys.begin * a.k.apart, a.k.apart,
                              keyColumns);
        gatherRows<T>(a.v, keys, a.valueWidth, 1, valueRows);
    };
    forEachBlock(a, start, [&](Span queries, Span keys) {
        gatherRows<T>(a.q, queries, a.width, a.factor, queryRows);
        multiplyByKeys(queries, keys, a.width, queryRows, keyColumns, ldk, scores);
        if (!seesAll(s, queries, keys))
            hideCells(s, queries, keys, -std::numeric_limits<T>::infinity(), scores);
        forEachFour<T>(queries.count, [&]<int Rows>(Index row) GF_INLINED {
            takeScores<Rows>(a, queries.begin + row, keys.count, scores + row * blockRow);
        });
        addByQuery(queries, keys, a.valueWidth, scores, valueRows, a.heads);
    });
    for (Index i = 0; i < s.queries; ++i) {
        T& sum = a.rows[s.queries + i];
        sum = sum == T(0) ? T(0) : 1 / sum;
        T* const row = a.heads.first + i * a.heads.apart;
        forEach<T>(a.valueWidth, [&]<class V>(Index c) { store(row + c, load<V>(row + c) * sum); });
    }
}

/// scores: S → P, slopes: dP → dS, for rows of a block. `dheads` lie side by side.
template <int Rows, class T> GF_INLINE void takeSlopes(const BlockAttention& a, Index query,
                                                       Index keys, const T* dheads, T* scores,
                                                       T* slopes) {
    using Numbers = PerRow<T, Rows>;
    const auto largest = load<Numbers>(a.rows + query);
    const auto inverse = load<Numbers>(a.rows + a.mask.queries + query);
    const Numbers shift = largest == -std::numeric_limits<T>::infinity() ? Numbers{} : largest;
    const auto along = sumRows<T, Rows>(a.valueWidth, [&]<class V>(int r, Index i) {
        return load<V>(dheads + r * a.valueWidth + i) *
               load<V>(a.heads.first + (query + r) * a.heads.apart + i);
    });
    for (int r = 0; r < Rows; ++r) {
        T* const score = scores + r * blockRow;
        T* const slope = slopes + r * blockRow;
        forEach<T>(keys, [&]<class V>(Index i) {
            const V weight = expOf(load<V>(score + i) - ofRow<T>(shift, r)) * ofRow<T>(inverse, r);
            store(score + i, weight);
            store(slope + i, weight * (load<V>(slope + i) - ofRow<T>(along, r)));
        });
    }
}

template <class T> void blockAttentionGradients(const BlockAttention& a, const BlockGradients& d) {
    const MaskShape& s = a.mask;
    const bool scoresToo = d.dq.first || d.dk.first;
    alignas(64) T queryRows[blockQueries * widestBlockHead];
    alignas(64) T headRows[blockQueries * widestBlockHead]; // their gradients
    alignas(64) T keyColumns[blockNumbers], keyRows[blockNumbers], valueColumns[blockNumbers];
    alignas(64) T scores[blockQueries * blockRow], slopes[blockQueries * blockRow];
    if (d.dq.first)
        clearRows<T>(d.dq, {0, s.queries}, a.width);
    if (d.dk.first)
        clearRows<T>(d.dk, {0, s.keys}, a.width);
    if (d.dv.first)
        clearRows<T>(d.dv, {0, s.keys}, a.valueWidth);
    Index ld = 0;
    const auto start = [&](Span keys) {
        ld = keys.count;
        transposePanel<false>(a.width, ld, a.k.first + keys.begin * a.k.apart, a.k.apart,
                              keyColumns);
        transposePanel<false>(a.valueWidth, ld, a.v.first + keys.begin * a.v.apart, a.v.apart,
                              valueColumns);
        gatherRows<T>(a.k, keys, a.width, a.factor, keyRows);
    };
    forEachBlock(a, start, [&](Span queries, Span keys) {
        gatherRows<T>(a.q, queries, a.width, a.factor, queryRows);
        gatherRows<T>(d.dheads, queries, a.valueWidth, 1, headRows);
        multiplyByKeys(queries, keys, a.width, queryRows, keyColumns, ld, scores);
        multiplyByKeys(queries, keys, a.valueWidth, headRows, valueColumns, ld, slopes);
        const bool hides = !seesAll(s, queries, keys);
        if (hides)
            hideCells(s, queries, keys, -std::numeric_limits<T>::infinity(), scores);
        forEachFour<T>(queries.count, [&]<int Rows>(Index row) GF_INLINED {
            takeSlopes<Rows>(a, queries.begin + row, keys.count, headRows + row * a.valueWidth,
                             scores + row * blockRow, slopes + row * blockRow);
        });
        if (hides && scoresToo) // whatever comes to a hidden cell
            hideCells(s, queries, keys, T(0), slopes);
        if (d.dv.first)
            addByKey(queries, keys, a.valueWidth, scores, headRows, d.dv);
        if (d.dq.first)
            addByQuery(queries, keys, a.width, slopes, keyRows, d.dq);
        if (d.dk.first)
            addByKey(queries, keys, a.width, slopes, queryRows, d.dk);
    });
}

} // namespace gf::cpu::GF_KERNEL_SET
