// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"
#include "core/tensor/token_merges.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What byte-pair encoding has learnt from a text.
struct LearntPairs {
    std::vector<std::string> characters; ///< of the text, in the order of their code points
    TokenMerges merges;

    friend bool operator==(const LearntPairs&, const LearntPairs&) = default;
};

/// The longest token that is made, in bytes: what is longer can be read on no axis.
inline constexpr std::size_t longestPair = 48;

/// Learns byte-pair encoding (Sennrich, Haddow & Birch 2016, algorithm 1): the tokens are the
/// characters of the text at first, and the two that stand beside each other most often become one
/// token, again and again, inside the words of pairWordsOf().
///
/// The first tokens are characters and not bytes, although the method has its name from those: so
/// no merge is the same with them as a model that reads characters, every token is text that can be
/// read, and what a model writes is always text. What the text lacks is unknown then.
///
/// Of pairs that stand as often as each other the first is that of the older tokens, the left one
/// before the right one; characters are as old as their code points. So the same text gives the
/// same merges everywhere. Pairs overlap where they are counted: "aaa" has "aa" twice.
///
/// It stops after `merges`, or earlier, when no pair occurs twice. A token that would be among
/// `reserved` or longer than longestPair is not made. Throws Error where the text is not UTF-8.
LearntPairs learnBytePairs(std::string_view text, Index merges,
                           std::span<const std::string_view> reserved = {});

} // namespace gf
