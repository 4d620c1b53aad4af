// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/flops.h"

#include "core/ops/multiplications.h"

namespace gf {

double productFlops(const Graph& graph, Index batch) {
    double multiplications = 0;
    for (const Node& node : graph.nodes())
        multiplications += ops::multiplications(graph, node);
    return 2 * multiplications * static_cast<double>(batch);
}

} // namespace gf
