// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/throttle.h"

#include <algorithm>
#include <utility>

namespace gf {

Throttle::Throttle(std::chrono::milliseconds least, std::function<void()> work) : m_least(least) {
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout([this, work = std::move(work)] {
        m_since.start();
        work();
    });
}

void Throttle::ask() {
    if (m_timer.isActive())
        return;
    const std::chrono::milliseconds passed(m_since.isValid() ? m_since.elapsed() : m_least.count());
    m_timer.start(std::max(m_least - passed, std::chrono::milliseconds(0)));
}

} // namespace gf
