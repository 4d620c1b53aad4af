// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/job.h"
#include "app/session/live_run.h"
#include "app/session/model_form.h"
#include "app/session/outbox.h"
#include "app/session/time_machine.h"
#include "app/session/twin.h"
#include "app/session/walking.h"
#include "core/train/time_share.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace gf {

/// The thread that trains. Commands go in, an Outbox comes out; nothing else is shared. It trains
/// at full speed while told to, and sleeps when there is nothing to do.
class Worker {
public:
    /// `notify` is called in the worker's thread when there is something new in the outbox; not
    /// again before it has been taken.
    explicit Worker(std::function<void()> notify);
    /// Ends after the step that is being done and the files that are to be written. A search,
    /// an answer and a file that is read are given up; what is being compiled is waited for.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Each of these returns at once; it is done between two training steps.
    void startRun(const TaskRequest& request, const std::optional<ModelConfig>& model,
                  const std::optional<TrainConfig>& train, bool showcase);
    /// The same with what `plan` says, which may take its time and throw Error.
    void startRun(std::function<ModelPlan()> plan);
    void openRun(const std::string& path);
    /// Gives up what startRun or openRun has not finished yet; at once, also for what waits.
    void cancelBuilding();
    /// Builds what `plan` says beside the run and tries it out for a moment, for which training
    /// waits. Only the newest wish is fulfilled, and none after stopMeasuring().
    void measure(std::int64_t wish, std::function<ModelPlan()> plan);
    void stopMeasuring();
    /// Once nobody holds anything of the run before: what it took goes back to the system.
    void giveBackMemory();
    void saveRun(const std::string& path);
    void train();
    void pause(Rest why = Rest::Person);
    void stepOnce();
    void walkStep(Index example, bool after);
    void takeWalkedStep();
    void leaveWalk();
    void reset();
    void goBack();
    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const std::string& name);
    void setExample(const Example& typed);
    void anotherExample();
    /// Shows the moment nearest to this step; of several wishes that wait only the newest counts.
    void lookAt(Index step);
    /// Back to now, training on if that was interrupted.
    void backToNow();
    /// Another course of training: a new branch from the moment that is shown, or an older branch.
    void continueHere();
    void returnTo(int branch);
    /// Anything else that concerns the memory of the run; what is shown is drawn anew.
    void withTime(std::function<void(TimeMachine&)> action);
    /// Lets the model write from the example; of several wishes only the newest counts.
    void write(const GenerationSettings& settings);
    /// Changes what the person holds the model to.
    void intervene(std::function<void(Interventions&)> change);
    /// Trains the run and a twin that differs by this change from the beginning, in step.
    void compare(const std::string& change, Index layers);
    /// Goes on with the first of the two alone.
    void endComparison();
    /// Writes a file that is not the model; `write` may throw Error.
    void writeNumbers(const std::string& path, std::function<void(const std::string&)> write);

    /// What has gathered since the last time.
    Outbox take();

private:
    using Clock = std::chrono::steady_clock;

    struct Command {
        Job job;
        std::function<void()> action;
    };

    /// Commands see the state that only the worker's thread touches.
    void post(Job job, std::function<void()> action);
    void prepare(const JobRule& rule);
    void leave(const JobRule& rule);
    void loop();
    /// Does something and says whether it was done. Whatever is thrown reaches the person as a
    /// sentence, and what follows is in the table of jobs.
    bool guarded(Job job, const std::function<void()>& action);
    void failed(Job job, const char* sentence) noexcept;
    bool hasWork() const;
    bool isRunning() const { return m_rest == Rest::None; }
    Rest restNow() const;
    bool isWanted() const { return !m_abandoned; }
    bool mayAnswerOn(Clock::time_point since);

    class Building;
    GoOn untilCancelled();
    static void prepareFirstPicture(Building& building, LiveRun& run, const GoOn& goOn);
    void begin(Building& building, const TaskRequest& request,
               const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
               bool showcase, const GoOn& goOn);
    void adopt(std::unique_ptr<LiveRun> run, const std::string& title, const std::string& file,
               bool showcase);
    void trainOneStep();
    void diverged();
    void validateABit();
    /// Draws what there is to see. False when that failed; the person has been told then.
    bool look();
    void draw();
    void drawWalk();
    void refreshWalk();
    void endWalk();
    void tellSettings();
    void change(Job job, std::function<void()> action);
    void changeBoth(const std::function<void()>& first, const std::function<void()>& second,
                    const std::function<void()>& undoFirst);
    bool lookIsDue() const;
    void fillStatus(TrainingStatus& status) const;
    void addLoss(double loss);
    void flushLoss();
    void publish(const std::function<void(Outbox&)>& fill);
    void announce();
    RunInfo describeRun() const;
    void restWhileLookingBack();
    void goOnAfterLookingBack();
    void beginCourse(Index step);
    void loadHistory();
    InterventionState interventionState() const;
    void beginMemory(LiveRun* twin);
    bool beginComparison(const std::string& change, Index layers);
    void endTwin();
    TwinNews newsOfTwin(const GoOn& goOn);

    // Only the worker's thread:
    std::unique_ptr<LiveRun> m_run;
    TimeMachine m_time;           ///< of m_run
    std::unique_ptr<Twin> m_twin; ///< null: there is one run
    bool m_resumes = false;       ///< training goes on when the person is back from the past
    std::string m_title;
    std::string m_file;
    bool m_showcase = false;
    Walking m_walking;
    Rest m_rest = Rest::NotStarted; ///< None: it trains
    qint64 m_restStep = 0;          ///< where it diverged, if that is why it rests
    bool m_dirty = false;           ///< the trace shown is not of the present weights or example
    Index m_restAfter = 0;          ///< pauses by itself once this many steps are done; 0: never
    Index m_savedSteps = 0;
    double m_unsavedSeconds = 0; ///< of training
    StepResult m_last;
    double m_stepSeconds = 0; ///< smoothed
    double m_lossSum = 0;
    Index m_lossCount = 0;
    /// Traces: at most thirty a second, but one that takes long still comes every second.
    TimeShare m_looking{0.015, TimeShare::Seconds(1.0 / 30), TimeShare::Seconds(1)};
    TimeShare m_validating{0.1};
    TimeShare::Seconds m_validationCost{0}; ///< so far, of the one that goes on
    bool m_untold = false; ///< there was no memory to say that the outbox has something new

    std::atomic<bool> m_closing = false;           ///< nobody sees what is drawn any more
    std::atomic<bool> m_abandoned = false;         ///< nor has a file to be written
    std::atomic<std::uint64_t> m_wishesToWrite{0}; ///< so far; only the newest is fulfilled
    std::atomic<std::int64_t> m_wishToMeasure{0};  ///< the newest; 0: none
    std::atomic<std::uint64_t> m_cancelled{0};     ///< how often building was given up

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_wake;
    std::deque<Command> m_commands;
    bool m_ending = false;
    bool m_notified = false;
    Outbox m_outbox;
    std::optional<Index> m_wantedMoment; ///< the newest wish

    std::function<void()> m_notify;
    std::thread m_thread; ///< last: it uses all of the above
};

} // namespace gf
