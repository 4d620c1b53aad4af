// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/liveness.h"

namespace gf {

Liveness livenessOf(std::span<const NodeGroup> groups,
                    const std::function<std::span<const NodeId>(NodeId)>& reads,
                    const std::vector<NodeId>& roots) {
    Liveness found{std::vector<Index>(roots.size(), -1)};
    Index now = 0;
    for (const NodeGroup& group : groups) {
        for (const NodeId node : group)
            for (const NodeId input : reads(node)) {
                const NodeId root = roots[input];
                found.lastUse[root] = now;
            }
        ++now;
    }
    return found;
}

} // namespace gf
