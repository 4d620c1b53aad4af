// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/thread/outbox.h"

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace gf {

/// What the worker's thread says: it gathers in an Outbox until the window's thread takes it.
class Publisher {
public:
    /// `notify` is called in the worker's thread when there is something new in the outbox; not
    /// again before it has been taken.
    explicit Publisher(std::function<void()> notify) : m_notify(std::move(notify)) {}

    /// What has gathered since the last time. In any thread; the rest in the worker's.
    Outbox take();

    /// What comes with whatever is published, where there is any.
    void accompanyBy(std::function<std::optional<News>()> news) { m_companion = std::move(news); }
    /// What is published from now on answers this intent; 0: none.
    void answerTo(IntentId intent) { m_answers = intent; }
    IntentId answers() const { return m_answers; }
    template <typename What> News answer(What&& news) const {
        return {std::forward<What>(news), m_answers};
    }

    /// As the answer to that intent, all at once.
    template <typename... What> void publish(What&&... news);
    /// What takes more than putting it there.
    void fill(const std::function<void(Outbox&)>& add);
    /// That there was no memory for a sentence. Needs none.
    void publishOutOfMemory(const TrainingStatus& status);

    /// Whether there is news of this kind that nobody has taken yet.
    template <typename What> bool isWaiting() const;
    /// There was no memory to notify anyone; notifyAgain() tries once more.
    bool mustNotify() const { return m_mustNotify; }
    void notifyAgain();

private:
    void announce();

    IntentId m_answers = 0;
    bool m_mustNotify = false;
    std::function<void()> m_notify;
    std::function<std::optional<News>()> m_companion;

    mutable std::mutex m_mutex; ///< guards what follows
    bool m_notified = false;
    Outbox m_outbox;
    News m_spare{TrainingStatus()}; ///< takes a status in where there is no memory for one
};

/// What takes long is said until it is over.
class Progress {
public:
    Progress(Publisher& news, const Sentence& what) : m_news(news) { say(what); }
    ~Progress() { m_news.publish(news::Building()); } // an empty text needs no memory
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void say(const Sentence& what) { m_news.publish(news::Building{what}); }

private:
    Publisher& m_news;
};

template <typename... What> void Publisher::publish(What&&... news) {
    fill([&]([[maybe_unused]] Outbox& outbox) {
        (outbox.add(answer(std::forward<What>(news))), ...);
    });
}

template <typename What> bool Publisher::isWaiting() const {
    const std::lock_guard lock(m_mutex);
    return m_outbox.has<What>();
}

} // namespace gf
