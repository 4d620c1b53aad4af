// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// X · W = Q (or K, V) for one head, with the columns of the head marked in the whole of W.
Station headProjection();

} // namespace gf
