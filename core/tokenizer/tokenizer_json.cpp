// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/tokenizer_json.h"

#include "core/tokenizer/pair_words.h"

#include <nlohmann/json.hpp>

namespace gf {

std::string tokenizerJson(std::span<const std::string> tokens, std::span<const PairMerge> merges,
                          std::string_view unknown) {
    using nlohmann::ordered_json;
    ordered_json words = ordered_json::object();
    for (std::size_t id = 0; id < tokens.size(); ++id)
        words.push_back(ordered_json::object_t::value_type(tokens[id], id));
    ordered_json pairs = ordered_json::array();
    for (const PairMerge& merge : merges)
        pairs.push_back(ordered_json::array({merge.left, merge.right}));
    const ordered_json file = {
        {"version", "1.0"},
        {"truncation", nullptr},
        {"padding", nullptr},
        {"added_tokens", ordered_json::array()},
        {"normalizer", nullptr},
        {"pre_tokenizer",
         {{"type", "Split"},
          {"pattern", {{"Regex", pairWordsPattern()}}},
          {"behavior", "Isolated"},
          {"invert", false}}},
        {"post_processor", nullptr},
        {"decoder", {{"type", "Fuse"}}},
        {"model",
         {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", unknown},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"ignore_merges", false},
          {"vocab", std::move(words)},
          {"merges", std::move(pairs)}}},
    };
    return file.dump(1) + '\n';
}

} // namespace gf
