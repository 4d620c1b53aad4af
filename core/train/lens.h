// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"

#include <string>
#include <vector>

namespace gf {

/// What the model would say if it ended after a layer.
struct LensLayer {
    std::string name;     ///< of the step where the residual stream is read
    Tensor probabilities; ///< [T,V], of the words (a pointer's: of the rows of its source)
};

/// The final norm and the output after every layer, first of what the first layer reads, last the
/// model's own output, to the bit on the backend that made the trace (nostalgebraist 2020, "the
/// logit lens"). Of the stack that the output reads. Throws Error where there is no residual
/// stream, and where the model says numbers.
std::vector<LensLayer> lens(const Backend& backend, Parameters& parameters, const Trace& trace);

} // namespace gf
