// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/piece.h"

#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace gf {

/// A token that is found in a text before the text is split.
struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool singleWord = false; ///< where no letter stands beside it
    bool takesLeft = false;  ///< and the white space before it
    bool takesRight = false; ///< and that behind it
    bool normalized = false; ///< is looked for in the normalized text
    bool special = false;    ///< is no text: decoding leaves it out
};

/// Reads what stands of one in a file, without its number. Throws Error.
AddedToken addedTokenFrom(const Field& field);

/// All of a tokenizer.
class AddedTokens {
public:
    AddedTokens() = default;
    /// Of equal ones the first counts.
    AddedTokens(const std::vector<AddedToken>& tokens, const Normalizer& normalizer);

    bool isSpecial(std::int32_t id) const { return m_special.contains(id); }

    /// The text in pieces: what is one of these tokens, and what lies between them, normalized.
    /// Throws Error where that is longer than the budget allows.
    std::vector<Piece> split(std::string_view text, const Normalizer& normalizer,
                             const TextBudget& budget) const;

private:
    /// A token and how it is written where it is looked for.
    struct Wanted {
        std::string text;
        AddedToken token;
    };
    /// Some of them in the order of their bytes, so that those which begin alike are neighbours.
    class Index {
    public:
        Index() = default;
        explicit Index(std::vector<Wanted> wanted);
        /// The longest with which a text begins; null where it begins with none.
        const Wanted* longestAt(std::string_view text) const;

    private:
        std::vector<Wanted> m_wanted;
        std::array<std::size_t, 257> m_first{}; ///< of each first byte, the place of the first
    };
    static std::vector<Piece> cut(const Piece& piece, const Index& wanted);

    std::unordered_set<std::int32_t> m_special;
    Index m_raw, m_normalized;
};

} // namespace gf
