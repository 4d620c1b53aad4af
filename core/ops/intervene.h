// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>
#include <vector>

namespace gf::ops {

/// y = x with the edits done to it one after the other. `hidden` is what x was made from by a mask;
/// needed when an edit reveals (otherwise noNode).
NodeId intervene(Graph& graph, std::string name, NodeId x, std::vector<Edit> edits,
                 NodeId hidden = noNode);

} // namespace gf::ops
