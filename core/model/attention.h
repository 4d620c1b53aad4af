// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

namespace gf {

/// Who looks at whom.
struct AttentionInputs {
    NodeId queries = noNode; ///< [T,D]: rows that ask
    NodeId keys = noNode; ///< [S,D]: rows that are looked at; the same as queries in self-attention
    NodeId keep = noNode; ///< [S] or [T,S]: 0 where a key is hidden, as at padding (ops::mask)
    bool causal = false;  ///< query i sees key j when j ≤ i
    /// Queries and keys are the tokens of one sequence, so that they have a distance: positions
    /// that the model puts into the scores are put there.
    bool sameSequence = false;
};

/// Multi-head attention in a scope of this level, every stage a node:
/// q k v [H,T,K] → scores = q·kᵀ → scaled = scores/√K → masked → weights = softmax → heads =
/// weights·v → concat → output = concat·W_O [T,D] (Vaswani et al. 2017, eq. 1 and section 3.2.2).
/// With fewer heads of keys and values than of queries k and v are [G,S,K], and k_repeated and
/// v_repeated [H,S,K] are read: head h reads head ⌊h·G/H⌋ (Ainslie et al. 2023).
/// Positions in the scores of one sequence: rotary, scores = q_rotated·k_rotatedᵀ; relative and
/// ALiBi, biased = scaled + position_bias [H,T,T], and that is masked.
NodeId attention(Builder& builder, ScopeLevel level, const AttentionInputs& inputs);

} // namespace gf
