// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// Untrusted text made fit for one line of a message: in double quotes, control characters and
/// bytes that are not UTF-8 as \xNN, and an ellipsis after about 60 bytes.
std::string inQuotes(std::string_view text);

/// Whether all of `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool isUtf8(std::string_view text);

} // namespace gf
