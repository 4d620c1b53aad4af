// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/thread/job.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace gf {

/// A thread that does jobs in the order in which they were posted, and between two of them whatever
/// there is to do without being told.
class JobLoop {
public:
    /// Who does them. All of it is called in the loop's thread.
    class Client {
    public:
        virtual void perform(const Job& job) = 0;
        /// Whether there is something to do without being told.
        virtual bool hasWork() const = 0;
        /// A piece of that; also after each sleep.
        virtual void work() = 0;
        /// Nothing: until there is a job or work.
        virtual std::optional<std::chrono::milliseconds> longestSleep() const = 0;

    protected:
        ~Client() = default;
    };

    /// `client` must outlive the thread, which join() waits for. Throws Error where the system
    /// allows no further one.
    void start(Client& client);
    /// Returns at once.
    void post(Job job);
    /// Nothing is done any more but what is being done and the jobs up to the last one that writes
    /// a file. Whether there is no such job.
    bool close();
    /// After close(): waits until all that is done.
    void join() { m_thread.join(); }

    // In any thread:
    bool isRunning() const { return m_thread.joinable(); }
    bool isClosing() const { return m_closing; }
    bool hasJobs() const;
    /// Whether one of those that wait is such a job.
    bool hasJobs(const std::function<bool(const JobRule&)>& isSuch) const;

private:
    void run(Client& client);
    std::optional<Job> nextJob(const Client& client, bool& ends);

    std::thread m_thread;
    std::atomic<bool> m_closing = false;
    mutable std::mutex m_mutex; ///< guards the jobs
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
};

} // namespace gf
