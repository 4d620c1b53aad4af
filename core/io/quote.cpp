// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/quote.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

namespace gf {
namespace {

constexpr std::size_t longestQuote = 60;

/// The length of the well-formed UTF-8 character at the beginning of `text` (Unicode 15, table
/// 3-7); 0 when there is none.
std::size_t characterLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    const std::uint8_t second = byte(1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool tooLarge = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || tooLarge ? 0 : length;
}

/// Of a well-formed character.
char32_t codePoint(std::string_view character) {
    constexpr std::array<std::uint8_t, 5> payload = {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t code = static_cast<std::uint8_t>(character[0]) & payload[character.size()];
    for (const char byte : character.substr(1))
        code = code << 6 | (static_cast<std::uint8_t>(byte) & 0x3F);
    return code;
}

struct Range {
    char32_t first, last;
};

/// What is not seen itself and changes what is: controls, separators of lines, and the characters
/// of Unicode's category Cf that set directions, join, or take no room.
constexpr std::array<Range, 12> unseen = {{
    {0x00, 0x1F},
    {0x7F, 0x9F},
    {0xAD, 0xAD}, // soft hyphen
    {0x61C, 0x61C},
    {0x180E, 0x180E},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0xFE00, 0xFE0F}, // choose between forms of the character before
    {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},
    {0xE0000, 0xE0FFF},
}};

bool isUnseen(char32_t code) {
    return std::ranges::any_of(
        unseen, [code](const Range& range) { return code >= range.first && code <= range.last; });
}

/// What text of several lines is made of.
bool isLayout(char32_t code) {
    constexpr std::u32string_view layout = U"\n\t\u200C\u200D\uFE0E\uFE0F";
    return layout.find(code) != std::u32string_view::npos;
}

std::string hex(std::uint32_t number, std::size_t digits) {
    std::array<char, 8> buffer{};
    const auto [end, problem] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, 16);
    const std::string text(buffer.data(), end);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// Takes the first character, or the byte that is none, off `text` and returns it as it is shown.
std::string takePrintable(std::string_view& text, bool lines) {
    const std::size_t length = characterLength(text);
    const std::string_view taken = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(taken.size());
    if (length == 0)
        return "\\x" + hex(static_cast<std::uint8_t>(taken[0]), 2);
    const char32_t code = codePoint(taken);
    if (!isUnseen(code) || (lines && isLayout(code)))
        return std::string(taken);
    return code < 0x80 ? "\\x" + hex(code, 2) : "\\u{" + hex(code, 4) + "}";
}

std::string printed(std::string_view text, bool lines) {
    std::string result;
    while (!text.empty())
        result += takePrintable(text, lines);
    return result;
}

} // namespace

std::string printable(std::string_view text) {
    return printed(text, false);
}

std::string printableLines(std::string_view text) {
    return printed(text, true);
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string shortened(std::string_view text, std::size_t most) {
    constexpr std::string_view dots = "...";
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = most - dots.size();
    while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0) == 0x80)
        --end;
    return std::string(text.substr(0, end)).append(dots);
}

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        if (result.size() > longestQuote)
            return result + "…\"";
        result += takePrintable(text, false);
    }
    return result + "\"";
}

Sentence aboutFile(std::string_view path, const Sentence& sentence) {
    const std::string name = inQuotes(path);
    const bool isNamed = sentence.english().find(name) != std::string::npos;
    return isNamed ? sentence : Sentence(phrase("%1: %2"), name, sentence);
}

} // namespace gf
