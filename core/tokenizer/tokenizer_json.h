// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/learn_pairs.h"

#include <span>
#include <string>
#include <string_view>

namespace gf {

/// Byte pairs of our own as a tokenizer.json, which readTokenizer() and the Python package
/// `tokenizers` read: `tokens` by their numbers, `unknown` the one for what they lack. Special
/// tokens among them are tokens that no text has: whoever reads it puts them there by number.
std::string tokenizerJson(std::span<const std::string> tokens, std::span<const PairMerge> merges,
                          std::string_view unknown);

} // namespace gf
