// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdlib>

namespace gf::test {

/// Whether whole lists are tested where a part is usual: `scripts/test.sh --all`.
inline bool wantsWholeLists() {
    return std::getenv("GLASSFORMER_TEST_ALL") != nullptr;
}

/// Whether case `index` of a list is tried: with whole lists each is, else one of `share`, from
/// `first` on.
inline bool isTried(std::size_t index, std::size_t share, std::size_t first = 0) {
    return wantsWholeLists() || index % share == first % share;
}

} // namespace gf::test
