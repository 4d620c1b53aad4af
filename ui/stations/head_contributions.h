// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "contributions": the heads side by side, W_O with the rows that belong to each, and what each
/// head adds to the output's row of the token in focus (Vaswani et al. 2017, section 3.2.2; norms
/// of what is added rather than weights: Kobayashi et al. 2020).
Station contributionsOfHeads();

} // namespace gf
