// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/thread/job_loop.h"

#include "core/platform/threads.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace gf {

void JobLoop::start(Client& client) {
    try {
        m_thread = std::thread([this, &client] { run(client); });
    } catch (const std::system_error&) {
        throw Error("the system allows no further thread, and the window needs one to train in; "
                    "close other programs, or allow more (ulimit -u, ulimit -v)");
    }
}

void JobLoop::post(Job job) {
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

bool JobLoop::close() {
    bool writesNothing = false;
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
        while (!m_jobs.empty() && !m_jobs.back().rule.writesFile)
            m_jobs.pop_back();
        writesNothing = m_jobs.empty();
    }
    m_wake.notify_one();
    return writesNothing;
}

bool JobLoop::hasJobs() const {
    const std::lock_guard lock(m_mutex);
    return !m_jobs.empty();
}

bool JobLoop::hasJobs(const std::function<bool(const JobRule&)>& isSuch) const {
    const std::lock_guard lock(m_mutex);
    return std::ranges::any_of(m_jobs, isSuch, &Job::rule);
}

/// Sleeps until there is something to do. Nothing: there is no job, but there may be work.
std::optional<Job> JobLoop::nextJob(const Client& client, bool& ends) {
    std::unique_lock lock(m_mutex);
    const auto isWoken = [&] { return m_closing || !m_jobs.empty() || client.hasWork(); };
    if (const auto longest = client.longestSleep())
        m_wake.wait_for(lock, *longest, isWoken);
    else
        m_wake.wait(lock, isWoken);
    if (m_jobs.empty()) {
        ends = m_closing;
        return std::nullopt;
    }
    Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    return job;
}

void JobLoop::run(Client& client) {
    workInBackground();
    for (bool ends = false;;) {
        // All that was asked for, then a piece of work.
        if (const auto job = nextJob(client, ends))
            client.perform(*job);
        else if (ends)
            return;
        else
            client.work();
    }
}

} // namespace gf
