// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/decoder.h"
#include "core/tokenizer/pre_tokenizer.h"
#include "core/tokenizer/special_ids.h"
#include "core/tokenizer/special_tokens.h"
#include "core/tokenizer/token_ids.h"
#include "core/tokenizer/tokenizer_files.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A text as a model reads it: a number for each token, and of which kind each is (token types).
struct EncodedText {
    std::vector<std::int32_t> ids;
    std::vector<std::int32_t> types;
};

/// Text to the numbers of tokens and back, as the tokenizer of an opened model does it: normalized,
/// split into words, the words into tokens, special tokens around it.
class Tokenizer {
public:
    struct Parts {
        std::shared_ptr<const TokenIds> ids; ///< those of added tokens too
        AddedTokens added;
        Normalizer normalizer;
        PreTokenizer preTokenizer;
        SplitWord word;
        TextFrame frame;
        TokenDecoder decoder;
        SpecialIds special;
    };
    explicit Tokenizer(Parts parts) : m_parts(std::move(parts)) {}

    const TokenIds& ids() const { return *m_parts.ids; }
    const SpecialIds& special() const { return m_parts.special; }

    /// Throws Error for text that is not UTF-8, and where the file wants more of it than a
    /// TextBudget has.
    EncodedText encode(std::string_view text, bool withSpecial = true) const;
    /// The text of tokens; special ones are left out unless they are wanted. Numbers that are none
    /// of a token are passed over.
    std::string decode(std::span<const std::int32_t> ids, bool withSpecial = false) const;
    /// How the text of these tokens and of any that may follow them begins: decode() but for what
    /// following tokens can still change.
    std::string decodeBeginning(std::span<const std::int32_t> ids) const;

private:
    std::vector<std::string> tokensOf(std::span<const std::int32_t> ids, bool withSpecial) const;
    std::string textOf(std::vector<std::string> tokens) const;

    Parts m_parts;
};

/// Reads the tokenizer of a folder as `save_pretrained` writes it: tokenizer.json, or vocab.txt
/// (BERT's), or vocab.json with merges.txt (GPT-2's and RoBERTa's), or spiece.model (T5's), or
/// vocab.json with source.spm and target.spm (Marian's); which tokens are special stands in
/// tokenizer_config.json and special_tokens_map.json. Throws Error, which names file and field, for
/// what is damaged and what is not read here. A path of a file is that of a tokenizer.json.
Tokenizer readTokenizer(const std::string& path, TextSide side = TextSide::Source);

/// Those that readTokenizer() would read; of a folder without a tokenizer at most some that stand
/// beside one.
TokenizerFiles tokenizerFilesOf(const std::string& folder);
/// Whether a tokenizer is among them.
bool haveTokenizer(const TokenizerFiles& files);

/// readTokenizer() of such texts.
Tokenizer parseTokenizer(const TokenizerFiles& files, TextSide side = TextSide::Source);

/// The same of a tokenizer.json alone; its Error names the field.
Tokenizer parseTokenizer(std::string_view json);

} // namespace gf
