// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/byte_tokens.h"
#include "core/tokenizer/token_ids.h"

#include <memory>
#include <unordered_map>
#include <utility>

namespace gf {

/// Byte-pair encoding (Sennrich et al. 2016): characters, of which the pair that was learnt first
/// becomes one token, again and again.
class BytePairs {
public:
    /// What tells encoders apart; the names are those of tokenizer.json.
    struct Options {
        std::optional<std::int32_t> unknown = {};
        std::string inside = {};       ///< before characters that do not begin their word
        std::string atEnd = {};        ///< after the last character of a word
        bool fusesUnknown = false;     ///< neighbours that cannot be written are one token
        bool fallsBackToBytes = false; ///< … are written as "<0x0A>" where those are tokens
        bool ignoresMerges = false;    ///< a word that is a token is that token
    };

    /// `merges` in the order in which they were learnt. Throws Error where a part of one, or what
    /// becomes of it, is no token.
    BytePairs(std::shared_ptr<const TokenIds> ids, Options options,
              const std::vector<std::pair<std::string, std::string>>& merges);

    void write(std::string_view word, std::vector<std::int32_t>& result) const;

private:
    struct Merge {
        std::int32_t rank = 0;
        std::int32_t becomes = 0;
    };

    std::vector<std::int32_t> charactersOf(std::string_view word) const;
    const Merge* mergeOf(std::int32_t left, std::int32_t right) const;
    void merge(std::vector<std::int32_t>& symbols) const;

    std::shared_ptr<const TokenIds> m_ids;
    Options m_options;
    ByteTokens m_bytes;
    std::unordered_map<std::uint64_t, Merge> m_merges; ///< by both parts
};

/// Reads "model" of a tokenizer.json. Throws Error.
BytePairs bytePairsFrom(const Field& field, std::shared_ptr<const TokenIds> ids);

} // namespace gf
