// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/aligned_buffer.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace gf {

void adviseHugePages([[maybe_unused]] void* address, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    madvise(address, bytes, MADV_HUGEPAGE); // advice only: failing changes nothing but speed
#endif
}

} // namespace gf
