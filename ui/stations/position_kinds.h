// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Sinusoidal positions, learned ones and none, side by side with the similarity of their rows.
/// What is not this model's is labelled so: sinusoidal ones follow from their formula, of learned
/// ones that were never learned nothing can be shown.
Station positionKinds();

} // namespace gf
