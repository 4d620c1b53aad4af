// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/base64.h"

#include <algorithm>
#include <cstdint>

namespace gf {

namespace {

constexpr std::string_view digitsOf64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string toBase64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(bytes.size() - at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = (bits << 8) | (i < count ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= count ? digitsOf64[(bits >> (18 - 6 * i)) & 63] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with('=')) {
        text.remove_suffix(1);
        ++padding;
    }
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int known = 0; // bits that are no byte yet
    for (const char digit : text) {
        const std::size_t value = digitsOf64.find(digit);
        if (value == std::string_view::npos)
            return std::nullopt;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        known += 6;
        if (known >= 8) {
            known -= 8;
            bytes += static_cast<char>((bits >> known) & 0xFF);
        }
    }
    const bool endsInZeros = (bits & ((1U << known) - 1)) == 0;
    return endsInZeros ? std::optional(bytes) : std::nullopt;
}

} // namespace gf
