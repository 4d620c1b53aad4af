// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/word_merges.h"

#include <algorithm>

namespace gf {

namespace {

/// The bytes of the character that begins with this one, of text that is UTF-8.
std::size_t bytesOf(char first) {
    const auto byte = static_cast<std::uint8_t>(first);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

template <class Parts> std::vector<WordPiece> piecesOf(const Parts& parts) {
    std::vector<WordPiece> pieces;
    for (const auto& part : parts)
        pieces.push_back(part.piece);
    return pieces;
}

} // namespace

MergeTable::MergeTable(const TokenMerges& merges) {
    for (const PairMerge& merge : merges) {
        m_ranks.emplace(std::pair(merge.left, merge.right), static_cast<Index>(m_counts.size()));
        m_counts.push_back(merge.count);
    }
}

Index MergeTable::rankOf(const Part& left, const Part& right) const {
    if (left.token != right.token)
        return -1;
    const auto found = m_ranks.find(std::pair(left.piece.text, right.piece.text));
    return found == m_ranks.end() ? -1 : found->second;
}

WordMerges MergeTable::of(std::span<const std::string> tokens) const {
    std::vector<Part> parts;
    for (std::size_t token = 0; token < tokens.size(); ++token)
        for (std::size_t at = 0; at < tokens[token].size();) {
            const std::size_t bytes = bytesOf(tokens[token][at]);
            parts.push_back({{tokens[token].substr(at, bytes)}, token});
            at += bytes;
        }
    WordMerges word{piecesOf(parts), {}};
    for (;;) {
        Index first = -1;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i)
            if (const Index rank = rankOf(parts[i], parts[i + 1]);
                rank >= 0 && (first < 0 || rank < first))
                first = rank;
        if (first < 0)
            return word;
        std::vector<Part> merged;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Part part = parts[i];
            part.piece.isNew = i + 1 < parts.size() && rankOf(parts[i], parts[i + 1]) == first;
            if (part.piece.isNew) {
                ++i;
                part.piece.text += parts[i].piece.text;
                part.piece.characters += parts[i].piece.characters;
            }
            merged.push_back(std::move(part));
        }
        parts = std::move(merged);
        word.merges.push_back({first, m_counts[static_cast<std::size_t>(first)], piecesOf(parts)});
    }
}

} // namespace gf
