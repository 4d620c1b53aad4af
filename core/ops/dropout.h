// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y = x · keep / (1 − rate), keep ∈ {0, 1} drawn from (seed, step, stream, example, element)
/// (Srivastava et al. 2014). The same stream gives the same draw, so its gradient is itself.
/// `rate` is in [0, 1).
NodeId dropout(Graph& graph, std::string name, NodeId x, double rate, std::uint32_t stream);

} // namespace gf::ops
