// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// y = factor · x. For attention the factor is 1/√K (Vaswani et al. 2017, eq. 1).
NodeId scale(Graph& graph, std::string name, NodeId x, double factor);

} // namespace gf::ops
