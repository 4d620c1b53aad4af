// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/history/walking.h"
#include "app/session/open_run/open_run.h"
#include "app/session/open_run/training_control.h"
#include "app/session/open_run/training_progress.h"
#include "app/session/thread/job_loop.h"
#include "app/session/thread/publisher.h"

#include <functional>
#include <optional>

namespace gf {

/// What all that works in the worker's thread works on, and the ways out of what is looked at
/// beside the present of the run.
struct SessionState {
    explicit SessionState(std::function<void()> notify);

    JobLoop loop;
    Publisher news;
    OpenRun open;
    TrainingControl control;
    TrainingProgress progress;
    Walking walking;
    news::RunMetrics told;     ///< the metrics that the window knows of, or is about to
    bool isPictureOld = false; ///< it is not of the present weights or example

    TrainingStatus status() const;
    /// The step in which the numbers of the run broke; 0: they have not.
    Index brokenAt() const;
    /// Makes so what a job asks for. Throws Error where it cannot be.
    void prepare(const JobRule& rule);
    /// The past is left before the comparison: it is that of all compared runs.
    void leave(const JobRule& rule);
    /// Whatever changes the run makes the step that was walked another one.
    void endWalk();
    /// The same place of the walk with the run as it is now.
    void refreshWalk();
    /// The first run keeps what it remembers. A file that has all of them is not that of one.
    void endComparison();
    /// The past was left.
    void comeBack();
    /// The losses since the last point of the metrics become one.
    void flushLoss();

private:
    std::optional<News> newMetrics();
};

} // namespace gf
