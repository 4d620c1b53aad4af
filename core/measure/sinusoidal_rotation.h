// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <vector>

namespace gf {

/// One block of R_k, [[cosine, sine], [−sine, cosine]], with which the pair of features
/// (sin pω, cos pω) becomes (sin (p + k)ω, cos (p + k)ω), whatever p is.
struct RotationBlock {
    double frequency = 0; ///< ω = 10000^(−2i/D) of pair i, radians a position
    double cosine = 1;    ///< cos kω
    double sine = 0;      ///< sin kω
};

/// The blocks of the rotation that takes the sinusoidal pattern of every position to that of the
/// position `offset` further: PE(p + k) = R_k·PE(p) (Vaswani et al. 2017, section 3.5). `width` D
/// is even; there are D/2 blocks.
std::vector<RotationBlock> sinusoidalRotation(Index width, Index offset);

/// The largest |R_k·PE(p) − PE(p + k)| over all features and the positions 0 … positions − 1.
double rotationError(Index width, Index offset, Index positions);

/// PE(p)·PE(p + k) = Σ_i cos kω_i, the same for every p: an entry of P·Pᵀ.
double sinusoidalProduct(Index width, Index offset);

} // namespace gf
