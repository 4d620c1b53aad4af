// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace gf {

/// One Unicode character inside UTF-8 text.
struct Character {
    std::string_view bytes; ///< 1 to 4 of them; a view into the text
    char32_t codePoint = 0;
};

/// The character that begins at byte `offset` of `text` (inside it). Throws Error naming the byte
/// offset where the text is not UTF-8: overlong forms, surrogates, code points past U+10FFFF,
/// stray and missing continuation bytes (The Unicode Standard 15.0, table 3-7).
Character characterAt(std::string_view text, std::size_t offset);

/// Unicode's White_Space property.
bool isWhiteSpace(char32_t codePoint);

/// Throws Error for UTF-16, with a byte order mark or without, of which UTF-8 can make characters
/// where it is Latin.
void refuseUtf16(std::string_view text);

/// Throws Error where lines end in "\r" alone: for readers to which all would be one line.
void refuseLoneReturns(std::string_view text);

/// Where `text` begins: behind the byte order mark that some editors write, if there is one.
std::size_t startOf(std::string_view text);

} // namespace gf
