// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/vocabulary.h"

#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tokenizer/byte_pairs.h"
#include "core/tokenizer/pair_words.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

namespace gf {

namespace {

constexpr std::array<std::string_view, specialTokens> specialNames = {"<pad>", "<sos>", "<eos>",
                                                                      "<unk>"};
constexpr std::array<std::string_view, 4> tokenizationNames = {"characters", "words", "bpe",
                                                               "numbers"};
constexpr std::string_view shortMask = "_";              ///< as long as what it hides
constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD

template <class Visit> void forEachNumber(std::string_view text, Visit visit) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
        const std::string_view token =
            end > at ? text.substr(at, end - at) : characterAt(text, at).bytes;
        visit(token);
        at += token.size();
    }
}

/// Calls `visit` with a view of each token of `text`.
template <class Visit>
void forEachToken(std::string_view text, Tokenization tokenization, Visit visit) {
    if (tokenization == Tokenization::Numbers)
        return forEachNumber(text, visit);
    std::size_t wordBegin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        const std::size_t next = at + character.bytes.size();
        if (tokenization != Tokenization::Words) {
            visit(character.bytes);
        } else if (isWhiteSpace(character.codePoint)) {
            if (at > wordBegin)
                visit(text.substr(wordBegin, at - wordBegin));
            wordBegin = next;
        }
        at = next;
    }
    if (tokenization == Tokenization::Words && wordBegin < text.size())
        visit(text.substr(wordBegin));
}

std::vector<std::string> withSpecials(std::vector<std::string> tokens) {
    tokens.insert(tokens.begin(), specialNames.begin(), specialNames.end());
    return tokens;
}

/// The token of each character and of each merge, once.
std::vector<std::string> tokensOf(const LearntPairs& learnt) {
    std::vector<std::string> tokens = learnt.characters;
    std::set<std::string> known(tokens.begin(), tokens.end());
    for (const PairMerge& merge : learnt.merges)
        if (std::string token = merge.joined(); known.insert(token).second)
            tokens.push_back(std::move(token));
    return tokens;
}

/// Whether tokenize() could have made this token: one character, or one word.
bool isOneToken(std::string_view token, Tokenization tokenization) {
    if (token == maskToken || tokenization == Tokenization::BytePairs)
        return true;
    std::size_t count = 0;
    std::size_t bytes = 0;
    forEachToken(token, tokenization, [&](std::string_view part) {
        ++count;
        bytes += part.size();
    });
    return count == 1 && bytes == token.size();
}

} // namespace

std::string_view nameOf(Tokenization tokenization) {
    return tokenizationNames[static_cast<std::size_t>(tokenization)];
}

std::optional<Tokenization> tokenizationNamed(std::string_view name) {
    const auto found = std::ranges::find(tokenizationNames, name);
    if (found == tokenizationNames.end())
        return std::nullopt;
    return static_cast<Tokenization>(found - tokenizationNames.begin());
}

std::string_view specialToken(TokenId id) {
    return id >= 0 && id < specialTokens ? specialNames[static_cast<std::size_t>(id)]
                                         : std::string_view();
}

bool isSpecialToken(std::string_view token) {
    return std::find(specialNames.begin(), specialNames.end(), token) != specialNames.end();
}

std::vector<std::string> tokenize(std::string_view text, Tokenization tokenization) {
    std::vector<std::string> tokens;
    forEachToken(text, tokenization, [&](std::string_view token) { tokens.emplace_back(token); });
    return tokens;
}

Vocabulary::Vocabulary(std::vector<std::string> tokens, Tokenization tokenization)
    : m_tokens(std::make_shared<const std::vector<std::string>>(withSpecials(std::move(tokens)))),
      m_tokenization(tokenization), m_special{.padding = padId,
                                              .begin = sosId,
                                              .end = eosId,
                                              .unknown = unkId} {
    m_ids.reserve(m_tokens->size());
    for (const std::string& token : *m_tokens)
        m_ids.emplace(token, static_cast<TokenId>(m_ids.size()));
    assert(m_ids.size() == m_tokens->size());
    // Where tokens are words, it is one like the others.
    if (const auto mask = m_ids.find(maskToken);
        tokenization == Tokenization::Characters && mask != m_ids.end())
        m_special.mask = mask->second;
}

namespace {

/// A token as people read it: " the" for "Ġthe" and "▁the"; what is a part of a character stays.
std::string readable(const Tokenizer& tokenizer, std::int32_t id) {
    constexpr std::string_view metaspace = "\u2581";
    const std::string& token = tokenizer.ids().tokenOf(id);
    if (token.starts_with(metaspace))
        return " " + token.substr(metaspace.size());
    const bool isPlain =
        std::ranges::all_of(token, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (isPlain)
        return token;
    const std::int32_t one[] = {id};
    std::string text = tokenizer.decode(one, true);
    return text.empty() || text.find(replacement) != std::string::npos ? token : text;
}

/// Those of a tokenizer that a model of `size` tokens has.
SpecialIds within(SpecialIds special, Index size) {
    for (std::optional<std::int32_t>* id :
         {&special.padding, &special.begin, &special.end, &special.unknown, &special.mask,
          &special.classification, &special.separator})
        if (id->has_value() && **id >= size)
            id->reset();
    return special;
}

} // namespace

Vocabulary::Vocabulary(TokenizerFiles files, Index size, TextSide side)
    : m_tokenization(Tokenization::Characters),
      m_files(std::make_shared<const TokenizerFiles>(std::move(files))),
      m_tokenizer(std::make_shared<const Tokenizer>(parseTokenizer(*m_files, side))) {
    std::vector<std::string> tokens;
    for (std::int32_t id = 0; id < size; ++id)
        tokens.push_back(m_tokenizer->ids().has(id) ? readable(*m_tokenizer, id)
                                                    : "#" + std::to_string(id));
    for (std::string& token : tokens)
        if (token.empty())
            token = "#" + std::to_string(&token - tokens.data());
    m_tokens = std::make_shared<const std::vector<std::string>>(std::move(tokens));
    m_special = within(m_tokenizer->special(), size);
    encodeOpened({}, true); // what stands around every text
}

/// Tokens may have been added to a tokenizer for which the model has no rows.
std::vector<TokenId> Vocabulary::encodeOpened(std::string_view text, bool framed) const {
    std::vector<TokenId> ids = m_tokenizer->encode(text, framed).ids;
    const auto beyond = std::ranges::find_if(ids, [this](TokenId id) { return id >= size(); });
    if (beyond != ids.end())
        throw Error(phrase("the token %1 has the number %2 in the tokenizer; the model has %3, "
                           "numbers 0 to %4"),
                    inQuotes(m_tokenizer->ids().tokenOf(*beyond)), *beyond,
                    counted(size(), noun::tokens), size() - 1);
    return ids;
}

std::vector<TokenId> Vocabulary::encodeFramed(std::string_view text) const {
    std::vector<TokenId> ids = m_tokenizer ? encodeOpened(text, true) : encode(text);
    if (m_start)
        ids.insert(ids.begin(), *m_start);
    return ids;
}

Vocabulary Vocabulary::startingWith(TokenId start) const {
    Vocabulary same = *this;
    same.m_start = start;
    return same;
}

Vocabulary::Vocabulary(LearntPairs learnt) : Vocabulary(tokensOf(learnt), Tokenization::BytePairs) {
    setMerges(std::move(learnt.merges));
}

void Vocabulary::setMerges(TokenMerges merges) {
    // Special tokens are none of a text: only what follows them is there for it.
    TokenIds ids;
    for (Index id = specialTokens; id < size(); ++id)
        ids.add((*m_tokens)[id], static_cast<TokenId>(id));
    BytePairs::Options options;
    options.unknown = unkId;
    std::vector<std::pair<std::string, std::string>> pairs;
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const PairMerge& merge : merges) {
        if (!seen.emplace(merge.left, merge.right).second)
            throw Error(phrase("the merge of %1 and %2 comes twice"), inQuotes(merge.left),
                        inQuotes(merge.right));
        pairs.emplace_back(merge.left, merge.right);
    }
    m_pairs = std::make_shared<const BytePairs>(std::make_shared<const TokenIds>(std::move(ids)),
                                                options, pairs);
    m_merges = std::make_shared<const TokenMerges>(std::move(merges));
}

const TokenMerges& Vocabulary::merges() const {
    static const TokenMerges none;
    return m_merges ? *m_merges : none;
}

Vocabulary Vocabulary::fromList(std::vector<std::string> all, Tokenization tokenization,
                                TokenMerges merges) {
    for (std::size_t i = 0; i < specialNames.size(); ++i)
        if (i >= all.size() || all[i] != specialNames[i])
            throw Error(
                i < all.size()
                    ? phrase("The vocabulary must begin with <pad>, <sos>, <eos> and <unk>, "
                             "but entry %1 is %2.")
                    : phrase("The vocabulary must begin with <pad>, <sos>, <eos> and <unk>, "
                             "but entry %1 is missing."),
                i, i < all.size() ? inQuotes(all[i]) : "");
    std::vector<std::string> tokens(std::make_move_iterator(all.begin() + specialTokens),
                                    std::make_move_iterator(all.end()));
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < specialNames.size(); ++i)
        seen.emplace(specialNames[i], i);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t id = i + specialNames.size();
        constexpr Phrase entry = phrase("Entry %1 of the vocabulary: %2");
        try {
            if (!isOneToken(tokens[i], tokenization))
                throw Error(tokenization == Tokenization::Words
                                ? phrase("%1 is not one word without white space.")
                            : tokenization == Tokenization::Numbers
                                ? phrase("%1 is not one number and not one character.")
                                : phrase("%1 is not one character."),
                            inQuotes(tokens[i]));
        } catch (const Error& error) {
            throw Error(entry, id, error.sentence());
        }
        if (const auto [first, isNew] = seen.emplace(tokens[i], id); !isNew)
            throw Error(entry, id,
                        Sentence(phrase("%1 is already entry %2; every token may come once."),
                                 inQuotes(tokens[i]), first->second));
    }
    Vocabulary vocabulary(std::move(tokens), tokenization);
    if (tokenization == Tokenization::BytePairs)
        vocabulary.setMerges(std::move(merges));
    return vocabulary;
}

TokenId Vocabulary::id(std::string_view token) const {
    if (m_tokenizer)
        return m_tokenizer->ids().idOf(token).value_or(m_special.unknown.value_or(0));
    const auto found = m_ids.find(token);
    return found == m_ids.end() ? unkId : found->second;
}

std::optional<TokenId> Vocabulary::question() const {
    const auto found = m_ids.find("=");
    const bool asks = m_tokenization == Tokenization::Numbers && found != m_ids.end();
    return asks ? std::optional(found->second) : std::nullopt;
}

std::string_view Vocabulary::maskText() const {
    if (!mask())
        return {};
    if (m_tokenizer)
        return m_tokenizer->ids().tokenOf(*mask());
    return m_ids.contains(shortMask) ? maskToken : shortMask;
}

void Vocabulary::encodePairs(std::string_view text, std::vector<TokenId>& ids) const {
    RepeatedWords words(ids);
    for (const std::string_view word : pairWordsOf(text))
        words.add(word, [this](std::string_view each, std::vector<TokenId>& to) {
            m_pairs->write(each, to);
        });
}

void Vocabulary::encodePiece(std::string_view text, std::vector<TokenId>& ids) const {
    if (m_pairs)
        return encodePairs(text, ids);
    const std::string_view hidden = maskText();
    forEachToken(text, m_tokenization, [&](std::string_view token) {
        const TokenId found = mask() && token == hidden ? *mask() : id(token);
        ids.push_back(found < specialTokens ? unkId : found);
    });
}

std::vector<TokenId> Vocabulary::encode(std::string_view text) const {
    if (m_tokenizer)
        return encodeOpened(text, false);
    std::vector<TokenId> ids;
    while (mask()) {
        const std::size_t at = text.find(maskToken);
        if (at == std::string_view::npos)
            break;
        encodePiece(text.substr(0, at), ids);
        ids.push_back(*mask());
        text.remove_prefix(at + maskToken.size());
    }
    encodePiece(text, ids);
    return ids;
}

std::vector<std::string> Vocabulary::unknownIn(std::string_view text) const {
    std::vector<std::string> unknown;
    if (m_tokenizer)
        return unknown;
    const std::vector<std::string> tokens = tokenize(text, m_tokenization);
    std::vector<TokenId> ids;
    if (m_pairs)
        for (const std::string& character : tokens)
            ids.push_back(id(character));
    else
        ids = encode(text);
    for (std::size_t i = 0; i < ids.size() && i < tokens.size(); ++i)
        if (ids[i] == unkId && std::ranges::find(unknown, tokens[i]) == unknown.end())
            unknown.push_back(tokens[i]);
    return unknown;
}

std::string Vocabulary::decode(const std::vector<TokenId>& ids) const {
    if (m_tokenizer)
        return m_tokenizer->decode(ids);
    std::string text;
    for (const TokenId id : ids) {
        if (id == eosId)
            break;
        if (id == padId || id == sosId)
            continue;
        if (m_tokenization == Tokenization::Words && !text.empty())
            text += ' ';
        if (id == unkId || id < 0 || id >= size())
            text += replacement;
        else if (id == mask())
            text += maskText();
        else
            text += (*m_tokens)[id];
    }
    return text;
}

std::string Vocabulary::decodeBeginning(const std::vector<TokenId>& ids) const {
    return m_tokenizer ? m_tokenizer->decodeBeginning(ids) : decode(ids);
}

std::string Vocabulary::token(TokenId id) const {
    if (id < 0 || id >= size())
        return "#" + std::to_string(id);
    return (*m_tokens)[id];
}

} // namespace gf
