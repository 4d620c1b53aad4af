// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/fields.h"

#include <functional>
#include <string>
#include <vector>

namespace gf {

/// Makes of tokens the parts of a text.
using TokenDecoder = std::function<std::vector<std::string>(std::vector<std::string> tokens)>;

/// Reads "decoder" of a tokenizer.json; null puts spaces between tokens. Throws Error.
TokenDecoder decoderFrom(const Field& field);

TokenDecoder byteLevelDecoder();
TokenDecoder wordPieceDecoder(const std::string& inside = "##", bool cleansUp = true);

} // namespace gf
