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

/// y[h,i,j] = −m_h·|i − j| with m_h = 2^(−8(h+1)/H), h from 0; [H,T,S], nothing learned (Press et
/// al. 2022).
NodeId alibiBias(Graph& graph, std::string name, Index heads, const ScoreShape& scores);

/// m_h of alibiBias.
double alibiSlope(Index head, Index heads);

/// How rotary positions turn: θ, and which features are a pair.
struct RotaryPairs {
    double base = 10000; ///< θ > 0
    bool halves = false; ///< (m, m + K/2), as Llama has them; else (2m, 2m + 1), as in the paper
};

/// Each pair m of row p turned by the angle p·θ^(−2m/K); x [H,T,K] with K even (Su et al. 2021, eq.
/// 15, with θ = 10000).
NodeId rotary(Graph& graph, std::string name, NodeId x, const RotaryPairs& pairs = {});

/// How a rotary node turns.
inline RotaryPairs rotaryPairsOf(const Node& rotary) {
    return {rotary.as<RotaryAttributes>().base, rotary.as<RotaryAttributes>().halves};
}

/// p·θ^(−2m/K), in radians.
double rotaryAngle(Index position, Index pair, Index width, double base);

/// The columns of pair m.
inline std::pair<Index, Index> rotaryPair(Index pair, Index width, bool halves) {
    return halves ? std::pair{pair, pair + width / 2} : std::pair{2 * pair, 2 * pair + 1};
}

} // namespace gf::ops
