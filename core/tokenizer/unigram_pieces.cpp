// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/unigram_pieces.h"

#include "core/io/quote.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>

namespace gf {

namespace {

/// How much less than the worst token an unknown character is worth.
constexpr double unknownPenalty = 10.0;

std::vector<ScoredTokens::Token> tokensOf(const TokenIds& ids, const std::vector<double>& scores) {
    std::vector<ScoredTokens::Token> tokens;
    for (std::int32_t id = 0; id < ids.size(); ++id)
        if (!ids.tokenOf(id).empty())
            tokens.push_back({ids.tokenOf(id), id, scores[id]});
    return tokens;
}

} // namespace

// ---- The best way to write a text --------------------------------------------------------------

ScoredTokens::ScoredTokens(std::vector<Token> tokens) {
    constexpr std::size_t mostNodes = 8'000'000;
    std::ranges::sort(tokens, {}, &Token::text);
    m_tokens.reserve(tokens.size());
    for (const Token& token : tokens)
        m_tokens.push_back({token.id, token.score});

    /// Tokens that begin with the bytes that lead to a node.
    struct Alike {
        std::size_t first = 0, end = 0, bytes = 0;
    };
    std::vector<Alike> alike = {{0, tokens.size(), 0}};
    m_nodes.emplace_back();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        auto [first, end, bytes] = alike[i];
        if (first < end && tokens[first].text.size() == bytes)
            m_nodes[i].token = static_cast<std::int32_t>(first++);
        m_nodes[i].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        while (first < end) {
            const char byte = tokens[first].text[bytes];
            const std::size_t begin = first;
            while (first < end && tokens[first].text[bytes] == byte)
                ++first;
            ++m_nodes[i].children;
            m_nodes.push_back({.byte = static_cast<std::uint8_t>(byte)});
            alike.push_back({begin, first, bytes + 1});
        }
        if (m_nodes.size() > mostNodes)
            throw Error(phrase("the tokens have more than %1 bytes, those with which several begin "
                               "counted once"),
                        mostNodes);
    }
}

const ScoredTokens::Node* ScoredTokens::childOf(const Node& node, std::uint8_t byte) const {
    const std::span children(m_nodes.data() + node.firstChild, node.children);
    const auto found = std::ranges::lower_bound(children, byte, {}, &Node::byte);
    return found != children.end() && found->byte == byte ? &*found : nullptr;
}

template <class Score>
std::vector<ScoredTokens::Part> ScoredTokens::best(std::string_view text, double unknown) const {
    /// The best way to write the text up to a byte: its sum, and its last part.
    struct End {
        Score sum = 0;
        std::optional<std::size_t> begin;
        std::optional<std::int32_t> id;
    };
    std::vector<End> ends(text.size() + 1);
    const auto consider = [&](std::size_t begin, std::size_t end, std::optional<std::int32_t> id,
                              double score) {
        const Score sum = static_cast<Score>(score) + ends[begin].sum;
        if (!ends[end].begin || sum > ends[end].sum)
            ends[end] = {sum, begin, id};
    };
    std::size_t reached = 0; ///< the last byte up to which a way is known
    for (std::size_t begin = 0; begin < text.size();) {
        if constexpr (std::is_same_v<Score, float>) {
            // As SentencePiece does, so that the sums of long texts stay exact enough.
            constexpr float mostSum = 100'000;
            if (const float sum = ends[begin].sum; sum < -mostSum || sum > mostSum)
                for (std::size_t end = begin; end <= reached; ++end)
                    if (end == begin || ends[end].begin)
                        ends[end].sum -= sum;
        }
        const std::size_t next = begin + characterAt(text, begin).bytes.size();
        bool isToken = false; // the character by itself
        const Node* node = m_nodes.data();
        for (std::size_t end = begin; end < text.size();) {
            node = childOf(*node, static_cast<std::uint8_t>(text[end++]));
            if (!node)
                break;
            if (node->token < 0)
                continue;
            const Scored& token = m_tokens[node->token];
            consider(begin, end, token.id, token.score);
            isToken = isToken || end == next;
            reached = std::max(reached, end);
        }
        if (!isToken)
            consider(begin, next, std::nullopt, unknown);
        reached = std::max(reached, next);
        begin = next;
    }
    std::vector<Part> parts;
    for (std::size_t end = text.size(); end > 0; end = *ends[end].begin)
        parts.push_back({text.substr(*ends[end].begin, end - *ends[end].begin), ends[end].id});
    std::ranges::reverse(parts);
    return parts;
}

template std::vector<ScoredTokens::Part> ScoredTokens::best<float>(std::string_view, double) const;
template std::vector<ScoredTokens::Part> ScoredTokens::best<double>(std::string_view, double) const;

std::size_t ScoredTokens::longestAt(std::string_view text) const {
    std::size_t longest = 0;
    const Node* node = m_nodes.data();
    for (std::size_t end = 0; end < text.size();) {
        node = childOf(*node, static_cast<std::uint8_t>(text[end++]));
        if (!node)
            break;
        if (node->token >= 0)
            longest = end;
    }
    return longest;
}

// ---- "Unigram" of a tokenizer.json -------------------------------------------------------------

Unigram::Unigram(std::shared_ptr<const TokenIds> ids, const std::vector<double>& scores,
                 std::optional<std::int32_t> unknown, bool fallsBackToBytes)
    : m_ids(std::move(ids)), m_unknown(unknown), m_tokens(tokensOf(*m_ids, scores)),
      m_unknownScore(std::ranges::min(scores) - unknownPenalty) {
    if (fallsBackToBytes)
        m_bytes.emplace(*m_ids);
}

void Unigram::writeOther(std::string_view text, std::vector<std::int32_t>& result) const {
    if (const std::optional<std::int32_t> id = m_ids->idOf(text))
        result.push_back(*id);
    else if (!m_bytes || !m_bytes->add(text, result))
        result.push_back(*m_unknown);
}

void Unigram::write(std::string_view text, std::vector<std::int32_t>& result) const {
    std::size_t at = 0;
    std::size_t other = 0; // where unknown characters begin that are not written yet
    const auto writeOthers = [&] {
        if (other < at)
            writeOther(text.substr(other, at - other), result);
    };
    for (const ScoredTokens::Part& part : m_tokens.best<double>(text, m_unknownScore)) {
        if (!part.id && !m_unknown)
            throw Error(phrase("the vocabulary has no token for %1, and none for what is unknown"),
                        inQuotes(part.text));
        // A text may have the unknown token's own name.
        if (part.id.has_value() && part.id != m_unknown) {
            writeOthers();
            result.push_back(*part.id);
            other = at + part.text.size();
        }
        at += part.text.size();
    }
    writeOthers();
}

TokenIds scoredIdsFrom(const Field& vocabulary) {
    TokenIds ids;
    for (const Field& token : vocabulary.items()) {
        const std::vector<Field> parts = token.items();
        if (parts.size() != 2)
            token.refuse("[\"a\", -1.5]");
        ids.add(parts[0].text(), ids.size());
    }
    return ids;
}

Unigram unigramFrom(const Field& model, std::shared_ptr<const TokenIds> ids) {
    const Field vocabulary = model.at("vocab");
    std::vector<double> scores;
    for (const Field& token : vocabulary.items()) {
        const Field score = token.items()[1];
        if (!score.json().is_number())
            score.refuse("-1.5");
        scores.push_back(score.json().get<double>());
    }
    if (scores.empty())
        vocabulary.refuse("[[\"<unk>\", 0], …]");
    const Field unknown = model.at("unk_id");
    std::optional<std::int32_t> id;
    if (!unknown.isNull())
        id = unknown.count(ids->size() - 1);
    return {std::move(ids), scores, id, model.at("byte_fallback").flag(false)};
}

} // namespace gf
