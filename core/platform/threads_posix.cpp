// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/threads.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace gf {

void workInBackground() {
#ifdef __linux__
    // On Linux this is a matter of the thread, not of the process. A third of the weight: enough
    // for the window to come first, and other programs do not starve the training.
    constexpr int nicer = 5;
    ::setpriority(PRIO_PROCESS, 0, nicer);
#endif
}

void sleepWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    value.wait(old, std::memory_order_acquire);
}

void wakeSleepers(std::atomic<std::uint32_t>& value) {
    value.notify_all();
}

} // namespace gf
