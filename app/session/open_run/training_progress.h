// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"
#include "ui/messages/run_messages.h"

#include <algorithm>
#include <optional>

namespace gf {

/// How many steps are done in a second: the mean, over about the last fifty where there are more.
/// The first step compiles kernels and warms caches; it counts until there is a second one.
class TrainingRate {
public:
    void restart() { *this = {}; }
    void add(double seconds) {
        ++m_steps;
        const double share = std::max(0.02, 1 / std::max(1.0, m_steps - 1));
        m_seconds += share * (seconds - m_seconds);
    }
    /// 0 before the first.
    double perSecond() const { return m_seconds > 0 ? 1 / m_seconds : 0; }

private:
    double m_steps = 0;
    double m_seconds = 0;
};

/// What the training steps of a run said so far, and how much of them no file has.
class TrainingProgress {
public:
    /// Of another run.
    void begin(Index step, double loss);
    /// The run is in the state after this step now; all that was done is still unsaved.
    void goTo(Index step, double loss = 0);
    /// The same of another branch, of which no file has more.
    void goToBranch(Index step, double loss);
    /// The next steps take another time.
    void restartRate() { m_rate.restart(); }

    /// A step that took so long.
    void add(const StepResult& result, double seconds);
    /// Its loss, for the metrics.
    void addLoss(double loss);
    /// Whether the losses since the last point are enough for one.
    bool isPointDue() const;
    /// Their mean; nothing where there are none.
    std::optional<Metrics::Loss> takeLoss();

    const StepResult& last() const { return m_last; }
    Index savedSteps() const { return m_savedSteps; }
    void setSaved(Index steps);
    /// A file has this of it, whatever came after.
    void setSavedSteps(Index steps) { m_savedSteps = steps; }
    /// What it says of the status of a run that has come to `step`.
    void describe(TrainingStatus& status, Index step) const;

private:
    void forgetLosses();

    StepResult m_last;
    TrainingRate m_rate;
    double m_lossSum = 0;
    Index m_lossCount = 0;
    Index m_savedSteps = 0;
    double m_unsavedSeconds = 0; ///< of training
};

} // namespace gf
