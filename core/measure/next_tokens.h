// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// How well each token of a text is foretold from those before it.
struct NextTokens {
    Index right = 0; ///< times that the most likely token is the one that stands there
    Index total = 0; ///< tokens of the text; its end and padding are none
};

/// Counts them in the rows of the trace's logits [T,V]. Nothing to count where it has no labels, no
/// words, or is a difference.
NextTokens nextTokensIn(const Trace& trace);

} // namespace gf
