// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/byte_tokens.h"
#include "core/tokenizer/token_ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace gf {

/// Tokens with scores, and the best way to write a text with them: that of the largest sum of
/// scores (Kudo 2018, section 3.2; Viterbi 1967).
class ScoredTokens {
public:
    struct Token {
        std::string_view text; ///< not empty, none twice
        std::int32_t id = 0;
        double score = 0.0;
    };
    /// Throws Error where the tokens are too long.
    explicit ScoredTokens(std::vector<Token> tokens = {});

    /// A part of the text that is one token.
    struct Part {
        std::string_view text;
        std::optional<std::int32_t> id; ///< none: a character that no token is
    };
    /// The parts of a text. A character that is no token has the score `unknown`. Of equal sums the
    /// one that was found first counts, which begins further to the left; sums are rounded to
    /// `Score`.
    template <class Score> std::vector<Part> best(std::string_view text, double unknown) const;

    /// The longest token with which a text begins, in bytes; 0 where it begins with none.
    std::size_t longestAt(std::string_view text) const;

private:
    /// A node of the tree of all tokens; its children stand side by side in the order of bytes.
    struct Node {
        std::int32_t token = -1; ///< a place in m_tokens, if one ends here
        std::uint32_t firstChild = 0;
        std::uint16_t children = 0;
        std::uint8_t byte = 0;
    };
    const Node* childOf(const Node& node, std::uint8_t byte) const;

    struct Scored {
        std::int32_t id = 0;
        double score = 0.0;
    };
    std::vector<Scored> m_tokens;
    std::vector<Node> m_nodes;
};

/// The model "Unigram" of a tokenizer.json.
class Unigram {
public:
    /// `scores` by the numbers of the tokens, of which none is missing.
    Unigram(std::shared_ptr<const TokenIds> ids, const std::vector<double>& scores,
            std::optional<std::int32_t> unknown, bool fallsBackToBytes);

    /// Characters that no token is are one unknown token where they are neighbours, or bytes where
    /// the model has these. Throws Error where it has neither.
    void write(std::string_view text, std::vector<std::int32_t>& result) const;

private:
    void writeOther(std::string_view text, std::vector<std::int32_t>& result) const;

    std::shared_ptr<const TokenIds> m_ids;
    std::optional<std::int32_t> m_unknown;
    std::optional<ByteTokens> m_bytes; ///< where it falls back to them
    ScoredTokens m_tokens;
    double m_unknownScore = 0.0;
};

/// Reads [["token", score], …], which stand in the order of their numbers. Throws Error.
TokenIds scoredIdsFrom(const Field& vocabulary);
/// Reads "model" of a tokenizer.json. Throws Error.
Unigram unigramFrom(const Field& model, std::shared_ptr<const TokenIds> ids);

} // namespace gf
