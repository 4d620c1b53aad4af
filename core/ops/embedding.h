// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y[t,:] = factor · table[ids[t],:]; table [V,D], ids [T] → [T,D]. The factor √D is that of
/// Vaswani et al. 2017, section 3.4. Each id is in [0, V); who feeds them checks it
/// (core/data/feed.h).
NodeId embedding(Graph& graph, std::string name, NodeId table, NodeId ids, double factor);

} // namespace gf::ops
