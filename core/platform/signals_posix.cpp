// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/signals.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace gf {

namespace {

/// What a person, a terminal or a queue of jobs sends to end a program that can be asked.
constexpr std::array handled = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                                SIGUSR2, SIGALRM, SIGXCPU, SIGPIPE};

/// Nobody's second word: of a terminal that closes, the shell and the system both say so; a limit
/// of processor time says it each second, and a timer may.
bool comesAgain(int number) {
    return number == SIGHUP || number == SIGXCPU || number == SIGALRM;
}

// A signal handler can reach nothing but what is static.
volatile sig_atomic_t requestedBySignal = 0;
volatile sig_atomic_t wakeDescriptor = -1;

extern "C" void noteSignal(int number) {
    if (requestedBySignal != 0) {
        if (comesAgain(number))
            return;
        // The second, whichever it is: delivered again when this handler returns, and ends all.
        ::signal(number, SIG_DFL);
        ::raise(number);
        return;
    }
    requestedBySignal = number;
    const int before = errno;
    [[maybe_unused]] const ssize_t written = ::write(wakeDescriptor, "!", 1);
    errno = before;
}

} // namespace

struct Interrupt::Before {
    std::array<int, 2> pipe{};
    std::array<struct sigaction, handled.size()> actions{};
};

Interrupt::Interrupt() : m_before(std::make_unique<Before>()) {
    if (::pipe(m_before->pipe.data()) != 0)
        throw std::runtime_error("too many files are open for another pipe; close some programs");
    for (const int end : m_before->pipe)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    requestedBySignal = 0;
    wakeDescriptor = m_before->pipe[1];
    for (std::size_t i = 0; i < handled.size(); ++i) {
        struct sigaction& before = m_before->actions[i];
        ::sigaction(handled[i], nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            continue;
        struct sigaction action {};
        action.sa_handler = handled[i] == SIGPIPE ? SIG_IGN : noteSignal;
        sigemptyset(&action.sa_mask);
        action.sa_flags = SA_RESTART;
        ::sigaction(handled[i], &action, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t i = 0; i < handled.size(); ++i)
        if (requestedBySignal != handled[i] || !comesAgain(handled[i]))
            ::sigaction(handled[i], &m_before->actions[i], nullptr);
    // What comes again may do so while the program is on its way out.
    if (comesAgain(requestedBySignal))
        ::signal(requestedBySignal, SIG_IGN);
    wakeDescriptor = -1;
    for (const int end : m_before->pipe)
        ::close(end);
}

bool Interrupt::requested() const {
    return requestedBySignal != 0;
}

int Interrupt::descriptor() const {
    return m_before->pipe[0];
}

void surviveFileLimit() {
    ::signal(SIGXFSZ, SIG_IGN);
}

} // namespace gf
