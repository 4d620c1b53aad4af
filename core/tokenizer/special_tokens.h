// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/token_ids.h"

#include <cstdint>
#include <vector>

namespace gf {

/// What stands around a text that a model reads: special tokens, and the type of each token.
struct TextFrame {
    struct Item {
        std::vector<std::int32_t> ids; ///< of special tokens; none: here the text stands
        std::int32_t type = 0;
        bool isText = false;
    };
    std::vector<Item> items = {{{}, 0, true}};
};

/// Reads "post_processor" of a tokenizer.json, for a single text; null adds nothing. Throws Error.
TextFrame textFrameFrom(const Field& field);

/// [CLS] text [SEP], <s> text </s>.
TextFrame framedBy(std::int32_t before, std::int32_t behind);

} // namespace gf
