// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace gf {

/// Memory at a multiple of `alignment`, a power of two; `bytes` is a multiple of it. Null where
/// there is none.
void* allocateAligned(std::size_t alignment, std::size_t bytes);
void freeAligned(void* address);
/// Asks the system for huge pages under a large buffer, where it has them: a page fault costs more
/// than the arithmetic on a page.
void adviseHugePages(void* address, std::size_t bytes);

/// Bytes of memory that this machine can give a program now without swapping; 0 where it does not
/// say.
std::int64_t availableMemory();

/// Bytes that the stack of this process may have, and that of each of its threads; the largest
/// number there is where nothing limits it.
std::size_t stackLimit();

/// Lets the allocator keep what is freed. Traces of the same sizes come and go thirty times a
/// second; given back to the system each time, their memory takes longer to get again than the
/// model takes to run. For the whole process, before its first thread. Does nothing with other C
/// libraries than glibc.
void keepFreedMemory();

/// Gives the system back what was freed and kept. For the moments in which something large was
/// dropped; takes milliseconds. Does nothing with other C libraries than glibc.
void giveBackFreedMemory();

} // namespace gf
