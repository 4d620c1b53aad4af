// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/json_field.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gf {

/// Tokens and their numbers, both ways. Numbers may have gaps.
class TokenIds {
public:
    static constexpr std::int32_t mostIds = 2'000'000;

    /// Throws Error where the token or the number has another partner already, and past mostIds.
    void add(const std::string& token, std::int32_t id);

    std::optional<std::int32_t> idOf(std::string_view token) const;
    /// Empty where there is none of this number.
    const std::string& tokenOf(std::int32_t id) const;
    bool has(std::int32_t id) const;
    std::int32_t size() const { return static_cast<std::int32_t>(m_tokens.size()); } ///< with gaps

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>()(text);
        }
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_ids;
    std::vector<std::optional<std::string>> m_tokens;
};

/// Reads {"token": number, …}. Throws Error.
TokenIds tokenIdsFrom(const Field& field);

/// How a model writes one piece of a text: tokens by their numbers.
using SplitWord = std::function<void(std::string_view piece, std::vector<std::int32_t>& ids)>;

/// Writes the words of a text, most of which it has many times: each is split once.
class RepeatedWords {
public:
    /// Behind what `ids` has. Words that are added outlive it.
    explicit RepeatedWords(std::vector<std::int32_t>& ids) : m_ids(ids) {}

    /// `write` puts the ids of a word behind those that there are.
    template <class Write> void add(std::string_view word, const Write& write) {
        const auto [found, isNew] = m_known.try_emplace(word, m_ids.size(), m_ids.size());
        auto& [begin, end] = found->second;
        if (isNew) {
            write(word, m_ids);
            end = m_ids.size();
        } else {
            for (std::size_t i = begin; i < end; ++i)
                m_ids.push_back(m_ids[i]);
        }
    }

private:
    std::vector<std::int32_t>& m_ids;
    /// Where the ids of a word stand.
    std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> m_known;
};

} // namespace gf
