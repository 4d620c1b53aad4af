// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sequence.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <string>

namespace gf {

namespace {

/// The word of an id; where nobody knows the vocabulary the id itself.
std::string word(const Vocabulary* vocabulary, TokenId id) {
    static constexpr std::string_view special[] = {"<pad>", "<sos>", "<eos>", "<unk>"};
    if (vocabulary)
        return vocabulary->token(id);
    if (id < specialTokens)
        return std::string(special[id]);
    return std::to_string(id);
}

} // namespace

void checkSequence(std::string_view what, std::span<const TokenId> ids, Index vocabulary,
                   Index room) {
    const std::string name(what);
    for (const TokenId id : ids) {
        if (id < 0 || id >= vocabulary)
            throw Error("the " + name + " has token id " + std::to_string(id) +
                        ", but the model's vocabulary has the ids " + std::to_string(unkId) +
                        " to " + std::to_string(vocabulary - 1));
        if (id < unkId)
            throw Error(
                "the " + name + " has token id " + std::to_string(id) +
                ", a special token; leave the special tokens 0, 1 and 2 out, they are added "
                "where they belong");
    }
    if (static_cast<Index>(ids.size()) > room)
        throw Error("the " + name + " has " + counted(ids.size(), "token") +
                    ", but the model's max_length has room for " + std::to_string(room) +
                    " beside the special tokens and the padding; shorten it");
}

Tokens wordsOf(const Vocabulary* vocabulary, std::span<const TokenId> ids) {
    Tokens words;
    for (const TokenId id : ids)
        words.push_back(word(vocabulary, id));
    return words;
}

} // namespace gf
