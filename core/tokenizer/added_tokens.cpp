// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/added_tokens.h"

#include "core/io/utf8.h"
#include "core/tokenizer/token_ids.h"

#include <algorithm>

namespace gf {

namespace {

/// The character that ends at a byte of a text, inside of it.
Character characterBefore(std::string_view text, std::size_t end) {
    std::size_t at = end - 1;
    while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
        --at;
    return characterAt(text, at);
}

bool standsAlone(std::string_view text, const TextRange& range) {
    if (range.begin > 0 && isWordCharacter(characterBefore(text, range.begin).codePoint))
        return false;
    return range.end == text.size() || !isWordCharacter(characterAt(text, range.end).codePoint);
}

std::size_t withSpaceBefore(std::string_view text, std::size_t begin, std::size_t least) {
    while (begin > least) {
        const Character before = characterBefore(text, begin);
        if (!isWhiteSpace(before.codePoint))
            break;
        begin -= before.bytes.size();
    }
    return begin;
}

std::size_t withSpaceBehind(std::string_view text, std::size_t end) {
    while (end < text.size()) {
        const Character next = characterAt(text, end);
        if (!isWhiteSpace(next.codePoint))
            break;
        end += next.bytes.size();
    }
    return end;
}

} // namespace

AddedToken addedTokenFrom(const Field& field) {
    AddedToken token;
    token.content = field.at("content").text();
    if (token.content.empty())
        field.at("content").refuse("\"…\"");
    token.id = field.at("id").count(TokenIds::mostIds - 1);
    token.singleWord = field.at("single_word").flag(false);
    token.takesLeft = field.at("lstrip").flag(false);
    token.takesRight = field.at("rstrip").flag(false);
    token.special = field.at("special").flag(false);
    token.normalized = field.at("normalized").flag(!token.special);
    return token;
}

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const Normalizer& normalizer)
    : m_tokens(std::move(tokens)) {
    for (const AddedToken& token : m_tokens) {
        const std::string text = token.normalized ? normalizer(token.content) : token.content;
        if (!text.empty())
            (token.normalized ? m_normalized : m_raw).push_back({text, token});
    }
    const auto isLonger = [](const Wanted& a, const Wanted& b) {
        return a.text.size() > b.text.size();
    };
    std::ranges::stable_sort(m_raw, isLonger);
    std::ranges::stable_sort(m_normalized, isLonger);
}

bool AddedTokens::isSpecial(std::int32_t id) const {
    return std::ranges::any_of(
        m_tokens, [&](const AddedToken& token) { return token.id == id && token.special; });
}

std::vector<Piece> AddedTokens::cut(const Piece& piece, const std::vector<Wanted>& wanted) {
    const std::string_view text = piece.text;
    std::vector<Piece> pieces;
    std::size_t done = 0; // bytes that lie in pieces
    const auto add = [&](std::size_t end, std::optional<std::int32_t> token) {
        if (end > done)
            pieces.push_back(
                {std::string(text.substr(done, end - done)), piece.beginsText && done == 0, token});
        done = end;
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto found = std::ranges::find_if(
            wanted, [&](const Wanted& each) { return text.substr(at).starts_with(each.text); });
        if (found == wanted.end()) {
            ++at;
            continue;
        }
        const TextRange range{at, at + found->text.size()};
        at = range.end;
        if (found->token.singleWord && !standsAlone(text, range))
            continue;
        add(found->token.takesLeft ? withSpaceBefore(text, range.begin, done)
                                   : std::max(range.begin, done),
            std::nullopt);
        add(found->token.takesRight ? withSpaceBehind(text, range.end) : range.end,
            found->token.id);
    }
    add(text.size(), std::nullopt);
    return pieces;
}

std::vector<Piece> AddedTokens::split(std::string_view text, const Normalizer& normalizer) const {
    std::vector<Piece> pieces;
    if (text.empty())
        return pieces;
    for (Piece& piece : cut({std::string(text), true}, m_raw)) {
        if (piece.token) {
            pieces.push_back(std::move(piece));
            continue;
        }
        piece.text = normalizer(std::move(piece.text));
        for (Piece& part : cut(piece, m_normalized))
            pieces.push_back(std::move(part));
    }
    return pieces;
}

} // namespace gf
