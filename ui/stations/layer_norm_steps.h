// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "layer-norm": what LayerNorm does to the row of the token in focus, one step under the other,
/// and how its features are distributed before and after (Ba et al. 2016).
Station layerNormSteps();

} // namespace gf
