// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of the worker: commands go in, an Outbox comes out. What the commands do is in
// worker_run.cpp (which run), _train, _look, _time and _twin.
#include "app/session/worker.h"

#include "app/session/background.h"
#include "core/tensor/error.h"

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
        while (!m_commands.empty() && !m_commands.back().writesFile)
            m_commands.pop_back();
    }
    m_wake.notify_one();
    m_thread.join();
}

void Worker::post(Command command) {
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    m_wake.notify_one();
}

void Worker::post(Before before, std::function<void()> action) {
    auto prepared = [this, before, action = std::move(action)] {
        if (!m_run)
            return;
        if (before.trains && !m_run->trainingObstacle().empty())
            throw Error("This model cannot be trained further: " + m_run->trainingObstacle());
        leave(before);
        action();
    };
    post({std::move(prepared), before.writesFile});
}

/// The one way out of what is looked at beside the present of the run. The past first: it is that
/// of both twins.
void Worker::leave(const Before& before) {
    if (before.endsWalk)
        endWalk();
    if (before.leavesPast && m_time.isPast()) {
        m_time.backToNow();
        goOnAfterLookingBack();
    }
    if (before.leavesTwin)
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
        if (std::exchange(m_notified, true))
            return;
    }
    m_notify();
}

/// Something to do without being told: training, a validation to finish, a picture that is old.
bool Worker::hasWork() const {
    return m_run && (m_running || m_dirty || m_run->isValidating());
}

void Worker::loop() {
    workInBackground();
    for (;;) {
        std::optional<Command> command;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_ending || !m_commands.empty() || hasWork(); });
            if (!m_commands.empty()) {
                command = std::move(m_commands.front());
                m_commands.pop_front();
            } else if (m_ending) {
                return;
            }
        }
        // All that was asked for, then a step.
        if (command) {
            guarded(command->action);
            continue;
        }
        guarded([this] {
            if (!m_run)
                return;
            if (lookIsDue())
                look();
            if (m_running)
                trainOneStep();
            validateABit();
        });
    }
}

/// Whatever is thrown reaches the person as a sentence, and nothing goes on as if it had not been.
void Worker::guarded(const std::function<void()>& action) {
    const auto complain = [this](const QString& sentence) {
        m_running = m_dirty = false;
        publish([&](Outbox& outbox) {
            outbox.errors.push_back(sentence);
            fillStatus(outbox.status.emplace());
        });
    };
    try {
        action();
    } catch (const std::bad_alloc&) {
        complain(QStringLiteral("There is not enough memory for this; take a smaller model, batch "
                                "or file."));
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
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
    post({.action = std::move(command), .writesFile = true});
}

} // namespace gf
