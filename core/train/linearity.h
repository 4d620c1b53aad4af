// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/measure/superposition.h"

#include <cstdint>

namespace gf {

/// f is an attention, a mean layer or a convolution, from the rows whose values it mixes to its
/// output; of cross-attention these are the encoder's. x is what it reads in the trace, y as many
/// drawn rows with the same mean and deviation. In double precision. Throws Error where the scope
/// mixes nothing, or has no numbers in the trace.
Linearity linearityOf(const Trace& trace, const Parameters& parameters, const Scope& scope,
                      double alpha, double beta, std::uint64_t seed);

} // namespace gf
