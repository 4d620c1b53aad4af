// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <vector>

namespace gf::ops {

/// Hides keys: y[h,i,j] = fill where key j may not be seen by query i, otherwise x[h,i,j]; x is
/// [H,T,S], or [T,S] where there are no heads.
/// A key is hidden by the keep-mask where that is 0: keep is [S], the same for every query, or
/// [T,S], or noNode. Token ids are a keep-mask, since `<pad>` is 0. It is hidden by the causal mask
/// when j > i, or with `strict` when j ≥ i. A `window` of w hides it when j ≤ i − w, so that a
/// query sees w keys at most (Beltagy et al. 2020); 0: none. fill is −∞ forward and 0 for gradients
/// (MaskAttributes). `strict` and `window` go with `causal` alone.
NodeId mask(Graph& graph, std::string name, NodeId x, NodeId keep, bool causal, bool strict = false,
            Index window = 0);

/// The mask alone, as scores that are all alike: y[i,j] = 0 where query i may see key j and −∞
/// where it may not, by `keep` and `causal` as above. `keep` [S] or noNode; [S,S] with the axis of
/// `tokens`, the node [S,…] of which there are queries and keys.
NodeId visibility(Graph& graph, std::string name, NodeId tokens, NodeId keep, bool causal);

/// Whether the cells of a node are hidden by masks of its own: Mask and Visibility.
bool hides(OpKind kind);

/// Which masks of such a node hide the key of the cell `at` = (head, query, key) or (query, key).
Hidden hiddenBy(const Graph& graph, const Node& mask, const Cell& at, const CellReader& read);

/// The same for every query and key at once, row-major; it does not depend on the head.
std::vector<Hidden> hiddenBy(const Graph& graph, const Node& mask, const CellReader& read);

} // namespace gf::ops
