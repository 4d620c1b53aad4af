// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/character_map.h"
#include "core/tokenizer/json_field.h"
#include "core/tokenizer/unicode.h"

#include <functional>
#include <string>

namespace gf {

/// What is done to a text before anything else: one spelling for what is the same.
using Normalizer = std::function<std::string(std::string text, const TextBudget& budget)>;

/// How BERT's tokenizer cleans a text (Devlin et al. 2019, the code published with it).
struct BertCleaning {
    bool cleanText = true; ///< control characters go, and each white space is " "
    bool spacesAroundChinese = true;
    bool stripAccents = true;
    bool lowercase = true;
};
std::string cleaned(std::string_view text, const BertCleaning& how);

/// As "Precompiled" of a tokenizer.json does it: what people take for a character is replaced by
/// what stands for its shortest beginning in the map, where it has less than six bytes; otherwise
/// each character is by itself.
Normalizer mapNormalizer(CharacterMap map);

/// Reads "normalizer" of a tokenizer.json; null leaves texts as they are. Throws Error.
Normalizer normalizerFrom(const Field& field);

/// What a pattern of a file, {"String": …} or {"Regex": …}, matches in a text.
using FindRanges =
    std::function<std::vector<TextRange>(std::string_view text, const TextBudget& budget)>;
FindRanges patternFrom(const Field& field);

} // namespace gf
