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
    for (std::size_t i = 0; i < handled.size(); ++i) {
        struct sigaction action {};
        action.sa_handler = handled[i] == SIGPIPE ? SIG_IGN : noteSignal;
        sigemptyset(&action.sa_mask);
        // After the first signal the default action is back, so that the second ends the program.
        action.sa_flags =
            handled[i] == SIGPIPE ? SA_RESTART : static_cast<int>(SA_RESETHAND) | SA_RESTART;
        sigaction(handled[i], &action, &m_before[i]);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t i = 0; i < handled.size(); ++i)
        sigaction(handled[i], &m_before[i], nullptr);
}

bool Interrupt::requested() const {
    return requestedBySignal != 0;
}

} // namespace gf
