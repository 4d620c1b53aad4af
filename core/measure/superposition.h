// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope.h"
#include "core/graph/trace.h"

namespace gf {

/// f(αx + βy) beside αf(x) + βf(y), [T,D] each, biases left out.
struct Superposition {
    Tensor ofSum; ///< f(αx + βy)
    Tensor sumOf; ///< αf(x) + βf(y)
    /// The largest difference of the two over the largest number of `sumOf`, before either was
    /// rounded to a float.
    double leftOver = 0;
};

/// How far a layer that mixes tokens is from superposition.
struct Linearity {
    Superposition frozen; ///< with the weights that it has for x: what is left is rounding
    Superposition freed;  ///< with the weights that each input makes for itself
};

/// The rows whose values a layer mixes; noNode where it mixes none.
NodeId mixedBy(const Graph& graph, const Scope& scope);

} // namespace gf
