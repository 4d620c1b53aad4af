// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "core/experiment/comparison_plan.h"
#include "core/train/layer_gradients.h"
#include "ui/messages/compare_messages.h"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// Every change with what it would mean for a run of this kind.
QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend);

/// The same for the window, with how many layers the run has and could have.
ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend);

/// How a run and its compared runs differ, as the window says it.
ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns);

/// Runs beside the one of the window, trained in step with it: from the same seed, on the same
/// batches. Lives in the worker's thread.
class ComparedRuns {
public:
    /// All at the step of the first run, which must outlive this. One that has diverged is behind:
    /// `stoppedAt` says at which step, 0 where it has not.
    ComparedRuns(LiveRun& first, std::vector<std::unique_ptr<LiveRun>> comparedRuns,
                 ComparisonChoice change, std::span<const Index> stoppedAt = {});

    std::size_t count() const { return m_comparedRuns.size(); }
    LiveRun& run(std::size_t comparedRun) { return *m_comparedRuns[comparedRun].run; }
    std::vector<LiveRun*> runs() const;
    const ComparisonChoice& change() const { return m_change; }

    /// One step of every compared run that goes on, after that of the first run. A compared run
    /// whose numbers left the range of what can be computed is not trained on: while another one
    /// goes on it is put back to its last good point. False where none goes on.
    bool step();
    bool haveStopped() const; ///< all of them
    /// The step at which it diverged; 0: it has not.
    Index divergedAt(std::size_t comparedRun) const {
        return m_comparedRuns[comparedRun].divergedAt;
    }
    Index lastDivergence() const;
    /// Puts compared runs that stopped and still have the numbers that are none back to their last
    /// good point, so that all can be saved. Whether there were any.
    bool leaveDivergence();
    /// The compared runs as saveRun() writes them.
    SavedComparison saved() const;
    /// After all runs went back to the step that the first one is at.
    void wentBack();
    /// After a run went on by another backend, or with another batch size or other changes.
    void measureAnew();

    /// What is new since the last time. While training, gradients are measured now and then only,
    /// so that it does not wait for them. `stop` and `wrote` are those of the answers.
    ComparisonNews news(bool training = false, const std::stop_token& stop = {},
                        const Wrote& wrote = {});

private:
    using Clock = std::chrono::steady_clock;

    struct Member {
        std::unique_ptr<LiveRun> run;
        std::unique_ptr<LayerGradients> gradients = {};
        Index divergedAt = 0;
    };

    /// Whether what it computes at the step of the first run is of that step.
    bool isSound(const Member& comparedRun) const;
    void measureGradients();

    LiveRun* m_first;
    std::vector<Member> m_comparedRuns;
    ComparisonChoice m_change;
    std::unique_ptr<LayerGradients> m_firstGradients;
    QVector<ComparisonGradient> m_gradients;
    bool m_newGradients = false;
    Index m_measuredAt = 0; ///< the step
    Clock::time_point m_measured;
    double m_measureSeconds = 0; ///< what the last measurement cost
};

} // namespace gf
