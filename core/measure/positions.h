// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

namespace gf {

/// Number `feature` (from 0) of the sinusoidal pattern of `position`, which need not be whole: sine
/// in even features, cosine in odd ones, of position / 10000^(2i/width) with i = feature / 2
/// (Vaswani et al. 2017, section 3.5).
double sinusoidalPosition(double position, Index feature, Index width);

/// After how many positions a feature of the sinusoidal pattern repeats: 2π · 10000^(2i/width).
double sinusoidalWavelength(Index feature, Index width);

/// The patterns of the positions 0 … rows − 1, [rows, width].
Tensor sinusoidalPositions(Index rows, Index width);

} // namespace gf
