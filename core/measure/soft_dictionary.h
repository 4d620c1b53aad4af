// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <optional>
#include <utility>
#include <vector>

namespace gf {

/// What one query looks up: keys are entries, values what stands there (Vaswani et al. 2017, eq. 1:
/// softmax(q·K ᵀ/√K)·V, one row).
struct Lookup {
    std::vector<double> weights; ///< [S], of every key
    std::vector<double> value;   ///< [K], Σ_j w_j·v_j
    Index likeliest = 0;         ///< the key with the largest weight, the first of equal ones
    std::vector<double> hard;    ///< [K], its value alone: what a dictionary gives
    double distance = 0;         ///< ‖value − hard‖ / ‖hard‖; 0 where both are 0
};

/// What of a look-up is changed.
struct LookupChange {
    double temperature = 1; ///< τ > 0: weights = softmax(scores/τ)
    /// Two keys that have each other's value; the keys stay.
    std::optional<std::pair<Index, Index>> swapped;
};

/// Of one query of one head of an attention, with the model's own scores. Nothing where the scope
/// is no attention or the query sees no key. `head` and `query` are there.
std::optional<Lookup> lookUp(const Trace& trace, const Scope& attention, Index head, Index query,
                             const LookupChange& change = {});

} // namespace gf
