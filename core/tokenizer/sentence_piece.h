// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/character_map.h"
#include "core/tokenizer/decoder.h"
#include "core/tokenizer/sentence_piece_file.h"
#include "core/tokenizer/text_budget.h"
#include "core/tokenizer/unigram_pieces.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gf {

/// Texts and the pieces of a SentencePiece file, as its own library has it. What a tokenizer.json
/// says of the same file comes to other pieces here and there: characters are replaced one by one
/// here, and sums of scores are rounded to 32 bits.
class SentencePieces {
public:
    /// Throws Error where the file says what is not possible, or a map for decoded texts, which is
    /// not read here.
    explicit SentencePieces(SentencePieceFile file);

    /// The pieces of a text as they are written; neighbours that are none are one, or bytes. Throws
    /// Error where the text becomes longer than a TextBudget allows.
    std::vector<std::string> split(std::string_view text) const;

    /// Texts of pieces and special tokens; a space follows each of these.
    static TokenDecoder decoder(std::shared_ptr<const SentencePieces> pieces,
                                std::unordered_set<std::string> special);

private:
    using Kind = SentencePieceFile::Kind;

    CharacterMap::Replaced replacedAt(std::string_view text) const;
    std::string normalized(std::string_view text) const;
    /// The text of pieces with no special token between them.
    std::string decoded(std::span<const std::string> pieces, const TextBudget& budget) const;

    SentencePieceFile m_file;                      ///< without its pieces
    std::unordered_map<std::string, Kind> m_kinds; ///< of the pieces
    std::string_view m_space;                      ///< how a space is written
    CharacterMap m_map;
    ScoredTokens m_tokens;
    ScoredTokens m_kept; ///< what the map must not replace
    float m_unknownScore = 0.0F;
};

} // namespace gf
