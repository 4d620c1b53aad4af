// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/threads.h"

#include "core/platform/win32.h"

namespace gf {

void workInBackground() {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

void sleepWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    auto* const address = const_cast<std::atomic<std::uint32_t>*>(&value); // is only read
    while (value.load(std::memory_order_acquire) == old)
        WaitOnAddress(address, &old, sizeof old, INFINITE);
}

void wakeSleepers(std::atomic<std::uint32_t>& value) {
    WakeByAddressAll(&value);
}

} // namespace gf
