// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// weights · V for one query: each key's weight and value, what it adds, and the sum so far, which
/// ends at the query's row of the result.
Station weightedValues();

} // namespace gf
