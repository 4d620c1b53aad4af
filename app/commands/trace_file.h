// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/train/run.h"

#include <string>

namespace gf {

/// Writes all matrices of a trace as a safetensors file, from where the trace has them; returns how
/// many there are. Throws Error as writeSafetensors() does.
std::size_t writeTrace(const WriteFile& write, const RunDescription& run, const Trace& trace);

} // namespace gf
