// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/token_ids.h"

#include <memory>

namespace gf {

/// WordPiece (Wu et al. 2016): a word as the longest pieces of the vocabulary, from left to right.
struct WordPiece {
    std::shared_ptr<const TokenIds> ids;
    std::int32_t unknown = 0;  ///< for a word that cannot be written, all of it
    std::string inside = "##"; ///< before a piece that does not begin its word
    std::size_t longest = 100; ///< in characters: a longer word is unknown

    void write(std::string_view word, std::vector<std::int32_t>& result) const;
};

/// Reads "model" of a tokenizer.json. Throws Error.
WordPiece wordPieceFrom(const Field& field, std::shared_ptr<const TokenIds> ids);

} // namespace gf
