// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

namespace gf {

/// Two tokens of a sequence that change places in the sentence, before the model reads it: what is
/// added for a position stays at its position.
struct TokenExchange {
    Axis sequence = Axis::Source; ///< Source or Target
    Index first = 0;
    Index second = 0;

    /// Where the token of a place goes, and comes from.
    Index placeOf(Index place) const {
        return place == first ? second : place == second ? first : place;
    }

    friend bool operator==(const TokenExchange&, const TokenExchange&) = default;
};

} // namespace gf
