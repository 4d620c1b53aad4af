// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/word_piece.h"

#include "core/io/utf8.h"

namespace gf {

namespace {

/// Where the characters of a word begin, and its end.
std::vector<std::size_t> boundaries(std::string_view word) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < word.size(); at += characterAt(word, at).bytes.size())
        places.push_back(at);
    places.push_back(word.size());
    return places;
}

} // namespace

void WordPiece::write(std::string_view word, std::vector<std::int32_t>& result) const {
    const std::vector<std::size_t> places = boundaries(word);
    const std::size_t characters = places.size() - 1;
    const std::size_t before = result.size();
    std::size_t first = characters > longest ? characters + 1 : 0;
    while (first < characters) {
        const std::string prefix = first == 0 ? "" : inside;
        std::size_t last = characters;
        std::optional<std::int32_t> id;
        for (; last > first && !id; --last)
            id = ids->idOf(prefix +
                           std::string(word.substr(places[first], places[last] - places[first])));
        if (!id)
            break;
        result.push_back(*id);
        first = last + 1;
    }
    if (first != characters) {
        result.resize(before);
        result.push_back(unknown);
    }
}

WordPiece wordPieceFrom(const Field& field, std::shared_ptr<const TokenIds> ids) {
    WordPiece model;
    const Field unknown = field.at("unk_token");
    const std::optional<std::int32_t> id = ids->idOf(unknown.text("[UNK]"));
    if (!id)
        unknown.refuse("a token of model.vocab");
    model.unknown = *id;
    model.inside = field.at("continuing_subword_prefix").text(model.inside);
    model.longest =
        static_cast<std::size_t>(field.at("max_input_chars_per_word").count(1'000'000, 100));
    model.ids = std::move(ids);
    return model;
}

} // namespace gf
