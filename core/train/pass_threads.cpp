// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/pass_threads.h"

#include "core/backend/plan/flops.h"

#include <algorithm>
#include <thread>

namespace gf {

int threadsForPass(const Graph& graph) {
    constexpr double worthSharing = 1e8; // floating-point operations
    if (productFlops(graph, 1) < worthSharing)
        return 1;
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace gf
