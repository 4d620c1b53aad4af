// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "head-gradients": the gradient of an attention's output goes back through W_O to its heads; how
/// much of it reaches each, and what the loss would change by, to first order, without that head
/// (Michel et al. 2019).
Station gradientsOfHeads();

} // namespace gf
