// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/labs/lesson_bench.h"

#include "app/session/run/run_model.h"
#include "core/experiment/pack_lesson.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/platform/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds pause(100); ///< between two sentences about how far it is
constexpr std::uint64_t seed = 1; ///< with which a lesson's numbers were measured, too
constexpr std::uintmax_t mostKept = 512'000'000; ///< bytes of saved runs that stay read
constexpr std::size_t mostModels = 60; ///< that are kept for a lesson whose file is written anew

/// Lets through what is said after a pause.
class Seldom {
public:
    bool isDue() {
        const Clock::time_point now = Clock::now();
        if (now - m_last < pause)
            return false;
        m_last = now;
        return true;
    }

private:
    Clock::time_point m_last;
};

} // namespace

LessonBench::LessonBench(Post post, Publisher& news) : m_post(std::move(post)), m_news(news) {
    m_around.threads = trainingThreads();
}

void LessonBench::end() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
        m_next = {};
    }
    m_latest.stop();
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void LessonBench::request(Work work) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_ending)
            return;
        m_next = std::move(work);
        m_nextStop = m_latest.next();
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
    }
    m_wake.notify_one();
}

void LessonBench::prepare(const intent::PrepareLesson& asked) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_ending)
            return;
        m_unready = asked;
        m_toPrepare = static_cast<int>(asked.models.size());
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
    }
    m_wake.notify_one();
}

void LessonBench::pack(const intent::PackLesson& asked, IntentId answers) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_ending)
            return;
        m_packing = {asked, answers};
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
    }
    m_wake.notify_one();
}

LessonBench::Work LessonBench::nextWork(std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return hasWork(); });
    stop = m_latest.token();
    m_isAwaited = m_next || m_packing;
    if (m_next) {
        stop = m_nextStop;
        return std::exchange(m_next, {});
    }
    if (m_packing)
        return [this, packing = *m_packing](const auto& given) { packNext(packing, given); };
    if (m_ending)
        return {};
    return [this, asked = m_unready](const auto& given) { prepareNext(asked, given); };
}

void LessonBench::run() {
    workInBackground();
    std::stop_token stop;
    while (const Work work = nextWork(stop)) {
        work(stop);
        if (m_isAwaited.exchange(false) && m_runTrains)
            m_post({{.run = JobRun::None}, [] {}, 0}); // it goes on
    }
}

/// Nobody waits for what is prepared: it rests while the run of the window trains.
void LessonBench::giveWay(const std::stop_token& stop) {
    for (;; std::this_thread::sleep_for(pause)) {
        throwIfStopped(stop);
        const std::lock_guard lock(m_mutex);
        if (m_packing)
            throw Stopped();
        if (!m_runTrains)
            return;
    }
}

/// What is asked for meanwhile comes first, and the packing begins again after it.
void LessonBench::packNext(const Packing& packing, const std::stop_token& stop) {
    const auto& [lesson, path] = packing.request;
    Sentence failure;
    try {
        enter(lesson, stop);
        TrainingWatch watch{m_around.threads, stop};
        watch.progress = [this](Index, Index) {
            const std::lock_guard lock(m_mutex);
            if (m_ending)
                throw Stopped();
        };
        packLesson(*lesson, path.toStdString(), m_trial->models(), watch);
        publish(news::LessonPacked{path}, packing.answers);
    } catch (const Stopped&) {
        if (stop.stop_requested())
            return;
    } catch (const Error& error) {
        failure = error.sentence();
    } catch (const std::bad_alloc&) {
        failure = notEnoughMemory;
    } catch (const std::exception& error) { // a temporary folder that is gone
        failure = error.what();
    }
    if (!failure.empty())
        publish(news::Failure{failure}, packing.answers);
    const std::lock_guard lock(m_mutex);
    if (m_packing && m_packing->answers == packing.answers)
        m_packing.reset();
}

/// The first of the models. What cannot be trained is said when it is to be shown.
void LessonBench::prepareNext(const intent::PrepareLesson& asked, const std::stop_token& stop) {
    try {
        enter(asked.lesson, stop);
        giveWay(stop);
        runsOf(asked.models.front(), {m_around.threads, stop, [&](Index, Index) { giveWay(stop); },
                                      asked.models.front().moment});
    } catch (const Stopped&) {
        return;                       // something else comes first
    } catch (const std::exception&) { // then it is not there, and nothing else is worse for it
    }
    LessonReady ready{asked.lesson->name};
    {
        const std::lock_guard lock(m_mutex);
        if (m_unready.lesson != asked.lesson || m_unready.models.empty())
            return;
        m_unready.models.erase(m_unready.models.begin());
        ready.all = m_toPrepare;
        ready.ready = m_toPrepare - static_cast<int>(m_unready.models.size());
    }
    publish(ready, 0);
}

LessonRuns LessonBench::runsOf(const LessonModel& wanted, const TrainingWatch& watch) {
    LessonRuns runs;
    if (!wanted.file.empty() && m_lesson->folder.empty())
        throw Error(phrase("the page names the file %1, and a text that was copied has none beside "
                           "it"),
                    inQuotes(wanted.file));
    if (!wanted.file.empty())
        runs.saved = saved(wanted.file, watch.stop);
    else
        for (const ExperimentPlan& plan : planShown(wanted.run, wanted.compare))
            runs.trained.push_back(m_trial->models().get(plan, wanted.seed, wanted.held, watch));
    return runs;
}

/// A run beside the lesson's file, read once as long as all that are kept are not too many.
std::shared_ptr<const Run> LessonBench::saved(const std::string& name,
                                              const std::stop_token& stop) {
    const std::filesystem::path path = pathOf(m_lesson->folder) / pathOf(name);
    std::error_code none;
    const auto written = std::filesystem::last_write_time(path, none);
    const std::uintmax_t bytes = std::filesystem::file_size(path, none);
    SavedRun& kept = m_saved[path.string()];
    if (kept.run && !none && kept.written == written && kept.bytes == bytes)
        return kept.run;
    kept = {written, bytes, nullptr};
    auto run = std::make_shared<const Run>(loadRun(path.string(), stop));
    std::uintmax_t all = bytes;
    for (const auto& [other, each] : m_saved)
        all += each.run ? each.bytes : 0;
    if (!none && all <= mostKept)
        kept.run = run;
    return run;
}

template <class What> void LessonBench::publish(What news, IntentId answers) {
    const JobRule rule{.run = JobRun::None};
    m_post({rule, [this, news = std::move(news)] { m_news.publish(What(news)); }, answers});
}

/// What was trained for another lesson is let go of.
void LessonBench::enter(const std::shared_ptr<const Lesson>& lesson, const std::stop_token& stop) {
    m_around.stop = stop;
    m_around.progress = {};
    if (m_lesson == lesson && m_trial)
        return;
    auto models = std::make_shared<TrainedModels>();
    if (lesson->unpacked)
        models->readFrom(pathOf(lesson->folder), stop);
    else if (m_trial && m_lesson->name == lesson->name && m_lesson->folder == lesson->folder &&
             m_trial->models().count() < mostModels)
        models = m_trial->sharedModels(); // the same one after an edit
    m_trial.reset();
    std::erase_if(m_saved, [&](const auto& each) {
        return pathOf(each.first).parent_path() != pathOf(lesson->folder);
    });
    m_lesson = lesson;
    m_trial = std::make_unique<LessonTrial>(*m_lesson, seed, m_around, std::move(models));
}

void LessonBench::open(const intent::OpenLessonModel& asked, IntentId answers, Show show) {
    request([this, asked, answers, show = std::move(show)](const std::stop_token& stop) {
        train(asked, answers, show, stop);
    });
}

void LessonBench::train(const intent::OpenLessonModel& asked, IntentId answers, const Show& show,
                        const std::stop_token& stop) {
    Sentence failure;
    try {
        enter(asked.lesson, stop);
        Seldom seldom;
        const LessonModel& wanted = asked.model;
        TrainingWatch watch{m_around.threads, stop, {}, wanted.moment};
        watch.progress = [&](Index step, Index steps) {
            if (seldom.isDue())
                publish(news::Building{Sentence(
                            phrase("Training the lesson's model: step %1 of %2…"), step, steps)},
                        answers);
        };
        m_post({{.run = JobRun::None},
                [show, runs = runsOf(wanted, watch), stop] { show(runs, stop); },
                answers});
        return;
    } catch (const Stopped&) {
        publish(news::Building(), answers);
        return;
    } catch (const Error& error) {
        failure = error.sentence();
    } catch (const std::bad_alloc&) {
        failure = notEnoughMemory;
    } catch (const std::exception& error) { // it comes from a file, and ends no program
        failure = error.what();
    }
    publish(news::Building(), answers);
    publish(news::Failure{failure}, answers);
}

void LessonBench::tryOut(const intent::TryLesson& asked, IntentId answers) {
    request([this, asked, answers](const std::stop_token& stop) { measure(asked, answers, stop); });
}

void LessonBench::measure(const intent::TryLesson& asked, IntentId answers,
                          const std::stop_token& stop) {
    LessonNews news;
    news.lesson = asked.lesson->name;
    news.experiments = asked.experiments;
    news.isRunning = true;
    publish(news, answers);
    try {
        enter(asked.lesson, stop);
        Seldom seldom;
        m_around.progress = [&](const ExperimentProgress& progress) {
            news.run = progress.run;
            news.step = progress.step;
            news.steps = progress.steps;
            if (seldom.isDue())
                publish(news, answers);
        };
        for (const std::string& experiment : asked.experiments)
            m_trial->experiment(experiment);
        for (const std::string& id : asked.claims)
            if (const LessonClaim* claim = asked.lesson->claim(id)) {
                throwIfStopped(stop);
                const ClaimResult result = m_trial->tried(*claim);
                news.outcomes.push_back(
                    {id, result.measured, result.greater, result.less, result.holds});
            }
        news.isDone = true;
    } catch (const Stopped&) {
        news.outcomes.clear();
    } catch (const Error& error) {
        news.failure = error.sentence();
    } catch (const std::bad_alloc&) {
        news.failure = notEnoughMemory;
    } catch (const std::exception& error) {
        news.failure = error.what();
    }
    news.isRunning = false;
    m_around.progress = {};
    publish(news, answers);
}

} // namespace gf
