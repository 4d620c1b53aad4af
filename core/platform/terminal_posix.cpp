// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/terminal.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace gf {

void prepareStandardStreams() {
    constexpr std::array<int, 3> streams = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
    for (const int stream : streams)
        if (::fcntl(stream, F_GETFD) < 0)
            // The lowest free number is this one. Opened the wrong way round: using it still fails.
            ::open("/dev/null", (stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

bool isTerminalInput() {
    return ::isatty(STDIN_FILENO) == 1;
}

bool isTerminalOutput() {
    return ::isatty(STDOUT_FILENO) == 1;
}

bool isTerminalError() {
    return ::isatty(STDERR_FILENO) == 1;
}

bool isOutputRead() {
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0;
}

bool hasDisplay() {
#ifdef __linux__
    return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
#else
    return true;
#endif
}

} // namespace gf
