// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Each token's embedding as a row of bars, one for each feature: the same token has the same
/// bars wherever it stands.
Station tokenVectors();

} // namespace gf
