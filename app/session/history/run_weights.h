// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "core/train/history.h"

#include <span>
#include <utility>
#include <vector>

namespace gf {

/// The numbers of a run and of those that are trained in step with it, as one row: weights and the
/// optimizers' memories. Lives in the worker's thread.
class RunWeights {
public:
    RunWeights() = default;
    /// The runs must outlive this.
    RunWeights(LiveRun* first, std::vector<LiveRun*> compared) noexcept
        : m_first(first), m_compared(std::move(compared)) {}

    LiveRun& first() const { return *m_first; }
    LiveRun& compared(std::size_t comparedRun) const { return *m_compared[comparedRun]; }
    bool isOne() const { return m_compared.empty(); }
    /// The first run alone.
    void leaveCompared() { m_compared.clear(); }

    /// Of all of them; until the next call.
    std::span<const float> numbers();
    /// Those that a checkpoint has of all of them; until the next call.
    std::span<const float> numbersOf(const Checkpoint& checkpoint);
    /// Puts all into the state that they had there. What cannot be read leaves them as they are.
    void restore(const Checkpoint& checkpoint);

    /// Keeps what the runs are, and makes them that again in the end, whatever happens in between.
    class Visit;

private:
    template <class Act> void forEach(const Act& act) const;

    LiveRun* m_first = nullptr;
    std::vector<LiveRun*> m_compared;
    std::vector<float> m_room; ///< for numbers that do not lie in a row
};

class RunWeights::Visit {
public:
    explicit Visit(RunWeights& runs);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

private:
    RunWeights& m_runs;
    /// Step and numbers of all runs: a compared run that stopped is behind.
    std::vector<std::pair<Index, SharedWeights>> m_present;
};

} // namespace gf
