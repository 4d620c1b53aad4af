// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// The gates of a GRU along its sentence, unit by unit and on average.
Station gatesOverTime();

} // namespace gf
