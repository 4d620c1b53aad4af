// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

namespace gf {

/// Which heads of a decoder have a row of their own.
struct HeadRows {
    enum class Kind { All, Means, OfLayer };
    Kind kind = Kind::All; ///< Means: a row is the mean over the heads of a layer
    Index layer = 0;       ///< OfLayer
    friend bool operator==(const HeadRows&, const HeadRows&) = default;
};

/// How many layers a decoder has that attend, and how many heads these have together.
struct HeadCount {
    Index layers = 0;
    Index heads = 0;
    friend bool operator==(const HeadCount&, const HeadCount&) = default;
};
HeadCount headsIn(const Trace& trace, ScopeKind attention);

/// The row of attention that a new token adds, in these heads of the decoder: one row of the
/// picture each ("layer 1 · head 2"), one column for each key. `attention` is SelfAttention or
/// CrossAttention; keys that the row cannot see yet are left out. Of a recurrent model it is the
/// row of its one attention: CrossAttention where that looks at the encoder's states, SelfAttention
/// where it looks at the states before. Empty where there is none.
HeatmapData attentionRows(const Trace& trace, ScopeKind attention, Index row,
                          const HeadRows& heads = {});

} // namespace gf
