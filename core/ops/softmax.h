// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// Each row: y = exp(x − max x) / Σ exp(x − max x). A row of −∞ gives zeros, never NaN.
NodeId softmax(Graph& graph, std::string name, NodeId x);

} // namespace gf::ops
