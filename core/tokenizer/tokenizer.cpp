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
    std::vector<Piece> pieces = m_parts.added.split(text, m_parts.normalizer);
    m_parts.preTokenizer(pieces);
    std::vector<std::int32_t> ids;
    for (const Piece& piece : pieces)
        if (piece.token)
            ids.push_back(*piece.token);
        else
            m_parts.word(piece.text, ids);

    EncodedText result;
    const TextFrame frame = withSpecial ? m_parts.frame : TextFrame();
    for (const TextFrame::Item& item : frame.items) {
        const std::vector<std::int32_t>& added = item.isText ? ids : item.ids;
        result.ids.insert(result.ids.end(), added.begin(), added.end());
        result.types.insert(result.types.end(), added.size(), item.type);
    }
    return result;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, bool withSpecial) const {
    std::vector<std::string> tokens;
    for (const std::int32_t id : ids)
        if (m_parts.ids->has(id) && (withSpecial || !m_parts.added.isSpecial(id)))
            tokens.push_back(m_parts.ids->tokenOf(id));
    std::string text;
    for (const std::string& part : m_parts.decoder(std::move(tokens)))
        text += part;
    return text;
}

} // namespace gf
