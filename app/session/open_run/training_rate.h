// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace gf {

/// How many steps are done in a second: the mean, over about the last fifty where there are more.
/// The first step compiles kernels and warms caches; it counts until there is a second one.
class TrainingRate {
public:
    void restart() { *this = {}; }
    void add(double seconds) {
        ++m_steps;
        const double share = std::max(0.02, 1 / std::max(1.0, m_steps - 1));
        m_seconds += share * (seconds - m_seconds);
    }
    /// 0 before the first.
    double perSecond() const { return m_seconds > 0 ? 1 / m_seconds : 0; }

private:
    double m_steps = 0;
    double m_seconds = 0;
};

} // namespace gf
