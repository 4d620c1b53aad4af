// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

namespace gf {

/// While it lives, the first Ctrl-C (SIGINT, or SIGTERM) is only noted; the second ends the program
/// at once as usual. There can be one at a time.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool requested() const;

private:
    struct sigaction m_oldInterrupt {};
    struct sigaction m_oldTerminate {};
};

} // namespace gf
