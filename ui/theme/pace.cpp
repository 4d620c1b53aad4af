// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/pace.h"

#include <algorithm>
#include <utility>

namespace gf {

Pace::Pace(std::chrono::milliseconds least, std::function<void()> work) : m_least(least) {
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout([this, work = std::move(work)] {
        m_since.start();
        work();
    });
}

void Pace::ask() {
    if (m_timer.isActive())
        return;
    const std::chrono::milliseconds passed(m_since.isValid() ? m_since.elapsed() : m_least.count());
    m_timer.start(std::max(m_least - passed, std::chrono::milliseconds(0)));
}

} // namespace gf
