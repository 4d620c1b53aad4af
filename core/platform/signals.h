// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace gf {

/// While it lives, the first Ctrl-C is only noted, and so is whatever else asks a program to end:
/// SIGTERM, SIGQUIT, the terminal's closing, SIGUSR1 and SIGUSR2 (as queues of jobs send them), an
/// alarm, a limit of processor time. The second ends the program at once as usual, unless it is
/// the terminal's closing, an alarm or that limit, which come more than once by themselves. What
/// the program was started to ignore, as nohup does, stays ignored. A pipe that nobody reads any
/// more ends nothing. There can be one at a time.
class Interrupt {
public:
    /// Throws std::runtime_error, a sentence, when the system has no descriptors left.
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool requested() const;
    /// Becomes readable when it is requested, for an event loop that waits; -1 on Windows, where a
    /// loop cannot wait for such a thing.
    int descriptor() const;

private:
    struct Before;
    std::unique_ptr<Before> m_before; ///< what the signals did, and how the loop is woken
};

/// A file that grows beyond the person's limit (ulimit -f) is then an error of writing it, with a
/// sentence, and not the end of the program.
void surviveFileLimit();

} // namespace gf
