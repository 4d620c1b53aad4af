// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf {

/// A merge of byte pairs: from then on the two tokens are one where they stand beside each other.
struct PairMerge {
    std::string left;
    std::string right;
    std::int64_t count = 0; ///< how often they stood so in the text when they were merged

    std::string joined() const { return left + right; }

    friend bool operator==(const PairMerge&, const PairMerge&) = default;
};

/// In the order in which they were learnt.
using TokenMerges = std::vector<PairMerge>;

} // namespace gf
