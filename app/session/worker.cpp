// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of the worker: jobs go in, an Outbox comes out. Which job an intent is stands in
// job.cpp, what they do in worker_run.cpp (which run), _recovery, _train, _look, _measure, _time
// and _comparison.
#include "app/session/worker.h"

#include "app/session/device_list.h"
#include "core/platform/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <new>
#include <system_error>
#include <utility>

namespace gf {

Worker::Worker(std::function<void()> notify, MakeBackend makeBackend)
    : m_backends(std::move(makeBackend)), m_devices(deviceList({})), m_notify(std::move(notify)) {
    try {
        m_thread = std::thread([this] { loop(); });
    } catch (const std::system_error&) {
        throw Error("the system allows no further thread, and the window needs one to train in; "
                    "close other programs, or allow more (ulimit -u, ulimit -v)");
    }
}

Worker::~Worker() {
    end();
    if (!m_copyIsNeeded)
        m_recovery.drop();
}

void Worker::end() {
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_closing = true;
        for (Latest* requests : {&m_writing, &m_measuring, &m_verifying})
            requests->stop();
        while (!m_jobs.empty() && !m_jobs.back().rule.writesFile)
            m_jobs.pop_back();
        // Which run a file is to have is decided by what came before.
        if (m_jobs.empty()) {
            m_building.stop();
            m_life.request_stop();
        }
    }
    m_wake.notify_one();
    m_thread.join();
}

void Worker::post(Job job) {
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

void Worker::prepare(const JobRule& rule) {
    if (rule.trains && !m_run->trainingObstacle().empty())
        throw Error(phrase("This model cannot be trained further: %1"), m_run->trainingObstacle());
    leave(rule);
}

/// The one way out of what is looked at beside the present of the run. The past first: it is that
/// of all compared runs.
void Worker::leave(const JobRule& rule) {
    if (rule.endsWalk)
        endWalk();
    if (rule.leavesPast && m_time.isPast()) {
        m_time.backToNow();
        resumeAfterLookingBack();
    }
    if (rule.leavesComparison)
        endComparison();
}

Outbox Worker::take() {
    const std::lock_guard lock(m_mutex);
    m_notified = false;
    return std::exchange(m_outbox, {});
}

void Worker::fill(const std::function<void(Outbox&)>& put) {
    {
        const std::lock_guard lock(m_mutex);
        put(m_outbox);
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
    return m_run && (isRunning() || m_dirty || isValidating());
}

void Worker::loop() {
    workInBackground();
    constexpr std::chrono::milliseconds aWhile(100);
    constexpr std::chrono::seconds aSecond(1);
    for (;;) {
        std::optional<Job> job;
        {
            std::unique_lock lock(m_mutex);
            const auto isWoken = [this] { return m_ending || !m_jobs.empty() || hasWork(); };
            if (m_untold)
                m_wake.wait_for(lock, aWhile, isWoken);
            else if (owesCopy())
                m_wake.wait_for(lock, aSecond, isWoken);
            else
                m_wake.wait(lock, isWoken);
            if (!m_jobs.empty()) {
                job = std::move(m_jobs.front());
                m_jobs.pop_front();
            } else if (m_ending) {
                return;
            }
        }
        if (m_untold)
            announce();
        // All that was asked for, then a step.
        if (job) {
            perform(*job);
            continue;
        }
        if (!m_run)
            continue;
        if (lookIsDue())
            look();
        if (isRunning())
            guarded(stepRule, [this] { trainOn(); });
        guarded(validationRule, [this] { validateABit(); });
        guarded(copyRule, [this] { keepCopy(); });
    }
}

void Worker::perform(const Job& job) {
    if (job.rule.needsRun && !m_run)
        return;
    const auto act = [&] {
        prepare(job.rule);
        if (job.rule.tellsSettings)
            change(job.act);
        else
            job.act();
    };
    m_answers = job.answers;
    const std::string device = m_run ? m_run->backendName() : std::string();
    // A card that was lost meanwhile has taken nothing with it that is to be written.
    if (!guarded(job.rule, std::ref(act)) && job.rule.writesFile && m_run && // copies need memory
        m_run->backendName() != device)
        guarded(job.rule, std::ref(act));
    m_answers = 0;
}

bool Worker::guarded(const JobRule& rule, const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const Stopped&) {
        // The program is being closed, and there is nobody to tell.
    } catch (const std::bad_alloc&) {
        failed(rule, [] { return Sentence(notEnoughMemory); });
    } catch (const DeviceLost& error) {
        lost(rule, error);
    } catch (const DeviceOutOfMemory& error) {
        outOfMemory(rule, error);
    } catch (const Error& error) {
        failed(rule, [&error] { return error.sentence(); });
    } catch (const std::exception& error) {
        failed(rule, [&error] { return Sentence(error.what()); });
    }
    return false;
}

/// When there is no memory, there may be none for saying so either.
void Worker::failed(const JobRule& rule, const std::function<Sentence()>& say) noexcept {
    if (m_resumes && !m_time.isPast())
        resumeAfterLookingBack(); // it was on the way back that it failed
    if (rule.stops) {
        m_idleReason = IdleReason::Failed;
        m_dirty = !rule.draws;
    }
    try {
        publish(news::Failure{say()}, status());
    } catch (const std::bad_alloc&) {
        {
            const std::lock_guard lock(m_mutex);
            m_outbox.outOfMemory = true;
            m_outbox.put(status()); // needs none
        }
        announce();
    }
}

void Worker::writeNumbers(const std::string& path, std::function<void(const std::string&)> write,
                          IntentId answers) {
    auto act = [this, path, write = std::move(write)] {
        write(path);
        publish(news::Notice{Sentence(phrase("Saved as %1"), path)});
    };
    post({{.needsRun = false, .writesFile = true}, std::move(act), answers});
}

} // namespace gf
