// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/session_state.h"
#include "core/lab_runs/lab_runs.h"
#include "core/train/time_budget.h"
#include "ui/messages/intents.h"
#include "ui/messages/news.h"

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace gf {

/// What a lab is tried on: a run, and its example as it is drawn.
struct LabSubject {
    LiveRun& run;
    std::shared_ptr<const Trace> trace;
    bool withoutChanges = false; ///< of a person
    /// Of models that are trained, in a step: fewer than the run's tell how long all of it takes.
    Index mostExamples = std::numeric_limits<Index>::max();
    LabHistory history = {};

    /// What the model is held to.
    std::vector<Intervention> held() const {
        return withoutChanges ? run.builtIn() : run.changes();
    }
    /// The model with all that it is held to, on the backend that made the trace.
    ProbedModel model() const { return run.probes().probed(*trace->graph, held()); }
    ProbeExample example() const { return run.probeExample(); }
};

/// A lab at work on copies of what it needs of the run.
class StartedLab {
public:
    StartedLab(const LabRequest& request, const LabModel& shown);

    double advance() { return m_work->advance(); }
    LabFound found() { return m_work->found(); }
    bool isOfExample() const { return m_work->isOfExample(); }

private:
    RunDescription m_description;
    std::unique_ptr<Parameters> m_parameters; ///< none for a lab that trains models itself
    LabModel m_model;
    std::unique_ptr<LabWork> m_work;
};

/// Whether a person starts it, because it takes long.
bool isStarted(const LabRequest& request);
/// All of it now. Throws Error where the model has nothing of the kind.
LabFound measureForLab(const LabRequest& request, const LabSubject& subject);
/// Of one that a person starts; likewise.
std::unique_ptr<StartedLab> beginForLab(const LabRequest& request, const LabSubject& subject);

/// Measures what the open lab asks for, of the run and of those that it is compared with: with each
/// picture, or, what takes long, once a person has started it.
class LabBench {
public:
    explicit LabBench(SessionState& state) : m_state(state) {}

    /// What is wanted from now on; nothing: nothing is.
    void ask(const intent::MeasureLab& wanted);
    /// Whether what is wanted needs a picture that is not of anything new.
    bool isDue() const;
    /// What is said of it with a picture: what is measured at once, or how long what is started
    /// would take. `traces` are what the picture shows of the runs, null of one that is behind.
    std::optional<news::Lab> newsWith(const std::vector<std::shared_ptr<const Trace>>& traces);

    void start(const intent::StartLab& wanted);
    void stop();
    bool isWorking() const { return !m_started.empty(); }
    /// A piece of what was started.
    void advance();
    /// What was measured is of another run, or of another example.
    void forget();

private:
    static constexpr double share = 0.1; ///< of the time, while training goes on

    /// One run's part of what was started.
    struct Started {
        std::unique_ptr<StartedLab> lab; ///< null where it failed
        std::vector<Intervention> held;
        std::shared_ptr<const KeptResults> results; ///< of the run, which may be gone
    };

    std::vector<LabSubject> subjects(const std::vector<std::shared_ptr<const Trace>>& traces);
    bool isOfWanted() const;
    double estimate(const LabRequest& request, LabSubject subject);
    void keep(const Started& started, LabNews& news);
    void advanceNext();
    void finish();
    void publish();

    SessionState& m_state;
    intent::MeasureLab m_wanted;
    TimeBudget m_budget{share};
    /// Of what was started: one for each run, those that are done first.
    std::vector<Started> m_started;
    std::size_t m_done = 0;
    news::Lab m_news;                  ///< how far it has come
    bool m_isOfExample = false;        ///< and of no other one
    bool m_newsIsWithout = false;      ///< the changes
    std::vector<KnownMoments> m_known; ///< of each run
};

} // namespace gf
