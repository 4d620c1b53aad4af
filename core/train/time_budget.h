// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace gf {

/// Says when something beside the training may be done again, so that it takes at most its share of
/// the time: the longer it took the last time, the later.
class TimeBudget {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    /// `share` is a part of 1. Never sooner than `least` after the last time, and as often as each
    /// `most` whatever it costs.
    explicit TimeBudget(double share, Seconds least = Seconds(0), Seconds most = Seconds::max())
        : m_share(share), m_least(least), m_most(most) {}

    bool wasDone() const { return m_last.has_value(); }
    /// At once the first time.
    bool isDue() const {
        return !m_last || Clock::now() - *m_last >= std::clamp(m_cost / m_share, m_least, m_most);
    }

    /// Does it.
    template <class Work> void spend(Work&& work) {
        const Clock::time_point start = Clock::now();
        work();
        done(Clock::now() - start);
    }
    /// It was done just now, and took so long.
    void done(Seconds cost) {
        m_cost = cost;
        m_last = Clock::now();
    }
    /// As if it had never been done.
    void forget() { m_last.reset(); }

private:
    double m_share;
    Seconds m_least, m_most;
    Seconds m_cost{0};
    std::optional<Clock::time_point> m_last;
};

} // namespace gf
