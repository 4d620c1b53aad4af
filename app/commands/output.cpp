// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace gf {

namespace {

int firstFailure = 0; ///< errno of the first print that failed

} // namespace

void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0)
            // The lowest free number is this one. Opened the wrong way round: using it still fails.
            ::open("/dev/null", (stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

void print(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const bool printed = std::vprintf(format, values) >= 0 && std::fflush(stdout) == 0;
    va_end(values);
    if (!printed && firstFailure == 0)
        firstFailure = errno;
}

std::string outputText(std::string_view text) {
    return isatty(STDOUT_FILENO) == 1 ? printableLines(text) : std::string(text);
}

void requirePrinted() {
    if (firstFailure != 0)
        throw Error("cannot write to standard output: " + systemReason(firstFailure));
}

} // namespace gf
