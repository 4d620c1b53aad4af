// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// The hidden units of a feed-forward layer: units × tokens, the share of each token's units that
/// is silent, and the units that a token switches on, ranked.
Station hiddenUnits();

} // namespace gf
