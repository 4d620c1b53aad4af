// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/memory.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>

#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gf {

void* allocateAligned(std::size_t alignment, std::size_t bytes) {
    return std::aligned_alloc(alignment, bytes);
}

void freeAligned(void* address) {
    std::free(address);
}

void adviseHugePages([[maybe_unused]] void* address, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    ::madvise(address, bytes, MADV_HUGEPAGE); // advice only: failing changes nothing but speed
#endif
}

std::int64_t availableMemory() {
    // "MemAvailable:   12345678 kB": free memory and caches that would be given up (proc(5)).
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kibibytes = 0;
    for (std::string line; file >> name >> kibibytes; std::getline(file, line))
        if (name == "MemAvailable:")
            return kibibytes * 1024;
    return 0;
}

std::size_t stackLimit() {
    struct rlimit limit {};
    const bool known = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return known ? limit.rlim_cur : std::numeric_limits<std::size_t>::max();
}

void keepFreedMemory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
    ::mallopt(M_TRIM_THRESHOLD, 64 * mebibyte);
#endif
}

void giveBackFreedMemory() {
#ifdef __GLIBC__
    ::malloc_trim(0); // of every arena
#endif
}

} // namespace gf
