// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/thread_pool.h"

#include "core/platform/threads.h"

#include <algorithm>
#include <exception>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace gf::cpu {

namespace {

void pauseBriefly() {
#ifdef __x86_64__
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

/// About 50 µs on a machine of today.
constexpr int spins = 2000;

/// Waits until `value` is no longer `old`.
std::uint32_t waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    for (int i = 0; i < spins; ++i) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old)
            return now;
        pauseBriefly();
    }
    sleepWhile(value, old);
    return value.load(std::memory_order_acquire);
}

} // namespace

ThreadPool::ThreadPool(int threads) {
    m_workers.reserve(std::max(threads, 1));
    try {
        for (int i = 1; i < threads; ++i)
            m_workers.emplace_back([this, i] { workerLoop(i); });
    } catch (const std::exception&) {
        // The system has no room for more: those that there are do the same work.
    }
}

ThreadPool::~ThreadPool() {
    m_round.store(stopping, std::memory_order_release);
    wakeSleepers(m_round);
    for (std::thread& worker : m_workers)
        worker.join();
}

void ThreadPool::run(Index items, const Work& work) {
    if (m_workers.empty() || items == 1) {
        for (Index i = 0; i < items; ++i)
            work(i, 0);
        return;
    }
    m_work = &work;
    m_items = items;
    m_next.store(0, std::memory_order_relaxed);
    m_busy.store(static_cast<std::uint32_t>(m_workers.size()), std::memory_order_relaxed);
    m_round.store((m_round.load(std::memory_order_relaxed) + 1) % stopping,
                  std::memory_order_release);
    wakeSleepers(m_round);
    takeItems(0);
    for (std::uint32_t busy = m_busy.load(std::memory_order_acquire); busy != 0;)
        busy = waitWhile(m_busy, busy);
}

void ThreadPool::takeItems(Index worker) {
    if (worker >= m_items)
        return;
    for (Index i = m_next.fetch_add(1, std::memory_order_relaxed); i < m_items;
         i = m_next.fetch_add(1, std::memory_order_relaxed))
        (*m_work)(i, worker);
}

void ThreadPool::workerLoop(Index worker) {
    std::uint32_t round = 0;
    for (;;) {
        round = waitWhile(m_round, round);
        if (round == stopping)
            return;
        takeItems(worker);
        if (m_busy.fetch_sub(1, std::memory_order_acq_rel) == 1)
            wakeSleepers(m_busy);
    }
}

} // namespace gf::cpu
