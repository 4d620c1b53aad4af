// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/memory.h"

#include "core/platform/win32.h"

#include <limits>
#include <malloc.h>

namespace gf {

void* allocateAligned(std::size_t alignment, std::size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void freeAligned(void* address) {
    _aligned_free(address);
}

void adviseHugePages(void*, std::size_t) {}

std::int64_t availableMemory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? static_cast<std::int64_t>(status.ullAvailPhys) : 0;
}

std::size_t stackLimit() {
    return std::numeric_limits<std::size_t>::max(); // as it was linked
}

void keepFreedMemory() {}

void giveBackFreedMemory() {}

} // namespace gf
