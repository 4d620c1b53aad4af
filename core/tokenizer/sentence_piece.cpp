// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/sentence_piece.h"

#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/tokenizer/byte_tokens.h"
#include "core/tokenizer/piece.h"

#include <algorithm>
#include <limits>

namespace gf {

namespace {

constexpr std::string_view mark = "\xE2\x96\x81"; // "▁"
constexpr float penaltyOfUnknown = 10.0F;

/// A piece that the person who trained it wanted whole is worth more than any that were learnt; of
/// several ways with such pieces the one with fewer of them is best.
float scoreOfWanted(std::size_t bytes) {
    return static_cast<float>(0.1 * static_cast<double>(bytes - 1));
}

/// Bytes as characters; one that begins none is U+FFFD.
std::string textOfBytes(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        std::size_t length = 1;
        while (length <= 4 && !isUtf8(bytes.substr(0, length)))
            ++length;
        const bool isCharacter = length <= std::min<std::size_t>(4, bytes.size());
        text += isCharacter ? bytes.substr(0, length) : "\xEF\xBF\xBD";
        bytes.remove_prefix(isCharacter ? length : 1);
    }
    return text;
}

/// What str.strip() of Python takes away: four control characters are white space there.
bool isSpaceOfPython(char32_t c) {
    return isWhiteSpace(c) || (c >= 0x1C && c <= 0x1F);
}

} // namespace

SentencePieces::SentencePieces(SentencePieceFile file)
    : m_file(std::move(file)), m_space(m_file.escapesSpaces ? mark : " ") {
    if (!m_file.characterMap.empty())
        m_map = CharacterMap(m_file.characterMap);
    if (m_file.hasDecodingMap)
        throw Error(phrase("%1 is set, which this program does not read"), "denormalizer_spec");
    std::vector<ScoredTokens::Token> tokens, kept;
    float worst = std::numeric_limits<float>::max();
    for (const SentencePieceFile::Piece& piece : m_file.pieces) {
        m_kinds.emplace(piece.text, piece.kind);
        const bool isWanted = piece.kind == Kind::UserDefined;
        if (isWanted)
            kept.push_back({piece.text});
        if (piece.kind == Kind::Normal)
            worst = std::min(worst, piece.score);
        if (isWanted || piece.kind == Kind::Normal)
            tokens.push_back({piece.text, static_cast<std::int32_t>(&piece - m_file.pieces.data()),
                              isWanted ? scoreOfWanted(piece.text.size()) : piece.score});
    }
    const auto isUnknown = [](const SentencePieceFile::Piece& piece) {
        return piece.kind == Kind::Unknown;
    };
    if (!m_file.fallsBackToBytes && std::ranges::none_of(m_file.pieces, isUnknown))
        throw Error(phrase("no piece stands for what is unknown"));
    m_unknownScore = worst - penaltyOfUnknown;
    m_tokens = ScoredTokens(std::move(tokens));
    m_kept = ScoredTokens(std::move(kept));
    m_file.pieces.clear();
}

CharacterMap::Replaced SentencePieces::replacedAt(std::string_view text) const {
    if (const std::size_t kept = m_kept.longestAt(text))
        return {kept, text.substr(0, kept)};
    if (const auto replaced = m_map.longestAt(text))
        return *replaced;
    const std::string_view character = characterAt(text, 0).bytes;
    return {character.size(), character};
}

std::string SentencePieces::normalized(std::string_view text) const {
    const TextBudget budget(text.size());
    if (m_file.removesExtraSpaces)
        while (!text.empty()) {
            const CharacterMap::Replaced first = replacedAt(text);
            if (first.by != " ")
                break;
            text.remove_prefix(first.length);
        }
    std::string result;
    if (text.empty())
        return result;
    if (m_file.addsSpace && !m_file.spaceIsBehind)
        result = m_space;
    bool afterSpace = m_file.removesExtraSpaces;
    while (!text.empty()) {
        auto [length, by] = replacedAt(text);
        text.remove_prefix(length);
        if (afterSpace)
            by.remove_prefix(std::min(by.find_first_not_of(' '), by.size()));
        for (const char byte : by)
            if (byte == ' ')
                result += m_space;
            else
                result += byte;
        budget.requireRoom(result.size());
        if (!by.empty())
            afterSpace = m_file.removesExtraSpaces && by.ends_with(' ');
    }
    if (m_file.removesExtraSpaces)
        while (result.ends_with(m_space))
            result.resize(result.size() - m_space.size());
    if (m_file.addsSpace && m_file.spaceIsBehind)
        result += m_space;
    return result;
}

std::vector<std::string> SentencePieces::split(std::string_view text) const {
    const std::string whole = normalized(text);
    std::vector<std::string> pieces;
    bool afterUnknown = false;
    for (const ScoredTokens::Part& part : m_tokens.best<float>(whole, m_unknownScore)) {
        if (part.id)
            pieces.emplace_back(part.text);
        else if (m_file.fallsBackToBytes)
            for (const char byte : part.text)
                pieces.push_back(byteToken(static_cast<std::uint8_t>(byte)));
        else if (afterUnknown)
            pieces.back() += part.text;
        else
            pieces.emplace_back(part.text);
        afterUnknown = !part.id;
    }
    return pieces;
}

std::string SentencePieces::decoded(std::span<const std::string> pieces,
                                    const TextBudget& budget) const {
    std::string text, bytes;
    const auto flush = [&] {
        text += textOfBytes(bytes);
        bytes.clear();
    };
    bool begins = m_file.addsSpace || m_file.removesExtraSpaces; // a space here was added
    for (const std::string& piece : pieces) {
        const auto found = m_kinds.find(piece);
        const bool isKnown = found != m_kinds.end();
        const Kind kind = isKnown ? found->second : Kind::Normal;
        if (const std::optional<char> byte = byteOfToken(piece); kind == Kind::Byte && byte) {
            bytes += *byte;
            continue;
        }
        flush();
        begins = begins && text.empty();
        if (kind == Kind::Control)
            continue;
        std::string_view rest = kind == Kind::Unknown ? m_file.unknownSurface : piece;
        if (begins && isKnown && rest.starts_with(mark)) {
            rest.remove_prefix(mark.size());
            begins = m_file.removesExtraSpaces;
        }
        text += replaced(rest, rangesOf(rest, mark), " ", budget);
        budget.requireRoom(text.size());
    }
    flush();
    return text;
}

TokenDecoder SentencePieces::decoder(std::shared_ptr<const SentencePieces> pieces,
                                     std::unordered_set<std::string> special) {
    return {.parts =
                [pieces = std::move(pieces), special = std::move(special)](
                    const std::vector<std::string>& tokens, const TextBudget& budget) {
                    const std::span all(tokens);
                    std::string text;
                    std::size_t done = 0;
                    for (std::size_t i = 0; i < all.size(); ++i)
                        if (special.contains(all[i])) {
                            text += pieces->decoded(all.subspan(done, i - done), budget);
                            text += all[i] + " ";
                            done = i + 1;
                        }
                    text += pieces->decoded(all.subspan(done), budget);
                    return std::vector<std::string>{std::string(stripped(text, isSpaceOfPython))};
                },
            .joins = true};
}

} // namespace gf
