// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/interrupt.h"

namespace gf {

namespace {

// A signal handler can reach nothing but what is static.
volatile sig_atomic_t requestedBySignal = 0;

extern "C" void noteSignal(int) {
    requestedBySignal = 1;
}

} // namespace

Interrupt::Interrupt() {
    requestedBySignal = 0;
    struct sigaction action {};
    action.sa_handler = noteSignal;
    sigemptyset(&action.sa_mask);
    // After the first signal the default action is back, so that the second ends the program.
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, &m_oldInterrupt);
    sigaction(SIGTERM, &action, &m_oldTerminate);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &m_oldInterrupt, nullptr);
    sigaction(SIGTERM, &m_oldTerminate, nullptr);
}

bool Interrupt::requested() const {
    return requestedBySignal != 0;
}

} // namespace gf
