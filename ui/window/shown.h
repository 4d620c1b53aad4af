// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/messages/run_messages.h"
#include "ui/steps/steps.h"

#include <memory>

namespace gf {

/// What the window shows, for those of its parts that need it.
struct Shown {
    FocusModel focus;
    Steps steps;                        ///< of `trace`
    std::shared_ptr<const Trace> trace; ///< null until there is one
    RunInfo run;
    TrainingStatus status;
};

} // namespace gf
