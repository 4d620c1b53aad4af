// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/live_run.h"
#include "ui/messages/messages.h"

namespace gf {

/// Adds how many tokens of the text that a decoder-only model reads it foretells.
void addNextTokens(Prediction& prediction, const Trace& trace, bool areCharacters);

} // namespace gf
