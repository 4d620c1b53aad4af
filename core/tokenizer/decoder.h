// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/json_field.h"
#include "core/tokenizer/metaspace.h"
#include "core/tokenizer/text_budget.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// Makes of tokens the parts of a text.
struct TokenDecoder {
    std::function<std::vector<std::string>(std::vector<std::string> tokens,
                                           const TextBudget& budget)>
        parts;
    /// What it makes of the first tokens is how the whole text begins, but for bytes at the end
    /// that are not a character yet.
    bool growsAtTheEnd = true;
    bool joins = false; ///< there is one part, of all tokens
};

/// How many of the tokens come before those at the end that each stand for one byte, "<0x0A>":
/// whether these are characters says only what follows.
std::size_t beforeLastBytes(const std::vector<std::string>& tokens);

/// Reads "decoder" of a tokenizer.json; null puts spaces between tokens. Throws Error.
TokenDecoder decoderFrom(const Field& field);

TokenDecoder byteLevelDecoder();
/// Marks are spaces, but for that which was put before the text.
TokenDecoder metaspaceDecoder(const Metaspace& metaspace = {});
TokenDecoder wordPieceDecoder(const std::string& inside = "##", bool cleansUp = true);

} // namespace gf
