// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/live_run.h"
#include "core/train/history.h"
#include "ui/time/time_messages.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace gf {

/// The memory of a live run: records its moments while it trains, and puts the run into the state
/// of any of them for looking or for training on. Lives in the worker's thread.
///
/// While a past moment is shown the run has its numbers, and the present lies in the history as the
/// last moment of the branch; whoever trains or saves goes back to now first.
class TimeMachine {
public:
    /// Another run, which must outlive this or be replaced by the next one: what was remembered is
    /// forgotten, and the moment that it is at becomes the first. The limit stays.
    void begin(LiveRun* run);
    /// After a training step with this loss. Remembers it when it is due and costs little.
    void afterStep(double loss);
    /// After the run went back by itself: forgets what came later.
    void afterGoingBack();

    bool isPast() const { return m_shown != nullptr || m_difference; }
    /// The step that the run has come to, whatever is shown.
    Index presentStep() const { return m_shown ? m_present : m_run->stepsDone(); }

    /// Puts the run into the state of the moment nearest to `step`. Throws Error when nothing is
    /// remembered.
    void lookAt(Index step);
    void backToNow();
    /// A new branch begins at the moment that is shown. The step at which it does; nothing when the
    /// present is shown. Throws Error when there is no room for it.
    std::optional<Index> continueHere();
    /// To the end of another branch; the step that it had come to. Throws Error when there is no
    /// such branch.
    Index returnTo(int branch);
    void discard(int branch);
    /// Pins the moment that is shown, or lets go of it.
    void setPin(int pin, bool pinned);
    /// B less A; throws Error when they are not both pinned.
    void showDifference(bool shown);
    void setLimit(std::size_t bytes);
    void keepInFile(bool kept) { m_keptInFile = kept; }

    /// What the window draws: the run as it is now, or the difference of the pinned moments.
    std::shared_ptr<const Trace> trace();
    TimeStatus status() const;
    /// The loss of the last step of the present, where it is known.
    double presentLoss() const;

    /// Writes the history beside a model that has been saved, if that is wanted.
    void save(const std::string& modelPath);
    /// Reads the history beside a model, if there is one. Throws Error when it cannot be used;
    /// nothing has changed then.
    void load(const std::string& modelPath);

    const History& history() const { return m_history; }

private:
    using Clock = std::chrono::steady_clock;

    void rememberPresent();
    void become(const Moment& moment);

    LiveRun* m_run = nullptr;
    History m_history;
    SharedMoment m_shown; ///< the past moment whose numbers the run has; null: the present
    Index m_present = 0;  ///< while a past one is shown
    bool m_difference = false;
    bool m_keptInFile = false;
    double m_loss = std::numeric_limits<double>::quiet_NaN(); ///< of the last step
    Clock::time_point m_lastRecord;
    double m_recordSeconds = 0; ///< what the last one cost
};

} // namespace gf
