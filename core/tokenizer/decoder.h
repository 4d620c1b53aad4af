// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/fields.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// Makes of tokens the parts of a text.
using Decoder = std::function<std::vector<std::string>(std::vector<std::string> tokens)>;

/// Reads "decoder" of a tokenizer.json; null puts spaces between tokens. Throws Error.
Decoder decoderFrom(const Field& field);

Decoder byteLevelDecoder();
Decoder wordPieceDecoder(const std::string& inside = "##", bool cleansUp = true);

} // namespace gf
