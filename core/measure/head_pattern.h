// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Where a head seems to look. Kinds of heads that were found in trained models: Voita et al. 2019
/// (previous token), Clark et al. 2019 (broad, first token), Vaswani et al. 2017 (alignment). A
/// name for a head is a guess from its weights, not what the model needs it for.
enum class HeadPattern {
    PreviousToken,    ///< at the place just before the query's own
    FirstToken,       ///< at the first key, whatever the query
    SameToken,        ///< at keys that hold the query's own word, its own place included
    Diagonal,         ///< at the key that stands as far along its sequence as the query
    BackwardDiagonal, ///< the same, counted from the end
    OwnField,         ///< at keys of the query's own field
    Separators,       ///< at what stands between fields: spaces, points, `<sos>`, `<eos>`
    Fields,           ///< for each of some fields that are written, at one field that is read
    Broad,            ///< everywhere: hardly less uncertain than equal weights
};

/// How files and the command line call it: "previous_token".
std::string_view nameOf(HeadPattern pattern);

/// When a pattern is guessed: its measure is at least the threshold. All measures lie in 0…1.
struct HeadRule {
    HeadPattern pattern;
    double threshold;
    bool self;  ///< asked of self-attention
    bool cross; ///< asked of cross-attention
    /// Over several keys: then it must also be at least twice what equal weights would give, and is
    /// guessed only where no narrower pattern is.
    bool wide = false;
};

/// The table of all rules, in the order of HeadPattern.
std::span<const HeadRule> headRules();

/// The fewest queries that are enough for a guess.
inline constexpr Index fewestQueries = 3;

/// What the heads of one attention have in common.
struct AttentionSides {
    bool self = true; ///< queries and keys are the same sequence
    /// A number for the word at each place; places with the same word share it. −1 is padding.
    std::vector<int> queryWords;
    std::vector<int> keyWords;
    /// The field that each place is in, counted from 0; −1: none. Of a text whose tokens are
    /// characters a field is a run of letters or of digits: "3 march 1997" has three; where tokens
    /// are words or parts of words it is a word. Empty: none.
    std::vector<int> queryFields;
    std::vector<int> keyFields;
    std::vector<int> writtenFields; ///< of the token that each query's row writes
};

/// Which field a token at each place belongs to, as AttentionSides has it.
std::vector<int> fieldsOf(const std::vector<std::string>& tokens);
/// What each row of the decoder writes; "" where that is not known.
std::vector<std::string> writtenTokens(const Trace& trace);

/// Those of an attention: `weights` is a softmax of [H,T,S].
AttentionSides attentionSides(const Trace& trace, NodeId weights);

/// One measure of a head and the rule it belongs to.
struct HeadEvidence {
    HeadRule rule;
    double measured = 0;
    double chance = 0; ///< of a wide one: what equal weights would give
    /// What it must be for a guess.
    double least() const {
        return rule.wide ? std::max(rule.threshold, 2 * chance) : rule.threshold;
    }
    bool holds() const { return measured >= least(); }
};

/// Rows that write one field and read one: "03" of 1997-03-03 looks at "march".
struct FieldReading {
    int written = 0;   ///< the field among the written ones
    int read = 0;      ///< among the keys
    double weight = 0; ///< on it, the mean over the rows
    double chance = 0; ///< what equal weights would give
};

/// How one head shares out its attention, averaged over the queries that count: those that are not
/// padding and may see at least two keys.
struct HeadMeasures {
    Index queries = 0;  ///< how many count
    double entropy = 0; ///< −Σ_j w_ij ln w_ij, in nats
    double uniform = 0; ///< ln n_i, n_i the keys that query i may see: the entropy of equal weights
    /// Σ_j w_ij |i − j|, in tokens (Vig & Belinkov 2019): only where queries and keys are the same
    /// sequence.
    std::optional<double> distance;
    std::vector<HeadEvidence> evidence; ///< one for each rule that is asked
    /// Of HeadPattern::Fields: each written field whose rows keep to its rule, in their order.
    std::vector<FieldReading> fields;
    /// Broad if that holds, otherwise the pattern with the largest measure among those that hold,
    /// the narrow ones before the wide.
    std::optional<HeadEvidence> guess;
};

/// Measures a head. `weights` [T,S] are its weights; `masked` [T,S] is what the softmax was taken
/// of, where −∞ hides a key (empty: none is hidden).
HeadMeasures measureHead(const AttentionSides& sides, std::span<const float> weights,
                         std::span<const float> masked);

/// All heads of an attention: `weights` is its softmax, or what a person changed it to.
std::vector<HeadMeasures> measureHeads(const Trace& trace, NodeId weights);

} // namespace gf
