// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// How long the gradient of each sub-layer is, from the embedding to the output.
Station gradientNorms();

} // namespace gf
