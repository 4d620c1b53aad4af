// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/json_field.h"
#include "core/tokenizer/piece.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// Splits a text into what becomes tokens one by one, words as a rule.
using PreTokenizer = std::function<void(std::vector<Piece>& pieces, const TextBudget& budget)>;

/// Reads "pre_tokenizer" of a tokenizer.json; null splits nothing. Throws Error.
PreTokenizer preTokenizerFrom(const Field& field);

/// As of BERT: at white space, which goes, and each punctuation mark by itself.
PreTokenizer bertPreTokenizer();
/// As of T5: at white space, which goes, with a mark before each word.
PreTokenizer markedWordsPreTokenizer();
/// As of GPT-2: by its regular expression where it is wanted, in bytes as characters.
PreTokenizer byteLevelPreTokenizer(bool addsPrefixSpace, bool usesRegex = true);

} // namespace gf
