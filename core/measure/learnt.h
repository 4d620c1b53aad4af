// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// Whether the trace's numbers are still close to chance: no step of training, or a loss of its
/// example of more than half of that of a random guess, ln V. Not where there is no loss of one
/// example to tell.
bool isHardlyTrained(const Trace& trace);

} // namespace gf
