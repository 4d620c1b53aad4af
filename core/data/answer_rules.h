// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/vocabulary.h"

#include <optional>
#include <vector>

namespace gf {

/// How a model of others writes, as the keys of these names in its files say.
struct GenerationRules {
    double repetitionPenalty =
        1; ///< of tokens that stand in the text (Keskar et al. 2019, section 4.1)
    Index noRepeatNgramSize = 0; ///< so many tokens in a row come once; 0: any may come again
    Index minLength = 0;         ///< no end before the text with its start has so many tokens
    // Of a beam search alone.
    enum class EarlyStopping { No, Yes, Never };
    double lengthPenalty = 1;
    EarlyStopping earlyStopping = EarlyStopping::No;
    bool renormalizeLogits = false; ///< probabilities are of the tokens that are allowed

    friend bool operator==(const GenerationRules&, const GenerationRules&) = default;
};

/// How a model of others begins and ends what it writes, as its files say.
struct AnswerRules {
    std::vector<TokenId> ends = {}; ///< each ends a text; empty: the target's vocabulary says
    // Of an encoder–decoder:
    std::optional<TokenId> start = {};       ///< what the decoder reads first
    std::optional<TokenId> padding = {};     ///< filler in a source, which is hidden as a key
    std::optional<TokenId> forcedFirst = {}; ///< what every answer begins with
    std::optional<TokenId> forcedLast = {};  ///< what stands in the last place there is room for
    bool bansStart = false;                  ///< the start is no part of an answer
    GenerationRules generation = {};

    friend bool operator==(const AnswerRules&, const AnswerRules&) = default;
};

} // namespace gf
