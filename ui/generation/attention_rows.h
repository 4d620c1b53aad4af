// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

namespace gf {

/// The row of attention that a new token adds, in every layer and head of the decoder: one row of
/// the picture each ("layer 1 · head 2"), one column for each key. `attention` is
/// SelfAttention or CrossAttention; keys that the row cannot see yet are left out. Of a recurrent
/// model it is the row of its one attention: CrossAttention where that looks at the encoder's
/// states, SelfAttention where it looks at the states before. Empty where there is none.
HeatmapData attentionRows(const Trace& trace, ScopeKind attention, Index row);

} // namespace gf
