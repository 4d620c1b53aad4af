// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Scores read another way: X (W_Q W_Kᵀ) Xᵀ, with the one D × D matrix of the head in the middle.
Station scoresForm();

} // namespace gf
