// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// The kinds of scores side by side, on one pair of states.
Station scoreFamilies();

} // namespace gf
