// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QString>

namespace gf {

/// Why the run rests, in a few words that stand beside its number of steps; empty while it trains.
QString idleText(const TrainingStatus& status);

/// The same as a sentence that says what can be done about it; empty while it trains.
QString idleSentence(IdleReason idleReason);

} // namespace gf
