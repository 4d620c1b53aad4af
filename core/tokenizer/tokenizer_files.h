// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace gf {

/// The contents of a folder's files that say how its tokenizer works, by their names: texts, and
/// the bytes of SentencePiece's.
using TokenizerFiles = std::map<std::string, std::string>;

/// What these files are called.
struct TokenizerFileName {
    const char* name;
    bool standsBeside; ///< a tokenizer.json, which says itself what the others say
};
inline constexpr TokenizerFileName tokenizerFileNames[] = {
    {"tokenizer.json", true},    {"tokenizer_config.json", true},
    {"added_tokens.json", true}, {"special_tokens_map.json", true},
    {"vocab.txt", false},        {"vocab.json", false},
    {"merges.txt", false},       {"spiece.model", false},
    {"source.spm", false},       {"target.spm", false},
    {"target_vocab.json", false}};

/// What the texts are that a tokenizer reads, for models whose sources and targets are split by
/// files of their own, as Marian's are. All others read both in one way.
enum class TextSide { Source, Target };

} // namespace gf
