// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

namespace gf {

/// The tokens of one sequence, which are given context.
struct MixerInputs {
    NodeId tokens = noNode; ///< [T,D]
    NodeId keep = noNode;   ///< [T]: 0 at padding
    bool causal = false;    ///< token i sees token j when j ≤ i
};

/// What gives each token of a sequence context from the others, [T,D] → [T,D]: the first sub-layer
/// of a layer. The one place that knows which kinds there are.
NodeId mixTokens(Builder& builder, const MixerInputs& inputs);

} // namespace gf
