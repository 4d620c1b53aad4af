// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/generate.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace gf {

/// How a beam search goes about it.
struct BeamOptions {
    Index width = 4; ///< how many hypotheses are pursued at a time
    /// α of the length normalization log P / ((5 + length) / 6)^α (Wu et al. 2016, eq. 14), with
    /// which hypotheses of different lengths are compared at the end; of a model of others log P /
    /// length^α. 0: by log P alone, which favours short ones. Nothing: 0, or as its files say.
    std::optional<double> lengthPenalty = {};
    Index limit = 0; ///< most tokens, the end's included; 0: as many as there is room for
    /// Whether BeamSearch::nodes has the tokens too that were considered and not pursued: `width`
    /// times as many.
    bool keepRejected = true;
};

/// One token that was considered.
struct BeamNode : SearchedToken {
    TokenId id = eosId;
};

/// A whole answer that was found.
struct Hypothesis : AnswerScore {
    int node = -1;            ///< its last token
    std::vector<TokenId> ids; ///< without the one that ends it
};

/// What a beam search looked at and found.
struct BeamSearch {
    std::vector<BeamNode> nodes; ///< depth by depth, the most likely first
    /// The best score first; of a model of ours those that are finished before the others.
    std::vector<Hypothesis> found;
};

/// Beam search (Sutskever et al. 2014, section 3.2): at each depth every hypothesis is continued
/// with its most likely words, and the `width` best of all are kept. One that ends with `<eos>`, or
/// what ends an answer of an opened model, is complete, takes its place in the beam with it and is
/// not pursued further; the search ends when none is left. Width 1 is greedy. The work grows with
/// width × length.
///
/// A model of others is searched as the reference of its files does it (GenerationRules): a
/// complete hypothesis leaves its place to the next that goes on, and the search ends when `width`
/// are complete and, unless it stops early, none that goes on is better than the worst of them.
///
/// Throws Error for an encoder-only model, which writes nothing, for what the model
/// cannot read, and for a search of more than four million continuations. `stop`, asked before each
/// continuation, ends it early; what has been found by then is returned. `looked` is called after
/// each.
BeamSearch beamSearch(Generator& generator, const GivenSource& source,
                      std::span<const TokenId> prompt, const BeamOptions& options,
                      const std::stop_token& stop = {}, const std::function<void()>& looked = {});

} // namespace gf
