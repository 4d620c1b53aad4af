// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/figure/heatmap_data.h"

#include <QString>

namespace gf {

/// The id of the view in which every way to mix tokens is one matrix.
inline constexpr const char* readersView = "readers";

/// "who reads whom"
QString readersTitle();

/// Who reads whom in a sub-layer that mixes tokens (core/measure/token_mixing.h), with its words
/// and what a mask hides; no numbers where the trace lacks them.
HeatmapData readersOf(const Trace& trace, const Scope& scope);

} // namespace gf
