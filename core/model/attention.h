// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

#include <map>
#include <vector>

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
    Index window = 0; ///< a query sees so many keys at most (ops::mask); 0: no window
};

/// Multi-head attention in a scope of this level, every stage a node:
/// q k [H,T,K], v [H,T,d_v] → scores = q·kᵀ → scaled = scores/√K → masked → weights = softmax →
/// heads = weights·v [H,T,d_v] → concat → output = concat·W_O [T,D] (Vaswani et al. 2017, eq. 1 and
/// section 3.2.2). With fewer heads of keys and values than of queries k and v are [G,S,·], and
/// k_repeated and v_repeated [H,S,·] are read: head h reads head ⌊h·G/H⌋ (Ainslie et al. 2023).
/// With norms of queries and keys q and k go through "q_norm" and "k_norm" first, an RMSNorm with a
/// gain [K] each (Henry et al. 2020; in the form of Qwen3).
/// Positions in the scores of one sequence: rotary, scores = q_rotated·k_rotatedᵀ; relative and
/// ALiBi, biased = scaled + position_bias [H,T,T], and that is masked. With buckets the first layer
/// of a stack has "bucket_bias" [H,buckets] and "offset_bias" [H,2R+1], a number for each offset,
/// which all of its layers read (Raffel et al. 2020, section 2.1).
NodeId attention(Builder& builder, ScopeLevel level, const AttentionInputs& inputs);

/// The attention whose buckets of relative positions one of a stack reads: that of the first layer.
Scope bucketScope(Scope attention);
/// How a model's offsets are put into buckets; `causal` as in AttentionInputs.
BucketAttributes bucketsOf(const ModelConfig& config, bool causal);

/// Whether positions are numbers that are added to scaled scores.
bool addsToScores(const ModelConfig& config);

/// How a model's rotary positions turn.
RotaryPairs rotaryPairsOf(const ModelConfig& config);

/// Keys and values that one row reads beside its own, and how it stands among them. C places hold
/// those of earlier rows; the row's own is empty, as are those behind it.
struct CachedRows {
    /// [C] by window of the model's layers (0: none): 0 for places behind the row's own, and for
    /// those further back than the window reaches.
    std::map<Index, NodeId> keep;
    NodeId own = noNode;      ///< [H,1,C]: 1 at the row's own place, else 0
    NodeId rotation = noNode; ///< [1,K,K]: what turns a row of this place, with rotary positions
};

/// What attention of one row is fed, and what it gives to keep.
struct CachedAttention {
    Scope scope;               ///< of the attention, here and in the whole model
    NodeId keys = noNode;      ///< fed [C,G·K], as scores read them, heads side by side;
    NodeId values = noNode;    ///< values likewise, [C,G·d_v]; of cross-attention S rows
    NodeId bias = noNode;      ///< fed [H,1,C], what the offsets add to the scores; may be noNode
    NodeId newKeys = noNode;   ///< [G,1,K] of the row itself; noNode of cross-attention
    NodeId newValues = noNode; ///< likewise, [G,1,d_v]
};

/// attention() of one row x [1,D] over itself and earlier rows, whose keys and values are fed:
/// scores = q·Kᵀ + (q·kᵀ)·e and heads = weights·V + (weights·eᵀ)·v, where K and V are those in C
/// places, k and v the row's own and e is `own`. `window` as in AttentionInputs. Appends what is
/// fed to `cached`.
NodeId cachedSelfAttention(Builder& builder, ScopeLevel level, NodeId x, const CachedRows& rows,
                           Index window, Index places, std::vector<CachedAttention>& cached);

/// attention() of one row x [1,D] over `sources` rows of an encoder, whose keys and values are fed.
/// `keep` [S] as in AttentionInputs.
NodeId cachedCrossAttention(Builder& builder, ScopeLevel level, NodeId x, NodeId keep,
                            Index sources, std::vector<CachedAttention>& cached);

} // namespace gf
