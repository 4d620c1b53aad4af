// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace gf::test {

/// Whether whole lists are tested where a part is usual: `scripts/test.sh --all`.
inline bool wantsWholeLists() {
    return std::getenv("GLASSFORMER_TEST_ALL") != nullptr;
}

} // namespace gf::test
