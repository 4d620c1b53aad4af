// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "norm-gradient": the gradient of a LayerNorm's output for one token, step by step to what it
/// hands on to its input, and both for all tokens.
Station normGradient();

} // namespace gf
