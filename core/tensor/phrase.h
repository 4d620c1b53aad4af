// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <string>
#include <string_view>

namespace gf {

/// "1 token", "2 tokens": a number and what it counts, a noun whose plural ends in "s". For words
/// that the window never shows.
template <class Number> std::string counted(Number count, std::string_view noun) {
    return (std::to_string(count) + ' ').append(noun).append(count == 1 ? "" : "s");
}

/// What is counted: the phrase for one of it, and that for many with a gap for how many.
struct Noun {
    Phrase one;
    Phrase many;
};

namespace noun {

inline constexpr Noun tokens = {phrase("1 token"), phrase("%1 tokens")};
inline constexpr Noun labels = {phrase("1 label"), phrase("%1 labels")};
inline constexpr Noun characters = {phrase("1 character"), phrase("%1 characters")};
inline constexpr Noun sources = {phrase("1 source"), phrase("%1 sources")};
inline constexpr Noun layers = {phrase("1 layer"), phrase("%1 layers")};
inline constexpr Noun bytes = {phrase("1 byte"), phrase("%1 bytes")};

} // namespace noun

/// The same for words that are translated.
template <class Number> Sentence counted(Number count, const Noun& noun) {
    return count == 1 ? Sentence(noun.one) : Sentence(noun.many, count);
}

} // namespace gf
