// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A file of SentencePiece (Kudo & Richardson 2018): pieces of texts with scores, and what is done
/// to a text before. What a file does not say is as it is here.
struct SentencePieceFile {
    /// With the numbers of the file.
    enum class Kind { Normal = 1, Unknown, Control, UserDefined, Unused, Byte };
    struct Piece {
        std::string text;
        float score = 0.0F;
        Kind kind = Kind::Normal;
    };
    std::vector<Piece> pieces;                     ///< by their numbers
    std::string unknownSurface = " \xE2\x81\x87 "; ///< how an unknown piece is decoded
    bool fallsBackToBytes = false;                 ///< characters that are no piece are bytes
    bool spaceIsBehind = false; ///< the space that is added stands at the end of a text

    std::string characterMap;       ///< a CharacterMap's bytes; empty: none
    bool addsSpace = true;          ///< before a text, so that its first word is as others are
    bool removesExtraSpaces = true; ///< at both ends, and beside another
    bool escapesSpaces = true;      ///< as "▁"
    bool hasDecodingMap = false;    ///< for decoded texts
};

/// Reads the bytes of one (Protocol Buffers, version 2, of which no more is understood than that).
/// Throws Error, which names the field, where they are damaged or split texts in another way than
/// by scores.
SentencePieceFile parseSentencePieces(std::string_view bytes);

} // namespace gf
