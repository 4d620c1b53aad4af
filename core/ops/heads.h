// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// [H,T,K] → [T,D]: the heads side by side; free, since they lie so (core/backend/plan/layout.h).
NodeId joinHeads(Graph& graph, std::string name, NodeId heads);

/// [T,D] → [H,T,K]; the inverse of joinHeads.
NodeId splitHeads(Graph& graph, std::string name, NodeId joined, Index heads);

} // namespace gf::ops
