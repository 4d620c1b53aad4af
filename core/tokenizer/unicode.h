// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/text_budget.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

// What tokenizers ask of Unicode, by ICU. All text is well-formed UTF-8. A program that was built
// without ICU has none of it: then each of these throws Error, which says so.

/// The normalization forms (Unicode Standard Annex 15).
enum class NormalForm { C, D, KC, KD };
std::string normalized(std::string_view text, NormalForm form);

/// Each character in lower case by itself, whatever stands beside it (SpecialCasing.txt without its
/// conditions).
std::string lowered(std::string_view text);

// General categories (Unicode Standard 4.5).
bool isMark(char32_t codePoint);             ///< Mn, Mc, Me
bool isNonspacingMark(char32_t codePoint);   ///< Mn
bool isPunctuation(char32_t codePoint);      ///< P…
bool isNumeric(char32_t codePoint);          ///< Nd, Nl, No
bool isControlOrPrivate(char32_t codePoint); ///< Cc, Cf, Cs, Co
/// Letters, marks, decimal digits, connecting punctuation, joiners: \w of Unicode Technical
/// Standard 18, annex C.
bool isWordCharacter(char32_t codePoint);

/// A part of a text, in bytes.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// What people take for characters, one after the other (extended grapheme clusters, Unicode
/// Standard Annex 29). All of the text lies in one.
std::vector<TextRange> graphemesOf(std::string_view text);

/// A regular expression from a file: its memory is limited, and its time by the text's budget.
class Pattern {
public:
    /// Throws Error where it is none.
    explicit Pattern(std::string_view expression);

    /// Where it is found in a text, from left to right, none inside another. Throws Error where
    /// looking takes more memory than an expression may, or more time than the budget has.
    std::vector<TextRange> found(std::string_view text, const TextBudget& budget) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

/// Text of bytes that may not be UTF-8: what is none becomes U+FFFD, once for each longest
/// beginning of a character (Unicode Standard 3.9).
std::string repaired(std::string_view bytes);

} // namespace gf
