// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <algorithm>
#include <string>

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

/// y[h,i,j] = −m_h·|i − j| with m_h = 2^(−8(h+1)/H), h from 0; [H,T,S], nothing learned (Press et
/// al. 2022).
NodeId alibiBias(Graph& graph, std::string name, Index heads, const ScoreShape& scores);

/// m_h of alibiBias.
double alibiSlope(Index head, Index heads);

/// Each pair (2m, 2m+1) of row p turned by the angle p·10000^(−2m/K); x [H,T,K] with K even (Su et
/// al. 2021, eq. 15).
NodeId rotary(Graph& graph, std::string name, NodeId x);

/// p·10000^(−2m/K), in radians.
double rotaryAngle(Index position, Index pair, Index width);

} // namespace gf::ops
