// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/threads.h"

#include "core/platform/win32.h"

namespace gf {

void workInBackground() {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

} // namespace gf
