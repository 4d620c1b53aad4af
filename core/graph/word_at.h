// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// The word at a place of a vocabulary or a sentence; where nobody knows it, its number, counted
/// from `first`.
inline std::string wordAt(const Tokens& words, Index at, Index first = 0) {
    return at < std::ssize(words) ? words[at] : std::to_string(at + first);
}

} // namespace gf
