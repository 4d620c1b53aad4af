// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/piece.h"

#include <string>
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

/// Reads one of "added_tokens" of a tokenizer.json. Throws Error.
AddedToken addedTokenFrom(const Field& field);

/// All of a tokenizer.
class AddedTokens {
public:
    AddedTokens() = default;
    AddedTokens(std::vector<AddedToken> tokens, const Normalizer& normalizer);

    const std::vector<AddedToken>& tokens() const { return m_tokens; }
    bool isSpecial(std::int32_t id) const;

    /// The text in pieces: what is one of these tokens, and what lies between them, normalized.
    std::vector<Piece> split(std::string_view text, const Normalizer& normalizer) const;

private:
    /// A token and how it is written where it is looked for.
    struct Wanted {
        std::string text;
        AddedToken token;
    };
    static std::vector<Piece> cut(const Piece& piece, const std::vector<Wanted>& wanted);

    std::vector<AddedToken> m_tokens;
    std::vector<Wanted> m_raw, m_normalized; ///< longer ones first
};

} // namespace gf
