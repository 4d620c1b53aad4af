// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/token_ids.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// How a byte is written where its character is no token: "<0x0A>".
std::string byteToken(std::uint8_t byte);
/// The byte that is written so.
std::optional<char> byteOfToken(std::string_view token);

/// Those of a vocabulary.
class ByteTokens {
public:
    explicit ByteTokens(const TokenIds& ids);

    /// Puts the tokens of bytes behind the others, if the vocabulary has all of them.
    bool add(std::string_view bytes, std::vector<std::int32_t>& ids) const;

private:
    std::array<std::optional<std::int32_t>, 256> m_ids;
};

} // namespace gf
