// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/vocabulary.h"

#include <optional>
#include <vector>

namespace gf {

/// How a model of others begins and ends what it writes, as its files say.
struct AnswerRules {
    std::vector<TokenId> ends = {}; ///< each ends a text; empty: the target's vocabulary says
    // Of an encoder–decoder:
    std::optional<TokenId> start = {};       ///< what the decoder reads first
    std::optional<TokenId> padding = {};     ///< filler in a source, which is hidden as a key
    std::optional<TokenId> forcedFirst = {}; ///< what every answer begins with
    std::optional<TokenId> forcedLast = {};  ///< what stands in the last place there is room for
    bool bansStart = false;                  ///< the start is no part of an answer

    friend bool operator==(const AnswerRules&, const AnswerRules&) = default;
};

} // namespace gf
