// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gf {

// Bytes as text, for formats that hold text alone (RFC 4648, section 4).

std::string toBase64(std::string_view bytes);
/// Back again; nothing where the text is none of these.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace gf
