// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/character_map.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

namespace gf {

namespace {

constexpr std::uint32_t isText = 1U << 31; ///< the other bits are the place of a text

std::uint32_t labelOf(std::uint32_t node) {
    return node & (isText | 0xFF);
}

bool hasText(std::uint32_t node) {
    return ((node >> 8) & 1) != 0;
}

/// Large ones are multiples of 256.
std::uint32_t offsetOf(std::uint32_t node) {
    return (node >> 10) << ((node & (1U << 9)) >> 6);
}

std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
        word |= std::uint32_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    return word;
}

} // namespace

CharacterMap::CharacterMap(std::string_view bytes) {
    constexpr std::size_t word = 4;
    const std::size_t size = bytes.size() < word ? 0 : wordAt(bytes, 0);
    if (size < word || size % word != 0 || size > bytes.size() - word)
        throw Error(phrase("the character map has %1 bytes, and says that its tree has %2"),
                    bytes.size(), size);
    for (std::size_t at = word; at < word + size; at += word)
        m_nodes.push_back(wordAt(bytes, at));
    m_texts = bytes.substr(word + size);
    if (!isUtf8(m_texts))
        throw Error(phrase("the texts of the character map are not UTF-8"));
    for (const std::uint32_t node : m_nodes) {
        const std::size_t place = node & ~isText;
        const bool begins =
            place < m_texts.size() && (static_cast<unsigned char>(m_texts[place]) & 0xC0) != 0x80;
        if ((node & isText) != 0 && !begins)
            throw Error(phrase("the character map points to byte %1 of its texts, where none "
                               "begins"),
                        place);
    }
}

template <class Visit>
void CharacterMap::forEachReplaced(std::string_view text, const Visit& visit) const {
    if (m_nodes.empty())
        return;
    std::size_t place = offsetOf(m_nodes[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t byte = static_cast<std::uint8_t>(text[i]);
        place ^= byte;
        if (place >= m_nodes.size() || labelOf(m_nodes[place]) != byte)
            return;
        const bool ends = hasText(m_nodes[place]);
        place ^= offsetOf(m_nodes[place]);
        if (!ends)
            continue;
        if (place >= m_nodes.size() || (m_nodes[place] & isText) == 0)
            return;
        const std::string_view rest = std::string_view(m_texts).substr(m_nodes[place] & ~isText);
        if (!visit(Replaced{i + 1, rest.substr(0, rest.find('\0'))}))
            return;
    }
}

std::optional<CharacterMap::Replaced> CharacterMap::longestAt(std::string_view text) const {
    constexpr std::size_t longest = 4096; ///< bytes: a damaged tree goes in a circle
    std::optional<Replaced> found;
    forEachReplaced(text.substr(0, longest), [&](const Replaced& replaced) {
        found = replaced;
        return true;
    });
    return found;
}

std::optional<CharacterMap::Replaced> CharacterMap::shortestAt(std::string_view text) const {
    std::optional<Replaced> found;
    forEachReplaced(text.substr(0, text.find('\0')), [&](const Replaced& replaced) {
        found = replaced;
        return false;
    });
    return found;
}

} // namespace gf
