// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf {

/// One merge of byte pairs: the two tokens became one, and stood beside each other so often in the
/// text that they were learnt from.
struct TokenMerge {
    std::string left;
    std::string right;
    std::int64_t count = 0;
};

/// All merges of a vocabulary, in the order in which they were learnt.
using TokenMerges = std::vector<TokenMerge>;

} // namespace gf
