// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/history/run_weights.h"
#include "core/tensor/stopped.h"
#include "core/train/history.h"
#include "core/train/opened_moments.h"
#include "core/train/time_budget.h"
#include "ui/messages/time_messages.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// A checkpoint of before a run was entered; without numbers none.
struct EarlierCheckpoint {
    Index step = 0;
    double loss = 0;                 ///< of that step; NaN before the first one
    std::vector<float> numbers = {}; ///< of all runs, as a Checkpoint has them
};

/// At most so many of them, evenly spread.
std::vector<SharedCheckpoint> evenlySpread(const std::vector<SharedCheckpoint>& all,
                                           std::size_t most);

/// The memory of a live run: records its checkpoints while it trains, and puts the run into the
/// state of any of them for looking or for training on. Lives in the worker's thread.
///
/// Of runs that are trained in step a checkpoint holds the numbers of all, so that they go back
/// together; they have one branch.
///
/// While a past checkpoint is shown the run has its numbers, and the present lies in the history as
/// the last checkpoint of the branch; whoever trains or saves goes back to now first.
///
/// Whatever throws leaves the runs with the numbers of the checkpoint that status() says.
class RunHistory {
public:
    /// Another run, which must outlive this or be replaced by the next one: what was remembered is
    /// forgotten, and the checkpoint that it is at becomes the first. The limit stays. `compared
    /// runs` are trained in step with it. `earlier` counts where it has as many numbers as they.
    void begin(LiveRun* run, std::vector<LiveRun*> comparedRuns = {},
               const EarlierCheckpoint& earlier = {});
    /// What the run remembers are these moments of its training, which folders have; it shows one
    /// of them.
    void remember(std::shared_ptr<OpenedMoments> moments);
    /// Back to now, and on with the first run and its part of what was remembered.
    void endComparison();
    /// After a training step with this loss. Remembers it when it is due and costs little.
    void afterStep(double loss);
    /// After the run went back by itself: forgets what came later.
    void afterGoingBack();
    /// The last checkpoint that was remembered, when the runs are not what they should be now;
    /// false where there is none. What came later is forgotten.
    bool returnToLastCheckpoint();

    bool showsDifference() const { return m_difference; }
    bool isPast() const { return m_shown != nullptr || m_difference; }
    /// The step that the run has come to, whatever is shown.
    Index presentStep() const { return m_shown ? m_present : m_runs.first().stepsDone(); }

    /// Puts the run into the state of the checkpoint nearest to `step`: of a past one when that is
    /// before the present. Throws Error when nothing is remembered.
    void lookAt(Index step);
    void backToNow();
    /// A new branch begins at the checkpoint that is shown. The step at which it does; nothing when
    /// the present is shown. Throws Error when there is no room for it, and for compared runs.
    std::optional<Index> continueHere();
    /// To the end of another branch; the step that it had come to. Throws Error when there is no
    /// such branch.
    Index returnTo(int branch);
    void discard(int branch);
    /// Of the branch that was left last; null where there is none.
    SharedMetrics leftMetrics() const;
    /// Pins the checkpoint that is shown, or lets go of it.
    void setPin(int pin, bool pinned);
    /// Pins the checkpoint of this step, where it is remembered.
    void pinCheckpoint(int pin, Index step);
    /// B less A; throws Error when they are not both pinned.
    void showDifference(bool shown);
    void setLimit(std::size_t bytes);
    void keepInFile(bool kept) { m_keptInFile = kept; }
    bool isKeptInFile() const { return m_keptInFile; }

    /// What the window draws of a run, 0 for the first and then those compared with it: the run as
    /// it is now, or the difference of the pinned checkpoints.
    std::shared_ptr<const Trace> trace(std::size_t which = 0);
    /// The current branch up to now, at most so many moments; and the first run at one of them.
    std::vector<SharedCheckpoint> spread(std::size_t most);
    std::shared_ptr<const Trace> traceAt(const Checkpoint& checkpoint);
    TimeStatus status() const;
    /// The loss of the last step of the present, where it is known.
    double presentLoss() const;

    /// Writes the history beside a model that has been saved, if that is wanted; whether it was.
    bool save(const std::string& modelPath);
    /// Reads the history beside a model, if there is one. Throws Error when it cannot be used;
    /// nothing has changed then.
    void load(const std::string& modelPath, const std::stop_token& stop = {});

    const History& history() const { return m_history; }

private:
    bool isOnlyLookedAt();
    void storePresent();
    History firstAlone();

    RunWeights m_runs;
    History m_history;
    std::shared_ptr<OpenedMoments> m_opened; ///< that folders have; null: the run remembers itself
    std::map<int, SharedMetrics> m_metrics;  ///< of the branches that are not trained now
    int m_left = 0;                          ///< the branch that was left last; 0: none
    SharedCheckpoint m_shown; ///< the past checkpoint whose numbers the run has; null: the present
    Index m_present = 0;      ///< while a past one is shown
    std::optional<Index> m_asked; ///< the step of the last request to look at the past
    bool m_difference = false;
    bool m_keptInFile = false;
    double m_loss = std::numeric_limits<double>::quiet_NaN(); ///< of the last step
    TimeBudget m_storing{0.01};
};

} // namespace gf
