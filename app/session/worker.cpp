// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of the worker: commands go in, an Outbox comes out. What the commands do is in
// worker_run.cpp (which run), _train, _look, _time and _twin.
#include "app/session/worker.h"

#include "app/session/background.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <new>
#include <system_error>
#include <utility>

namespace gf {

Worker::Worker(std::function<void()> notify) : m_notify(std::move(notify)) {
    try {
        m_thread = std::thread([this] { loop(); });
    } catch (const std::system_error&) {
        throw Error("the system allows no further thread, and the window needs one to train in; "
                    "close other programs, or allow more (ulimit -u, ulimit -v)");
    }
}

Worker::~Worker() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_closing = true;
        while (!m_commands.empty() && !ruleOf(m_commands.back().job).writesFile)
            m_commands.pop_back();
        // Which run a file is to have is decided by what came before.
        m_abandoned = m_commands.empty();
        ++m_wishesToWrite;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Worker::post(Job job, std::function<void()> action) {
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back({job, std::move(action)});
    }
    m_wake.notify_one();
}

void Worker::prepare(const JobRule& rule) {
    if (rule.trains && !m_run->trainingObstacle().empty())
        throw Error("This model cannot be trained further: " + m_run->trainingObstacle());
    leave(rule);
}

/// The one way out of what is looked at beside the present of the run. The past first: it is that
/// of both twins.
void Worker::leave(const JobRule& rule) {
    if (rule.endsWalk)
        endWalk();
    if (rule.leavesPast && m_time.isPast()) {
        m_time.backToNow();
        goOnAfterLookingBack();
    }
    if (rule.leavesTwin)
        endTwin();
}

Outbox Worker::take() {
    const std::lock_guard lock(m_mutex);
    m_notified = false;
    return std::exchange(m_outbox, {});
}

void Worker::publish(const std::function<void(Outbox&)>& fill) {
    {
        const std::lock_guard lock(m_mutex);
        fill(m_outbox);
    }
    announce();
}

/// Where even that needs memory which is not there, it is said a little later.
void Worker::announce() {
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_notified, true))
            return;
    }
    try {
        m_untold = false;
        m_notify();
    } catch (const std::bad_alloc&) {
        m_untold = true;
        const std::lock_guard lock(m_mutex);
        m_notified = false;
    }
}

/// Something to do without being told: training, a validation to finish, a picture that is old.
bool Worker::hasWork() const {
    return m_run && (isRunning() || m_dirty || m_run->isValidating());
}

void Worker::loop() {
    workInBackground();
    constexpr std::chrono::milliseconds aMoment(100);
    for (;;) {
        std::optional<Command> command;
        {
            std::unique_lock lock(m_mutex);
            const auto isWoken = [this] { return m_ending || !m_commands.empty() || hasWork(); };
            if (m_untold)
                m_wake.wait_for(lock, aMoment, isWoken);
            else
                m_wake.wait(lock, isWoken);
            if (!m_commands.empty()) {
                command = std::move(m_commands.front());
                m_commands.pop_front();
            } else if (m_ending) {
                return;
            }
        }
        if (m_untold)
            announce();
        // All that was asked for, then a step.
        if (command) {
            const JobRule& rule = ruleOf(command->job);
            const auto act = [&] {
                prepare(rule);
                command->action();
            };
            if (!rule.needsRun || m_run)
                guarded(command->job, std::ref(act)); // a copy of it would need memory
            continue;
        }
        if (!m_run)
            continue;
        if (lookIsDue())
            look();
        if (isRunning())
            guarded(Job::Step, [this] { trainOneStep(); });
        guarded(Job::Validation, [this] { validateABit(); });
    }
}

bool Worker::guarded(Job job, const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const Stopped&) {
        // The program is being closed, and there is nobody to tell.
    } catch (const std::bad_alloc&) {
        failed(job, notEnoughMemory);
    } catch (const std::exception& error) {
        failed(job, error.what());
    }
    return false;
}

/// When there is no memory, there may be none for saying so either.
void Worker::failed(Job job, const char* sentence) noexcept {
    if (m_resumes && !m_time.isPast())
        goOnAfterLookingBack(); // it was on the way back that it failed
    if (ruleOf(job).stops) {
        m_rest = Rest::Failed;
        m_dirty = job != Job::Picture;
    }
    try {
        publish([&](Outbox& outbox) {
            outbox.errors.push_back(QString::fromUtf8(sentence));
            fillStatus(outbox.status.emplace());
        });
    } catch (const std::bad_alloc&) {
        {
            const std::lock_guard lock(m_mutex);
            m_outbox.outOfMemory = true;
            fillStatus(m_outbox.status.emplace());
        }
        announce();
    }
}

void Worker::writeNumbers(const std::string& path, std::function<void(const std::string&)> write) {
    auto command = [this, path, write = std::move(write)] {
        write(path);
        publish([&](Outbox& outbox) {
            outbox.notices.push_back(
                QStringLiteral("Saved as %1").arg(QString::fromStdString(path)));
        });
    };
    post(Job::WriteNumbers, std::move(command));
}

} // namespace gf
