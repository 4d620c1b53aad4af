// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probed_model.h"

#include <vector>

namespace gf {

/// A token of the right answer, and what the model says in its place.
struct WrittenToken {
    TokenId label = 0;
    TokenId forced = 0;           ///< the likeliest after the right tokens before it
    double forcedProbability = 0; ///< of the label then
    std::optional<TokenId> free;  ///< the likeliest after its own; none once it has ended
    double freeProbability = 0;   ///< of the label then
};

/// How a model is let write.
struct WritingStart {
    /// What the decoder reads first; without, `<sos>`, or of an opened model what its text begins
    /// with.
    std::optional<TokenId> token = {};
    Index given = 0; ///< so many tokens of the answer are given to it as well
};

/// Teacher forcing, as in training (Williams and Zipser 1989), beside free running, where the model
/// reads what it said itself, greedily (Bengio et al. 2015). One row for each label of the example,
/// `<eos>` included, which ends no text of an opened model. Throws Error for a model that has no
/// decoder of words.
std::vector<WrittenToken> compareWriting(const ProbedModel& model, const ProbeExample& example,
                                         const WritingStart& start = {});

} // namespace gf
