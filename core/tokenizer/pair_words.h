// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

// Where our own byte-pair encoding cuts a text before pairs are merged: a merge never crosses two
// words. As in GPT-2 (Radford et al. 2019, the code published with it) a word is a run of letters,
// of digits or of other signs, with the one space before it, or a run of white space. Unlike there
// what is a letter follows from a table of our own and not from a version of Unicode, so that a
// saved run reads a text the same everywhere: it is whatever is neither white space nor a digit
// from 0 to 9 nor a sign of the table. The apostrophe is a sign.

/// The words of a text, none of them empty; one after the other they are the text. Throws Error
/// where it is not UTF-8.
std::vector<std::string_view> pairWordsOf(std::string_view text);

/// The same rule as a regular expression for ICU and Oniguruma, whose matches are the words.
std::string pairWordsPattern();

} // namespace gf
