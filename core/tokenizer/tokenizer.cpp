// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer.h"

#include "core/io/utf8.h"

namespace gf {

namespace {

void requireUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); at += characterAt(text, at).bytes.size()) {
    }
}

} // namespace

EncodedText Tokenizer::encode(std::string_view text, bool withSpecial) const {
    requireUtf8(text);
    const TextBudget budget(text.size());
    std::vector<Piece> pieces = m_parts.added.split(text, m_parts.normalizer, budget);
    m_parts.preTokenizer(pieces, budget);
    std::vector<std::int32_t> ids;
    RepeatedWords words(ids);
    for (const Piece& piece : pieces)
        if (piece.token)
            ids.push_back(*piece.token);
        else
            words.add(piece.text, m_parts.word);

    EncodedText result;
    const TextFrame frame = withSpecial ? m_parts.frame : TextFrame();
    for (const TextFrame::Item& item : frame.items) {
        const std::vector<std::int32_t>& added = item.isText ? ids : item.ids;
        result.ids.insert(result.ids.end(), added.begin(), added.end());
        result.types.insert(result.types.end(), added.size(), item.type);
    }
    return result;
}

std::vector<std::string> Tokenizer::tokensOf(std::span<const std::int32_t> ids,
                                             bool withSpecial) const {
    std::vector<std::string> tokens;
    for (const std::int32_t id : ids)
        if (m_parts.ids->has(id) && (withSpecial || !m_parts.added.isSpecial(id)))
            tokens.push_back(m_parts.ids->tokenOf(id));
    return tokens;
}

std::string Tokenizer::textOf(std::vector<std::string> tokens) const {
    std::size_t bytes = 0;
    for (const std::string& token : tokens)
        bytes += token.size();
    std::string text;
    for (const std::string& part : m_parts.decoder.parts(std::move(tokens), TextBudget(bytes)))
        text += part;
    return text;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool withSpecial) const {
    return textOf(tokensOf(ids, withSpecial));
}

std::string Tokenizer::decodeBeginning(std::span<const std::int32_t> ids) const {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    if (!m_parts.decoder.growsAtTheEnd)
        return {};
    std::vector<std::string> tokens = tokensOf(ids, false);
    tokens.resize(beforeLastBytes(tokens));
    std::string text = textOf(std::move(tokens));
    while (text.ends_with(replacement)) // it may be a character that is not whole yet
        text.resize(text.size() - replacement.size());
    return text;
}

} // namespace gf
