// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

// The stations. All have functions that show, measure and move.
#define GF_STATION(file, station)                                                                  \
    namespace file {                                                                               \
    Station station();                                                                             \
    }
#include "ui/stations/each_station.def"

} // namespace gf
