// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

namespace gf {

/// The tokens of one sequence, which are given context.
struct MixerInputs {
    NodeId tokens = noNode; ///< [T,D]
    NodeId keep = noNode;   ///< [T]: 0 at padding
    bool causal = false;    ///< token i sees token j when j ≤ i
    Index window = 0; ///< of attention: a token sees so many at most (ops::mask); 0: no window
};

/// What gives each token of a sequence context from the others, [T,D] → [T,D]: the first sub-layer
/// of a layer. The one place that knows which kinds there are.
NodeId mixTokens(Builder& builder, const MixerInputs& inputs);

} // namespace gf
