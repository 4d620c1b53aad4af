// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/quote.h"

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

std::string escaped(char character) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<std::uint8_t>(character);
    return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

} // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        if (result.size() > longestQuote)
            return result + "…\"";
        const std::size_t length = characterLength(text);
        const bool control = static_cast<std::uint8_t>(text[0]) < 0x20 || text[0] == 0x7F;
        if (length == 0 || control)
            result += escaped(text[0]);
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result + "\"";
}

} // namespace gf
