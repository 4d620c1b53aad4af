// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/peak.h"

#include "core/backend/cpu/kernels.h"
#include "core/backend/cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace gf::cpu {

double measuredPeak(int threads) {
    using Clock = std::chrono::steady_clock;
    constexpr Index rounds = 500'000; // about 2 ms
    constexpr int trials = 20;        // the best one counts: others are disturbed
    const Kernels& kernels = bestKernels();
    ThreadPool pool(threads);
    std::vector<double> operations(threads);
    double best = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const auto start = Clock::now();
        pool.run(threads, [&](Index thread, Index) {
            float sink = 0.25F;
            operations[thread] = kernels.multiplyAdds(rounds, &sink);
        });
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        double sum = 0;
        for (const double each : operations)
            sum += each;
        best = std::max(best, sum / seconds);
    }
    return best;
}

} // namespace gf::cpu
