// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "heads": all heads of the model as small maps, layers × heads for each kind of attention, with
/// their entropy and a guess at what they look at; the head in focus with the rules behind the
/// guess (kinds of heads: Voita et al. 2019; a guess only: Jain & Wallace 2019).
Station headsOverview();

} // namespace gf
