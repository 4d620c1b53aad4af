// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// What the first layer reads, for one token: its embedding, the position, and their sum, feature
/// by feature.
Station inputSum();

} // namespace gf
