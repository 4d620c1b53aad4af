// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Cities in the plane, the tour so far, and how probable the pointer finds each next one.
Station tourMap();

} // namespace gf
