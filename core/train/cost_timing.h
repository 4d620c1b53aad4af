// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/measure/cost.h"

namespace gf {

/// Milliseconds that the matrix products of one part of a forward pass take here on one thread,
/// nothing else of it: the median of several runs, measured on this machine now. 0 where the graph
/// has no such part. `parameters` hold those of the graph.
double millisecondsOf(const Backend& backend, Parameters& parameters, const Graph& graph,
                      CostPart part);

} // namespace gf
