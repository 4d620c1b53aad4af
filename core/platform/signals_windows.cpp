// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/signals.h"

#include "core/platform/win32.h"

#include <atomic>

namespace gf {

namespace {

// The system calls the handler in a thread of its own and hands it nothing.
std::atomic<bool> requestedByConsole{false};

/// FALSE leaves the event to the system, which ends the program.
BOOL WINAPI noteEvent(DWORD) {
    return requestedByConsole.exchange(true) ? FALSE : TRUE;
}

} // namespace

struct Interrupt::Before {};

Interrupt::Interrupt() {
    requestedByConsole = false;
    SetConsoleCtrlHandler(noteEvent, TRUE);
}

Interrupt::~Interrupt() {
    SetConsoleCtrlHandler(noteEvent, FALSE);
}

bool Interrupt::requested() const {
    return requestedByConsole;
}

int Interrupt::descriptor() const {
    return -1;
}

void surviveFileLimit() {}

} // namespace gf
