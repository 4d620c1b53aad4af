// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// A series as a curve: what is known, what the model says, the truth, and where it looked.
Station forecast();

} // namespace gf
