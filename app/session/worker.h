// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/labs/lesson_bench.h"
#include "app/session/opening/run_opener.h"
#include "app/session/saving/run_saver.h"
#include "app/session/side_jobs.h"
#include "app/session/thread/latest.h"
#include "app/session/training/example_input.h"
#include "app/session/training/run_changes.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// The thread that trains. Intents go in, an Outbox comes out; nothing else is shared. It trains
/// at full speed while told to, and sleeps when there is nothing to do.
class Worker final : private JobLoop::Client {
public:
    /// `notify` is called in the worker's thread when there is something new in the outbox; not
    /// again before it has been taken.
    explicit Worker(std::function<void()> notify, MakeBackend makeBackend = makeTunedBackend);
    /// Ends after the step that is being done and the files that are to be written. A search,
    /// an answer and a file that is read are given up; what is being compiled is waited for.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does what the window asks for, which shows this run; the table is in worker_intents.cpp.
    /// Like all of these it returns at once, and what takes time is done between two training
    /// steps.
    void perform(const Intent& intent, RunNumber shown = 0);
    void post(Job job) { m_state.loop.post(std::move(job)); }
    void startRun(const RunPlan& plan, bool isShowcase, IntentId answers = 0, bool asks = false);
    /// `moments` as of RunBuilder::open().
    void openRun(const std::string& path, IntentId answers = 0, bool asks = false,
                 const std::vector<std::string>& moments = {});
    /// Writes a file that is not the model; `write` may throw Error.
    void writeNumbers(const std::string& path, std::function<void(const std::string&)> write,
                      IntentId answers = 0);
    /// What the window is to offer from now on.
    void setDevices(DeviceList devices);
    /// Keeps a copy of what is not saved in this folder from now on, and offers what others left
    /// there.
    void keepCopies(const std::filesystem::path& folder, TimeBudget::Seconds pause);
    /// The program ends without anybody's having closed it. Keeps the run, if it is worth it, for
    /// the next start, and ends; what to say of that, or nothing.
    Sentence endUnasked();
    /// Once nobody holds anything of the run before: what it took goes back to the system.
    void giveBackMemory();

    /// What has gathered since the last time.
    Outbox take() { return m_state.news.take(); }

private:
    void end();

    // In the worker's thread:
    void perform(const Job& job) override;
    bool hasRunFor(const Job& job) const;
    bool hasWork() const override;
    /// Unless a person waits for a lesson's model.
    bool trainsNow() const { return m_state.control.isTraining() && !m_lessons.isAwaited(); }
    void work() override;
    std::optional<std::chrono::milliseconds> longestSleep() const override;
    void build(const std::function<RunPlan()>& plan, bool isShowcase, bool asks,
               const std::stop_token& stop);
    void learnFrom(const ModelRequest& request, const std::stop_token& stop);
    void openRecovered(const std::stop_token& stop);
    void openLessonModel(const intent::OpenLessonModel& request, const LessonRuns& runs,
                         const std::stop_token& stop);

    // Only the worker's thread, after the constructor; each may use those before it:
    SessionState m_state;
    RunDevices m_devices;
    FailureGuard m_guard;
    LabBench m_labs;
    PictureMaker m_picture;
    Training m_training;
    RunValidation m_validation;
    RunChanges m_changes;
    ExampleInput m_example;
    LookingBack m_lookingBack;
    SideJobs m_sideJobs;
    CopyKeeper m_copies;
    RunSaver m_saver;
    RunBuilder m_builder;
    RunOpener m_opener;
    LessonBench m_lessons; ///< with a thread of its own, which posts jobs to this one

    // Any thread:
    std::stop_source m_life; ///< stopped once no file has to be written any more
    Latest m_building;       ///< another run
    Latest m_writing, m_reading, m_trying, m_verifying, m_lookingAt, m_measuringLab;
    std::array<Latest, 2> m_values; ///< of each side
};

} // namespace gf
