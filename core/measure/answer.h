// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// What a model says to an example, and how good that is.
struct Answer {
    std::string text;
    std::vector<std::string> tokens;   ///< `<eos>` included when the model ended
    std::vector<double> probabilities; ///< of each token
    bool hasTarget = false;            ///< it is known what would be right
    bool matchesTarget = false;
    std::optional<double> tourRatio = {}; ///< of a round trip: its length over the target's
    bool givesRows = false; ///< the decoder's rows are this answer, as no target is known
};

/// What is weighed of a token that could come next.
struct TokenOdds {
    /// Why it cannot be taken.
    enum class Cut {
        None,
        TopK,   ///< not among the K most likely
        TopP,   ///< not among the fewest that reach P
        Greedy, ///< not the most likely
    };
    double probability = 0; ///< as the model gives it, among all words
    double share = 0;       ///< of being taken, after temperature and cuts; they sum to 1
    Cut cut = Cut::None;
};

/// A token that a beam search considered, in the tree of all that it did.
struct SearchedToken {
    int parent = -1;           ///< the token before; −1 at the first
    int depth = 0;             ///< how many tokens stand before it
    double probability = 0;    ///< after the tokens before it, as the model gives it
    double logProbability = 0; ///< of all tokens up to this one together
    bool kept = false;         ///< among the best of its depth, and so pursued (or finished)
};

/// What is weighed of a whole answer that a beam search found.
struct AnswerScore {
    double logProbability = 0; ///< of all its tokens, the one that ends it included
    double score = 0;          ///< log P after length normalization
    bool finished = false;     ///< it ended; otherwise there was no more room
};

} // namespace gf
