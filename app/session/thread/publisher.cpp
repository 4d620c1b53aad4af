// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/thread/publisher.h"

#include <new>

namespace gf {

Outbox Publisher::take() {
    const std::lock_guard lock(m_mutex);
    m_notified = false;
    Outbox taken = std::exchange(m_outbox, {});
    if (!m_spare.get<TrainingStatus>())
        try {
            m_spare = TrainingStatus();
        } catch (const std::bad_alloc&) { // the sentence is told without it, if need be
        }
    return taken;
}

void Publisher::fill(const std::function<void(Outbox&)>& add) {
    std::optional<News> more = m_companion ? m_companion() : std::nullopt;
    {
        const std::lock_guard lock(m_mutex);
        add(m_outbox);
        if (more)
            m_outbox.add(std::move(*more));
    }
    announce();
}

void Publisher::publishOutOfMemory(const TrainingStatus& status) {
    {
        const std::lock_guard lock(m_mutex);
        m_outbox.outOfMemory = true;
        if (auto* told = m_outbox.find<TrainingStatus>()) {
            *told = status;
        } else if (auto* spare = m_spare.get<TrainingStatus>()) {
            *spare = status;
            m_outbox.add(std::exchange(m_spare, {}));
        }
    }
    announce();
}

void Publisher::notifyAgain() {
    if (m_mustNotify)
        announce();
}

/// Where even that needs memory which is not there, it is said a little later.
void Publisher::announce() {
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_notified, true))
            return;
    }
    try {
        m_mustNotify = false;
        m_notify();
    } catch (const std::bad_alloc&) {
        m_mustNotify = true;
        const std::lock_guard lock(m_mutex);
        m_notified = false;
    }
}

} // namespace gf
