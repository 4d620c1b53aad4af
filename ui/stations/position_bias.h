// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// What positions add to the scores, as matrices and by the offset.
Station positionBias();

} // namespace gf
