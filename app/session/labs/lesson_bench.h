// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/thread/job.h"
#include "app/session/thread/latest.h"
#include "app/session/thread/publisher.h"
#include "core/experiment/lesson_trial.h"
#include "ui/messages/intents.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace gf {

/// What a page shows: models that were trained, or a saved run.
struct LessonRuns {
    TrainedModels::Runs trained; ///< all that are compared
    std::shared_ptr<const Run> saved;
};

/// Does what a lesson asks of the engine, in a thread of its own. Models are trained, and saved
/// runs read, once a lesson. Of all requests the newest counts.
class LessonBench {
public:
    using Post = std::function<void(Job)>;
    /// What is done with a model, or with all that are compared, once they are there; in the
    /// worker's thread.
    using Show = std::function<void(const LessonRuns&, const std::stop_token&)>;

    /// `post` may be called in any thread; what is said is said in that which does the jobs.
    LessonBench(Post post, Publisher& news);
    ~LessonBench() { end(); }
    LessonBench(const LessonBench&) = delete;
    LessonBench& operator=(const LessonBench&) = delete;

    // In any thread, at once:
    void open(const intent::OpenLessonModel& request, IntentId answers, Show show);
    void tryOut(const intent::TryLesson& request, IntentId answers);
    void prepare(const intent::PrepareLesson& request);
    /// Once nothing newer is asked for; given up only at the end, where something is still to be
    /// trained for it.
    void pack(const intent::PackLesson& request, IntentId answers);
    void stop() { m_latest.stop(); }
    /// Whether somebody waits for what is being done: the run of the window rests until it is
    /// there, so that no two models are trained at once.
    bool isAwaited() const { return m_isAwaited; }
    /// Whether the run of the window trains: what nobody waits for rests meanwhile.
    void setRunTrains(bool trains) { m_runTrains = trains; }
    /// Waits for the piece that is being done. Nothing is posted afterwards.
    void end();

private:
    using Work = std::function<void(const std::stop_token&)>;
    struct Packing {
        intent::PackLesson request;
        IntentId answers = 0;
    };
    /// A run as it was read, for as long as its file stays what it was.
    struct SavedRun {
        std::filesystem::file_time_type written;
        std::uintmax_t bytes = 0;
        std::shared_ptr<const Run> run;
    };

    void request(Work work);
    void run();
    bool hasWork() const { return m_ending || m_next || m_packing || !m_unready.models.empty(); }
    /// What comes first of all that is to be done; empty: nothing any more.
    Work nextWork(std::stop_token& stop);
    void packNext(const Packing& packing, const std::stop_token& stop);
    void prepareNext(const intent::PrepareLesson& request, const std::stop_token& stop);
    void giveWay(const std::stop_token& stop);
    LessonRuns runsOf(const LessonModel& wanted, const TrainingWatch& watch);
    std::shared_ptr<const Run> saved(const std::string& name, const std::stop_token& stop);
    void enter(const std::shared_ptr<const Lesson>& lesson, const std::stop_token& stop);
    void train(const intent::OpenLessonModel& request, IntentId answers, const Show& show,
               const std::stop_token& stop);
    void measure(const intent::TryLesson& request, IntentId answers, const std::stop_token& stop);
    template <class What> void publish(What news, IntentId answers);

    Post m_post;
    Publisher& m_news;
    Latest m_latest;
    std::atomic<bool> m_isAwaited = false, m_runTrains = false;

    // Only the bench's thread:
    std::shared_ptr<const Lesson> m_lesson;
    ExperimentSurroundings m_around;
    std::unique_ptr<LessonTrial> m_trial;    ///< of m_lesson
    std::map<std::string, SavedRun> m_saved; ///< by path

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    Work m_next;
    std::stop_token m_nextStop;
    std::optional<Packing> m_packing;
    intent::PrepareLesson m_unready; ///< the models that are still to be trained
    int m_toPrepare = 0;             ///< as many there were
    bool m_ending = false;
    std::thread m_thread; ///< since the first request
};

} // namespace gf
