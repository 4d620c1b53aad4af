// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/utf8.h"
#include "core/tokenizer/unicode.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A part of a text on its way to tokens. One that has a token already is not split any more.
struct Piece {
    std::string text;
    bool beginsText = false; ///< nothing of the text that was given stands before it
    std::optional<std::int32_t> token = {};
};

/// What happens to what a pattern matches (the names are those of tokenizer.json).
enum class SplitBehavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// A part of a text that was matched, or one between matches.
struct Match {
    TextRange range;
    bool isMatch = true;
};

/// All of a text, cut at the ranges where something was found.
std::vector<Match> matchesOf(std::string_view text, const std::vector<TextRange>& found);
/// The same for each single character of which `holds` is true.
std::vector<Match> matchesOf(std::string_view text,
                             const std::function<bool(char32_t codePoint)>& holds);

/// The character that ends at a byte of a text, inside of it.
Character characterBefore(std::string_view text, std::size_t end);
/// The text without those at its ends of which `goes` is true.
std::string_view stripped(std::string_view text, bool (*goes)(char32_t codePoint),
                          bool atBegin = true, bool atEnd = true);

/// Where a text that is not empty stands in another.
std::vector<TextRange> rangesOf(std::string_view text, std::string_view wanted);
/// The text with `by` in the place of each range. Throws Error where that is longer than the
/// budget allows.
std::string replaced(std::string_view text, const std::vector<TextRange>& ranges,
                     std::string_view by, const TextBudget& budget);

/// The text in parts, none of them empty.
std::vector<std::string_view> split(std::string_view text, std::vector<Match> matches,
                                    SplitBehavior behavior);

/// Replaces each piece without a token by its parts: `parts` gives them in order, with an empty one
/// before them where the piece's beginning is none of them. Throws Error where they are longer than
/// the budget allows.
void splitPieces(std::vector<Piece>& pieces, const TextBudget& budget,
                 const std::function<std::vector<std::string>(const Piece&)>& parts);

} // namespace gf
