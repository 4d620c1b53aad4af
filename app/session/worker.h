// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/backend_pool.h"
#include "app/session/compared_runs.h"
#include "app/session/job.h"
#include "app/session/latest.h"
#include "app/session/live_run.h"
#include "app/session/model_form.h"
#include "app/session/outbox.h"
#include "app/session/recovery.h"
#include "app/session/run_history.h"
#include "app/session/saved_runs.h"
#include "app/session/training_rate.h"
#include "app/session/walking.h"
#include "core/backend/device_error.h"
#include "core/train/probe_backend.h"
#include "core/train/time_budget.h"
#include "ui/messages/device_list.h"
#include "ui/messages/intents.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace gf {

/// The thread that trains. Intents go in, an Outbox comes out; nothing else is shared. It trains
/// at full speed while told to, and sleeps when there is nothing to do.
class Worker {
public:
    /// `notify` is called in the worker's thread when there is something new in the outbox; not
    /// again before it has been taken.
    explicit Worker(std::function<void()> notify, MakeBackend makeBackend = makeTunedBackend);
    /// Ends after the step that is being done and the files that are to be written. A search,
    /// an answer and a file that is read are given up; what is being compiled is waited for.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does what the window asks for; the table is in job.cpp. Like all of these it returns at
    /// once, and what takes time is done between two training steps.
    void perform(const Intent& intent);
    void post(Job job);
    void startRun(const TaskRequest& request, const std::optional<ModelConfig>& model,
                  const std::optional<TrainConfig>& train, bool showcase, IntentId answers = 0,
                  bool asks = false);
    void openRun(const std::string& path, IntentId answers = 0, bool asks = false);
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
    Outbox take();

private:
    using Clock = std::chrono::steady_clock;

    // In the window's thread:
    // In the worker's, as jobs:
    /// Builds what `plan` says, which may take its time and throw Error.
    void build(const std::function<ModelPlan()>& plan, bool asks, const std::stop_token& stop);
    /// All runs that are compared, in one file, which says how the window is left.
    void saveRun(const std::string& path, const std::string& view);
    void saveAtEnd(const std::string& path, bool isNew, const std::string& view);
    SavedComparison comparisonToSave();
    void train();
    void rest(IdleReason why);
    void stepOnce();
    void walkStep(Index example, bool after);
    void takeWalkedStep();
    void reset();
    void goBack();
    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const std::string& name);
    void setExample(const Example& typed);
    /// Puts numbers into the example, while this is the newest request for that side of it.
    void setValues(const intent::SetValues& values, const std::stop_token& stop);
    void anotherExample();
    void measureRows(bool wanted);
    void exchangeTokens(const std::optional<TokenExchange>& exchange);
    void lookAt(Index step, const std::stop_token& stop);
    /// Another course of training: a new branch from the checkpoint that is shown, or an older
    /// branch.
    void continueHere();
    void returnTo(int branch);
    /// Anything else that concerns the memory of the run; what is shown is drawn anew.
    void withTime(const std::function<void(RunHistory&)>& action);
    /// Lets the model write from the example, while this is the newest request to write.
    void write(const GenerationSettings& settings, const std::stop_token& stop);
    /// Changes what the person holds the model to.
    void intervene(const std::function<void(Interventions&)>& change);
    /// Trains the run and compared runs that differ by this change from the beginning, in step.
    void compare(const std::string& change, Index layers);
    /// Builds this model beside the run and tries it out for a while, while this is the newest
    /// request to measure.
    void measure(const ModelRequest& request, const std::stop_token& stop);
    /// Compares two backends on the run, while this is the newest request to.
    void verify(const std::stop_token& stop);

    void perform(const Job& job);
    void change(const std::function<void()>& action);
    void prepare(const JobRule& rule);
    void leave(const JobRule& rule);
    void loop();
    /// Does something and says whether it was done. Whatever is thrown reaches the person as a
    /// sentence, and what follows is in the table of jobs.
    bool guarded(const JobRule& rule, const std::function<void()>& action);
    void lost(const JobRule& rule, const DeviceLost& error) noexcept;
    void outOfMemory(const JobRule& rule, const DeviceOutOfMemory& error) noexcept;
    /// `say` makes the sentence, for which there may be no memory.
    void failed(const JobRule& rule, const std::function<Sentence()>& say) noexcept;
    bool hasWork() const;
    bool isRunning() const { return m_idleReason == IdleReason::None; }
    IdleReason idleReason() const;
    bool mayAnswerOn(Clock::time_point since);

    class Building;
    /// What is to take the place of the run that is open.
    struct NextRun {
        std::unique_ptr<LiveRun> run;
        std::unique_ptr<ComparedRuns>
            comparedRuns; ///< that were saved with it; null where it is alone
        std::string title;
        std::string file; ///< that it comes from; empty for one that begins
        bool showcase = false;
        Sentence notice;   ///< what is to be said about it
        std::string scene; ///< how the window is to show it, as JSON; empty: as it likes
    };
    static void prepareFirstPicture(Building& building, LiveRun& run, const std::stop_token& stop);
    NextRun begun(Building& building, const TaskRequest& request,
                  const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
                  const std::stop_token& stop, const std::string& device = {});
    NextRun opened(Building& building, const std::string& path, const std::stop_token& stop);
    void openComparedRuns(NextRun& next, const std::string& change, std::vector<Run> saved,
                          const std::stop_token& stop);
    void offer(NextRun next, bool asks);
    void enterNext();
    OpenBackend backendFor(const std::string& device);
    void makeOn(const OpenBackend& backend, const std::function<void()>& make);
    bool recover(const std::function<Sentence(Index step)>& say) noexcept;
    bool leaveDevice();
    void isIn(const std::string& file);
    void end();
    bool owesCopy() const;
    void keepCopy();
    void keepAtEnd();
    RecoveryNote recoveryNote() const;
    void offerRecovered();
    void openRecovered(const std::stop_token& stop);
    void discardRecovered();
    void adopt(std::unique_ptr<LiveRun> run, const std::string& title, const std::string& file,
               bool showcase);
    void trainOn();
    void trainSteps(Index most);
    void diverged();
    void validateABit();
    bool isValidating() const;
    void validated(std::size_t run, Index step, const Evaluation& result);
    /// Draws what there is to see. False when that failed; the person has been told then.
    bool look();
    void draw();
    void drawWalk();
    void refreshWalk();
    void endWalk();
    void tellSettings();
    void changeAll(const std::function<void(LiveRun&)>& change,
                   const std::function<void(LiveRun&)>& undo);
    bool lookIsDue() const;
    TrainingStatus status() const;
    void addLoss(double loss);
    void flushLoss();
    /// Puts news into the outbox, as the answer to the intent that is being done.
    template <typename... What> void publish(What&&... news);
    void fill(const std::function<void(Outbox&)>& put);
    void announce();
    RunInfo describeRun() const;
    void pauseWhileLookingBack();
    void resumeAfterLookingBack();
    void beginMetrics(Index step);
    void loadHistory();
    InterventionState interventionState() const;
    void beginMemory();
    bool beginComparison(const std::string& change, Index layers);
    void enterComparison(std::unique_ptr<ComparedRuns> comparedRuns);
    void endComparison();
    ComparisonNews newsOfComparison(const std::stop_token& stop, const Wrote& wrote);
    std::vector<LiveRun*> allRuns();
    news::RowGradients rowGradients();
    news::ExchangedRuns exchangedRuns(const std::shared_ptr<const Trace>& trace,
                                      const std::optional<ComparisonNews>& comparedRuns);

    // Only the worker's thread:
    BackendPool m_backends;
    DeviceList m_devices;
    std::unique_ptr<LiveRun> m_run;
    RunHistory m_time;                            ///< of m_run
    std::unique_ptr<ComparedRuns> m_comparedRuns; ///< null: there is one run
    std::optional<NextRun> m_next; ///< built, and waiting for the window's word to enter
    SavedRuns m_beside;            ///< that are looked at with it
    Recovery m_recovery;
    bool m_copyIsNeeded = false; ///< at the next start
    bool m_saidNoCopy = false;   ///< of this run
    Sentence m_lastWords;        ///< of endUnasked()
    bool m_resumes = false;      ///< training goes on when the person is back from the past
    std::string m_title;
    std::string m_file;
    bool m_showcase = false;
    bool m_measuresRows = false;             ///< news::RowGradients are wanted with each picture
    std::optional<TokenExchange> m_exchange; ///< news::ExchangedRuns are wanted with each picture
    Walking m_walking;
    IdleReason m_idleReason = IdleReason::NotStarted; ///< None: it trains
    qint64 m_idleStep = 0;  ///< where it diverged, if that is why it rests
    bool m_dirty = false;   ///< the trace shown is not of the present weights or example
    Index m_pauseAfter = 0; ///< pauses by itself once this many steps are done; 0: never
    Index m_savedSteps = 0;
    double m_unsavedSeconds = 0; ///< of training
    StepResult m_last;
    TrainingRate m_pace;
    double m_lossSum = 0;
    Index m_lossCount = 0;
    /// Traces: at most thirty a second, but one that takes long still comes every second.
    TimeBudget m_looking{lookingShare, TimeBudget::Seconds(1.0 / 30), TimeBudget::Seconds(1)};
    TimeBudget m_validating{0.1};
    TimeBudget::Seconds m_validationCost{0}; ///< so far, of the one that goes on
    IntentId m_exampleSetBy = 0;             ///< the newest intent::SetExample that was done
    IntentId m_answers = 0;                  ///< the intent that is being done; 0: none
    bool m_untold = false; ///< there was no memory to say that the outbox has something new

    std::atomic<bool> m_closing = false; ///< nobody sees what is drawn any more
    std::stop_source m_life;             ///< stopped once no file has to be written either
    Latest m_building; ///< all runs that were asked for until somebody gives them up
    Latest m_writing, m_measuring, m_verifying, m_lookingAt;
    std::array<Latest, 2> m_values; ///< of each side

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    bool m_ending = false;
    bool m_notified = false;
    Outbox m_outbox;

    std::function<void()> m_notify;
    std::thread m_thread; ///< last: it uses all of the above
};

template <typename... What> void Worker::publish(What&&... news) {
    {
        const std::lock_guard lock(m_mutex);
        (m_outbox.put({std::forward<What>(news), m_answers}), ...);
    }
    announce();
}

} // namespace gf
