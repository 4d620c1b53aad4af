// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace gf {

/// Additions and multiplications in all matrix products of a graph, forward and backward, for a
/// whole batch: 2·n·k·m for (n × k)·(k × m). Everything else is left out.
double productFlops(const Graph& graph, Index batch);

} // namespace gf
