// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// How far back in time the gradient of a loss reaches.
Station timeGradients();

} // namespace gf
