// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/byte_tokens.h"

#include <charconv>
#include <cstdio>

namespace gf {

std::string byteToken(std::uint8_t byte) {
    char text[8];
    std::snprintf(text, sizeof text, "<0x%02X>", unsigned{byte});
    return text;
}

std::optional<char> byteOfToken(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>')
        return std::nullopt;
    unsigned value = 0;
    const char* const end = token.data() + 5;
    const auto [stop, fault] = std::from_chars(token.data() + 3, end, value, 16);
    if (fault != std::errc() || stop != end)
        return std::nullopt;
    return static_cast<char>(value);
}

ByteTokens::ByteTokens(const TokenIds& ids) {
    for (std::size_t byte = 0; byte < m_ids.size(); ++byte)
        m_ids[byte] = ids.idOf(byteToken(static_cast<std::uint8_t>(byte)));
}

bool ByteTokens::add(std::string_view bytes, std::vector<std::int32_t>& ids) const {
    const std::size_t before = ids.size();
    for (const char byte : bytes) {
        const std::optional<std::int32_t>& id = m_ids[static_cast<std::uint8_t>(byte)];
        if (!id) {
            ids.resize(before);
            return false;
        }
        ids.push_back(*id);
    }
    return true;
}

} // namespace gf
