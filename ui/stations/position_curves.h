// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// The positions as a heatmap, as curves over the positions for a few chosen features (a clock
/// with hands of different speeds), and as a curve over the features for one position.
Station positionCurves();

} // namespace gf
