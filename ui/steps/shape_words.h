// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QString>

namespace gf {

/// What the numbers of a shape count: "2 heads, 6 queries, 6 keys". For a place that has only
/// "H 2 × T 6 × S 6".
QString shapeCounted(const Node& node);

} // namespace gf
