// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace gf::cpu {

/// A few threads that work through numbered items together with the caller. Between two calls they
/// spin for a moment (a training step is shorter than waking a thread) and then sleep.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): counters have their own cache lines
class ThreadPool {
public:
    /// `threads` includes the caller; 1 runs everything there. Where the system allows fewer there
    /// are fewer.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(m_workers.size()) + 1; }

    /// Calls work(item, worker) for item 0 … items − 1, each once, in any order; returns when all
    /// are done. No two calls at the same time have the same worker, which is less than threads()
    /// and less than items. `work` must not throw.
    using Work = std::function<void(Index item, Index worker)>;
    void run(Index items, const Work& work);

private:
    void workerLoop(Index worker);
    void takeItems(Index worker);
    static constexpr std::uint32_t stopping = ~0U;

    std::vector<std::thread> m_workers;
    const Work* m_work = nullptr;
    Index m_items = 0;
    alignas(64) std::atomic<Index> m_next{0};
    alignas(64) std::atomic<std::uint32_t> m_round{0};
    alignas(64) std::atomic<std::uint32_t> m_busy{0};
};

} // namespace gf::cpu
