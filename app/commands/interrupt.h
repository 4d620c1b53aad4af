// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <csignal>

namespace gf {

/// While it lives, the first Ctrl-C (or SIGTERM, or the terminal's closing) is only noted; the
/// second ends the program at once as usual. A pipe that nobody reads any more ends nothing. There
/// can be one at a time.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool requested() const;

private:
    static constexpr std::array<int, 4> handled = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

    std::array<struct sigaction, handled.size()> m_before{};
};

} // namespace gf
