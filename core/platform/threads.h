// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace gf {

/// Lets the thread that calls it, and on Linux those that it starts from then on, give way to the
/// window's thread where both want the same core. Does nothing where the system knows no such order
/// of threads.
void workInBackground();

/// Sleeps until `value` is no longer `old`; a change has to be followed by wakeSleepers(). What
/// std::atomic::wait() does, which in GCC's library sleeps on without Linux's futex where the
/// change comes while it is falling asleep.
void sleepWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old);

/// Wakes all threads that sleep until `value` is another.
void wakeSleepers(std::atomic<std::uint32_t>& value);

} // namespace gf
