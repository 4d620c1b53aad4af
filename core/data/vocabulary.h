// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"
#include "core/tokenizer/learn_pairs.h"
#include "core/tokenizer/special_ids.h"
#include "core/tokenizer/tokenizer_files.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gf {

class BytePairs;
class Tokenizer;

using TokenId = std::int32_t;

/// The special tokens have the first ids of every vocabulary of ours.
inline constexpr TokenId padId = 0; ///< <pad>: filler, never attended to, never in the loss
inline constexpr TokenId sosId = 1; ///< <sos>: what the decoder sees first
inline constexpr TokenId eosId = 2; ///< <eos>: the end of every sequence
inline constexpr TokenId unkId = 3; ///< <unk>: whatever the vocabulary does not have
inline constexpr Index specialTokens = 4;

/// How they are written: "<pad>", "<sos>", "<eos>" and "<unk>"; empty where `id` is none of them.
std::string_view specialToken(TokenId id);
/// Whether `token` is how one of them is written.
bool isSpecialToken(std::string_view token);

/// The token of a hidden character, in the vocabularies of models that fill such in.
inline constexpr std::string_view maskToken = "<mask>";

/// Splits text into tokens: Unicode characters, words between white space, byte pairs, which are
/// learnt from a text (learnBytePairs), or numbers: digits that stand together are one token, and
/// every other character is one.
enum class Tokenization { Characters, Words, BytePairs, Numbers };

/// How it is called in files and options: "characters", "words", "bpe", "numbers".
std::string_view nameOf(Tokenization tokenization);
/// The way back; nothing where it is none.
std::optional<Tokenization> tokenizationNamed(std::string_view name);

/// Throws Error naming the byte offset when `text` is not valid UTF-8. Byte pairs are the matter of
/// a vocabulary: here they are the characters that they are made of.
std::vector<std::string> tokenize(std::string_view text, Tokenization tokenization);

/// A fixed list of tokens; an id is a place in it.
class Vocabulary {
public:
    /// The special tokens and then `tokens` (distinct, without the special ones; a programmer's
    /// promise, unlike in fromList).
    Vocabulary(std::vector<std::string> tokens, Tokenization tokenization);

    /// From the whole list as saved in a file, special tokens first; throws Error when it is not so
    /// or when a token comes twice.
    /// `merges` are those of byte pairs.
    static Vocabulary fromList(std::vector<std::string> all, Tokenization tokenization,
                               TokenMerges merges = {});

    /// Of byte pairs: the characters, and what each merge makes, in this order.
    explicit Vocabulary(LearntPairs learnt);
    /// Byte pairs as they were learnt, the first first; empty where tokens are something else.
    const TokenMerges& merges() const;
    /// The same, to be kept; null where tokens are something else.
    std::shared_ptr<const TokenMerges> sharedMerges() const { return m_merges; }

    /// Of an opened model: `size` tokens, those of the tokenizer as people read them (" the"), and
    /// "#id" for numbers that it does not have. A tokenizer may have more: a text that has such a
    /// token is refused. Throws Error as parseTokenizer() does, and where every text has such.
    Vocabulary(TokenizerFiles files, Index size, TextSide side = TextSide::Source);
    /// What it was made of; null where it is a vocabulary of our own.
    const TokenizerFiles* tokenizerFiles() const { return m_files.get(); }

    /// That of an opened model; null where it is a vocabulary of our own.
    const Tokenizer* tokenizer() const { return m_tokenizer.get(); }
    /// The same of a decoder that reads this token before every text (encodeFramed).
    Vocabulary startingWith(TokenId start) const;
    /// Its tokens that have a task of their own. One of ours has the four above, and `<mask>` where
    /// characters can be hidden; that of an opened model those of its tokenizer.
    const SpecialIds& special() const { return m_special; }
    /// The token that ends an answer; an opened model need have none.
    std::optional<TokenId> end() const { return m_special.end; }
    /// Text to ids as a model reads it, with the special tokens that a tokenizer puts around it,
    /// and the start of a decoder. Throws Error as encode().
    std::vector<TokenId> encodeFramed(std::string_view text) const;

    Index size() const { return static_cast<Index>(m_tokens->size()); }
    Tokenization tokenization() const { return m_tokenization; }
    const std::vector<std::string>& tokens() const { return *m_tokens; }
    std::shared_ptr<const std::vector<std::string>> shared() const { return m_tokens; }

    /// What stands for a hidden token, where any can be hidden.
    std::optional<TokenId> mask() const { return m_special.mask; }
    /// How a person writes a hidden character: "_", or "<mask>" where "_" is one of the characters;
    /// "<mask>" is read in any case. Empty where none can be hidden.
    std::string_view maskText() const;

    /// Where tokens are numbers: "=", after which a decoder's answer begins. What stands before it
    /// is a question that nothing foretells, so its tokens are read and are no labels.
    std::optional<TokenId> question() const;

    /// The id of a token, `unkId` when it is not here.
    TokenId id(std::string_view token) const;
    /// Text to ids, without special tokens: words that look like one ("<eos>") are unknown, as is
    /// all that the vocabulary does not have. Throws Error for invalid UTF-8, as tokenize(), and
    /// for a token of the tokenizer that the opened model does not have.
    std::vector<TokenId> encode(std::string_view text) const;
    /// What of a text becomes `<unk>`, each once and in its order: tokens, or of byte pairs, which
    /// nobody knows by sight, characters.
    std::vector<std::string> unknownIn(std::string_view text) const;
    /// Ids to text; special tokens are left out, `<unk>` and ids past the end become "\uFFFD", a
    /// hidden character maskText().
    /// Stops at `<eos>`. Words are joined with one space.
    std::string decode(const std::vector<TokenId>& ids) const;
    /// How decode() of these and of whatever follows them begins, for a text that is being written:
    /// tokens of an opened model may be parts of a character.
    std::string decodeBeginning(const std::vector<TokenId>& ids) const;
    /// The label of one id for axes and messages; "#id" past the end.
    std::string token(TokenId id) const;

private:
    std::vector<TokenId> encodeOpened(std::string_view text, bool framed) const;
    void encodePiece(std::string_view text, std::vector<TokenId>& ids) const;
    void encodePairs(std::string_view text, std::vector<TokenId>& ids) const;
    void setMerges(TokenMerges merges);

    /// Lets the map be asked with a view, without a string made for each question.
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view token) const {
            return std::hash<std::string_view>{}(token);
        }
    };

    std::shared_ptr<const std::vector<std::string>> m_tokens;
    std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> m_ids;
    Tokenization m_tokenization;
    SpecialIds m_special;
    std::optional<TokenId> m_start;
    std::shared_ptr<const TokenizerFiles> m_files;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::shared_ptr<const TokenMerges> m_merges;
    std::shared_ptr<const BytePairs> m_pairs; ///< what applies them
};

} // namespace gf
