// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/shape.h"
#include "core/tensor/token_merges.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// A part of a word: characters at first, tokens in the end.
struct WordPiece {
    std::string text;
    Index characters = 1;
    bool isNew = false; ///< the merge of its row has made it
};

/// A merge that was made in a word, wherever its pair stands there, and what there is after it.
struct WordMerge {
    Index rank = 0;         ///< its place in the list of merges, from 0
    std::int64_t count = 0; ///< how often its pair stood in the text that was learnt from
    std::vector<WordPiece> pieces;
};

/// How the characters of a word have become its tokens.
struct WordMerges {
    std::vector<WordPiece> characters;
    std::vector<WordMerge> merges; ///< in the order in which they are made
};

/// Byte pairs by the two tokens that become one.
class MergeTable {
public:
    explicit MergeTable(const TokenMerges& merges);

    /// Follows the encoder (Sennrich et al. 2016): of all pairs of neighbours the one that was
    /// learnt first becomes one, until none is left. `tokens` are those of one word; between two of
    /// them nothing has been merged.
    WordMerges of(std::span<const std::string> tokens) const;

private:
    /// A piece on its way, and to which token it belongs.
    struct Part {
        WordPiece piece;
        std::size_t token = 0;
    };
    Index rankOf(const Part& left, const Part& right) const; ///< −1: none

    std::map<std::pair<std::string, std::string>, Index> m_ranks;
    std::vector<std::int64_t> m_counts;
};

} // namespace gf
