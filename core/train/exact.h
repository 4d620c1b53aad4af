// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/graph/trace.h"

#include <vector>

namespace gf {

/// The parameters of a graph in double precision; `parameters` hold them.
BasicParameters<double> exactParameters(const Graph& graph, const Parameters& parameters);

/// The run of a trace again in double precision, with the same inputs: all values, by node id.
std::vector<BasicTensor<double>> exactValues(const Trace& trace, const Parameters& parameters);

} // namespace gf
