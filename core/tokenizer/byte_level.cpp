// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/byte_level.h"

#include "core/io/utf8.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gf {

namespace {

bool standsForItself(int byte) {
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

/// The character of each byte.
constexpr std::size_t byteValues = 256;
const std::array<char32_t, byteValues>& characters() {
    static const auto table = [] {
        std::array<char32_t, byteValues> made{};
        char32_t next = 0x100;
        for (std::size_t byte = 0; byte < byteValues; ++byte)
            made[byte] =
                standsForItself(static_cast<int>(byte)) ? static_cast<char32_t>(byte) : next++;
        return made;
    }();
    return table;
}

/// The byte of a character; −1: of none.
int byteOf(char32_t character) {
    for (std::size_t byte = 0; byte < byteValues; ++byte)
        if (characters()[byte] == character)
            return static_cast<int>(byte);
    return -1;
}

} // namespace

std::string byteLevel(std::string_view text) {
    std::string result;
    for (const char byte : text) {
        const char32_t c = characters()[static_cast<std::uint8_t>(byte)];
        if (c < 0x80) {
            result += static_cast<char>(c);
        } else { // two bytes reach as far as U+07FF
            result += static_cast<char>(0xC0 | (c >> 6));
            result += static_cast<char>(0x80 | (c & 0x3F));
        }
    }
    return result;
}

std::string fromByteLevel(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        const int byte = byteOf(character.codePoint);
        if (byte < 0)
            return std::string(text);
        result += static_cast<char>(byte);
        at += character.bytes.size();
    }
    return result;
}

} // namespace gf
