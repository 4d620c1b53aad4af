// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/head_pattern.h"
#include "ui/stations/heads_layout.h"
#include "ui/stations/station.h"

#include <vector>

namespace gf {

/// The measures of all heads of one attention: a look at every weight, done once for a trace.
const std::vector<HeadMeasures>& measuredHeads(const StationInput& input, NodeId layer);

/// Whether a kind of attention has so many heads that each is a cell and not a map.
bool areManyHeads(const std::vector<HeadGroup>& groups);

} // namespace gf
