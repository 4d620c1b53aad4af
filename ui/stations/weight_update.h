// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// What one training step does to a parameter: value, gradient, the optimizer's memory and the
/// change as matrices, and for one weight the whole arithmetic.
Station weightUpdate();

} // namespace gf
