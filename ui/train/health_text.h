// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"
#include "ui/messages/time_messages.h"

#include <QString>

namespace gf {

/// The verdict alone: "Stuck since training step 300".
QString healthVerdict(const Health& health);

/// What a run that has stopped learning is likely to have come to it by, and what to try: of this
/// run alone. Empty where it learns.
QString healthAdvice(const Health& health, const RunInfo& run);

/// The one thing that is offered with how a run does.
struct HealthAction {
    enum class Kind {
        None,
        Train,
        ContinueHere,   ///< from the checkpoint that is shown
        AnotherExample, ///< one that the model is never trained on
        LowerRate,      ///< and train on with it
        StartOver,      ///< with a lower rate
        LookAt,         ///< a checkpoint
        GoBack,         ///< to the last good weights
        NewModel,       ///< with other examples
    };
    Kind kind = Kind::None;
    QString words = {}; ///< of its button
    double rate = 0;    ///< LowerRate, StartOver
    qint64 step = 0;    ///< LookAt
};

/// `goodStep`: the training step of the last good weights of a run whose numbers broke.
HealthAction healthAction(const TrainingStatus& status, const RunInfo& run, const TimeStatus& time,
                          qint64 goodStep);

} // namespace gf
