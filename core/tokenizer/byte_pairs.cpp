// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/byte_pairs.h"

#include "core/io/quote.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <map>

namespace gf {

namespace {

std::uint64_t keyOf(std::int32_t left, std::int32_t right) {
    return (std::uint64_t{static_cast<std::uint32_t>(left)} << 32) |
           static_cast<std::uint32_t>(right);
}

/// Places in a word. They are found from left to right as a rule, and so are they taken: a long
/// word needs no heap of them.
class Places {
public:
    void add(std::int32_t place) {
        m_sorted = m_sorted && (isEmpty() || m_places.back() <= place);
        m_places.push_back(place);
    }
    bool isEmpty() const { return m_taken == m_places.size(); }
    std::int32_t takeLeftmost() {
        if (!m_sorted)
            std::sort(m_places.begin() + static_cast<std::ptrdiff_t>(m_taken), m_places.end());
        m_sorted = true;
        return m_places[m_taken++];
    }

private:
    std::vector<std::int32_t> m_places;
    std::size_t m_taken = 0;
    bool m_sorted = true;
};

/// "a b" or ["a", "b"].
std::pair<std::string, std::string> mergeFrom(const Field& field) {
    if (!field.isText()) {
        const std::vector<Field> parts = field.items();
        if (parts.size() != 2)
            field.refuse("[\"a\", \"b\"]");
        return {parts[0].text(), parts[1].text()};
    }
    const std::string text = field.text();
    const std::size_t space = text.find(' ');
    if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
        field.refuse("\"a b\"");
    return {text.substr(0, space), text.substr(space + 1)};
}

} // namespace

BytePairs::BytePairs(std::shared_ptr<const TokenIds> ids, Options options,
                     const std::vector<std::pair<std::string, std::string>>& merges)
    : m_ids(std::move(ids)), m_options(std::move(options)), m_bytes(*m_ids) {
    const auto idOf = [&](const std::string& token) {
        const std::optional<std::int32_t> id = m_ids->idOf(token);
        if (!id)
            throw Error(phrase("a merge needs the token %1, which the vocabulary lacks"),
                        inQuotes(token));
        return *id;
    };
    for (const auto& [left, right] : merges) {
        const std::string added =
            right.starts_with(m_options.inside) ? right.substr(m_options.inside.size()) : right;
        const Merge merge{static_cast<std::int32_t>(m_merges.size()), idOf(left + added)};
        m_merges.insert_or_assign(keyOf(idOf(left), idOf(right)), merge);
    }
}

std::vector<std::int32_t> BytePairs::charactersOf(std::string_view word) const {
    std::vector<std::int32_t> symbols;
    bool afterUnknown = false;
    for (std::size_t at = 0; at < word.size();) {
        const std::string_view character = characterAt(word, at).bytes;
        std::string token = (at == 0 ? "" : m_options.inside) + std::string(character);
        at += character.size();
        if (at == word.size())
            token += m_options.atEnd;
        if (const std::optional<std::int32_t> id = m_ids->idOf(token)) {
            symbols.push_back(*id);
            afterUnknown = false;
        } else if (m_options.fallsBackToBytes && m_bytes.add(token, symbols)) {
            afterUnknown = false;
        } else if (m_options.unknown && !(afterUnknown && m_options.fusesUnknown)) {
            symbols.push_back(*m_options.unknown);
            afterUnknown = true;
        }
    }
    return symbols;
}

const BytePairs::Merge* BytePairs::mergeOf(std::int32_t left, std::int32_t right) const {
    const auto found = m_merges.find(keyOf(left, right));
    return found == m_merges.end() ? nullptr : &found->second;
}

void BytePairs::merge(std::vector<std::int32_t>& symbols) const {
    // The symbols that are left, as a list: where each one's neighbours stand.
    constexpr std::int32_t gone = -1;
    const auto count = static_cast<std::int32_t>(symbols.size());
    std::vector<std::int32_t> next(symbols.size()), previous(symbols.size());
    for (std::int32_t i = 0; i < count; ++i) {
        next[i] = i + 1;
        previous[i] = i - 1;
    }
    const auto at = [](auto& list, std::int32_t i) -> auto& {
        return list[i];
    };

    // Where it could be done, by the rank of the merge: that learnt earliest is done first.
    std::map<std::int32_t, Places> places;
    const auto consider = [&](std::int32_t i) {
        if (i < 0 || at(next, i) >= count)
            return;
        if (const Merge* const found = mergeOf(at(symbols, i), at(symbols, at(next, i))))
            places[found->rank].add(i);
    };
    for (std::int32_t i = 0; i < count; ++i)
        consider(i);

    while (!places.empty()) {
        const auto first = places.begin();
        if (first->second.isEmpty()) {
            places.erase(first);
            continue;
        }
        const std::int32_t i = first->second.takeLeftmost();
        const std::int32_t right = at(symbols, i) == gone ? count : at(next, i);
        if (right >= count)
            continue;
        const Merge* const now = mergeOf(at(symbols, i), at(symbols, right));
        if (!now || now->rank != first->first)
            continue; // one of the two has become another since
        at(symbols, i) = now->becomes;
        at(symbols, right) = gone;
        at(next, i) = at(next, right);
        if (at(next, i) < count)
            at(previous, at(next, i)) = i;
        consider(at(previous, i));
        consider(i);
    }
    std::erase(symbols, gone);
}

void BytePairs::write(std::string_view word, std::vector<std::int32_t>& result) const {
    if (m_options.ignoresMerges)
        if (const std::optional<std::int32_t> whole = m_ids->idOf(word)) {
            result.push_back(*whole);
            return;
        }
    std::vector<std::int32_t> symbols = charactersOf(word);
    merge(symbols);
    result.insert(result.end(), symbols.begin(), symbols.end());
}

BytePairs bytePairsFrom(const Field& field, std::shared_ptr<const TokenIds> ids) {
    const Field dropout = field.at("dropout");
    if (!dropout.isNull() && dropout.json() != 0)
        dropout.refuse("null");
    BytePairs::Options options;
    if (const Field unknown = field.at("unk_token"); !unknown.isNull()) {
        options.unknown = ids->idOf(unknown.text());
        if (!options.unknown)
            unknown.refuse("a token of model.vocab");
    }
    options.inside = field.at("continuing_subword_prefix").text("");
    options.atEnd = field.at("end_of_word_suffix").text("");
    options.fusesUnknown = field.at("fuse_unk").flag(false);
    options.fallsBackToBytes = field.at("byte_fallback").flag(false);
    options.ignoresMerges = field.at("ignore_merges").flag(false);
    std::vector<std::pair<std::string, std::string>> merges;
    for (const Field& merge : field.at("merges").items())
        merges.push_back(mergeFrom(merge));
    return {std::move(ids), std::move(options), merges};
}

} // namespace gf
