// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Pairs of features turned by the position, and a score that hangs on the offset alone.
Station rotation();

} // namespace gf
