// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session_state.h"
#include "core/train/time_budget.h"
#include "ui/messages/news.h"

#include <memory>
#include <optional>
#include <vector>

namespace gf {

/// What a lab is tried on: a run, and its example as it is drawn.
struct LabSubject {
    LiveRun& run;
    std::shared_ptr<const Trace> trace;

    /// The model with all that it is held to, on the backend that made the trace.
    ProbedModel model() const { return run.probed(*trace->graph); }
    ProbeExample example() const { return run.probeExample(); }
};

/// What takes long, in pieces between which training and commands go on. It holds copies of what
/// it needs of the run.
class LabTask {
public:
    virtual ~LabTask() = default;
    /// Does a piece of a tenth of a second or so. How much is done then, 1 for all of it.
    virtual double advance() = 0;
    /// Once all of it is done.
    virtual LabAnswer answer() = 0;
};

// What is done for each request: the table stands in lab_measures.cpp. All of it throws Error where
// the model has nothing of the kind.

/// Whether a person starts it, because it takes long.
bool isStarted(const LabRequest& request);
/// Of one that nobody has to start.
LabAnswer measureForLab(const LabRequest& request, const LabSubject& subject);
/// Of one that a person starts.
std::unique_ptr<LabTask> beginForLab(const LabRequest& request, const LabSubject& subject);

/// Measures what the open lab asks for, of the run and of those that it is compared with: with each
/// picture, or, what takes long, once a person has started it.
class LabBench {
public:
    explicit LabBench(SessionState& state) : m_state(state) {}

    /// What is wanted from now on; nothing: nothing is. Says of what is started how long it would
    /// take.
    void ask(const std::optional<LabRequest>& request);
    /// Whether something is to be measured with the next picture.
    bool isDue() const;
    /// The news of that. `subjects` are what the picture shows.
    news::Lab measure(const std::vector<LabSubject>& subjects);

    void start(const LabRequest& request);
    void stop();
    bool isWorking() const { return !m_tasks.empty(); }
    /// A piece of what was started.
    void advance();
    /// What was measured is of another run, or of another example.
    void forget();

private:
    static constexpr double share = 0.1; ///< of the time, while training goes on

    std::vector<LabSubject> subjects();
    void estimate();
    void advanceTask();
    void finish();
    void publish();

    SessionState& m_state;
    std::optional<LabRequest> m_request;
    TimeBudget m_budget{share};
    /// Of what was started: one for each run, those that are done first.
    std::vector<std::unique_ptr<LabTask>> m_tasks;
    std::size_t m_done = 0;
    news::Lab m_news; ///< how far it has come
};

} // namespace gf
