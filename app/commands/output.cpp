// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"

#include <cstdarg>
#include <cstdio>

namespace gf {

namespace {

std::error_code firstFailure; ///< of print()

} // namespace

void print(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const bool printed = std::vprintf(format, values) >= 0 && std::fflush(stdout) == 0;
    va_end(values);
    if (!printed && !firstFailure)
        firstFailure = lastProblem();
}

bool isPrintWanted() {
    return !firstFailure && isOutputRead();
}

std::string outputText(std::string_view text) {
    return isTerminalOutput() ? printableLines(text) : std::string(text);
}

void requirePrinted() {
    if (firstFailure)
        throw Error("cannot write to standard output: " + systemReason(firstFailure).english());
}

} // namespace gf
