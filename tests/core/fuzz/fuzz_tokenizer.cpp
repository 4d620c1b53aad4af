// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/core/fuzz/fuzz.h"

#include <cstdlib>

namespace gf::fuzz_tokenizer {

/// Any bytes are read as a tokenizer.json or refused with an Error; what was read gives a type for
/// each number, and numbers that are those of tokens.
int runOne(const std::uint8_t* data, std::size_t size) {
    try {
        const Tokenizer tokenizer = parseTokenizer({reinterpret_cast<const char*>(data), size});
        const EncodedText encoded = tokenizer.encode("a b, c\xC3\xA4 a", false);
        if (encoded.ids.size() != encoded.types.size())
            std::abort();
        for (const std::int32_t id : encoded.ids)
            if (!tokenizer.ids().has(id))
                std::abort();
        (void)tokenizer.decode(encoded.ids, true);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> seeds() {
    return {R"({"added_tokens": [{"id": 3, "content": "<s>", "special": true, "lstrip": true}],
                "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"},
                    {"type": "Replace", "pattern": {"String": " "}, "content": "_"}]},
                "pre_tokenizer": {"type": "Split", "pattern": {"Regex": "a+"},
                                  "behavior": "Isolated", "invert": false},
                "post_processor": {"type": "TemplateProcessing",
                    "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
                               {"Sequence": {"id": "A", "type_id": 1}}],
                    "special_tokens": {"<s>": {"id": "<s>", "ids": [3], "tokens": ["<s>"]}}},
                "decoder": {"type": "ByteLevel"},
                "model": {"type": "BPE", "unk_token": "?", "fuse_unk": true, "byte_fallback": true,
                          "vocab": {"a": 0, "b": 1, "ab": 2, "?": 4},
                          "merges": [["a", "b"]]}})",
            R"({"normalizer": {"type": "BertNormalizer", "lowercase": true},
                "pre_tokenizer": {"type": "BertPreTokenizer"},
                "post_processor": {"type": "BertProcessing", "sep": ["b", 1], "cls": ["a", 0]},
                "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
                "model": {"type": "WordPiece", "unk_token": "?", "max_input_chars_per_word": 5,
                          "vocab": {"a": 0, "b": 1, "##b": 2, "?": 3}}})"};
}

std::vector<std::string> words() {
    return {"\"type\"",
            "\"Sequence\"",
            "\"Split\"",
            "\"ByteLevel\"",
            "\"Metaspace\"",
            "\"Digits\"",
            "\"Lowercase\"",
            "\"Regex\"",
            "\"String\"",
            "\"content\"",
            "\"vocab\"",
            "\"merges\"",
            "null",
            "(?:",
            ")*",
            "\\\\p{L}",
            "[^"};
}

} // namespace gf::fuzz_tokenizer
