// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/thread/job.h"
#include "app/session/thread/latest.h"
#include "app/session/thread/publisher.h"
#include "core/experiment/claims.h"
#include "ui/messages/intents.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace gf {

/// Does what a lesson asks of the engine, in a thread of its own: the run of the window goes on
/// meanwhile. Models are trained once a lesson. Of all requests the newest counts.
class LessonBench {
public:
    using Post = std::function<void(Job)>;
    /// What is done with a model, or with all that are compared, once they are trained; in the
    /// worker's thread.
    using Show = std::function<void(const TrainedModels::Runs&, const std::stop_token&)>;

    /// `post` may be called in any thread; what is said is said in that which does the jobs.
    LessonBench(Post post, Publisher& news);
    ~LessonBench() { end(); }
    LessonBench(const LessonBench&) = delete;
    LessonBench& operator=(const LessonBench&) = delete;

    // In any thread, at once:
    void open(const intent::OpenLessonModel& request, IntentId answers, Show show);
    void tryOut(const intent::TryLesson& request, IntentId answers);
    void prepare(const intent::PrepareLesson& request);
    void stop() { m_latest.stop(); }
    /// Waits for the piece that is being done. Nothing is posted afterwards.
    void end();

private:
    using Work = std::function<void(const std::stop_token&)>;

    void request(Work work);
    void run();
    bool hasWork() const { return m_ending || m_next || !m_unready.models.empty(); }
    void prepareNext(const intent::PrepareLesson& request, const std::stop_token& stop);
    TrainedModels::Runs trained(const LessonModel& wanted, const TrainingWatch& watch);
    void enter(const std::shared_ptr<const Lesson>& lesson, const std::stop_token& stop);
    void train(const intent::OpenLessonModel& request, IntentId answers, const Show& show,
               const std::stop_token& stop);
    void measure(const intent::TryLesson& request, IntentId answers, const std::stop_token& stop);
    template <class What> void publish(What news, IntentId answers);

    Post m_post;
    Publisher& m_news;
    Latest m_latest;

    // Only the bench's thread:
    std::shared_ptr<const Lesson> m_lesson;
    ExperimentSurroundings m_around;
    std::unique_ptr<LessonTrial> m_trial; ///< of m_lesson

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    Work m_next;
    std::stop_token m_nextStop;
    intent::PrepareLesson m_unready; ///< the models that are still to be trained
    int m_toPrepare = 0;             ///< as many there were
    bool m_ending = false;
    std::thread m_thread; ///< since the first request
};

} // namespace gf
