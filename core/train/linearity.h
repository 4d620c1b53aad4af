// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/graph/trace.h"

#include <cstdint>

namespace gf {

/// How far a layer that mixes tokens is from superposition: the largest
/// |f(αx + βy) − αf(x) − βf(y)| over the largest |αf(x) + βf(y)|, biases left out.
struct Linearity {
    double frozen = 0; ///< with the weights that it has for x: what is left is rounding
    double freed = 0;  ///< with the weights that each input makes for itself
};

/// f is an attention, a mean layer or a convolution, from the rows whose values it mixes to its
/// output; of cross-attention these are the encoder's. x is what it reads in the trace, y as many
/// drawn rows with the same mean and deviation. In double precision. Throws Error where the scope
/// mixes nothing.
Linearity linearityOf(const Trace& trace, const Parameters& parameters, const Scope& scope,
                      double alpha, double beta, std::uint64_t seed);

} // namespace gf
