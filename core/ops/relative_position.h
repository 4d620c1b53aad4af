// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gf::ops {

/// The rows and columns of a table of scores: T queries, S keys, and what they count.
struct ScoreShape {
    Index queries = 0;
    Index keys = 0;
    Axis queryAxis = Axis::Target;
    Axis keyAxis = Axis::Target;
};

/// The column of a table [H,2R+1] for a query and a key: clamp(j − i, −R, R) + R.
inline Index offsetColumn(Index query, Index key, Index columns) {
    const Index reach = columns / 2;
    return std::clamp(key - query, -reach, reach) + reach;
}

/// y[h,i,j] = table[h, clamp(j − i, −R, R) + R]; table is [H,2R+1] and learned, y [H,T,S] (Shaw et
/// al. 2018 in the form of Raffel et al. 2020, without their buckets).
NodeId relativeBias(Graph& graph, std::string name, NodeId table, const ScoreShape& scores);

/// Which of `buckets` an offset j − i is in: small ones have each their own, larger ones share with
/// those of about the same logarithm, and from R on all are in the last (Raffel et al. 2020,
/// section 2.1; in single precision, as the code of its authors and of others has it).
Index bucketOf(Index offset, Index buckets, const BucketAttributes& shape);

/// M[b,r] = 1 where the offset r − R is in bucket b, else 0; [buckets,2R+1], with which a table
/// [H,buckets] becomes one of relativeBias().
NodeId buckets(Graph& graph, std::string name, Index count, const BucketAttributes& shape);

/// The bucket of column r of such a node.
Index bucketOfColumn(const Node& node, Index column);

/// y[h,i,j] = −m_h·|i − j| with m_h = 2^(−8(h+1)/H), h from 0; [H,T,S], nothing learned (Press et
/// al. 2022).
NodeId alibiBias(Graph& graph, std::string name, Index heads, const ScoreShape& scores);

/// m_h of alibiBias.
double alibiSlope(Index head, Index heads);

/// Each pair m of row p turned by the angle p·θ^(−2m/R); x [H,T,K], of which the first R features
/// turn (Su et al. 2021, eq. 15, with θ = 10000 and R = K), R even.
NodeId rotary(Graph& graph, std::string name, NodeId x, const RotaryPairs& pairs = {});

/// How a rotary node turns.
inline RotaryPairs rotaryPairsOf(const Node& rotary) {
    return rotary.as<RotaryAttributes>().pairs;
}

/// R of heads with K features.
inline Index turnedWidth(Index width, const RotaryPairs& pairs) {
    return pairs.turned > 0 ? pairs.turned : width;
}

/// By how much a pair turns less than θ^(−2m/R) from row to row: 1 without scaling, 1/factor at
/// most. `width` is K.
double rotaryShare(Index pair, Index width, const RotaryPairs& pairs);

/// p·θ^(−2m/R)·rotaryShare, in radians.
double rotaryAngle(Index position, Index pair, Index width, const RotaryPairs& pairs);

/// The columns of pair m.
inline std::pair<Index, Index> rotaryPair(Index pair, Index width, const RotaryPairs& pairs) {
    return pairs.halves ? std::pair{pair, pair + turnedWidth(width, pairs) / 2}
                        : std::pair{2 * pair, 2 * pair + 1};
}

} // namespace gf::ops
