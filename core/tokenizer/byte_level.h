// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

// GPT-2 writes the bytes of a text as characters that can be seen (Radford et al. 2019, the code
// published with it): printable ones of Latin-1 stand for themselves, the others follow from
// U+0100 on, so that " " is "Ġ".

/// Bytes as such characters.
std::string byteLevel(std::string_view bytes);
/// Back again; a text with a character that stands for no byte stays as it is.
std::string fromByteLevel(std::string_view text);

} // namespace gf
