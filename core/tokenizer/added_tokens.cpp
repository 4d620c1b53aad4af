// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/added_tokens.h"

#include "core/io/utf8.h"
#include "core/tokenizer/token_ids.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace gf {

namespace {

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
    token.singleWord = field.at("single_word").flag(false);
    token.takesLeft = field.at("lstrip").flag(false);
    token.takesRight = field.at("rstrip").flag(false);
    token.special = field.at("special").flag(false);
    token.normalized = field.at("normalized").flag(!token.special);
    return token;
}

AddedTokens::AddedTokens(const std::vector<AddedToken>& tokens, const Normalizer& normalizer) {
    std::vector<Wanted> raw, normalized;
    for (const AddedToken& token : tokens) {
        if (token.special)
            m_special.insert(token.id);
        const std::string text = token.normalized
                                     ? normalizer(token.content, TextBudget(token.content.size()))
                                     : token.content;
        if (!text.empty())
            (token.normalized ? normalized : raw).push_back({text, token});
    }
    m_raw = Index(std::move(raw));
    m_normalized = Index(std::move(normalized));
}

AddedTokens::Index::Index(std::vector<Wanted> wanted) : m_wanted(std::move(wanted)) {
    std::ranges::stable_sort(m_wanted, {}, &Wanted::text);
    const auto repeated = std::ranges::unique(m_wanted, {}, &Wanted::text);
    m_wanted.erase(repeated.begin(), repeated.end());
    for (const Wanted& each : m_wanted)
        ++m_first[static_cast<std::uint8_t>(each.text[0]) + 1];
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
}

const AddedTokens::Wanted* AddedTokens::Index::longestAt(std::string_view text) const {
    const auto first = static_cast<std::uint8_t>(text[0]);
    std::span<const Wanted> left(m_wanted.begin() + m_first[first],
                                 m_wanted.begin() + m_first[first + 1]);
    const Wanted* longest = nullptr;
    // Those that are left begin with as many bytes of the text, and the shortest is the first.
    for (std::size_t length = 1; !left.empty(); ++length) {
        if (left.front().text.size() == length) {
            longest = &left.front();
            left = left.subspan(1);
        }
        if (length == text.size())
            break;
        const auto byte = [&](const Wanted& each) {
            return static_cast<std::uint8_t>(each.text[length]);
        };
        const auto alike =
            std::ranges::equal_range(left, static_cast<std::uint8_t>(text[length]), {}, byte);
        left = std::span<const Wanted>(alike.begin(), alike.end());
    }
    return longest;
}

std::vector<Piece> AddedTokens::cut(const Piece& piece, const Index& wanted) {
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
        const Wanted* const found = wanted.longestAt(text.substr(at));
        if (!found) {
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

std::vector<Piece> AddedTokens::split(std::string_view text, const Normalizer& normalizer,
                                      const TextBudget& budget) const {
    std::vector<Piece> pieces;
    if (text.empty())
        return pieces;
    std::size_t bytes = 0;
    for (Piece& piece : cut({std::string(text), true}, m_raw)) {
        if (piece.token) {
            pieces.push_back(std::move(piece));
            continue;
        }
        piece.text = normalizer(std::move(piece.text), budget);
        budget.requireRoom(bytes += piece.text.size());
        for (Piece& part : cut(piece, m_normalized))
            pieces.push_back(std::move(part));
    }
    return pieces;
}

} // namespace gf
